/// A member's name in the forms that are compared with a document's.
struct MemberName: Equatable {
  /// As UTF-8, with its escapes resolved.
  let utf8: [UInt8]

  let quoted: QuotedName

  init(_ name: String) {
    utf8 = Array(name.utf8)
    quoted = QuotedName(name.utf8)
  }
}

/// A name without escapes, with its closing quote, compared as one or two 64-bit words.
struct QuotedName: Equatable {
  /// The longest name that fits in two words, in bytes with its closing quote.
  static let maxLength = 16

  /// The first eight bytes, little-endian; the mask hides the bytes that a shorter name lacks.
  let head: UInt64
  let headMask: UInt64
  /// The last eight bytes, and where they begin; used only if there are more than eight.
  let tail: UInt64
  let tailOffset: Int

  /// Equals no name.
  static let none = QuotedName(repeatElement(.space, count: maxLength))

  /// - Parameter name: as a document spells it.
  init(_ name: some Sequence<UInt8>) {
    let bytes = Array(name) + [.quote]
    func loaded(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    head = loaded(bytes.prefix(8))
    tail = loaded(bytes.suffix(8))
    tailOffset = max(0, bytes.count - 8)
    // With the mask 0 nothing ever matches, so longer names are left to ``hasName(_:at:)``.
    headMask = bytes.count > Self.maxLength ? 0 : ~0 >> UInt64(8 * max(0, 8 - bytes.count))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a member surely has a name; `false` means that ``hasName(_:at:)`` has to decide.
  @inline(__always)
  func surelyHasName(_ name: QuotedName, at node: JSONNode) -> Bool {
    let start = Int(node.name) &+ 1
    guard start <= count &- QuotedName.maxLength else { return false }
    return eightBytes(at: start) & name.headMask == name.head
      && (name.tailOffset == 0 || eightBytes(at: start &+ name.tailOffset) == name.tail)
  }

  @inline(__always)
  private func eightBytes(at offset: Int) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(self)
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
