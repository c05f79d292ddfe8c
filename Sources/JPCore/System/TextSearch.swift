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
    withUnsafeBytes { bytes in
      var start = 0
      while start &+ 8 <= bytes.count {
        let text = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        if text & .highestBits != 0 { return false }
        start &+= 8
      }
      return bytes[start...].allSatisfy { byte in byte < 0x80 }
    }
  }

  /// Whether the bytes contain at least one of `characters`, which are ASCII.
  @inline(__always)
  func contains(anyOf characters: StaticString) -> Bool {
    withUnsafeBytes { bytes in
      bytes.hasSixteenBytes { text in
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
  func hasSixteenBytes(where isWanted: (SIMD16<UInt8>) -> Bool) -> Bool {
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

/// Finds the places in a JSON text where a searched text may be: where its first three characters
/// are, in upper or lower case, and where a character may be spelled in another way, because it
/// isn't ASCII or is an escape.
///
/// Hot code: `search` reads every record of the six lists so, and few records have a place.
struct CandidateFinder {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64

  /// How far the second and the third character are from the first. A shorter text repeats its last
  /// one.
  private let toSecond: Int
  private let toThird: Int

  /// The bits of the byte after a backslash that have to be those of `u`: all, because only
  /// `\u0061` can spell a letter, or none, because other escapes can spell the text's characters,
  /// too.
  private let escapeMask: UInt64

  /// - Parameter text: a folded text; `nil` is returned if it is empty.
  init?(_ text: [UInt8]) {
    guard let first = text.first else { return nil }
    toSecond = min(1, text.count - 1)
    toThird = min(2, text.count - 1)
    self.first = UInt64(eightTimes: first | 0x20)
    second = UInt64(eightTimes: text[toSecond] | 0x20)
    third = UInt64(eightTimes: text[toThird] | 0x20)
    let hasEscaped = text.contains { byte in
      byte < .space || byte == .quote || byte == .slash || byte == .backslash
    }
    escapeMask = hasEscaped ? 0 : .max
  }

  /// The first place in a range of a text; `nil` without one.
  func firstCandidate(in text: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    guard let memory = text.baseAddress else { return nil }
    var start = range.lowerBound
    while start < range.upperBound {
      let marks: UInt64
      if start &+ Self.bytesRead <= text.count {
        marks = self.candidateMarks(memory + start)
      } else {
        marks = candidateMarksAtEnd(text[start...])
      }
      if marks != 0 {
        let candidate = start &+ marks.trailingZeroBitCount / 8
        return candidate < range.upperBound ? candidate : nil
      }
      start &+= 8
    }
    return nil
  }

  /// How many bytes ``candidateMarks(_:)`` reads.
  private static let bytesRead = 10

  /// Eight bytes, of which the lowest that isn't zero marks the first place in eight bytes of text.
  @inline(__always)
  private func candidateMarks(_ text: UnsafeRawPointer) -> UInt64 {
    let lowerCase = UInt64(eightTimes: 0x20)
    let bytes = text.loadUnaligned(as: UInt64.self)
    let next = text.loadUnaligned(fromByteOffset: 1, as: UInt64.self)
    let following = text.loadUnaligned(fromByteOffset: toSecond, as: UInt64.self)
    let afterThat = text.loadUnaligned(fromByteOffset: toThird, as: UInt64.self)
    let fromFirst = (bytes | lowerCase) ^ first
    let fromText =
      fromFirst | ((following | lowerCase) ^ second) | ((afterThat | lowerCase) ^ third)
    let fromBackslash = bytes ^ UInt64(eightTimes: .backslash)
    let fromEscape = fromBackslash | ((next ^ UInt64(eightTimes: UInt8(ascii: "u"))) & escapeMask)
    return fromText.zeroBytes | fromEscape.zeroBytes | bytes & .highestBits
  }

  /// The marks in the last bytes of a text, as if zeros followed.
  @inline(never)
  private func candidateMarksAtEnd(_ rest: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    var bytes = SIMD16<UInt8>()
    for (offset, byte) in rest.enumerated() { bytes[offset] = byte }
    return withUnsafeBytes(of: bytes) { padded in
      guard let memory = padded.baseAddress else { return 0 }
      return candidateMarks(memory)
    }
  }
}

// Eight bytes in one word, the first in the lowest bits. The same with SIMD16 takes ten times as
// many instructions, because the compiler compares element by element.
extension UInt64 {
  fileprivate static var highestBits: UInt64 { UInt64(eightTimes: 0x80) }

  fileprivate init(eightTimes byte: UInt8) { self = UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The highest bit of each byte that is zero. Bytes above the lowest of these may be marked, too.
  fileprivate var zeroBytes: UInt64 { (self &- UInt64(eightTimes: 1)) & ~self & .highestBits }
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
