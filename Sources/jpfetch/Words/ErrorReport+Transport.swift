import JPCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ErrorReport {
  init(_ error: TransportError, url: String) {
    self.init(
      error.reason.code, message: error.reason.message(about: url, detail: error.detail),
      hint: error.reason.hint)
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
    case .notStored: .cacheMissing
    case .missingLibrary: .library
    case .systemLimit: .systemLimit
    case .other: .other
    }
  }

  fileprivate func message(about url: String, detail: String) -> String {
    switch self {
    case .unreadableFile(let path, let errno): "cannot read \(path): \(systemWords(errno))"
    case .notStored: "not stored: \(url)"
    case .tooManyRedirects(let limit): "\(url) answered with more than \(limit) redirects"
    case .forbiddenRedirect: "\(url) redirects to no usable http or https URL"
    case .bodyTooLarge(let limit): "\(url) answered with more than \(limit) bytes"
    case .answersTooLarge(let bytes, let values):
      "\(url) is too much: all answers together have more than \(bytes) bytes or \(values) values"
    case .headTooLarge(let bytes, let lines):
      "\(url) answered with more than \(bytes) bytes or \(lines) lines of header fields"
    case .urlTooLong(let limit): "a URL of more than \(limit) bytes can't be requested: \(url)"
    case .undecodableBody: "\(url) does not decode as its Content-Encoding says"
    default: "\(why(detail, url)): \(url)"
    }
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
    case .invalidField: "a header field has a line break or no name"
    default: detail
    }
  }

  fileprivate var hint: String? {
    let sample = "jpfetch --sample needs no network"
    return switch self {
    case .unresolvedHost: "check the network; \(sample)"
    case .refusedByProxy(407):
      "write them into http_proxy or https_proxy: http://USER:PASSWORD@HOST:PORT; \(sample)"
    case .noRoute: "check the network and its firewall; \(sample)"
    case .unresolvedProxy, .refusedByProxy, .proxyNotConnected:
      "check the variables http_proxy and https_proxy; \(sample)"
    case .notHTTP: "check the URL; \(sample)"
    case .notConnected: "check that the server is running, or --base-url; \(sample)"
    case .reset: "try again; \(sample)"
    case .timedOut: "raise --timeout; \(sample)"
    case .insecure(let problem): "\(problem.hint); \(sample)"
    case .unreadableCertificates: "check --ca-cert and SSL_CERT_FILE"
    case .missingLibrary: "install it (Debian, Ubuntu: libcurl4; Fedora: libcurl); \(sample)"
    case .systemLimit(EMFILE), .systemLimit(ENFILE): "raise ulimit -n; \(sample)"
    case .systemLimit: "end other processes, or raise their limits; \(sample)"
    case .unreadableFile:
      "a file: URL names a directory with users.json, albums.json and so on"
    case .other: sample
    default: nil
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
    case .clientCertificate: "the server asks for a client certificate, which jpfetch has not"
    case .refusedHandshake:
      "the server refused the TLS handshake, as one does that wants a client certificate"
    case .notTLS: "the server doesn't speak TLS on this port"
    case .other: nil
    }
  }

  fileprivate var hint: String {
    switch self {
    case .expired: "check this machine's clock; else the server needs a new certificate"
    case .otherHost: "check the host's name in the URL"
    case .unknownAuthority, .other: "give the certificates to trust with --ca-cert FILE"
    case .version: "the server needs to be updated"
    case .clientCertificate, .refusedHandshake: "ask the server's owner for another way in"
    case .notTLS: "write http:// instead of https://"
    }
  }
}
