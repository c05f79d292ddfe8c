import CCurl

/// A failed transfer, as libcurl reports it.
struct CurlFailure {
  let code: ccurl_code

  /// libcurl's message; may be empty.
  let words: String

  /// The system's error number; 0 for none.
  let errno: Int32

  /// The status code of a proxy's response to CONNECT; 0 for none.
  let proxyStatus: Int

  let hasHead: Bool
  let isHeadComplete: Bool
  let isChunked: Bool

  /// Whether the head exceeded libcurl's own limits.
  var isOfLongHead: Bool {
    if code == CCURL_TOO_LARGE { return true }
    guard !isHeadComplete else { return false }
    // -902 is NGHTTP2_ERR_CALLBACK_FAILURE.
    return code == CCURL_OUT_OF_MEMORY && hasHead
      || code == CCURL_RECV_ERROR && words.contains(ascii: "-902:")
  }

  func reason(for url: HTTPURL) -> TransportError.Reason {
    if proxyStatus >= 300 { return .refusedByProxy(status: proxyStatus) }
    switch code {
    case CCURL_COULDNT_CONNECT: return noConnection
    case CCURL_SSL_CONNECT_ERROR where errno == ECONNRESET: return .reset
    // In TLS 1.3 the server reports a missing client certificate after the handshake.
    case CCURL_RECV_ERROR where TransportError.TLSProblem(words: words) == .clientCertificate:
      return .insecure(.clientCertificate)
    // Invalid chunks (RFC 9112 §7.1). Over TLS a broken connection looks the same.
    case CCURL_RECV_ERROR where isChunked && errno == 0 && !url.isSecure: return .notHTTP
    // The head begins with a continuation line.
    case CCURL_BAD_FUNCTION_ARGUMENT where hasHead: return .notHTTP
    default:
      if Self.tlsCodes.contains(code) { return .insecure(.init(words: words)) }
      return Self.reasons.first { $0.codes.contains(code) }?.reason ?? .other
    }
  }

  /// Codes that have the same reason in every transfer.
  private static let reasons: [(codes: [ccurl_code], reason: TransportError.Reason)] = [
    ([CCURL_COULDNT_RESOLVE_HOST], .unresolvedHost),
    ([CCURL_COULDNT_RESOLVE_PROXY], .unresolvedProxy),
    ([CCURL_URL_MALFORMAT], .invalidURL),
    // Some libcurl versions report undecodable content as a failure to write.
    ([CCURL_BAD_CONTENT_ENCODING, CCURL_WRITE_ERROR], .undecodableBody),
    ([CCURL_SSL_CACERT_BADFILE], .insecure(.other)),
    // CURLE_UNSUPPORTED_PROTOCOL: the HTTP version is unknown.
    ([CCURL_WEIRD_SERVER_REPLY, CCURL_UNSUPPORTED_PROTOCOL], .notHTTP),
    (
      [
        CCURL_PARTIAL_FILE, CCURL_GOT_NOTHING, CCURL_SEND_ERROR, CCURL_RECV_ERROR, CCURL_HTTP2,
        CCURL_HTTP2_STREAM,
      ], .reset
    ),
  ]

  /// The system's errors if no host refused the connection: nothing answered, a firewall of this
  /// system forbids it, or this system has no address to connect from.
  private static let errnosWithoutRoute = [
    EHOSTUNREACH, EHOSTDOWN, ENETUNREACH, ENETDOWN, ETIMEDOUT, EACCES, EPERM, EADDRNOTAVAIL, EINVAL,
  ]

  private static let tlsCodes = [
    CCURL_PEER_FAILED_VERIFICATION, CCURL_SSL_CONNECT_ERROR, CCURL_SSL_SHUTDOWN_FAILED,
    CCURL_SSL_CLIENTCERT,
  ]

  private var noConnection: TransportError.Reason {
    // If no file descriptor is left, libcurl reports a failed connection without an errno.
    if errno == 0, let shortage = SystemError.descriptorShortage() {
      return .systemLimit(errno: shortage.number)
    }
    return Self.errnosWithoutRoute.contains(errno) ? .noRoute : .notConnected
  }
}
