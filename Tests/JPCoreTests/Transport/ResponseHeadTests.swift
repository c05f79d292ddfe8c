import TestSupport
import Testing

@testable import JPCore

@Suite("Header fields, RFC 9110 §5 and RFC 9112 §5", .limited)
struct ResponseHeadTests {
  private func head(_ lines: [String]) -> ResponseHead {
    var head = ResponseHead()
    for line in ["HTTP/1.1 200 OK"] + lines { head.receiveLine(line + "\r\n") }
    return head
  }

  @Test(
    "The lines of the final response become fields, and a folded line extends the one before it",
    arguments: [
      (
        ["Vary:a", "vary:\t b ", "Empty:", "X: a:b", "no colon"],
        ["Vary": "a", "vary": "b", "Empty": "", "X": "a:b"]
      ),
      // A status line discards the fields of interim responses and redirects.
      (
        ["A: 1", "", "HTTP/1.1 302 Found", "Location: /x", "", "HTTP/2 200 ", "etag: \"e\""],
        ["etag": "\"e\""]
      ),
      // A folded line is added to the field before it (RFC 9112 §5.2).
      (
        ["Cache-Control: max-age=100,", "\t no-store ", "X: 1"],
        ["Cache-Control": "max-age=100, no-store", "X": "1"]
      ),
      // The same length twice is one (RFC 9112 §6.3).
      (
        ["Content-Length: 1", "Content-Length: 1, 1"],
        ["Content-Length": "1", "Content-Length": "1, 1"]
      ),
      // Neither spaces before the colon (RFC 9112 §5.1) nor a carriage return hide a field.
      (
        ["Cache-Control : no-store", "cache-control\t:a\r, b", " \rc"],
        ["Cache-Control": "no-store", "cache-control": "a , b  c"]
      ),
      // Trailer fields are dropped.
      (["A: 1", "", "Trailer-Field: 2"], ["A": "1"]),
    ] as [([String], HeaderFields)])
  func fields(lines: [String], fields: HeaderFields) {
    #expect(head(lines).fields == fields)
    #expect(!head(lines).hasDifferentLengths)
  }

  @Test(
    "Lengths that differ are recognized, and don't matter next to a Transfer-Encoding",
    arguments: [
      (["Content-Length: 1", "Content-Length: 2"], true), (["Content-Length: 1, 2"], true),
      (["Content-Length: 1,1 , 1"], false), (["Content-Length: "], false),
      (["Content-Length: 1, 2", "Transfer-Encoding: chunked"], false),
    ])
  func lengths(lines: [String], differ: Bool) {
    #expect(head(lines).hasDifferentLengths == differ)
  }
}
