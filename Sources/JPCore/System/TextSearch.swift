extension String {
  /// Whether the text contains an ASCII text, compared byte by byte.
  ///
  /// The standard library's search for a substring is in its regular-expression module, which adds
  /// 2.2 MB to a static program of 14.9 MB.
  package func contains(ascii part: StaticString) -> Bool {
    let part = UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount)
    var rest = utf8[...]
    while rest.count >= part.count {
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Replaces each scalar for which `substitute` returns a text; `nil` keeps the scalar.
  package func escaping(_ substitute: (Unicode.Scalar) -> String?) -> String {
    escaping { scalar, _, _ in substitute(scalar) }
  }

  /// Replaces each scalar for which `substitute` returns a text; `nil` keeps the scalar.
  ///
  /// - Parameter substitute: called with a scalar, the scalar before it, and all scalars after it.
  package func escaping(
    _ substitute: (Unicode.Scalar, Unicode.Scalar?, Substring.UnicodeScalarView) -> String?
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if let text = substitute(scalar, before, rest) {
        bytes += text.utf8
      } else {
        bytes += scalar.utf8
      }
      before = scalar
    }
    return String(utf8: bytes)
  }
}

extension [String] {
  /// The texts in their order, without those that occurred earlier. Texts are the same if their
  /// UTF-8 is.
  package var eachOnce: [String] {
    // Fast path: the first set of this type takes 220,000 instructions, 7 % of `users 1`.
    if count < 2 { return self }
    var seen: Set<[UInt8]> = []
    return filter { text in seen.insert([UInt8](text.utf8)).inserted }
  }
}

// MARK: Fast searches

// Hot code: each cell of CSV is searched for four characters, and each cell of Markdown for 13.
// Most cells have none of these characters, so the search reads the complete cell.

extension String {
  /// Whether all bytes of the text's UTF-8 are in a range. Returns `false` without a search if the
  /// text isn't stored contiguously.
  @inline(__always)
  func hasOnlyBytes(in range: Range<UInt8>) -> Bool {
    let areAllInRange = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { range.contains($0) }
    }
    return areAllInRange ?? false
  }
}

extension String {
  /// Calls `body` with this text's UTF-8. Unlike `withUTF8(_:)`, it can be called on a constant.
  @inline(__always)
  func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body($0.span) }
  }
}

extension Span<UInt8> {
  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    withUnsafeBytes { bytes in !bytes.containsEight { text, _ in text & .highestBits != 0 } }
  }

  /// Whether a JSON text may have two characters of ASCII after each other, in upper or lower case.
  /// Without them, it returns `false` only if the text has no escape and is ASCII.
  func mayHave(_ first: UInt8, _ second: UInt8) -> Bool {
    let lowerCase = UInt64(eightTimes: 0x20)
    let first = UInt64(eightTimes: first | 0x20)
    let second = UInt64(eightTimes: second | 0x20)
    let backslash = UInt64(eightTimes: .backslash)
    return withUnsafeBytes { bytes in
      bytes.containsEight { text, following in
        let fromPair = ((text | lowerCase) ^ first) | ((following | lowerCase) ^ second)
        if fromPair.hasZeroByte || (text ^ backslash).hasZeroByte { return true }
        return text & .highestBits != 0
      }
    }
  }

  /// Whether the bytes contain at least one of `characters`, which are ASCII.
  @inline(__always)
  func contains(anyOf characters: StaticString) -> Bool {
    withUnsafeBytes { bytes in
      bytes.containsSixteen { text in
        var found = SIMDMask<SIMD16<Int8>>(repeating: false)
        characters.withUTF8Buffer { characters in
          for character in characters { found .|= text .== SIMD16(repeating: character) }
        }
        return found.isAny
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Tests a condition for sixteen bytes at a time, and returns whether it ever holds.
  ///
  /// If the count isn't a multiple of sixteen, the last two tests overlap. Memory of fewer than
  /// sixteen bytes is padded with spaces.
  @inline(__always)
  func containsSixteen(where isWanted: (SIMD16<UInt8>) -> Bool) -> Bool {
    var at = 0
    while at <= count &- 16 {
      if isWanted(loadUnaligned(fromByteOffset: at, as: SIMD16.self)) { return true }
      at &+= 16
    }
    if at == count { return false }
    if at > 0 { return isWanted(loadUnaligned(fromByteOffset: count &- 16, as: SIMD16.self)) }
    var text = SIMD16(repeating: .space)
    withUnsafeMutableBytes(of: &text) { $0.copyMemory(from: self) }
    return isWanted(text)
  }
}

extension UnsafeRawBufferPointer {
  /// Tests a condition for eight bytes at a time, and returns whether it ever holds.
  ///
  /// - Parameter isWanted: is called with eight bytes, and the eight that begin one byte later. The
  ///   last bytes are followed by zeros.
  @inline(__always)
  fileprivate func containsEight(where isWanted: (UInt64, UInt64) -> Bool) -> Bool {
    var start = 0
    while start < count &- 8 {
      let text = loadUnaligned(fromByteOffset: start, as: UInt64.self)
      let following = loadUnaligned(fromByteOffset: start &+ 1, as: UInt64.self)
      if isWanted(text, following) { return true }
      start &+= 8
    }
    var text: UInt64 = 0
    for offset in (start..<count).reversed() { text = text << 8 | UInt64(self[offset]) }
    return isWanted(text, text >> 8)
  }
}

// Eight bytes in one word, the first in the lowest bits. The same with SIMD16 takes ten times as
// many instructions, because the compiler compares element by element.
extension UInt64 {
  fileprivate static var highestBits: UInt64 { UInt64(eightTimes: 0x80) }

  fileprivate init(eightTimes byte: UInt8) { self = UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Whether any of the eight bytes is zero.
  fileprivate var hasZeroByte: Bool {
    (self &- UInt64(eightTimes: 1)) & ~self & .highestBits != 0
  }
}

extension SIMDMask<SIMD16<Int8>> {
  /// Whether any element is true. The standard library's `any(self)` tests one byte at a time.
  @inline(__always)
  fileprivate var isAny: Bool {
    let words = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return words.x | words.y != 0
  }
}

extension [UInt8] {
  /// Whether the array contains a byte. For a document, memchr(3) takes a tenth of the instructions
  /// of `Span.contains(anyOf:)`.
  func hasByte(_ byte: UInt8) -> Bool {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return memchr(start, Int32(byte), bytes.count) != nil
    }
  }
}
