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
    case .refusedByProxy: .proxy
    case .notConnected: .refused
    case .reset: .reset
    case .timedOut: .timeout
    case .insecure, .unreadableCertificates: .tls
    case .tooManyRedirects, .forbiddenRedirect: .redirects
    case .notHTTP: .notHTTP
    case .bodyTooLarge: .bodyTooLarge
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
    case .headTooLarge(let bytes, let lines):
      "\(url) answered with more than \(bytes) bytes or \(lines) lines of header fields"
    case .urlTooLong(let limit): "a URL of more than \(limit) bytes can't be requested: \(url)"
    case .undecodableBody: "\(url) does not decode as its Content-Encoding says"
    default: "cannot fetch \(url): \(why(detail))"
    }
  }

  /// Why nothing could be fetched.
  private func why(_ detail: String) -> String {
    switch self {
    case .unresolvedHost: "the host name has no address"
    case .unresolvedProxy: "the proxy's host name has no address"
    case .refusedByProxy(let status): "the proxy answered \(status)"
    case .notHTTP: "what answers does not speak HTTP"
    case .notConnected: "the connection was refused or has no route"
    case .reset: "the server ended the connection before the answer was whole"
    case .timedOut(let limit): "no answer within \(limit.inWords)"
    case .insecure: "no trusted connection: \(detail)"
    case .unreadableCertificates(let file): "cannot read the certificates in \(file)"
    case .missingLibrary: "no usable libcurl on this system: \(detail)"
    case .systemLimit(let errno): systemWords(errno)
    case .invalidURL: "this URL can't be requested"
    case .invalidField: "a header field has a line break or no name"
    default: detail
    }
  }

  fileprivate var hint: String? {
    let sample = "jpfetch --sample needs no network"
    return switch self {
    case .unresolvedHost: "check the network; \(sample)"
    case .unresolvedProxy, .refusedByProxy:
      "check the variables http_proxy and https_proxy; \(sample)"
    case .notHTTP: "check the URL; \(sample)"
    case .notConnected: "check that the server runs; \(sample)"
    case .reset: "try again; \(sample)"
    case .timedOut: "raise --timeout; \(sample)"
    case .insecure: "give the certificates to trust with --ca-cert FILE; \(sample)"
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
