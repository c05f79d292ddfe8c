import TestSupport

extension FaultCase {
  /// Status codes, error bodies, and Retry-After.
  static let statuses: [FaultCase] = answers + failures + odd + bodies + waits

  private static let answers: [FaultCase] = [400, 401, 403, 409, 418, 451, 499].map {
    FaultCase("\($0)", .reply(status: $0, "{}"), .status($0), stored: .isNotUsed)
  }

  /// A list can't be missing: 404 and 410 come from a gateway or a wrong URL.
  private static let failures: [FaultCase] =
    [404, 408, 410, 425, 429, 500, 501, 502, 503, 504, 520, 599].map {
      FaultCase("\($0)", .reply(status: $0, "{}"), .status($0))
    }

  private static let odd: [FaultCase] = [
    FaultCase("204", .closing("HTTP/1.1 204 No Content\r\n\r\n"), .empty),
    FaultCase("205", .reply(status: 205, ""), .empty),
    FaultCase("203", .reply(status: 203, whole), .document(whole)),
    FaultCase(
      "101 without a request for it, and FIN",
      .closing("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), .reset),
    FaultCase(
      "206 without a request for it",
      .reply(status: 206, fields: ["Content-Range: bytes 0-9/99"], whole), .status(206)),
    FaultCase("300", .reply(status: 300, ""), .status(300), stored: .isNotUsed),
    FaultCase(
      "304 without a condition", .closing("HTTP/1.1 304 Not Modified\r\n\r\n"), .status(304)),
    FaultCase(
      "304 with another entity tag",
      .closing("HTTP/1.1 304 Not Modified\r\nETag: \"other\"\r\n\r\n"),
      .status(304)),
    FaultCase("Status 600", .reply(status: 600, "{}"), .status(600)),
    FaultCase("Status 999", .reply(status: 999, "{}"), .status(999)),
    FaultCase("Status 099", .closing("HTTP/1.1 099 Status\r\n\r\n" + whole), .other),
    FaultCase("Status 000", .closing("HTTP/1.1 000 Status\r\n\r\n" + whole), .other),
    FaultCase("Status 1000", .closing("HTTP/1.1 1000 Status\r\n\r\n" + whole), .other),
    FaultCase("Status -200", .closing("HTTP/1.1 -200 Status\r\n\r\n" + whole), .other),
    FaultCase("Status 20", .closing("HTTP/1.1 20 Status\r\n\r\n" + whole), .other),
  ]

  private static func says(
    _ name: String, _ body: [UInt8], type: String = "application/json", stored: Stored
  ) -> FaultCase {
    FaultCase(
      "An error that says: \(name)", .reply(status: 400, type: type, body), .status(400),
      stored: stored)
  }

  private static let large = String(repeating: "x", count: 1 << 20)

  /// FetcherTests has the table of messages. Text instead of JSON comes from a gateway or a login
  /// page, so a stored response replaces it.
  private static let bodies: [FaultCase] = [
    says("message", Array(#"{"message":"broken"}"#.utf8), stored: .isNotUsed),
    says("1 MB in JSON", Array(#"{"message":"\#(large)"}"#.utf8), stored: .isNotUsed),
    says("plain text", Array("broken\n  in two\n".utf8), type: "text/plain", stored: .usual),
    says(
      "a page", Array("<!DOCTYPE html>\n<html><head><TITLE>\n Broken </TITLE>".utf8),
      type: "text/html", stored: .usual),
    says("binary", [0xFF, 0xFE, 0x41, 0xC0], stored: .usual),
    FaultCase(
      "An error that is cut short",
      .closing("HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n{"), .reset),
  ]

  private static func wait(
    _ name: String, _ retryAfter: String, tries: Int, rounds: Int = 2
  ) -> FaultCase {
    FaultCase(
      "429 with Retry-After: \(name)", with: ["--retry", "1"],
      .reply(status: 429, fields: ["Retry-After: \(retryAfter)"], "{}"), .status(429),
      requests: tries, maxRounds: rounds)
  }

  /// RetryTests has the table of values.
  private static let waits: [FaultCase] = [
    wait("a second", "1", tries: 2, rounds: 1),
    wait("beyond --timeout", "15", tries: 1),
    wait("twice", "0\r\nRetry-After: 0", tries: 2),
    FaultCase(
      "404 is not retried", with: ["--retry", "1"],
      .reply(status: 404, fields: ["Retry-After: 0"], "{}"), .status(404), requests: 1),
    FaultCase(
      "503, and an answer for the next try", with: ["--retry", "1"],
      answering: { $1 == 0 ? .reply(status: 503, "{}") : .reply(whole) }, .document(whole),
      requests: 2, maxRounds: 2),
  ]
}
