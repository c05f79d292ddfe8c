extension TransportError.TLSProblem {
  /// Classifies an error message of OpenSSL, LibreSSL, GnuTLS or Secure Transport. libcurl reports
  /// most of these problems with the same code, so only the message differs.
  init(words: String) {
    let words = words.lowercased()
    let marks: [(Self, [StaticString])] = [
      (.expired, ["expired"]),
      (.otherHost, ["subject name", "does not match", "hostname mismatch", "host name"]),
      (
        .notTLS,
        ["wrong version number", "unexpected tls packet", "packet length", "http request"]
      ),
      (
        .version,
        [
          "protocol version", "unsupported protocol", "version too low", "no protocols",
          "legacy sigalg",
        ]
      ),
      (.clientCertificate, ["certificate required"]),
      (.refusedHandshake, ["alert handshake failure"]),
      (
        .unknownAuthority,
        [
          "self-signed", "self signed", "local issuer", "issuer certificate", "first certificate",
          "signer not found", "certificate verification failed", "unknown ca",
        ]
      ),
    ]
    self = marks.first { $0.1.contains { words.contains(ascii: $0) } }?.0 ?? .other
  }
}
