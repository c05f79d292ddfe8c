extension String {
  /// Whether the text contains these bytes.
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

  /// This text with some of its scalars replaced.
  ///
  /// - Parameter substitute: returns the replacement for a scalar; `nil` to keep the scalar.
  package func escaping(_ substitute: (Unicode.Scalar) -> String?) -> String {
    escaping { scalar, _, _ in substitute(scalar) }
  }

  /// This text with some of its scalars replaced.
  ///
  /// - Parameter substitute: returns the replacement for a scalar, or `nil` to keep the scalar. It
  ///   is called with the scalar, the scalar before it and all scalars after it.
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

// MARK: Repetitions

extension [String] {
  /// The texts without repetitions, compared byte by byte.
  package var eachOnce: [String] {
    // The first set of this type takes 220,000 instructions, 7 % of `users 1`.
    if count < 2 { return self }
    var seen: Set<[UInt8]> = []
    return filter { text in seen.insert([UInt8](text.utf8)).inserted }
  }
}

// MARK: Fast searches

// Hot code: each cell of CSV is searched for four characters, and each cell of Markdown for 13.
// Most cells have none of them, so they are searched to their end.

extension String {
  /// Whether all bytes of the text's UTF-8 are in a range; `false` if the text isn't stored
  /// contiguously.
  @inline(__always)
  func hasOnlyBytes(in range: Range<UInt8>) -> Bool {
    let hasOnlyThese = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { range.contains($0) }
    }
    return hasOnlyThese ?? false
  }
}

extension String {
  /// Calls `body` with this text's UTF-8. Unlike `withUTF8(_:)`, it needs no variable.
  @inline(__always)
  func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body($0.span) }
  }
}

extension Span<UInt8> {
  /// Whether any of these ASCII characters occurs.
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
  /// Tests sixteen bytes at a time until a condition holds. If the count isn't a multiple of
  /// sixteen, the last test repeats some bytes; fewer than sixteen bytes in all are padded with
  /// spaces.
  ///
  /// - Returns: whether the condition holds for any sixteen bytes.
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

extension SIMDMask<SIMD16<Int8>> {
  /// Whether any element is true. The standard library's `any(self)` tests one byte at a time.
  @inline(__always)
  fileprivate var isAny: Bool {
    let words = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return words.x | words.y != 0
  }
}

extension [UInt8] {
  /// Whether a byte occurs. For a whole document, memchr(3) takes a tenth of the instructions of
  /// the search above.
  func hasByte(_ byte: UInt8) -> Bool {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return memchr(start, Int32(byte), bytes.count) != nil
    }
  }
}
