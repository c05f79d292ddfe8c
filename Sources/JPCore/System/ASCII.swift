extension UInt8 {
  /// Whether it is an ASCII digit, 0 to 9.
  package var isDigit: Bool { self &- .zero <= 9 }

  /// Whether it is an ASCII letter, in either case.
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether it is an ASCII hexadecimal digit, in either case.
  var isHexDigit: Bool { hexDigitValue != nil }

  /// The value of an ASCII hexadecimal digit, in either case; `nil` for other bytes.
  var hexDigitValue: UInt8? {
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return isDigit ? self - .zero : letter < 6 ? letter + 10 : nil
  }
}

/// Matches a byte with an ASCII character, so that `switch` reads `case "n"`.
@inline(__always)
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == UInt8(ascii: character) }

extension Collection<UInt8> {
  /// The length of a UTF-8 byte order mark at the beginning: 3 bytes, or 0 without one.
  var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension String {
  /// Whether all bytes of its UTF-8 are in a range; `false` if they aren't stored contiguously.
  @inline(__always)
  func hasOnlyBytes(in range: Range<UInt8>) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy { range.contains($0) } } ?? false
  }
}

extension Span<UInt8> {
  /// Whether any of some ASCII characters occurs.
  @inline(__always)
  func contains<let count: Int>(anyOf characters: InlineArray<count, Unicode.Scalar>) -> Bool {
    withUnsafeBytes { bytes in
      bytes.containsSixteen { text in
        var found = SIMDMask<SIMD16<Int8>>(repeating: false)
        for place in characters.indices {
          found .|= text .== SIMD16(repeating: UInt8(ascii: characters[place]))
        }
        return found.isAny
      }
    }
  }
}

extension String {
  /// - Parameter utf8: invalid sequences become U+FFFD.
  package init(utf8: some Collection<UInt8>) { self.init(decoding: utf8, as: UTF8.self) }

  /// - Parameter utf8: invalid sequences become U+FFFD.
  init(utf8: Span<UInt8>) { self = utf8.withUnsafeBufferPointer { String(utf8: $0) } }

  /// This text, or its beginning with `…` for the rest: at most a number of characters, none of
  /// which is cut.
  package func cut(toCharacters limit: Int) -> String {
    // A character can have thousands of combining marks.
    let maxBytes = 32 * limit
    let end = index(startIndex, offsetBy: limit, limitedBy: endIndex) ?? endIndex
    if end == endIndex, utf8.count <= maxBytes { return self }
    var kept = self[..<end].dropLast()
    while kept.utf8.count > maxBytes { kept.removeLast() }
    return kept + "…"
  }

  /// A number in hexadecimal digits, at least so many.
  init(hex number: some BinaryInteger, digits: Int) {
    let text = String(number, radix: 16)
    self.init(repeating: "0", count: Swift.max(0, digits - text.utf8.count))
    self += text
  }
}

extension UnsafeRawBufferPointer {
  /// Tests all bytes, sixteen at a time, until a condition holds. Some bytes may be tested twice.
  /// Fewer than sixteen bytes are padded with spaces.
  ///
  /// - Returns: whether it holds for any sixteen.
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
  /// The same as `any(self)`, which tests one byte at a time.
  @inline(__always)
  fileprivate var isAny: Bool {
    let words = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return words.x | words.y != 0
  }
}
