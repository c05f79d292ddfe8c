/// A text that can be shown exactly as the document spells it: printable ASCII without a backslash,
/// as most text is. It has as many columns as bytes.
struct PlainText {
  private let start: UInt32
  private let end: UInt32

  var range: Range<Int> { Int(start)..<Int(end) }
  var count: Int { range.count }

  fileprivate init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = end
  }
}

extension JSONDocument {
  /// The text of each value that is plain, else `nil`: a string's content; empty for `null` and
  /// missing values. Hot code, hence the raw memory: it looks at every byte of a table.
  func plainTexts(at indices: [UInt32?]) -> [PlainText?] {
    bytes.withUnsafeBytes { bytes in
      nodes.withUnsafeWords { nodes in
        indices.map { index in
          guard let index else { return PlainText(0, 0) }
          let node = nodes[Int(index)]
          switch bytes[Int(node.start)] {
          case .leftBrace, .leftBracket: return nil
          case UInt8(ascii: "n"): return PlainText(0, 0)
          case .quote:
            let content = PlainText(node.start + 1, node.end - 1)
            return bytes.isPlain(content.range) ? content : nil
          default: return PlainText(node.start, node.end)
          }
        }
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Reads eight bytes at a time; the rest is padded with spaces.
  @inline(__always)
  fileprivate func isPlain(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at <= range.upperBound &- 8 {
      guard loadUnaligned(fromByteOffset: at, as: UInt64.self).isPlain else { return false }
      at &+= 8
    }
    var rest = UInt64(repeating: .space)
    while at < range.upperBound {
      rest = rest << 8 | UInt64(self[at])
      at &+= 1
    }
    return rest.isPlain
  }
}

extension UInt64 {
  /// The same byte eight times.
  @inline(__always)
  init(repeating byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Whether each byte is in `0x20..<0x7F` and none is a backslash.
  ///
  /// Exact: a carry or borrow comes only from a byte that itself fails.
  @inline(__always)
  fileprivate var isPlain: Bool {
    let ones = UInt64(repeating: 1)
    let deletes = self &+ ones
    let controls = self &- UInt64(repeating: .space)
    let backslashes = (self ^ UInt64(repeating: .backslash)) &- ones
    return (self | deletes | controls | backslashes) & (ones << 7) == 0
  }
}
