/// The time from the start of the last request to each milestone, from curl_easy_getinfo(3). Zero for
/// skipped steps, for example on a reused connection.
package struct TransferTimes: Equatable, Sendable {
  /// The host's name was resolved.
  package let lookUp: Duration

  /// TCP was connected.
  package let connection: Duration

  /// The TLS handshake was done.
  package let tls: Duration

  /// The response began.
  package let firstByte: Duration
}
