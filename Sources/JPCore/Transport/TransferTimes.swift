/// How long after its start a transfer had come so far, as curl_easy_getinfo(3) counts; zero for
/// what it didn't need, as on a connection that was there. Behind redirects, those of the last one.
package struct TransferTimes: Equatable, Sendable {
  /// The host's name had an address.
  package let lookUp: Duration

  /// The connection was there.
  package let connection: Duration

  /// So was TLS.
  package let tls: Duration

  /// The response began.
  package let firstByte: Duration
}
