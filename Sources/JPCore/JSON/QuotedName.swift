/// A name without escapes and the quote behind it, to be compared as one or two words.
struct QuotedName: Equatable {
  /// The longest name that has words, with its quote.
  static let maxLength = 16

  /// Its first eight bytes, little-endian; what a shorter one hasn't is masked.
  let head: UInt64
  let headMask: UInt64
  /// Its last eight bytes, where there are more than eight, and where they begin.
  let tail: UInt64
  let tailOffset: Int

  /// Nobody's name.
  static let none = QuotedName(String(repeating: " ", count: maxLength))

  init(_ name: some StringProtocol) {
    let bytes = Array(name.utf8) + [.quote]
    func loaded(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    head = loaded(bytes.prefix(8))
    tail = loaded(bytes.suffix(8))
    tailOffset = max(0, bytes.count - 8)
    // What is masked to nothing never equals a name: a longer one is left to the other look.
    headMask = bytes.count > Self.maxLength ? 0 : ~0 >> UInt64(8 * max(0, 8 - bytes.count))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a member surely has a name; where this is false, ``hasName(_:at:)`` knows.
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
