import TestSupport

extension FaultCase {
  /// Heads of a body that stays incomplete.
  private static let announced = "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n"
  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
  private static let plain = "HTTP/1.1 200 OK\r\n\r\n"
  private static let briefly = ["--timeout", "150ms"]

  /// Where a response breaks off.
  private static let places: [(String, String)] = [
    ("inside the status line", "HTTP/1.1 2"),
    ("after the status line", "HTTP/1.1 200 OK\r\n"),
    ("inside the header", "HTTP/1.1 200 OK\r\nContent-Le"),
    ("before the header's last line", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"),
    ("after the header", announced),
    ("after the header of a chunked body", chunked),
    ("in the middle of a body", announced + #"[{"id"#),
    ("at the last byte of a body", announced + #"[{"id":1},{"id":2} "#),
    ("in the middle of a chunk", chunked + "9\r\n[{\"id"),
    ("between chunks", chunked + "5\r\n[{\"id\r\n"),
    ("inside a chunk's size", chunked + "5\r\n[{\"id\r\n1"),
    ("before the last chunk", chunked + "a\r\n\(whole)\r\n"),
  ]

  static let connection: [FaultCase] =
    places.map { FaultCase("FIN \($0)", .closing($1), .reset) }
    + places.map { FaultCase("RST \($0)", .resetting($1), .reset) }
    + [
      FaultCase("Nothing listens", answering: nil, .refused),
      FaultCase("FIN instead of an answer", [.close], .reset),
      FaultCase("RST instead of an answer", [.reset], .reset),
      FaultCase("RST in a body without a length", .resetting(plain + #"[{"id"#), .reset),
      FaultCase(
        "FIN in a body without a length", .closing(plain + #"[{"id"#),
        .notJSON),
      FaultCase(
        "FIN after a body without a length", .closing(plain + whole), .document(whole)),
      FaultCase(
        "A header and a body that come byte by byte, fast enough",
        .dribbling(plain + whole, by: 1, every: .microseconds(200)) + [.close], .document(whole)),
      FaultCase(
        "Chunks of one byte",
        .closing(chunked + whole.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"),
        .document(whole)),
      FaultCase(
        "RST, and an answer for the next try", with: ["--retry", "1"],
        answering: { $1 == 0 ? [.reset] : .reply(whole) }, .document(whole), requests: 2,
        maxRounds: 4),
      FaultCase(
        "RST for every try", with: ["--retry", "1"], [.reset], .reset, requests: 2,
        maxRounds: 4),
    ] + foreign

  /// Responses that stay incomplete within the time limit.
  static let silences: [FaultCase] =
    places.filter { !$0.0.hasPrefix("before the") }.map { place, text in
      FaultCase("Silence \(place)", with: briefly, [.send(text), .hang], .timedOut)
    } + [
      FaultCase("Never an answer", with: briefly, [.hang], .timedOut),
      FaultCase(
        "A header that comes byte by byte, too slowly", with: briefly,
        .dribbling(announced, by: 1, every: .milliseconds(20)), .timedOut),
      FaultCase(
        "A body that comes byte by byte, too slowly", with: briefly,
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")]
          + .dribbling(whole, by: 1, every: .milliseconds(30)), .timedOut),
    ]

  /// Servers with another protocol than HTTP.
  private static let foreign: [FaultCase] = [
    FaultCase("Text without a status line", .closing("Welcome!\r\n\r\n"), .other),
    FaultCase("HTTP/0.9, nothing but a body", .closing(whole), .other),
    FaultCase("HTTP/9.9", .closing("HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n[]"), .other),
    FaultCase(
      "HTTP/ and no version", .closing("HTTP/ 200 OK\r\nContent-Length: 2\r\n\r\n[]"), .other),
    FaultCase("A status of letters", .closing("HTTP/1.1 abc\r\n\r\n[]"), .other),
    FaultCase("No status", .closing("HTTP/1.1\r\n\r\n[]"), .other),
    FaultCase("SSH", .closing("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n"), .other),
    FaultCase("SMTP", .closing("220 mail.example.com ESMTP\r\n"), .other),
    FaultCase(
      "A TLS alert on a plain port", [.send([21, 3, 1, 0, 2, 2, 70]), .close], .other),
    FaultCase(
      "A TLS server's hello on a plain port",
      [.send([22, 3, 3, 0, 42, 2, 0, 0, 38, 3, 3] + [UInt8](repeating: 7, count: 36)), .close],
      .other),
    FaultCase("NUL bytes", [.send([UInt8](repeating: 0, count: 64)), .close], .other),
  ]
}
