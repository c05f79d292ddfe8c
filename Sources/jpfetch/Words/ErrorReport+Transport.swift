import JPCore

extension ErrorReport {
  init(_ error: TransportError, url: String) {
    self.init(
      error.reason.code, message: error.reason.message(about: url, detail: error.detail),
      hints: error.reason.hints)
  }
}

extension TransportError.Reason {
  fileprivate var code: ErrorCode {
    switch self {
    case .unresolvedHost, .unresolvedProxy: .dns
    case .refusedByProxy, .proxyNotConnected: .proxy
    case .notConnected, .noRoute: .refused
    case .reset: .reset
    case .timedOut: .timeout
    case .insecure, .unreadableCertificates: .tls
    case .tooManyRedirects, .forbiddenRedirect: .redirects
    case .notHTTP: .notHTTP
    case .bodyTooLarge, .answersTooLarge: .bodyTooLarge
    case .headTooLarge: .headTooLarge
    case .undecodableBody: .bodyEncoding
    case .invalidURL, .urlTooLong: .url
    case .invalidField: .field
    case .unreadableFile: .unreadableFile
    case .missingLibrary: .library
    case .systemLimit: .systemLimit
    case .other: .other
    }
  }

  fileprivate func message(about url: String, detail: String) -> String {
    if case .unreadableFile(let path, let errno) = self {
      return "cannot read \(path): \(systemWords(errno))"
    }
    return "\(why(detail, url)): \(url)"
  }

  /// Why nothing could be fetched.
  private func why(_ detail: String, _ url: String) -> String {
    switch self {
    case .unresolvedHost: "cannot resolve \(url.hostInWords)"
    case .unresolvedProxy: "cannot resolve the proxy's host"
    case .refusedByProxy(407): "the proxy asks for a user name and password"
    case .refusedByProxy(let status): "the proxy answered \(status)"
    case .notHTTP: "the server doesn't speak HTTP"
    case .notConnected: "connection refused"
    case .noRoute: "no route to the host"
    case .proxyNotConnected(let name): "cannot connect to the proxy \(name)"
    case .reset: "the server closed the connection before the answer was whole"
    case .timedOut(let limit): "no answer within \(limit.inWords)"
    case .insecure(let problem): "no trusted connection: \(problem.inWords ?? detail)"
    case .unreadableCertificates(let file): "cannot read the certificates in \(file)"
    case .missingLibrary: "no usable libcurl on this system: \(detail)"
    case .systemLimit(let errno): systemWords(errno)
    case .invalidURL: "invalid URL"
    case .invalidField: "a header field has a line break or an invalid name"
    case .tooManyRedirects(let limit): "more than \(limit) redirects"
    case .forbiddenRedirect: "a redirect to no usable http or https URL"
    case .bodyTooLarge(let limit): "more than \(limit) bytes"
    case .answersTooLarge(let limit): "all answers together need more than \(limit) bytes"
    case .headTooLarge(let bytes, let lines):
      "more than \(bytes) bytes or \(lines) lines of header fields"
    case .urlTooLong(let limit): "a URL of more than \(limit) bytes cannot be requested"
    case .undecodableBody: "the content doesn't decode as its Content-Encoding says"
    default: detail
    }
  }

  fileprivate var hints: [String] {
    let sample = ErrorReport.sampleHint
    return switch self {
    case .unresolvedHost: ["check the network and the host's name", sample]
    case .refusedByProxy(407):
      [
        "put them into http_proxy or https_proxy: http://USER:PASSWORD@HOST:PORT", sample,
      ]
    case .noRoute: ["check the network and its firewall", sample]
    case .unresolvedProxy, .refusedByProxy, .proxyNotConnected:
      ["check the variables http_proxy and https_proxy", sample]
    case .notHTTP, .tooManyRedirects, .forbiddenRedirect, .headTooLarge:
      ["check the URL, or --base-url", sample]
    case .notConnected: ["check that the server is running, or --base-url", sample]
    case .reset: ["again", sample]
    case .timedOut: ["raise --timeout", sample]
    case .insecure(let problem): [problem.hint, sample]
    case .unreadableCertificates: ["check --ca-cert and SSL_CERT_FILE"]
    case .missingLibrary:
      ["install it (Debian, Ubuntu: libcurl4; Fedora: libcurl; macOS has it)", sample]
    case .systemLimit(EMFILE), .systemLimit(ENFILE): ["raise ulimit -n", sample]
    case .systemLimit: ["end other processes, or raise their limits", sample]
    case .unreadableFile:
      ["name a directory with users.json, albums.json and so on: --base-url file:DIR"]
    case .bodyTooLarge, .answersTooLarge: [ErrorReport.smallerHint]
    case .urlTooLong: ["shorten the path or the query"]
    case .invalidURL: ["check the URL; an example is jpfetch get /users/1"]
    case .invalidField: ["check --header: 'Name: value'"]
    case .undecodableBody: ["ask for plain content: add -H 'Accept-Encoding: identity'", sample]
    case .other: [sample]
    }
  }
}

extension String {
  /// The host of a URL, without its port.
  fileprivate var hostInWords: String {
    let authority = split(separator: "/").dropFirst().first ?? ""
    return authority.utf8.first == UInt8(ascii: "[")
      ? String(authority) : String(authority.prefix { $0 != ":" })
  }
}

extension TransportError.TLSProblem {
  /// `nil` where only the TLS library's words tell.
  fileprivate var inWords: String? {
    switch self {
    case .expired: "the server's certificate has expired"
    case .otherHost: "the server's certificate is for another host"
    case .unknownAuthority: "the server's certificate is from an unknown authority"
    case .version: "the server and this machine have no safe version of TLS in common"
    case .clientCertificate: "the server asks for a client certificate, which jpfetch cannot send"
    case .refusedHandshake:
      "the server refused the TLS handshake; it may want a client certificate"
    case .notTLS: "the server doesn't speak TLS on this port"
    case .other: nil
    }
  }

  fileprivate var hint: String {
    switch self {
    case .expired: "check this machine's clock; if it is right, the server needs a new certificate"
    case .otherHost: "check the host name in the URL"
    case .unknownAuthority, .other: "give the certificates to trust with --ca-cert FILE"
    case .version: "the server needs to be updated"
    case .clientCertificate, .refusedHandshake:
      "ask the server's owner for access without a client certificate"
    case .notTLS: "write http:// instead of https://"
    }
  }
}
