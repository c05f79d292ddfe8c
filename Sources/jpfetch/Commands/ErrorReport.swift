import JPCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An error in words: the one place where an error becomes text and an exit status.
struct ErrorReport: Equatable {
  let status: ExitCode
  /// Stable, for scripts.
  let code: String
  let message: String
  /// The word that was probably meant.
  var nearest: String?
  /// What to do about it.
  var hint: String?
  var source: String?
  var url: String?
  var httpStatus: Int?
  /// Where in the answer.
  var path: String?

  init(_ error: any Error) {
    switch error {
    case let error as UsageError: self.init(error)
    case let error as FetchError: self.init(error)
    case let error as WriteError:
      self.init(
        status: .output, code: "output.write",
        message: "cannot write the output: \(systemWords(error.errno))")
    default:
      self.init(status: .bug, code: "bug", message: "unexpected error: \(error)")
    }
  }

  private init(
    status: ExitCode, code: String, message: String, hint: String? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.hint = hint
  }

  private init(_ error: UsageError) {
    self.init(
      status: .usage, code: "usage.\(error.kind)", message: error.message,
      hint: "jpfetch --help")
    nearest = error.nearest
  }

  private init(_ error: FetchError) {
    let url = error.url.withoutUserInfo
    switch error.cause {
    case .transport(let error): self.init(error, url: error.url.withoutUserInfo)
    case .status(let status, let message):
      let words = message.map { ": \($0)" } ?? ""
      self.init(
        status: (400..<500).contains(status) ? .clientError : .serverError,
        code: "http.\(status)", message: "\(url) answered \(status)\(words)")
      httpStatus = status
    case .noRecord(let id):
      self.init(
        status: .clientError, code: "http.404", message: "\(url) has no record with the id \(id)")
    case .empty:
      self.init(status: .unusable, code: "body.empty", message: "\(url) answered without content")
    case .html:
      self.init(
        status: .unusable, code: "body.html", message: "\(url) answered with HTML instead of JSON",
        hint: "check the URL; a login page or a proxy may stand in between")
    case .notJSON(let error):
      self.init(
        status: .unusable, code: "body.json", message: "\(url) is not JSON: \(words(for: error))")
    case .mismatch(let mismatch):
      self.init(
        status: .unusable, code: "body.type",
        message: "\(url) does not fit: \(words(for: mismatch, source: error.source))")
      path = mismatch.path
    }
    source = error.source
    self.url = url
  }

  private init(_ error: TransportError, url: String) {
    func noAnswer(_ code: String, _ why: String, _ hint: String? = nil) -> ErrorReport {
      ErrorReport(
        status: .noAnswer, code: "net.\(code)", message: "cannot fetch \(url): \(why)", hint: hint)
    }
    func unusable(_ code: String, _ why: String) -> ErrorReport {
      ErrorReport(status: .unusable, code: "body.\(code)", message: "\(url) \(why)")
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
    case .missingLibrary:
      self = noAnswer(
        "library", "no usable libcurl on this system: \(error.detail)",
        "install it (Debian, Ubuntu: libcurl4; Fedora: libcurl); \(offline)")
    case .unreadableFile(let path, let errno):
      self = ErrorReport(
        status: .noAnswer, code: "file.unreadable",
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
        status: .serverError, code: "http.redirects",
        message: "\(url) answered with more than \(limit) redirects")
    case .forbiddenRedirect:
      self = ErrorReport(
        status: .serverError, code: "http.redirects",
        message: "\(url) redirects to something other than an http or https URL")
    case .bodyTooLarge(let limit):
      self = unusable("too-large", "answered with more than \(limit) bytes")
    case .undecodableBody:
      self = unusable("encoding", "does not decode as its Content-Encoding says")
    }
  }
}

/// The system's words for an errno, strerror(3).
private func systemWords(_ errno: Int32) -> String {
  String(cString: strerror(errno)).lowercased()
}

private func words(for error: JSONError) -> String {
  let found =
    switch error.found {
    case .character(let scalar): "\"\(scalar)\""
    case .bytes: "bytes that are no character"
    case .end: "the end"
    }
  let place = "line \(error.position.line) column \(error.position.column)"
  return "\(place): expected \(words(for: error.expected)), found \(found)"
}

private func words(for expectation: JSONError.Expectation) -> String {
  switch expectation {
  case .value: "a value"
  case .nameOrObjectEnd: "a name or \"}\""
  case .name: "a name"
  case .colon: "\":\""
  case .commaOrObjectEnd: "\",\" or \"}\""
  case .commaOrArrayEnd: "\",\" or \"]\""
  case .digit: "a digit"
  case .escape: "an escape of JSON"
  case .hexDigit: "a hexadecimal digit"
  case .stringEnd: "the string's end"
  case .utf8: "UTF-8"
  case .textEnd: "the end"
  case .depth(let limit): "at most \(limit) levels"
  case .length(let limit): "at most \(limit) bytes"
  }
}

private func words(for mismatch: TypeMismatch, source: String?) -> String {
  let expected =
    switch mismatch.expected {
    case .array: "an array"
    case .object: "an object"
    case .key: "an integer or a string"
    }
  let place = "line \(mismatch.position.line) column \(mismatch.position.column)"
  let separator = mismatch.path.isEmpty || mismatch.path.hasPrefix("[") ? "" : "."
  let path = "\(source ?? "")\(separator)\(mismatch.path)"
  return "\(path), \(place): expected \(expected), found \(mismatch.found)"
}
