import Foundation
import TestSupport
import Testing

@testable import JPCore

@Suite("Random JSON texts", .limited)
struct FoundationJSONTests {
  private func isAccepted(_ text: [UInt8]) -> Bool { (try? JSONDocument(text)) != nil }

  /// A text in a failure's message.
  private func shown(_ text: [UInt8]) -> String {
    String(decoding: text, as: UTF8.self).debugDescription
  }

  private func foundationAccepts(_ text: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
  }

  /// Whether the two may differ about a text; JSONDocumentTests has examples.
  private func mayDiffer(_ text: [UInt8], isAccepted: Bool) -> Bool {
    if isAccepted {
      // RFC 8259 §8.2 and §6: an unpaired surrogate and a number beyond Double are JSON.
      return String(decoding: text, as: UTF8.self)
        .contains(/\\u[dD][89a-fA-F]|[eE]\+?[0-9]{3,}/.matchingSemantics(.unicodeScalar))
    }
    // RFC 8259 §8.1: JSON is UTF-8. Foundation also guesses other encodings by the first bytes, and
    // accepts a comma after the last element.
    return text.prefix(4).contains(0) || [0xFE, 0xFF].contains(text.first)
      || String(decoding: text, as: UTF8.self)
        .contains(/,[ \t\r\n]*[\]}]/.matchingSemantics(.unicodeScalar))
  }

  @Test(
    "JSONDocument accepts and refuses the same random texts as Foundation",
    arguments: Seed.seeds(20, all: 400))
  func agree(seed: Seed) throws {
    var json = RandomJSON(random: seed.numbers)
    for _ in 0..<50 {
      let text = json.text()
      try #require(isAccepted(text) && foundationAccepts(text), "\(seed): \(shown(text))")
      for _ in 0..<5 {
        let changed = json.changed(text)
        let isAccepted = isAccepted(changed)
        if mayDiffer(changed, isAccepted: isAccepted) { continue }
        try #require(isAccepted == foundationAccepts(changed), "\(seed): \(shown(changed))")
      }
    }
  }
}
