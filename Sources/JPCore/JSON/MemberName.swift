/// A member's name, prepared for comparison with many names of documents.
struct MemberName: Equatable {
  /// As UTF-8, with its escapes resolved.
  let utf8: [UInt8]

  /// The first eight bytes of the name and its closing quote, little-endian; the mask hides the
  /// bytes that a shorter name lacks.
  fileprivate let head: UInt64
  fileprivate let headMask: UInt64
  /// The last eight bytes, and their offset: 0 if the head is the whole name, -1 if the name is longer
  /// than both or has to be spelled with an escape.
  fileprivate let tail: UInt64
  fileprivate let tailOffset: Int

  init(_ name: String) { self.init(utf8: Array(name.utf8)) }

  init(utf8: [UInt8]) {
    self.utf8 = utf8
    let quoted = utf8 + [.quote]
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let needsEscape = utf8.contains { $0 < .space || $0 == .quote || $0 == .backslash }
    headMask = needsEscape ? 0 : ~0 >> UInt64(8 * max(0, 8 - quoted.count))
    head = word(quoted.prefix(8)) & headMask
    tail = word(quoted.suffix(8))
    tailOffset = needsEscape || quoted.count > 16 ? -1 : max(0, quoted.count - 8)
  }
}

extension JSONDocument.View {
  /// Whether a member has a name.
  func hasName(_ name: MemberName, at node: JSONNode) -> Bool {
    let start = Int(node.nameStart) &+ 1
    guard start <= count &- 16 else { return isUnescapedName(name.utf8, of: node) }
    let word = eightBytes(at: start)
    if word & name.headMask == name.head {
      let offset = name.tailOffset
      if offset == 0 || offset > 0 && eightBytes(at: start &+ offset) == name.tail { return true }
    } else if !word.hasByte(.backslash) {
      return false
    }
    return isUnescapedName(name.utf8, of: node)
  }

  private func isUnescapedName(_ name: [UInt8], of node: JSONNode) -> Bool {
    nameUTF8(of: node) == name
  }

  /// A member's name as UTF-8, with its escapes resolved.
  func nameUTF8(of node: JSONNode) -> [UInt8] {
    let spelled = Array(quotedName(of: node).dropFirst().dropLast())
    return spelled.contains(.backslash) ? JSONDocument.unescaped(spelled) : spelled
  }

  private func eightBytes(at offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension UInt64 {
  /// The same byte eight times.
  init(repeating byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }

  fileprivate func hasByte(_ byte: UInt8) -> Bool {
    let zeros = self ^ UInt64(repeating: byte)
    return (zeros &- UInt64(repeating: 1)) & ~zeros & UInt64(repeating: 0x80) != 0
  }
}
