import Foundation
import TestSupport
import Testing

@testable import JPCore

@Suite("JSON texts are accepted and refused as by Foundation", .limited)
struct FoundationJSONTests {
  private func isAccepted(_ text: [UInt8]) -> Bool { (try? JSONDocument(text)) != nil }

  private func isFoundations(_ text: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
  }

  /// Whether the two may differ about a text.
  private func mayDiffer(_ text: [UInt8], isAccepted: Bool) -> Bool {
    if isAccepted {
      // RFC 8259 §8.2 and §6: half a surrogate pair, and a number beyond Double, are JSON.
      return String(decoding: text, as: UTF8.self)
        .contains(/\\u[dD][89a-fA-F]|[eE]\+?[0-9]{3,}/.matchingSemantics(.unicodeScalar))
    }
    // RFC 8259 §8.1: only UTF-8 is. Foundation guesses the others by the first bytes; and it takes a
    // comma behind the last element.
    return text.prefix(4).contains(0) || [0xFE, 0xFF].contains(text.first)
      || String(decoding: text, as: UTF8.self)
        .contains(/,[ \t\r\n]*[\]}]/.matchingSemantics(.unicodeScalar))
  }

  @Test(
    "Random and mutated texts are accepted or refused alike", arguments: Seed.seeds(20, all: 400))
  func agree(seed: Seed) throws {
    var json = RandomJSON(random: seed.numbers)
    for _ in 0..<50 {
      let text = json.text()
      try #require(isAccepted(text) && isFoundations(text), "\(seed): \(text)")
      for _ in 0..<5 {
        let changed = json.changed(text)
        let isAccepted = isAccepted(changed)
        if mayDiffer(changed, isAccepted: isAccepted) { continue }
        try #require(isAccepted == isFoundations(changed), "\(seed): \(changed)")
      }
    }
  }

  @Test(
    "Where the two differ, RFC 8259 agrees with jpfetch",
    arguments: [
      (#""\uD83D""#, true), (#""\uDE00""#, true), ("1e400", true), ("-1e400", true),
      ("[\u{0}]\u{0}", false), ("\u{0}1", false), ("1\u{0}", false), ("[1,]", false),
      ("[1,\r\n]", false),
      (#"{"a":1 , }"#, false),
    ])
  func differences(text: String, isAccepted: Bool) {
    let bytes = Array(text.utf8)
    #expect(self.isAccepted(bytes) == isAccepted)
    #expect(mayDiffer(bytes, isAccepted: isAccepted))
  }

  @Test("They agree at the limit of depth", arguments: [511, 512, 513])
  func depth(depth: Int) {
    let text =
      [UInt8](repeating: .leftBracket, count: depth)
      + [UInt8](repeating: .rightBracket, count: depth)
    #expect(isAccepted(text) == isFoundations(text))
  }

  @Test(
    "They agree on rare texts, valid and invalid",
    arguments: [
      "\u{FEFF}[1]", "\u{FEFF}\u{FEFF}1", #"{"a":1,"a":2}"#, "", " ", "1e-400",
      "123456789012345678901234567890", "\"\u{7F}\"", "\"\u{1}\"", "[,]", "01", "'a'", "// a\n1",
      "NaN", "+1", ".5", "1.", #"{,}"#, "[1]x", "\u{A0}1",
    ])
  func agree(text: String) {
    let bytes = Array(text.utf8)
    #expect(isAccepted(bytes) == isFoundations(bytes))
  }
}
