/// Why there is no complete response to a request.
public struct TransportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure that a caller can tell apart.
  public enum Reason: Equatable, Sendable {
    /// The host's name has no address.
    case unresolvedHost
    /// The proxy's name has no address.
    case unresolvedProxy
    /// The proxy does not connect to the host, with its status code.
    case refusedByProxy(status: Int)
    /// The connection was refused: nobody listens there.
    case notConnected
    /// There is no way to the host: no network, or a firewall.
    case noRoute
    /// There is no connection to the proxy, with its host and port.
    case proxyNotConnected(name: String)
    /// The connection ended before the response did.
    case reset
    /// No whole response within the limit.
    case timedOut(limit: Duration)
    /// No secure connection, and why.
    case insecure(TLSProblem)
    /// The certificates to trust cannot be read.
    case unreadableCertificates(file: String)
    /// More redirects than allowed.
    case tooManyRedirects(limit: Int)
    /// What answers does not speak HTTP.
    case notHTTP
    /// A redirect to something other than an http or https URL.
    case forbiddenRedirect
    /// The content is larger than allowed, in bytes after decoding.
    case bodyTooLarge(limit: Int)
    /// All answers of a run together need more memory than allowed, in bytes.
    case answersTooLarge(limit: Int)
    /// More bytes or lines of header fields than allowed.
    case headTooLarge(bytes: Int, lines: Int)
    /// A URL with more bytes than allowed.
    case urlTooLong(limit: Int)
    /// The content does not decode as its Content-Encoding says.
    case undecodableBody
    /// The URL can't be requested.
    case invalidURL
    /// A header field of the request that can't be sent as one.
    case invalidField
    /// A file that stands for a response cannot be read; `errno` of the attempt.
    case unreadableFile(path: String, errno: Int32)
    /// There is no libcurl that can be used.
    case missingLibrary
    /// The process has no descriptor, thread or memory left; `errno` of the attempt.
    case systemLimit(errno: Int32)
    /// Something else; ``TransportError/detail`` tells.
    case other

    /// Whether the URL can't be requested.
    var isOfURL: Bool {
      switch self {
      case .invalidURL, .urlTooLong: true
      default: false
      }
    }
  }

  /// Why there is no secure connection, as far as the TLS library's words tell.
  public enum TLSProblem: Equatable, Sendable {
    /// The server's certificate has expired.
    case expired
    /// The server's certificate is for another host.
    case otherHost
    /// The server's certificate is from an authority that isn't trusted.
    case unknownAuthority
    /// There is no common version of TLS.
    case version
    /// The server asks for a certificate of the client's.
    case clientCertificate
    /// The server ended the handshake without telling why (RFC 8446 §6.2, `handshake_failure`).
    case refusedHandshake
    /// What answers does not speak TLS.
    case notTLS
    /// Something else; ``TransportError/detail`` tells.
    case other
  }

  /// The URL that was asked for, the last one after redirects.
  public let url: String

  /// What happened.
  public let reason: Reason

  /// The words of the layer below (libcurl, the system), for a log; may be empty.
  public let detail: String

  /// The URL without a user's name and password, what happened, and the detail, for a log.
  public var description: String {
    "\(url.withoutUserInfo): \(reason)" + (detail.isEmpty ? "" : " (\(detail))")
  }

  /// Makes an error.
  public init(url: String, reason: Reason, detail: String = "") {
    self.url = url
    self.reason = reason
    self.detail = detail
  }
}
