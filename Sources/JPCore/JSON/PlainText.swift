/// A text that can be shown exactly as the document spells it: printable ASCII without a backslash,
/// as most text is. It has as many columns as bytes.
struct PlainText {
  private let start: UInt32
  private let end: UInt32

  static let empty = PlainText(0, 0)

  var range: Range<Int> { Int(start)..<Int(end) }
  var count: Int { range.count }

  fileprivate init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = end
  }
}

extension JSONDocument {
  /// The text of each value that is plain, else `nil`: a string's content; empty for `null` and
  /// missing values. Hot code, hence the raw memory.
  ///
  /// - Parameter isSpecial: whether a string isn't plain for another reason; `nil` for none.
  func plainTexts(
    at indices: [UInt32?], unless isSpecial: ((Span<UInt8>) -> Bool)? = nil
  ) -> [PlainText?] {
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeWords { nodes in
        indices.map { index in
          index.map { bytes.plainText(of: nodes.words[Int($0)], unless: isSpecial) } ?? .empty
        }
      }
    }
  }

  /// The same for members of objects, those of one name together; the last where an object repeats
  /// it.
  ///
  /// - Parameter names: different ones that need no escapes.
  func plainTexts(
    ofMembers names: [MemberName], ofObjectsAt objects: [UInt32],
    unless isSpecial: ((Span<UInt8>) -> Bool)? = nil
  ) -> [PlainText?] {
    let count = objects.count * names.count
    guard count > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: count) { texts, initializedCount in
      texts.initialize(repeating: .empty)
      bytes.withUnsafeBufferPointer { bytes in
        forEachMember(named: names, ofObjectsAt: objects) { row, name, word in
          texts[name &* objects.count &+ row] = bytes.plainText(of: word, unless: isSpecial)
        }
      }
      initializedCount = count
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always)
  fileprivate func plainText(
    of word: JSONNodeWord, unless isSpecial: ((Span<UInt8>) -> Bool)?
  ) -> PlainText? {
    guard word.isPlain else { return nil }
    switch self[Int(word.start)] {
    case .quote:
      let text = PlainText(word.start &+ 1, word.scalarEnd &- 1)
      return isSpecial?(extracting(text.range).span) ?? false ? nil : text
    case UInt8(ascii: "n"): return .empty
    default: return PlainText(word.start, word.scalarEnd)
    }
  }
}

extension UInt64 {
  /// The same byte eight times.
  @inline(__always)
  init(repeating byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }
}
