import TestSupport
import Testing

@testable import JPCore

@Suite("Header fields, RFC 9110 §5 and RFC 9112 §5", .limited)
struct ResponseHeadTests {
  private func head(_ lines: String...) -> ResponseHead {
    var head = ResponseHead()
    for line in lines {
      head.receive(line: line)
    }
    return head
  }

  @Test("Names are compared ignoring case, and repeated fields are joined")
  func lookUp() {
    let head = head(
      "HTTP/1.1 200 OK\r\n", "Content-TYPE: text/html\r\n", "Vary:a\r\n", "vary:\t b \r\n",
      "Empty:\r\n", "X: a:b\r\n", "no colon\r\n", "\r\n")
    #expect(head.isComplete)
    #expect(head.fields["content-type"] == "text/html")
    #expect(head.fields["VARY"] == "a, b")
    #expect(head.fields["empty"] == "")
    #expect(head.fields["x"] == "a:b")
    #expect(head.fields["var"] == nil)
    #expect(head.fields.all.count == 5)
  }

  @Test("A status line discards the fields of interim responses and redirects")
  func severalMessages() {
    let head = head(
      "HTTP/1.1 100 Continue\r\n", "A: 1\r\n", "\r\n", "HTTP/1.1 302 Found\r\n",
      "Location: /x\r\n", "\r\n", "HTTP/2 200 \r\n", "etag: \"e\"\r\n")
    #expect(!head.isComplete)
    #expect(head.fields.all.map(\.name) == ["etag"])
  }

  @Test("A folded line is added to the field before it (RFC 9112 §5.2)")
  func folded() {
    let head = head(
      "HTTP/1.1 200 OK\r\n", "Cache-Control: max-age=100,\r\n", "\t no-store \r\n",
      "X: 1\r\n", "\r\n")
    #expect(!head.isMalformed)
    #expect(head.fields.all.map(\.value) == ["max-age=100, no-store", "1"])
  }

  @Test("A head that begins with a folded line is malformed, whatever libcurl thinks of it")
  func foldedFirst() {
    #expect(head("HTTP/1.1 200 OK\r\n", " lost\r\n", "A: 1\r\n", "\r\n").isMalformed)
  }

  @Test("Trailer fields are dropped")
  func trailers() {
    let head = head("HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n", "Trailer-Field: 2\r\n")
    #expect(head.fields.all.map(\.name) == ["A"])
  }

  @Test(
    "The body's length is known only without a content coding",
    arguments: [
      (["Content-Length: 7"], 7), (["Content-Length: 7", "Content-Encoding: gzip"], nil),
      (["Content-Length: x"], nil), ([], nil),
    ] as [([String], Int?)])
  func bodyLength(lines: [String], length: Int?) {
    var head = ResponseHead()
    for line in lines { head.receive(line: line) }
    #expect(head.bodyBytes == length)
  }
}
