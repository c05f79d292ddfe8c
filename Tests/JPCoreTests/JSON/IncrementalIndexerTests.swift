import TestSupport
import Testing

@testable import JPCore

@Suite("JSON texts that come in parts", .limited)
struct IncrementalIndexerTests {
  private static let text = #"""
    {"a":[1,-2.5e+3, "é\u00e9\"",{},[ ], {"b" : null,"c":[[[]],[true ,false]]}]
    ,"" :"x\\","d":[{"e":0},{"e":10}],"f":12 } 
    """#

  private func numbers(of nodes: JSONNodes) -> [[UInt32]] {
    (0..<nodes.count).map { [nodes[$0].name, nodes[$0].start, nodes[$0].end, nodes[$0].next] }
  }

  /// The index or the error of a text of which parts are read before, up to offsets that grow.
  private func outcome(of bytes: [UInt8], cutAt cuts: [Int]) -> String {
    var indexer = JSONIndexer(maxDepth: 6)
    for cut in cuts {
      let left = indexer.read(Array(bytes[..<cut]))
      guard 0...cut ~= left else { return "reads again what isn't there" }
    }
    do throws(JSONError) {
      return "\(numbers(of: try indexer.nodes(of: bytes)))"
    } catch {
      return "\(error)"
    }
  }

  @Test("A text cut anywhere has the index and the error of the whole", .takesLong)
  func cuts() {
    let whole = Array(Self.text.utf8)
    var texts = [
      whole, Array("\u{FEFF} 12.5".utf8), Array("-1e5 ".utf8), Array("[[[[[[[1]]]]]]]".utf8),
    ]
    #expect(outcome(of: whole, cutAt: []).hasPrefix("[[0, 0,"))
    for place in stride(from: 0, to: whole.count, by: 3) {
      for wrong in [UInt8.quote, .rightBracket, .comma, 0xFF] {
        texts.append(Array(whole[..<place] + [wrong] + whole[(place + 1)...]))
      }
      texts.append(Array(whole[..<place]))
    }
    for text in texts {
      let expected = outcome(of: text, cutAt: [])
      for cut in 0...text.count {
        let cuts = Set([cut / 2, cut, (cut + text.count) / 2]).sorted()
        let found = outcome(of: text, cutAt: cuts)
        if found != expected {
          Issue.record("\(String(decoding: text, as: UTF8.self)) cut at \(cuts)")
          return
        }
      }
    }
  }

  @Test("Most of a long text is indexed before its last bytes arrive")
  func long() throws {
    let record = #"{"id":1,"title":"a","tags":[true,null,1.5]},"#
    let text = Array(("[" + String(repeating: record, count: 9000) + "{}]").utf8)
    let partial = IncrementalIndexer()
    for end in stride(from: 1000, to: text.count, by: 1000) { partial.read(Array(text[..<end])) }
    let expected = numbers(of: try JSONDocument(text).nodes)
    #expect(numbers(of: try JSONDocument(text, begunBy: partial).nodes) == expected)
    // Who comes second has to begin anew.
    #expect(numbers(of: try JSONDocument(text, begunBy: partial).nodes) == expected)
  }

  @Test(
    "An unfinished value is read again only when it has doubled", .takesLong,
    arguments: ["\"", "[\"", String(repeating: "[", count: 600), "<html>", "1", " "])
  func endless(start: String) throws {
    let text = Array((start + String(repeating: "1", count: 1 << 20)).utf8)
    var indexer = JSONIndexer(maxDepth: JSONDocument.maxDepth)
    var readings: [Int] = []
    var next = IncrementalIndexer.nextCount(after: 0, left: 0)
    while next <= text.count {
      readings.append(next)
      next = IncrementalIndexer.nextCount(after: next, left: indexer.read(Array(text[..<next])))
    }
    #expect(readings.count == 5)
    #expect(outcome(of: text, cutAt: readings) == outcome(of: text, cutAt: []))
  }

  @Test("Finished values are read once")
  func ending() {
    var indexer = JSONIndexer(maxDepth: 1)
    let text = Array(("[" + String(repeating: "12345,", count: 100_000)).utf8)
    for end in stride(from: 1 << 16, to: text.count, by: 1 << 16) {
      #expect(indexer.read(Array(text[..<end])) < 16)
    }
  }
}
