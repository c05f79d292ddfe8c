import JPCore

extension Message {
  /// The message about a request that got no complete response.
  init(sending error: TransportError, _ run: Circumstances) {
    let (code, text) = error.codeAndText
    self.init(code, text)
    details = error.explanations
    advice = error.advice(run)
  }
}

extension TransportError {
  fileprivate var codeAndText: (ErrorCode, String) {
    switch reason {
    case .hostNotFound: (.dns, "cannot resolve \(url.host ?? url)")
    case .proxyNotFound: (.proxy, "cannot use the proxy: \(url)")
    case .refusedByProxy(407, _): (.proxy, "the proxy asks for a user name and password: \(url)")
    case .refusedByProxy(let status, _): (.proxy, "the proxy answered \(status): \(url)")
    case .connectionRefused: (.refused, "connection refused: \(url)")
    case .noRoute: (.refused, "no route to the host: \(url)")
    case .connectionLost: (.reset, "the server closed the connection too early: \(url)")
    case .timedOut(let limit, _, _):
      (.timeout, "no complete answer within \(limit.inWords): \(url)")
    case .insecure(.notTLS): (.tls, "\(TLSProblem.notTLS): \(url)")
    case .insecure(let problem): (.tls, "no trusted connection: \(problem): \(url)")
    case .unreadableCertificates(let file):
      (.tls, "cannot read the certificates in \(file.withoutSecrets)")
    case .notHTTP, .malformedResponse: (.network, "\(reason): \(url)")
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
