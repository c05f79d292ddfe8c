import TestSupport

extension FaultCase {
  private static let whole = #"[{"id":1}]"#

  /// Statuses, what bodies say about them, and when to ask again.
  static let statuses: [FaultCase] = bare + odd + words + waits

  private static let bare: [FaultCase] =
    [400, 401, 403, 404, 408, 409, 410, 418, 425, 429, 451, 500, 501, 502, 503, 504, 520, 599].map {
      FaultCase("\($0)", .reply(status: $0, "{}"), .status($0))
    }

  private static let odd: [FaultCase] = [
    FaultCase("204", .closing("HTTP/1.1 204 No Content\r\n\r\n"), .empty),
    FaultCase("205", .reply(status: 205, ""), .empty),
    FaultCase("203", .reply(status: 203, whole), .document(whole)),
    FaultCase(
      "101 that nobody asked for, and FIN",
      .closing("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), .reset),
    FaultCase(
      "206 that nobody asked for",
      .reply(status: 206, fields: ["Content-Range: bytes 0-9/99"], whole), .status(206),
      stored: .standsIn("status 206: $URL")),
    FaultCase("300", .reply(status: 300, ""), .status(300)),
    FaultCase(
      "304 that nobody asked for", .closing("HTTP/1.1 304 Not Modified\r\n\r\n"), .status(304)),
    FaultCase(
      "304 about something else", .closing("HTTP/1.1 304 Not Modified\r\nETag: \"other\"\r\n\r\n"),
      .status(304)),
    FaultCase("Status 600", .reply(status: 600, "{}"), .status(600)),
    FaultCase("Status 999", .reply(status: 999, "{}"), .status(999)),
    FaultCase("Status 099", .closing("HTTP/1.1 099 Status\r\n\r\n" + whole), .notHTTP),
    FaultCase("Status 000", .closing("HTTP/1.1 000 Status\r\n\r\n" + whole), .notHTTP),
    FaultCase("Status 1000", .closing("HTTP/1.1 1000 Status\r\n\r\n" + whole), .notHTTP),
    FaultCase("Status -200", .closing("HTTP/1.1 -200 Status\r\n\r\n" + whole), .notHTTP),
    FaultCase("Status 20", .closing("HTTP/1.1 20 Status\r\n\r\n" + whole), .notHTTP),
  ]

  private static func says(
    _ name: String, _ body: String, type: String = "application/json", _ words: String?,
    text: String? = nil
  ) -> FaultCase {
    // Text where JSON should be comes from something in between: a gateway, a login.
    let why = type.hasPrefix("text/") ? words.map { "status 400: $URL: \(text ?? $0)" } : nil
    return FaultCase(
      "An error that says: \(name)", .reply(status: 400, type: type, body),
      .status(400, words, text: text), stored: why.map { .standsIn($0) } ?? .usual)
  }

  private static let words: [FaultCase] = [
    says("nothing", "", nil),
    says("an empty list", "[]", nil),
    says("null", "null", nil),
    says("a number", "42", "42"),
    says("a text", #""broken""#, "broken"),
    says("message", #"{"message":"broken"}"#, "broken"),
    says("error", #"{"error":"broken","code":3}"#, "broken"),
    says("error with message", #"{"error":{"code":3,"message":"broken"}}"#, "broken"),
    says("a list of errors", #"{"errors":["one"]}"#, #"{"errors":["one"]}"#),
    says("detail", #"{"detail":"broken"}"#, "broken"),
    says(
      "a problem", #"{"type":"about:blank","title":"Broken","detail":"in two"}"#,
      type: "application/problem+json", "Broken: in two"),
    says(
      "a problem of a title", #"{"title":"Broken"}"#,
      type: "application/problem+json; charset=utf-8", "Broken"),
    says("plain text", "broken\n  in two\n", type: "text/plain", "broken in two"),
    says(
      "a page", "<!DOCTYPE html>\n<html><head><TITLE>\n Broken </TITLE>", type: "text/html",
      "Broken"),
    says("a page without a title", "<h1>Broken</h1>", type: "text/html", nil),
    says("white space", " \n\t ", type: "text/plain", nil),
    says("unknown members", #"{"code":3}"#, #"{"code":3}"#),
    says(
      "an escape sequence", #"{"message":"a\u001b[31mred\u0007"}"#, "a\u{1B}[31mred\u{7}",
      text: #"a\u001b[31mred\u0007"#),
    says(
      "a bidirectional control", "a\u{202E}b", type: "text/plain", "a\u{202E}b", text: #"a\u202eb"#),
    says(
      "200 characters", String(repeating: "é", count: 200), type: "text/plain",
      String(repeating: "é", count: 200)),
    says(
      "1 MB", String(repeating: "x", count: 1 << 20), type: "text/plain",
      String(repeating: "x", count: 200) + "…"),
    says(
      "1 MB in JSON", #"{"message":"\#(String(repeating: "x", count: 1 << 20))"}"#,
      String(repeating: "x", count: 200) + "…"),
    FaultCase(
      "An error that says: binary", .reply(status: 400, [0xFF, 0xFE, 0x41, 0xC0]),
      .status(400, "\u{FFFD}\u{FFFD}A\u{FFFD}"),
      stored: .standsIn("status 400: $URL: \u{FFFD}\u{FFFD}A\u{FFFD}")),
    FaultCase(
      "An error that is cut short",
      .closing("HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n{"), .reset),
  ]

  private static func wait(
    _ name: String, _ retryAfter: String, tries: Int, rounds: Int = 2, for wait: String? = nil
  ) -> FaultCase {
    FaultCase(
      "429 with Retry-After: \(name)", with: ["--retry", "1"],
      .reply(status: 429, fields: ["Retry-After: \(retryAfter)"], "{}"),
      .status(429, times: tries, hint: wait.map { "wait \($0), as the server asks" }),
      requests: tries, mostRounds: rounds)
  }

  private static let waits: [FaultCase] = [
    wait("now", "0", tries: 2),
    wait("a second", "1", tries: 2, rounds: 1),
    wait("beyond --timeout", "15", tries: 1, for: "15 seconds"),
    wait("an hour", "3600", tries: 1, for: "1 hour"),
    wait("beyond 64 bits", "99999999999999999999", tries: 1, for: "more than a day"),
    wait("a date gone by", "Sun, 06 Nov 1994 08:49:37 GMT", tries: 2),
    wait("a date far away", "Fri, 31 Dec 9999 23:59:59 GMT", tries: 1, for: "more than a day"),
    wait("words", "soon", tries: 2),
    wait("a negative number", "-5", tries: 2),
    wait("a fraction", "0.5", tries: 2),
    wait("nothing", "", tries: 2),
    wait("twice", "0\r\nRetry-After: 0", tries: 2),
    FaultCase(
      "404 is not tried again", with: ["--retry", "1"],
      .reply(status: 404, fields: ["Retry-After: 0"], "{}"), .status(404), requests: 1),
    FaultCase(
      "503, and an answer for the next try", with: ["--retry", "1"],
      answering: { $1 == 0 ? .reply(status: 503, "{}") : .reply(whole) }, .document(whole),
      requests: 2, mostRounds: 2),
  ]
}
