/// A failure to get a complete response.
public struct TransportError: Error, CustomStringConvertible {
  /// The kinds of failure.
  @nonexhaustive
  public enum Reason: Equatable, Sendable, CustomStringConvertible {
    /// The host's name has no address.
    case hostNotFound
    /// The proxy's name has no address.
    case proxyNotFound
    /// The proxy refused to connect to the host, with this status code.
    case refusedByProxy(status: Int)
    /// The connection was refused: nothing listens on the server's port, or on the proxy's port.
    case connectionRefused
    /// The host can't be reached: the network is down, or a firewall blocks it.
    case noRoute
    /// The connection ended before the response did.
    case connectionLost
    /// The complete response didn't arrive within the limit.
    case timedOut(limit: Duration)
    /// The connection isn't secure, for this reason.
    case insecure(TLSProblem)
    /// The file of certificates to trust can't be read.
    case unreadableCertificates(file: String)
    /// The server redirected more often than allowed.
    case tooManyRedirects(limit: Int)
    /// The server doesn't speak HTTP.
    case notHTTP
    /// The server redirected to a URL that can't be requested, for example one that isn't http or
    /// https.
    case forbiddenRedirect
    /// The content exceeds the limit, in bytes after decoding.
    case bodyTooLarge(limit: Int)
    /// The responses of a run together exceed the memory limit, in bytes.
    case answersTooLarge(limit: Int)
    /// The header fields exceed the limit, in bytes.
    case headTooLarge(limit: Int)
    /// The content can't be decoded according to its Content-Encoding.
    case invalidContentEncoding
    /// The URL can't be requested.
    case invalidURL
    /// The host's name isn't ASCII, and this libcurl can't convert it to `xn--…`.
    case internationalHost
    /// A header field of the request isn't valid.
    case invalidField
    /// The file with the response can't be read; `errno` is the error number of the failed call.
    case unreadableFile(path: String, errno: Int32)
    /// No usable libcurl is installed.
    case missingLibrary
    /// The system has no file descriptor, thread or memory left; `errno` is the error number of the
    /// failed call.
    case systemLimit(errno: Int32)
    /// Another failure, described by ``TransportError/detail``.
    case other

    /// The reason in words, for a log.
    public var description: String {
      switch self {
      case .hostNotFound: "the host's name has no address"
      case .proxyNotFound: "the proxy's name has no address"
      case .refusedByProxy(let status): "the proxy refused with status \(status)"
      case .connectionRefused: "the connection was refused"
      case .noRoute: "the host can't be reached"
      case .connectionLost: "the connection ended too early"
      case .timedOut(let limit): "no complete response within \(limit)"
      case .insecure(let problem): "the connection isn't secure: \(problem)"
      case .unreadableCertificates(let file): "the certificates in \(file) can't be read"
      case .tooManyRedirects(let limit): "more than \(limit) redirects"
      case .notHTTP: "the server doesn't speak HTTP"
      case .forbiddenRedirect: "redirected to a URL that can't be requested"
      case .bodyTooLarge(let limit): "more than \(limit) bytes of content"
      case .answersTooLarge(let limit): "all responses together exceed the limit of \(limit) bytes"
      case .headTooLarge(let limit): "more than \(limit) bytes of header fields"
      case .invalidContentEncoding: "the content doesn't decode as its Content-Encoding says"
      case .invalidURL: "the URL can't be requested"
      case .internationalHost: "this libcurl can't convert the host's name"
      case .invalidField: "a header field isn't valid"
      case .unreadableFile(let path, let errno): "\(path) can't be read: errno \(errno)"
      case .missingLibrary: "no usable libcurl is installed"
      case .systemLimit(let errno): "no file descriptor, thread or memory is left: errno \(errno)"
      case .other: "the request failed"
      }
    }
  }

  /// The reason why a connection isn't secure, according to the TLS library's message.
  @nonexhaustive
  public enum TLSProblem: Equatable, Sendable, CustomStringConvertible {
    /// The server's certificate has expired.
    case expired
    /// The server's certificate is for another host.
    case otherHost
    /// The server's certificate is from an authority that isn't trusted.
    case unknownAuthority
    /// The server and this system have no TLS version in common.
    case version
    /// The server requires a client certificate.
    case clientCertificate
    /// The server ended the handshake without giving a reason (RFC 8446 §6.2, `handshake_failure`).
    case refusedHandshake
    /// The server doesn't speak TLS.
    case notTLS
    /// Another failure, described by ``TransportError/detail``.
    case other

    /// The reason in words, for a log.
    public var description: String {
      switch self {
      case .expired: "the certificate has expired"
      case .otherHost: "the certificate is for another host"
      case .unknownAuthority: "the certificate is from an unknown authority"
      case .version: "no version of TLS in common"
      case .clientCertificate: "the server asks for a client certificate"
      case .refusedHandshake: "the server refused the handshake"
      case .notTLS: "the server doesn't speak TLS"
      case .other: "TLS failed"
      }
    }
  }

  /// The requested URL, without user information and the values of secret parameters. After
  /// redirects it is the last URL, but the first one if there were too many redirects.
  public let url: String

  /// The kind of failure.
  public let reason: Reason

  /// The message of libcurl or the system, for a log; may be empty.
  public let detail: String

  /// The error that a custom transport threw, if it wasn't a ``TransportError``; otherwise `nil`.
  var underlying: (any Error)?

  /// The URL, the reason and the detail, for a log:
  /// `http://host/users: the connection was refused`.
  public var description: String {
    if detail.isEmpty { return "\(url): \(reason)" }
    return "\(url): \(reason) (\(detail))"
  }

  /// Makes an error.
  public init(url: String, reason: Reason, detail: String = "") {
    self.url = url.withoutSecrets
    self.reason = reason
    self.detail = detail
  }
}

extension TransportError: Equatable {
  /// Whether two failures have the same URL, reason and detail.
  public static func == (left: TransportError, right: TransportError) -> Bool {
    left.reason == right.reason && left.url.utf8.elementsEqual(right.url.utf8)
      && left.detail.utf8.elementsEqual(right.detail.utf8)
  }
}
