import TestSupport

extension FaultCase {
  /// Heads of a body that stays incomplete.
  private static let announced = "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n"
  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
  private static let plain = "HTTP/1.1 200 OK\r\n\r\n"
  private static let briefly = ["--timeout", "150ms"]

  /// The points at which a response breaks off.
  private static let places: [(String, String)] = [
    ("inside the status line", "HTTP/1.1 2"),
    ("before the header's last line", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"),
    ("after the header", announced),
    ("after the header of a chunked body", chunked),
    ("at the last byte of a body", announced + #"[{"id":1},{"id":2} "#),
    ("in the middle of a chunk", chunked + "9\r\n[{\"id"),
    ("between chunks", chunked + "5\r\n[{\"id\r\n"),
    ("inside a chunk's size", chunked + "5\r\n[{\"id\r\n1"),
    ("before the last chunk", chunked + "a\r\n\(whole)\r\n"),
  ]

  /// CurlTransportTests has connections that end without an answer.
  static let connection: [FaultCase] =
    places.map { FaultCase("FIN \($0)", .closing($1), .reset) }
    + places.map { FaultCase("RST \($0)", .resetting($1), .reset) }
    + [
      FaultCase("RST in a body without a length", .resetting(plain + #"[{"id"#), .reset),
      FaultCase("FIN in a body without a length", .closing(plain + #"[{"id"#), .notJSON),
      FaultCase(
        "A header and a body that come byte by byte, fast enough",
        .dribbling(plain + whole, every: .microseconds(200)) + [.close], .document(whole)),
    ] + foreign

  /// Responses that stay incomplete within the time limit.
  static let silences: [FaultCase] =
    places.filter { !$0.0.hasPrefix("before the") }.map { place, text in
      FaultCase("Silence \(place)", with: briefly, [.send(text), .hang], .timedOut)
    } + [
      FaultCase(
        "A body that comes byte by byte, too slowly", with: briefly,
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")]
          + .dribbling(whole, every: .milliseconds(30)), .timedOut)
    ]

  /// Servers with another protocol than HTTP/1.1; CurlTransportTests has SSH.
  private static let foreign: [FaultCase] = [
    FaultCase("Text without a status line", .closing("Welcome!\r\n\r\n"), .other),
    FaultCase("HTTP/9.9", .closing("HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n[]"), .other),
    FaultCase(
      "HTTP/ and no version", .closing("HTTP/ 200 OK\r\nContent-Length: 2\r\n\r\n[]"), .other),
    FaultCase("A status of letters", .closing("HTTP/1.1 abc\r\n\r\n[]"), .other),
    FaultCase("A TLS alert on a plain port", [.send([21, 3, 1, 0, 2, 2, 70]), .close], .other),
  ]
}
