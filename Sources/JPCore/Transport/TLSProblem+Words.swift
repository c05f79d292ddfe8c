extension TransportError.TLSProblem {
  /// Reads the words of OpenSSL, LibreSSL, GnuTLS and Secure Transport, which libcurl hands on: its
  /// code is the same for most of them.
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
