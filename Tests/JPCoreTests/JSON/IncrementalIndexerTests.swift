import TestSupport
import Testing

@testable import JPCore

@Suite("JSON texts that come in parts", .limited)
struct IncrementalIndexerTests {
  @Test("Most of a long text is indexed before its last bytes arrive")
  func long() throws {
    let record = #"{"id":1,"title":"a","tags":[true,null,1.5]},"#
    let text = Array(("[" + String(repeating: record, count: 9000) + "{}]").utf8)
    let partial = IncrementalIndexer()
    for end in stride(from: 1000, to: text.count, by: 1000) { partial.read(Array(text[..<end])) }
    let expected = try JSONDocument(text).nodes.facts
    // Who comes second has to begin anew.
    for _ in 0..<2 {
      #expect(try JSONDocument(text, begunBy: partial).nodes.facts == expected)
    }
  }

  @Test(
    "An unfinished value is read again only when it has doubled, a finished one never", .takesLong,
    arguments: [
      ("\"", "1", 5), ("[\"", "1", 5), (String(repeating: "[", count: 600), "1", 5),
      ("<html>", "1", 5), ("1", "1", 5), ("[", "12345,", 15),
    ])
  func readings(start: String, rest: String, count: Int) throws {
    let rests = String(repeating: rest, count: (1 << 20) / rest.utf8.count)
    let text = Array((start + rests).utf8)
    var indexer = JSONIndexer(maxDepth: JSONDocument.maxDepth)
    var (readings, next) = (0, IncrementalIndexer.nextCount(after: 0, left: 0))
    while next <= text.count {
      readings += 1
      next = IncrementalIndexer.nextCount(after: next, left: indexer.read(Array(text[..<next])))
    }
    #expect(readings == count)
  }
}
