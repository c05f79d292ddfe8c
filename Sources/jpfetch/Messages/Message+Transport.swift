import JPCore

extension Message {
  /// The message about a request that got no complete response.
  init(sending error: TransportError, _ run: Circumstances) {
    let (code, text) = error.codeAndText(proxy: run.proxy)
    self.init(code, text, because: run.proxy?.doubt(after: error.reason))
    advice = error.advice(run)
  }
}

extension TransportError {
  /// - Parameter proxy: the proxy that was used.
  fileprivate func codeAndText(proxy: ProxyVariable?) -> (ErrorCode, String) {
    switch reason {
    case .hostNotFound: (.dns, "cannot resolve \(url.host ?? url)")
    case .proxyNotFound: (.proxy, "cannot use the proxy: \(url)")
    case .refusedByProxy(407): (.proxy, "the proxy asks for a user name and password: \(url)")
    case .refusedByProxy(let status): (.proxy, "the proxy answered \(status): \(url)")
    // The proxy's URL is invalid, so no connection was tried.
    case .connectionRefused where proxy?.isValid == false:
      (.refused, "cannot use the proxy: \(url)")
    case .connectionRefused: (.refused, "connection refused: \(url)")
    case .noRoute: (.refused, "no route to the host: \(url)")
    case .connectionLost: (.reset, "the server closed the connection too early: \(url)")
    case .timedOut(let limit): (.timeout, "no complete answer within \(limit.inWords): \(url)")
    case .insecure(.notTLS): (.tls, "the server doesn't speak TLS on this port: \(url)")
    case .insecure(let problem):
      (.tls, "no trusted connection: \(problem.inWords ?? detail): \(url)")
    case .unreadableCertificates(let file):
      (.tls, "cannot read the certificates in \(file.withoutSecrets)")
    case .notHTTP: (.network, "the server doesn't speak HTTP: \(url)")
    case .tooManyRedirects(let limit): (.network, "more than \(limit) redirects: \(url)")
    case .forbiddenRedirect:
      (.network, "redirected to a URL that can't be requested: \(url)")
    case .unreadableFile(let path, let errno):
      (.network, "cannot read \(path.withoutSecrets): \(systemWords(errno))")
    case .missingLibrary: (.network, "no usable libcurl on this system: \(detail)")
    case .systemLimit(let errno): (.network, "cannot send requests: \(systemWords(errno))")
    case .other: (.network, "\(detail): \(url)")
    case .bodyTooLarge(let limit): (.bodyTooLarge, "more than \(limit) bytes of content: \(url)")
    case .answersTooLarge(let limit):
      (.bodyTooLarge, "all responses together exceed the limit of \(limit) bytes")
    case .headTooLarge(let limit):
      (.bodyTooLarge, "more than \(limit) bytes of header fields: \(url)")
    case .invalidContentEncoding:
      (.bodyJSON, "the content doesn't decode as its Content-Encoding says: \(url)")
    case .invalidURL: (.usage, "invalid URL: \(url)")
    case .internationalHost:
      (.network, "this libcurl can't convert a host name that isn't ASCII: \(url)")
    case .invalidField: (.usage, "a header field has a line break or an invalid name")
    }
  }
}

extension ProxyVariable {
  /// A possible problem with the proxy; `nil` if the message names it, or if the proxy isn't the cause.
  fileprivate func doubt(after reason: TransportError.Reason) -> String? {
    switch reason {
    case .proxyNotFound, .connectionRefused:
      if !isValid { return "\(name) is not the URL of a proxy" }
      if reason == .proxyNotFound {
        return "the host in \(name) cannot be resolved"
      }
    case .noRoute: break
    default: return nil
    }
    return "\(name) is set: its proxy may be unreachable"
  }
}

extension TransportError.TLSProblem {
  /// The problem in words; `nil` if the TLS library has to describe it, or if no description is
  /// needed.
  var inWords: String? {
    switch self {
    case .expired: "the server's certificate has expired"
    case .otherHost: "the server's certificate is for another host"
    case .unknownAuthority: "the server's certificate is from an unknown authority"
    case .version: "the server and this machine have no safe version of TLS in common"
    case .clientCertificate:
      "the server asks for a client certificate, which jpfetch cannot send"
    case .refusedHandshake:
      "the server refused the TLS handshake; it may want a client certificate"
    // The message for `notTLS` is complete without a cause.
    case .notTLS, .other: nil
    }
  }
}
