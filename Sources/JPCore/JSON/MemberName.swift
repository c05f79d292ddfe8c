/// A member's name, prepared for comparing it with many names in documents, eight bytes at a time:
///
///     id": 1, "title"…     head: `id"`, whose mask hides the other five bytes; no tail
///     completed": true     head: `complete`; tail: `mpleted"`, at the offset 2
///
/// If names are compared byte by byte, a table of 5,000 rows takes 16 million instructions more.
struct MemberName: Equatable {
  /// The name's bytes, escapes resolved. Names are equal if these bytes are equal.
  let content: [UInt8]

  /// The first eight bytes of the name and its closing quote, little-endian; the mask hides the
  /// bytes that a shorter name lacks.
  fileprivate let head: UInt64
  fileprivate let headMask: UInt64

  /// The last eight bytes of the name and its closing quote, and their offset. The offset is 0 if
  /// ``head`` holds the whole name. It is -1 if head and tail together can't hold the name, or if
  /// JSON needs an escape to spell the name.
  fileprivate let tail: UInt64
  fileprivate let tailOffset: Int

  init(_ name: String) { self.init(content: Array(name.utf8)) }

  init(content: [UInt8]) {
    self.content = content
    let closed = content + [.quote]
    let needsEscape = content.contains { $0 < .space || $0 == .quote || $0 == .backslash }
    if needsEscape {
      headMask = 0
    } else {
      let missingBytes = max(0, 8 - closed.count)
      headMask = ~0 >> UInt64(8 * missingBytes)
    }
    head = Self.word(closed.prefix(8)) & headMask
    tail = Self.word(closed.suffix(8))
    if needsEscape || closed.count > 16 {
      tailOffset = -1
    } else {
      tailOffset = max(0, closed.count - 8)
    }
  }

  /// Up to eight bytes, little-endian.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for byte in bytes.reversed() { word = word << 8 | UInt64(byte) }
    return word
  }
}

extension JSONDocument.View {
  func hasName(_ name: MemberName, at node: JSONNode) -> Bool {
    let start = Int(node.nameStart) &+ 1
    guard start <= count &- 16 else { return nameContent(of: node) == name.content }
    let word = eightBytes(at: start)
    if word & name.headMask == name.head {
      let offset = name.tailOffset
      if offset == 0 || offset > 0 && eightBytes(at: start &+ offset) == name.tail { return true }
    } else if !word.hasByte(.backslash) {
      return false
    }
    return nameContent(of: node) == name.content
  }

  func nameContent(of node: JSONNode) -> [UInt8] {
    let inQuotes = Array(nameText(of: node).dropFirst().dropLast())
    guard inQuotes.contains(.backslash) else { return inQuotes }
    return JSONDocument.content(ofText: inQuotes)
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

extension JSONDocument {
  /// Finds the last member with a name; `nil` without one, or if the value is not an object.
  func member(named name: MemberName, ofObjectAt object: Int) -> Int? {
    withView { $0.member(named: name, ofObjectAt: object) }
  }
}

extension JSONDocument.View {
  fileprivate func member(named name: MemberName, ofObjectAt object: Int) -> Int? {
    guard opening(of: nodes[object]) == .leftBrace else { return nil }
    var found: Int?
    for child in children(at: object) where hasName(name, at: nodes[child]) { found = child }
    return found
  }
}
