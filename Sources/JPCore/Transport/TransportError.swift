/// A failure to get a complete response.
public struct TransportError: Error, CustomStringConvertible {
  /// The reason for a failure.
  @nonexhaustive
  public enum Reason: Equatable, Sendable, CustomStringConvertible {
    /// The host's name has no address.
    case hostNotFound
    /// The proxy's name has no address, or its URL or its answer can't be used.
    case proxyNotFound
    /// The proxy refused the request with this status code. `schemes` are the authentication
    /// schemes that it takes, if the status is 407 (RFC 9110 §11.7.1); credentials in the proxy's URL
    /// are sent as `Basic`.
    case refusedByProxy(status: Int, schemes: [String] = [])
    /// The proxy can't be reached, or ended the connection before there was one to the server.
    case proxyFailed
    /// The connection was refused: nothing listens on the server's port, or on that of a proxy that
    /// libcurl can't tell from the server.
    case connectionRefused
    /// The host can't be reached: the network is down, or a firewall blocks it.
    case noRoute
    /// This process or the system has as many open files and sockets as it may have (`ulimit -n`).
    case tooManyOpenFiles
    /// The connection ended before the response did.
    case connectionLost
    /// The complete response didn't arrive within the limit. `received` is how many bytes of
    /// decoded content had arrived; `nil` if the transport doesn't report it. `silence` is the time
    /// from the last data to the end of the limit; `nil` if no data had arrived.
    case timedOut(limit: Duration, received: Int? = nil, silence: Duration? = nil)
    /// There is no secure connection, for the given reason.
    case insecure(TLSProblem)
    /// The file of certificates to trust can't be read.
    case unreadableCertificates(file: String)
    /// The server redirected more often than allowed.
    case tooManyRedirects(limit: Int)
    /// The server doesn't speak HTTP.
    case notHTTP
    /// The response isn't valid HTTP, for example because of an invalid chunk (RFC 9112 §7.1).
    case malformedResponse
    /// The server redirected to a URL that can't be requested, for example one that isn't http or
    /// https.
    case forbiddenRedirect
    /// The content exceeds the limit, in bytes after decoding.
    case bodyTooLarge(limit: Int)
    /// The header fields, with those of interim responses and trailers, exceed the limit.
    case headTooLarge
    /// The content can't be decoded according to its Content-Encoding.
    case invalidContentEncoding
    /// The URL can't be requested, for example because it has a space or no host.
    case invalidURL
    /// The host's name isn't ASCII, and this libcurl can't convert it to `xn--…`.
    case internationalHost
    /// A header field of the request has an invalid name, or a line break or NUL in its value.
    case invalidField
    /// The file with the response can't be read; `errno` is the error number of the failed call.
    case unreadableFile(path: String, errno: Int32)
    /// No usable libcurl is installed.
    case missingLibrary
    /// Another failure, described by ``TransportError/detail``.
    case other

    /// The reason in words.
    public var description: String {
      switch self {
      case .hostNotFound: "cannot resolve the host's name"
      case .proxyNotFound: "cannot use the proxy"
      case .refusedByProxy(407, _): "the proxy asks for a user name and password"
      case .refusedByProxy(let status, _): "the proxy answered \(status)"
      case .proxyFailed: "no connection through the proxy"
      case .connectionRefused: "connection refused"
      case .noRoute: "no route to the host"
      case .tooManyOpenFiles: "too many open files"
      case .connectionLost: "the connection ended too early"
      case .timedOut(let limit, _, _): "no complete response within \(limit.inWords)"
      case .insecure(let problem): "no trusted connection: \(problem)"
      case .unreadableCertificates(let file):
        "cannot read the certificates in \(file.withoutSecrets)"
      case .tooManyRedirects(let limit): "more than \(limit) redirects"
      case .notHTTP: "the server doesn't speak HTTP"
      case .malformedResponse: "the response isn't valid HTTP"
      case .forbiddenRedirect: "redirected to a URL that can't be requested"
      case .bodyTooLarge(let limit): "more than \(limit) bytes of content"
      case .headTooLarge: "the response has too many header fields, or too long ones"
      case .invalidContentEncoding: "the content can't be decoded as its Content-Encoding says"
      case .invalidURL: "invalid URL"
      case .internationalHost: "this libcurl can't convert a host name that isn't ASCII"
      case .invalidField: "a header field has a line break or an invalid name"
      case .unreadableFile(let path, let errno):
        "cannot read \(path.withoutSecrets): \(systemMessage(errno))"
      case .missingLibrary: "no usable libcurl on this system"
      case .other: "the request failed"
      }
    }

    /// The authentication schemes that the proxy takes; `nil` if they aren't known.
    fileprivate var schemesInWords: String? {
      guard case .refusedByProxy(_, let schemes) = self, !schemes.isEmpty else { return nil }
      let words = "it accepts \(schemes.inWords)"
      if takesBasic { return words }
      return "\(words); user name and password can only be sent as Basic"
    }

    /// Whether the proxy asks for credentials and may accept them as `Basic`.
    package var takesBasic: Bool {
      guard case .refusedByProxy(407, let schemes) = self else { return false }
      return schemes.isEmpty || schemes.contains { $0.lowercased() == "basic" }
    }

    /// For a time-out, how much had arrived: `5000 bytes had arrived, the last 652 ms earlier`.
    /// `nil` for other reasons, or if the transport doesn't report it.
    fileprivate var arrivals: String? {
      guard case .timedOut(_, let received?, let silence) = self else { return nil }
      guard let silence else { return "nothing had arrived" }
      let before = "\(silence.measuredInWords()) earlier"
      switch received {
      case 0: return "only header fields had arrived, the last \(before)"
      case 1: return "1 byte had arrived, \(before)"
      default: return "\(received) bytes had arrived, the last \(before)"
      }
    }
  }

  /// The reason why a connection isn't secure, according to the TLS library's message.
  @nonexhaustive
  public enum TLSProblem: Equatable, Sendable, CustomStringConvertible {
    /// The server's certificate has expired.
    case expired
    /// The server's certificate is not yet valid, which usually means that this system's clock is
    /// behind.
    case notYetValid
    /// The server's certificate is for another host.
    case otherHost
    /// The server's certificate is from an authority that isn't trusted.
    case unknownAuthority
    /// The server and this system have no TLS version in common.
    case version
    /// The server requires a client certificate.
    case clientCertificate
    /// The server ended the handshake with an alert (RFC 8446 §6.2), for example because it doesn't
    /// know the host name.
    case refusedHandshake
    /// The system's file of certificates to trust is missing or can't be read.
    case noCertificates
    /// The server doesn't speak TLS.
    case notTLS
    /// Another failure, described by ``TransportError/detail``.
    case other

    /// The reason in words.
    public var description: String {
      switch self {
      case .expired: "the server's certificate has expired"
      case .notYetValid: "the server's certificate is not yet valid"
      case .otherHost: "the server's certificate is for another host"
      case .unknownAuthority: "the server's certificate is from an unknown authority"
      case .version: "the server and this system have no safe version of TLS in common"
      case .clientCertificate:
        "the server asks for a client certificate, which this client cannot send"
      case .refusedHandshake: "the server refused the TLS handshake"
      case .noCertificates: "this system's certificates can't be read"
      case .notTLS: "the server doesn't speak TLS on this port"
      case .other: "the TLS library refused it"
      }
    }
  }

  /// The requested URL, without user information and the values of secret parameters. After
  /// redirects it is the last URL, but the first one if there were too many redirects.
  public let url: String

  /// The reason for the failure, for a program to decide by.
  public let reason: Reason

  /// The message of libcurl or the system, for a log; may be empty.
  public let detail: String

  /// The error that a custom transport threw, if it wasn't a ``TransportError``; otherwise `nil`.
  var underlying: (any Error)?

  /// What happened, where, and the details: `connection refused: http://host/users: Failed to
  /// connect to host port 80: Couldn't connect to server (curl 7)`.
  public var description: String {
    ([sentence] + details).joined(separator: ": ")
  }

  /// What happened, and where: `connection refused: http://host/users`.
  package var sentence: String {
    switch reason {
    case .other where !detail.isEmpty: "\(detail): \(url)"
    case .insecure(.other) where !detail.isEmpty: "no trusted connection: \(detail): \(url)"
    case .unreadableFile: "\(reason)"
    case .bodyTooLarge: "\(reason): \(url.fileOnDisk ?? url)"
    default: "\(reason): \(url)"
    }
  }

  /// Additions to the ``sentence``: how much had arrived before a time-out, the authentication
  /// schemes that a proxy accepts, and the ``detail`` unless it would repeat the sentence. For a
  /// failed connection, the detail names the host, which may be a proxy's.
  package var details: [String] {
    if let arrivals = reason.arrivals { return [arrivals] }
    var details: [String] = []
    if let schemes = reason.schemesInWords { details.append(schemes) }
    switch reason {
    // The detail would only repeat the reason, or the sentence has it already.
    case .hostNotFound, .tooManyRedirects, .bodyTooLarge, .headTooLarge, .internationalHost,
      .insecure(.other), .other:
      break
    default:
      if !detail.isEmpty { details.append(detail) }
    }
    return details
  }

  /// Makes an error. Secrets in the URL are hidden.
  public init(url: String, reason: Reason, detail: String = "") {
    self.url = url.withoutSecrets
    self.reason = reason
    self.detail = detail
  }
}

extension TransportError: Equatable {
  /// Whether two failures have the same URL, reason and detail.
  public static func == (left: TransportError, right: TransportError) -> Bool {
    left.reason == right.reason && left.url.hasSameBytes(as: right.url)
      && left.detail.hasSameBytes(as: right.detail)
  }
}
