import CCurl

/// A failed transfer, as libcurl reports it.
struct CurlFailure {
  let code: ccurl_code

  /// libcurl's message; may be empty.
  let message: String

  /// The system's error number, errno(3); 0 if there is none.
  var systemError: Int32 = 0

  /// Whether this process can't open another file or socket. libcurl reports a refused connection
  /// or an unknown host then.
  var lacksDescriptors = false

  /// GnuTLS's verdict on the server's certificate, as bits; 0 for none, and for other TLS
  /// libraries.
  var certificateStatus = 0

  /// Whether the transfer is known to have connected to a proxy.
  var usesProxy = false

  /// Whether the proxy has connected this transfer to the server (`CONNECT`, RFC 9110 §9.3.6).
  var hasTunnel = false

  /// Whether a byte of a response has arrived.
  var hasBegun = false

  /// Whether a status line has arrived.
  var hasHead = false

  var isHeadComplete = false

  /// Whether the header fields exceed this program's limit.
  var isHeadTooLarge = false

  var isChunked = false
  var isContentEncoded = false

  /// The reason why a request to a URL failed.
  func reason(for url: HTTPURL) -> TransportError.Reason {
    if lacksDescriptors { return .tooManyOpenFiles }
    if usesProxy, let reason = proxyFailure(for: url) { return reason }
    if exceedsHeadLimit { return .headTooLarge }
    // Over TLS, this can't be distinguished from a broken connection.
    let hasBrokenChunks = isChunked && systemError == 0 && !url.isSecure
    let isUnknownCoding = isChunked && !isContentEncoded
    switch code {
    case CCURL_COULDNT_CONNECT: return connectionFailure
    case CCURL_SSL_CONNECT_ERROR where endedInHandshake: return .connectionLost
    // In TLS 1.3 the server reports a missing client certificate after the handshake.
    case CCURL_RECV_ERROR where !hasHead && TransportError.TLSProblem(message: message).isAlert:
      return .insecure(.init(message: message))
    // A chunk is invalid (RFC 9112 §7.1).
    case CCURL_RECV_ERROR where hasBrokenChunks: return .malformedResponse
    // The head begins with a continuation line.
    case CCURL_BAD_FUNCTION_ARGUMENT where hasHead: return .malformedResponse
    // CURLE_UNSUPPORTED_PROTOCOL: the HTTP version is unknown.
    case CCURL_WEIRD_SERVER_REPLY, CCURL_UNSUPPORTED_PROTOCOL:
      if hasHead { return .malformedResponse }
      return .notHTTP
    // libcurl has the same code for an unknown Transfer-Encoding.
    case CCURL_BAD_CONTENT_ENCODING where isUnknownCoding: return .malformedResponse
    default:
      if Self.tlsCodes.contains(code) { return .insecure(tlsProblem) }
      for row in Self.reasons where row.codes.contains(code) { return row.reason }
      return .other
    }
  }

  /// The usual reason for each code. ``reason(for:)`` handles special cases first.
  private static let reasons: [(codes: [ccurl_code], reason: TransportError.Reason)] = [
    ([CCURL_COULDNT_RESOLVE_HOST], .hostNotFound),
    ([CCURL_COULDNT_RESOLVE_PROXY], .proxyNotFound),
    ([CCURL_PROXY], .proxyFailed),
    ([CCURL_URL_MALFORMAT], .invalidURL),
    // Some libcurl versions report undecodable content as a failure to write.
    ([CCURL_BAD_CONTENT_ENCODING, CCURL_WRITE_ERROR], .invalidContentEncoding),
    ([CCURL_SSL_CACERT_BADFILE], .insecure(.noCertificates)),
    (
      [
        CCURL_PARTIAL_FILE, CCURL_GOT_NOTHING, CCURL_SEND_ERROR, CCURL_RECV_ERROR, CCURL_HTTP2,
        CCURL_HTTP2_STREAM,
      ], .connectionLost
    ),
  ]

  /// The system's errors if the host can't be reached: no host answered, this system's firewall
  /// forbids the connection, or this system has no address to connect from.
  private static let errorsWithoutRoute = [
    EHOSTUNREACH, EHOSTDOWN, ENETUNREACH, ENETDOWN, ETIMEDOUT, EACCES, EPERM, EADDRNOTAVAIL, EINVAL,
  ]

  private static let tlsCodes = [
    CCURL_PEER_FAILED_VERIFICATION, CCURL_SSL_CONNECT_ERROR, CCURL_SSL_SHUTDOWN_FAILED,
    CCURL_SSL_CLIENTCERT,
  ]

  /// Whether the connection ended during the TLS handshake, by RST or by FIN. After a FIN there is
  /// no error number (SSL_get_error(3)); only the message of OpenSSL, LibreSSL or GnuTLS shows it.
  private var endedInHandshake: Bool {
    if systemError == ECONNRESET { return true }
    let message = message.lowercased()
    let parts: [StaticString] = [
      "ssl_error_syscall", "unexpected eof", "non-properly terminated", "error:00000000",
      "connection reset",
    ]
    return parts.contains { message.contains(ascii: $0) }
  }

  /// The reason if the proxy failed before there was a connection to the server; otherwise `nil`.
  private func proxyFailure(for url: HTTPURL) -> TransportError.Reason? {
    switch code {
    case CCURL_COULDNT_CONNECT where systemError != 0: return .proxyFailed
    case _ where !url.isSecure || hasTunnel: return nil
    case _ where exceedsHeadLimit: return .proxyNotFound
    case CCURL_GOT_NOTHING, CCURL_SEND_ERROR, CCURL_RECV_ERROR: return .proxyFailed
    case CCURL_WEIRD_SERVER_REPLY, CCURL_UNSUPPORTED_PROTOCOL: return .proxyNotFound
    default: return nil
    }
  }

  /// Whether a head exceeds this program's limit or one of libcurl's own, for example of 100 KiB
  /// for one line. Versions before 8.6 have no code for it.
  private var exceedsHeadLimit: Bool {
    if isHeadTooLarge { return true }
    return switch code {
    case CCURL_TOO_LARGE: true
    case CCURL_OUT_OF_MEMORY: hasBegun && !isHeadComplete
    // Over HTTP/2 the message only has nghttp2's number, NGHTTP2_ERR_CALLBACK_FAILURE.
    case CCURL_RECV_ERROR:
      message.lowercased().contains(ascii: "too large")
        || !isHeadComplete && message.contains(ascii: "-902:")
    default: false
    }
  }

  private var tlsProblem: TransportError.TLSProblem {
    if code == CCURL_PEER_FAILED_VERIFICATION,
      let problem = TransportError.TLSProblem(certificateStatus: certificateStatus)
    {
      return problem
    }
    return .init(message: message)
  }

  private var connectionFailure: TransportError.Reason {
    // The proxy's URL has an unknown scheme.
    if message.hasPrefix("Unsupported proxy") { return .proxyNotFound }
    if systemError == 0 { return .other }
    if Self.errorsWithoutRoute.contains(systemError) { return .noRoute }
    return .connectionRefused
  }
}

extension TransportError.TLSProblem {
  /// The problem with a certificate, according to GnuTLS's bits (gnutls_certificate_status_t);
  /// `nil` if they have no known one. Before 8.10, libcurl's message is the same for all of them.
  fileprivate init?(certificateStatus: Int) {
    let problems: [(bit: Int, problem: Self)] = [
      (10, .expired), (9, .notYetValid), (6, .unknownAuthority), (7, .unknownAuthority),
    ]
    for (bit, problem) in problems where certificateStatus & (1 << bit) != 0 {
      self = problem
      return
    }
    return nil
  }

  /// Classifies an error message of OpenSSL, LibreSSL, GnuTLS or Secure Transport. libcurl reports
  /// most of these problems with the same code, so only the message differs.
  init(message: String) {
    let message = message.lowercased()
    for row in Self.messages {
      for part in row.parts where message.contains(ascii: part) {
        self = row.problem
        return
      }
    }
    self = .other
  }

  /// Whether the server reported the problem with a TLS alert.
  fileprivate var isAlert: Bool { self == .clientCertificate || self == .refusedHandshake }

  /// Parts of the TLS libraries' messages, in lower case. A message can match several rows; the
  /// first one decides.
  private static let messages: [(problem: Self, parts: [StaticString])] = [
    (.clientCertificate, ["certificate required", "certificate is required"]),
    (.version, ["alert protocol version"]),
    // The server sent an alert, so "tlsv1 alert unknown ca" is about the client's certificate. The
    // rows below have problems that the TLS library found.
    (.refusedHandshake, ["alert", "unrecognized name"]),
    // GnuTLS's names of alerts. They may be about the client's certificate, too.
    (
      .refusedHandshake,
      [
        "handshake() failed: certificate", "handshake() failed: internal error",
        "handshake() failed: handshake failed", "handshake() failed: ca is unknown",
        "handshake() failed: the server name sent was not recognized",
      ]
    ),
    (.notYetValid, ["not yet valid", "not yet activated"]),
    (.expired, ["expired"]),
    (.otherHost, ["subject name", "does not match", "hostname mismatch", "host name"]),
    (.notTLS, ["wrong version number", "unexpected tls packet", "packet length", "http request"]),
    (
      .version,
      [
        "protocol version", "unsupported protocol", "version too low", "no protocols",
        "legacy sigalg",
      ]
    ),
    (
      .unknownAuthority,
      [
        "self-signed", "self signed", "local issuer", "issuer certificate", "first certificate",
        "signer not found", "unknown ca",
      ]
    ),
  ]
}
