import TestSupport

extension FaultCase {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + whole

  /// Headers and framing.
  static let http: [FaultCase] = lengths + chunks + interim + fields

  private static func length(_ lines: String, _ body: String = whole) -> [Step] {
    .closing("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n\(body)")
  }

  private static let lengths: [FaultCase] = [
    FaultCase(
      "More bytes than announced", length("Content-Length: 10", whole + "xyz"), .document(whole)),
    FaultCase(
      "Far fewer bytes than announced", length("Content-Length: 99999999999"), .reset),
    FaultCase(
      "Twice the same length", length("Content-Length: 10\r\nContent-Length: 10"), .document(whole)),
    FaultCase("A negative length", length("Content-Length: -10"), .other),
    FaultCase("A list of lengths that differ", length("Content-Length: 10, 7"), .other),
    FaultCase(
      "Two lengths that differ", length("Content-Length: 10\r\nContent-Length: 7"), .other),
    FaultCase(
      "The larger of two lengths comes last", length("Content-Length: 10\r\nContent-Length: 99"),
      .other),
  ]

  private static func chunked(_ body: String, _ fields: String = "") -> [Step] {
    .closing("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\(fields)\r\n\(body)")
  }

  private static let chunks: [FaultCase] = [
    FaultCase(
      "Chunks and a length", chunked("a\r\n\(whole)\r\n0\r\n\r\n", "Content-Length: 3\r\n"),
      .document(whole)),
    FaultCase(
      "A chunk with an extension, trailer fields",
      chunked("a;x=y\r\n\(whole)\r\n0\r\nX: 1\r\n\r\n"), .document(whole)),
    FaultCase(
      "Trailer fields without end",
      chunked("a\r\n\(whole)\r\n0\r\n" + String(repeating: "X: 1\r\n", count: 60_000)),
      .tooLarge),
    FaultCase("A chunk size of letters", chunked("xyz\r\n\(whole)\r\n0\r\n\r\n"), .other),
    FaultCase("A chunk longer than its size", chunked("5\r\n\(whole)\r\n0\r\n\r\n"), .other),
  ]

  private static let interim: [FaultCase] = [
    FaultCase(
      "103 first, twice",
      .closing("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 103\r\n\r\n" + ok),
      .document(whole)),
    FaultCase(
      "103 without end",
      .closing(String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 12_000)), .tooLarge),
    FaultCase("FIN after 103", .closing("HTTP/1.1 103 Early Hints\r\n\r\n"), .reset),
  ]

  private static func head(_ field: String) -> [Step] {
    .closing("HTTP/1.1 200 OK\r\n\(field)Content-Length: 10\r\n\r\n\(whole)")
  }

  private static let fields: [FaultCase] = [
    FaultCase("HTTP/1.0, no field", .closing("HTTP/1.0 200 OK\r\n\r\n" + whole), .document(whole)),
    FaultCase("No reason", .closing("HTTP/1.1 200\r\n\r\n" + whole), .document(whole)),
    FaultCase(
      "LF instead of CRLF", .closing("HTTP/1.1 200 OK\nContent-Length: 10\n\n" + whole),
      .document(whole)),
    FaultCase(
      "Control characters in a field", head("X: \u{1}\u{1B}[2J\u{7F}\r\n"), .document(whole)),
    FaultCase(
      "Invalid UTF-8 in a field",
      [
        .send("HTTP/1.1 200 OK\r\nX: "), .send([0xFF, 0xC0]),
        .send("\r\nContent-Length: 10\r\n\r\n" + whole), .close,
      ], .document(whole)),
    FaultCase("A CR in a field", head("X: a\rY: b\r\n"), .document(whole)),
    FaultCase("A field without a name", head(": x\r\n"), .document(whole)),
    FaultCase(
      "A field of 60 KB", head("X: \(String(repeating: "a", count: 60_000))\r\n"), .document(whole)),
    FaultCase("NUL in a field", head("X: a\0b\r\n"), .other),
    FaultCase("A line without a colon", head("nonsense\r\n"), .other),
    FaultCase("A fold first", head(" X: a\r\n"), .other),
  ]
}
