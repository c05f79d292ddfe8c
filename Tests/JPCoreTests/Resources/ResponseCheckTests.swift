import TestSupport
import Testing

@testable import JPCore

@Suite("Checking a response's status and content", .limited)
struct ResponseCheckTests {
  /// Transcripts and FaultCase have the other causes.
  @Test(
    "A response with an error status is an error, which has the message from the content",
    arguments: [
      (404, "{}", nil), (500, #"{"message":"no\u0000!"}"#, "no\0!"),
      (503, #"{"error":{"message":"later"}}"#, "later"), (400, #"{"detail":"d","x":1}"#, "d"),
      // Of several members, the first of message, error, detail and title.
      (400, #"{"title":"t","detail":"d"}"#, "d"), (400, #"{"detail":"d","error":"e"}"#, "e"),
      (400, #"{"error":"e","message":"m"}"#, "m"),
      (199, "[]", nil), (206, "[]", nil), (500, " null ", nil),
      (429, #"{"message":7,"error":"slow down"}"#, "slow down"),
      (422, #"{"message":"","errors":[]}"#, nil),
      (500, #"{"status":"down"}"#, nil), (500, "[1, 2]", nil),
      (500, #""broken""#, "broken"), (503, " over\n\tcapacity ", "over capacity"),
      (502, "<html><head>\n<TITLE>502 Bad\nGateway</title>", "502 Bad Gateway"),
      (502, "<html><title lang=en>No</title>", "No"),
      (502, "<html> <p>Bad <b>Gateway", nil),
      (500, "\u{FEFF}x", "x"),
      (
        500, "e" + String(repeating: "\u{301}", count: 9999), "…"
      ),
      (500, String(repeating: " ", count: 20_000) + "x", "x"),
      (
        500, #"{"title":"\#(String(repeating: "x", count: 201))"}"#,
        String(repeating: "x", count: 199) + "…"
      ),
      (
        500, String(repeating: "e\u{301}", count: 201),
        String(repeating: "e\u{301}", count: 199) + "…"
      ),
    ] as [(Int, String, String?)])
  func statuses(status: Int, body: String, message: String?) {
    let response = HTTPResponse(status: status, body: Array(body.utf8), url: "http://h/x")
    let error = #expect(throws: UnusableResponse.self) { try JSONDocument(checking: response) }
    #expect(error?.cause == .status(status, message: message))
  }

  @Test(
    "An error says whether the content is empty, an HTML page, or other text that isn't JSON",
    arguments: [
      (nil, "", "empty"), (nil, "\u{FEFF}", "empty"), (nil, "\u{FEFF} \r\n\t", "empty"),
      ("text/html", " ", "empty"),
      ("text/html", "<p>", "html"), ("Text/HTML", "\u{FEFF} <p>", "html"),
      (nil, "<!DOCTYPE html>", "html"), (nil, "\u{FEFF}\n<HTML>", "html"),
      // A declared page that doesn't begin as one, and one that is neither.
      ("text/html", "Sign in", "not JSON"), (nil, "<p>", "not JSON"),
      ("application/json", "<p>", "not JSON"), ("text/html", "[1]", "[1]"),
    ] as [(String?, String, String)])
  func contents(type: String?, body: String, expected: String) {
    let response = HTTPResponse(
      status: 200,
      headerFields: HeaderFields(type.map { [.init(name: "Content-Type", value: $0)] } ?? []),
      body: Array(body.utf8), url: "http://h/x")
    #expect(kind(of: response) == expected)
  }

  private func kind(of response: HTTPResponse) -> String {
    do throws(UnusableResponse) {
      return String(utf8: try JSONDocument(checking: response).root.text)
    } catch {
      switch error.cause {
      case .empty: return "empty"
      case .html: return "html"
      case .notJSON: return "not JSON"
      default: return "\(error.cause)"
      }
    }
  }
}
