import JPCore

extension ErrorReport {
  init(_ error: TransportError, url: String) {
    func noAnswer(_ code: String, _ why: String, _ hint: String? = nil) -> ErrorReport {
      ErrorReport(
        exitCode: .noAnswer, code: "net.\(code)", message: "cannot fetch \(url): \(why)", hint: hint
      )
    }
    func unusable(_ code: String, _ why: String) -> ErrorReport {
      ErrorReport(exitCode: .unusable, code: "body.\(code)", message: "\(url) \(why)")
    }
    let offline = "jpfetch --sample needs no network"
    switch error.reason {
    case .unresolvedProxy:
      self = noAnswer(
        "dns", "the proxy's host name has no address",
        "check the variables http_proxy and https_proxy; \(offline)")
    case .refusedByProxy(let status):
      self = noAnswer(
        "proxy", "the proxy answered \(status)",
        "check the variables http_proxy and https_proxy; \(offline)")
    case .notHTTP:
      self = noAnswer("protocol", "what answers does not speak HTTP", "check the URL; \(offline)")
    case .unresolvedHost:
      self = noAnswer("dns", "the host name has no address", "check the network; \(offline)")
    case .notConnected:
      self = noAnswer(
        "refused", "the connection was refused or has no route",
        "check that the server runs; \(offline)")
    case .reset:
      self = noAnswer(
        "reset", "the server ended the connection before the answer was whole",
        "try again; \(offline)")
    case .timedOut(let limit):
      self = noAnswer(
        "timeout", "no answer within \(limit.inWords)", "raise --timeout; \(offline)")
    case .insecure:
      self = noAnswer(
        "tls", "no trusted connection: \(error.detail)",
        "give the certificates to trust with --ca-cert FILE; \(offline)")
    case .unreadableCertificates(let file):
      self = noAnswer(
        "tls", "cannot read the certificates in \(file)", "check --ca-cert and SSL_CERT_FILE")
    case .notStored:
      self = ErrorReport(
        exitCode: .notStored, code: "cache.missing", message: "not stored: \(url)")
    case .missingLibrary:
      self = noAnswer(
        "library", "no usable libcurl on this system: \(error.detail)",
        "install it (Debian, Ubuntu: libcurl4; Fedora: libcurl); \(offline)")
    case .unreadableFile(let path, let errno):
      self = ErrorReport(
        exitCode: .noAnswer, code: "file.unreadable",
        message: "cannot read \(path): \(systemWords(errno))",
        hint: "a file: URL names a directory with users.json, albums.json and so on")
    case .other:
      self = noAnswer("other", error.detail, offline)
    case .invalidURL:
      self = noAnswer("url", "this is not a URL that can be asked for")
    case .invalidField:
      self = noAnswer("field", "a header field has a line break or no name")
    case .tooManyRedirects(let limit):
      self = ErrorReport(
        exitCode: .serverError, code: "http.redirects",
        message: "\(url) answered with more than \(limit) redirects")
    case .forbiddenRedirect:
      self = ErrorReport(
        exitCode: .serverError, code: "http.redirects",
        message: "\(url) redirects to something other than an http or https URL")
    case .bodyTooLarge(let limit):
      self = unusable("too-large", "answered with more than \(limit) bytes")
    case .undecodableBody:
      self = unusable("encoding", "does not decode as its Content-Encoding says")
    }
  }
}
