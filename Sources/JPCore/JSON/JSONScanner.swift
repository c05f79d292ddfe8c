/// Finds the ends of the values of a JSON text, and checks them against RFC 8259.
///
/// Every read goes through ``byte(at:)`` or has its own bounds check. In strings and white space,
/// the scanner reads sixteen or eight bytes at a time.
struct JSONScanner {
  /// The text's first byte. The scanner doesn't own the memory.
  let base: UnsafeRawPointer
  /// The text's length in bytes.
  let count: Int

  init(_ text: UnsafeRawBufferPointer) {
    // An empty text may have no address. Address 1 is never read: the text has no bytes.
    base = text.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    count = text.count
  }

  /// The text breaks a rule, at an offset in bytes.
  struct ScanFailure: Error {
    let offset: Int
    let expected: JSONError.Expectation
  }

  // MARK: Structure

  @inline(__always)
  func opensContainer(at: Int) -> Bool {
    let byte = byte(at: at)
    return byte == .leftBrace || byte == .leftBracket
  }

  /// Reads a member's name, its colon and the white space around the colon.
  ///
  /// - Returns: the offset of the member's value, and whether the name is printable ASCII without a
  ///   backslash.
  func scanName(
    at start: Int, else expected: JSONError.Expectation
  ) throws(ScanFailure) -> (value: Int, isUnescapedASCII: Bool) {
    try require(.quote, at: start, else: expected)
    let name = try scanString(at: start)
    let colon = skipSpace(from: name.end)
    try require(.colon, at: colon, else: .syntax(#"":""#))
    return (skipSpace(from: colon &+ 1), name.isUnescapedASCII)
  }

  private func require(
    _ wanted: UInt8, at: Int, else expected: JSONError.Expectation
  ) throws(ScanFailure) {
    guard byte(at: at) == wanted else { throw ScanFailure(offset: at, expected: expected) }
  }

  // MARK: Scalars

  /// The end of a scalar, and whether it is printable ASCII without a backslash.
  typealias ScannedScalar = (end: Int, isUnescapedASCII: Bool)

  @inline(__always)
  func scanScalar(at: Int) throws(ScanFailure) -> ScannedScalar {
    switch byte(at: at) {
    case .quote: return try scanString(at: at)
    case .minus, .zero...UInt8(ascii: "9"): return (try endOfNumber(at: at), true)
    case "t": return (try endOfLiteral("true", at: at), true)
    case "f": return (try endOfLiteral("false", at: at), true)
    case "n": return (try endOfLiteral("null", at: at), true)
    default: throw ScanFailure(offset: at, expected: .syntax("a value"))
    }
  }

  private func endOfLiteral(_ literal: StaticString, at: Int) throws(ScanFailure) -> Int {
    for index in 0..<literal.utf8CodeUnitCount
    where byte(at: at + index) != literal.utf8Start[index] {
      throw ScanFailure(offset: at, expected: .syntax("a value"))
    }
    return at + literal.utf8CodeUnitCount
  }

  /// Whether the text is printable ASCII without quotes and backslashes. Such a text needs no
  /// escapes in a JSON string.
  var isUnescapedASCII: Bool { endOfUnescapedASCII(from: 0) == count }

  /// Whether the text is a number and nothing else.
  var isNumber: Bool {
    do throws(ScanFailure) { return try endOfNumber(at: 0) == count } catch { return false }
  }

  /// Finds the end of a number (RFC 8259 §6): an optional minus, no zero before other digits, a
  /// digit on both sides of a point, an optional exponent.
  private func endOfNumber(at start: Int) throws(ScanFailure) -> Int {
    var at = start
    if byte(at: at) == .minus { at += 1 }
    if byte(at: at) == .zero {
      at += 1
    } else {
      at = try endOfDigits(at: at)
    }
    // Fast path: most numbers are ids, which a comma follows.
    guard byte(at: at) != .comma else { return at }
    if byte(at: at) == .point { at = try endOfDigits(at: at + 1) }
    if byte(at: at) | 0x20 == UInt8(ascii: "e") {
      at += 1
      if byte(at: at) == UInt8(ascii: "+") || byte(at: at) == .minus { at += 1 }
      at = try endOfDigits(at: at)
    }
    return at
  }

  private func endOfDigits(at start: Int) throws(ScanFailure) -> Int {
    var at = start
    while byte(at: at).isDigit { at += 1 }
    guard at > start else { throw ScanFailure(offset: at, expected: .syntax("a digit")) }
    return at
  }

  @inline(__always)
  private func scanString(at start: Int) throws(ScanFailure) -> ScannedScalar {
    let at = endOfUnescapedASCII(from: start + 1)
    if byte(at: at) == .quote { return (at + 1, true) }
    return (try endOfString(after: at), false)
  }

  /// Finds the end of a string.
  ///
  /// - Parameter start: the offset at which ``endOfUnescapedASCII(from:)`` stopped.
  @inline(never)
  private func endOfString(after start: Int) throws(ScanFailure) -> Int {
    var at = start
    while true {
      at = endOfUnescapedASCII(from: at)
      switch byte(at: at) {
      case .quote:
        return at + 1
      case .backslash:
        at = try endOfEscape(at: at)
      case 0x7F:
        at += 1
      case 0x80...:
        at = try endOfMultibyteScalars(at: at)
      default:
        throw ScanFailure(offset: at, expected: .syntax("the string's end"))
      }
    }
  }

  private func endOfEscape(at: Int) throws(ScanFailure) -> Int {
    switch byte(at: at + 1) {
    case .quote, .backslash, .slash, "b", "f", "n", "r", "t":
      return at + 2
    case "u":
      for digit in at + 2..<at + 6 where byte(at: digit).hexDigitValue == nil {
        throw ScanFailure(offset: digit, expected: .syntax("a hexadecimal digit"))
      }
      return at + 6
    default:
      throw ScanFailure(offset: at + 1, expected: .syntax("an escape of JSON"))
    }
  }

  /// Checks the UTF-8 of a run of characters that are not ASCII, and finds its end.
  private func endOfMultibyteScalars(at start: Int) throws(ScanFailure) -> Int {
    var at = start
    while byte(at: at) >= 0x80 {
      guard let length = lengthOfMultibyteScalar(at: at) else {
        throw ScanFailure(offset: at, expected: .utf8)
      }
      at += length
    }
    return at
  }

  /// The length in bytes of the non-ASCII character at an offset; `nil` if its UTF-8
  /// isn't well-formed (RFC 3629 §4).
  @inline(__always)
  private func lengthOfMultibyteScalar(at start: Int) -> Int? {
    let first = byte(at: start)
    let length: Int
    // The bounds of the second byte. They exclude overlong forms, surrogates and everything above
    // U+10FFFF.
    var least: UInt8 = 0x80
    var greatest: UInt8 = 0xBF
    switch first {
    case 0xC2...0xDF:
      length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { least = 0xA0 }
      if first == 0xED { greatest = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { least = 0x90 }
      if first == 0xF4 { greatest = 0x8F }
    default:
      return nil
    }
    let second = byte(at: start + 1)
    guard least <= second, second <= greatest else { return nil }
    for offset in start + 2..<start + length where byte(at: offset) & 0xC0 != 0x80 { return nil }
    return length
  }

  // MARK: Bytes

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// The byte at an offset; after the text's end 0, which JSON allows nowhere.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < count ? base.load(fromByteOffset: offset, as: UInt8.self) : 0
  }

  @inline(__always)
  func skipSpace(from start: Int) -> Int {
    byte(at: start) > .space ? start : skipSpaces(from: start)
  }

  /// Skips white space. Indentation is skipped eight spaces at a time; other white space is rare.
  @inline(never)
  private func skipSpaces(from start: Int) -> Int {
    var at = start
    while byte(at: at).isJSONSpace {
      at &+= 1
      while at <= count &- 8 {
        let others = eightBytes(at: at) ^ UInt64(repeating: .space)
        at &+= others.trailingZeroBitCount / 8
        if others != 0 { break }
      }
    }
    return at
  }

  @inline(__always)
  func eightBytes(at offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The offset of the first byte that is a quote, a backslash or not printable ASCII; without one,
  /// the end of the text.
  @inline(__always)
  private func endOfUnescapedASCII(from start: Int) -> Int {
    var at = start
    while at <= count &- 16 {
      let bytes = base.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
      if let special = bytes.firstSpecialStringByte { return at &+ special }
      at &+= 16
    }
    while at < count {
      let byte = byte(at: at)
      if !(0x20..<0x7F).contains(byte) || byte == .quote || byte == .backslash { break }
      at += 1
    }
    return at
  }
}

extension SIMD16<UInt8> {
  /// The offset of the first byte that is a quote, a backslash or not printable ASCII; `nil`
  /// without one.
  @inline(__always)
  fileprivate var firstSpecialStringByte: Int? {
    let isSpecial =
      (self .== Self(repeating: .quote)) .| (self .== Self(repeating: .backslash))
      .| (self &- .space .> Self(repeating: 0x7E - .space))
    let marks = unsafeBitCast(isSpecial, to: SIMD2<UInt64>.self)
    if marks.x != 0 { return marks.x.littleEndian.trailingZeroBitCount / 8 }
    if marks.y != 0 { return 8 &+ marks.y.littleEndian.trailingZeroBitCount / 8 }
    return nil
  }
}

extension UInt64 {
  /// A word that has the same byte eight times.
  init(repeating byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }
}
