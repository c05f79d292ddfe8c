import TestSupport

/// Makes random JSON texts, and random changes to them.
struct RandomJSON {
  var random: SeededNumbers

  /// Random JSON in any spelling that RFC 8259 allows.
  mutating func text() -> [UInt8] {
    Array((space() + value(depth: 0) + space()).utf8)
  }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 4 ? 5 : 9), using: &random) {
    case 0: random.pick(["null", "true", "false"])
    case 1, 2: number()
    case 3, 4: string()
    case 5, 6: "[" + list { $0.value(depth: depth + 1) } + "]"
    default:
      "{"
        + list { json in
          json.string() + json.space() + ":" + json.space() + json.value(depth: depth + 1)
        } + "}"
    }
  }

  private mutating func list(_ element: (inout RandomJSON) -> String) -> String {
    let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      space() + element(&self) + space()
    }
    return elements.isEmpty ? space() : elements.joined(separator: ",")
  }

  private mutating func space() -> String {
    random.happens(oneIn: 3) ? random.pick([" ", "\n", "\t", "\r\n", "  "]) : ""
  }

  private mutating func number() -> String {
    random.pick(["", "-"]) + random.pick(["0", "7", "10", "1905", "12345678901234567890"])
      + random.pick(["", "", ".0", ".1059"])
      // At most two digits, because Foundation's numbers can't hold more.
      + random.pick(["", "", "e0", "E+27", "e-09"])
  }

  private mutating func string() -> String {
    let parts = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      random.pick([
        "a", "id", " ", "é", "e\u{301}", "日本", "😀", "\u{7F}", "\u{10FFFF}", "\\\"", "\\\\", "\\/",
        "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0041", "\\u00e9", "\\uD83D\\uDE00", "\\u0000",
      ])
    }
    return "\"" + parts.joined() + "\""
  }

  /// A text with a few random changes.
  mutating func changed(_ text: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &random) where !text.isEmpty {
      let place = Int.random(in: text.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text.removeSubrange(place...)
      case 1: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: text.swapAt(place, Int.random(in: text.indices, using: &random))
      case 3: text.remove(at: place)
      default:
        // In place of a byte, or before it.
        text.replaceSubrange(
          place..<place + random.pick([0, 1]), with: [random.pick(Self.bytes)])
      }
    }
    return text
  }

  /// Bytes that have a meaning in JSON, and some that don't.
  private static let bytes =
    Array("{}[]:,\"\\/ \n\t019-+.eEutrfalsn'x".utf8) + [0, 0x1F, 0x80, 0xFF]
}
