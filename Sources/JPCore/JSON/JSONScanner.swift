/// Finds the ends of the values of a JSON text, and checks them against RFC 8259.
///
/// This is hot code, hence the pointer: every read goes through ``byte(at:)`` or has its own bounds
/// check. It reads eight or sixteen bytes at a time in strings and white space.
struct JSONScanner {
  /// The text; valid only while it is read.
  let base: UnsafeRawPointer
  /// Its length in bytes.
  let count: Int
  /// Whether the text is complete.
  let isWhole: Bool

  init(_ text: UnsafeRawBufferPointer, isWhole: Bool = true) {
    // An empty text may have no address; it isn't read.
    base = text.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    count = text.count
    self.isWhole = isWhole
  }

  /// The offset of an error, and the expected text.
  struct Failure: Error {
    let offset: Int
    let expected: JSONError.Expectation
  }

  // MARK: Structure

  /// Whether an array or object begins at an offset.
  @inline(__always)
  func opensContainer(at: Int) -> Bool {
    let byte = byte(at: at)
    return byte == .leftBrace || byte == .leftBracket
  }

  /// Scans a member's name, its colon and the white space around the colon.
  ///
  /// - Returns: the offset of the name's quote, with `at` at the value.
  func scanName(at: inout Int, else expected: JSONError.Expectation) throws(Failure) -> UInt32 {
    let name = at
    try require(.quote, at: name, else: expected)
    at = skipSpace(from: try endOfString(at: name).end)
    try require(.colon, at: at, else: .colon)
    at = skipSpace(from: at &+ 1)
    return UInt32(truncatingIfNeeded: name)
  }

  /// Scans on to the next member's value if the text before it equals the text before an earlier
  /// value, which has been checked.
  ///
  /// - Parameters:
  ///   - twin: the earlier value's index, at least 1.
  ///   - isFirst: whether the next member is the first of its object.
  /// - Returns: the offset of the member's name, with `at` at its value; `nil` if the text differs.
  @inline(__always)
  func scanName(
    of twin: Int, in nodes: UnsafeMutableBufferPointer<JSONNode>, at: inout Int, isFirst: Bool
  ) -> UInt32? {
    let (member, before) = (nodes[twin], nodes[twin &- 1])
    if isFirst {
      // The `next` of a closed object with members is after its first member.
      guard Int(before.next) > twin, byte(at: Int(before.start)) == .leftBrace else { return nil }
    } else {
      // Only a name can follow a comma here. An open container has no end yet, and no text begins
      // with a comma.
      guard byte(at: at) == .comma else { return nil }
    }
    let start = isFirst ? before.start &+ 1 : before.end
    // Wraps, and then exceeds the text's length, if these don't follow each other.
    let (nameLength, length) = (member.start &- member.name, member.start &- start)
    guard nameLength &- 1 < length, equals(Int(start), at: at, count: Int(length)) else {
      return nil
    }
    let name = UInt32(truncatingIfNeeded: at) &+ length &- nameLength
    // Here there may be more white space than there.
    at = skipSpace(from: at &+ Int(length))
    return name
  }

  /// Whether some bytes are the same as those at an earlier offset; `false` too near to the text's
  /// end.
  @inline(__always)
  private func equals(_ earlier: Int, at: Int, count length: Int) -> Bool {
    guard at <= count &- length &- 8 else { return false }
    guard length >= 8 else {
      let differing = eightBytes(at: at) ^ eightBytes(at: earlier)
      return differing << UInt64(64 &- 8 &* length) == 0
    }
    var offset = 0
    while offset < length &- 8 {
      guard eightBytes(at: at &+ offset) == eightBytes(at: earlier &+ offset) else { return false }
      offset &+= 8
    }
    // The last eight bytes, some of them perhaps again.
    offset = length &- 8
    return eightBytes(at: at &+ offset) == eightBytes(at: earlier &+ offset)
  }

  private func require(
    _ wanted: UInt8, at: Int, else expected: JSONError.Expectation
  ) throws(Failure) {
    guard byte(at: at) == wanted else { throw Failure(offset: at, expected: expected) }
  }

  // MARK: Scalars

  /// - Returns: the end of the scalar, and whether it is printable ASCII without a backslash.
  @inline(__always)
  func endOfScalar(at: Int) throws(Failure) -> (end: Int, isPlain: Bool) {
    switch byte(at: at) {
    case .quote: return try endOfString(at: at)
    case .minus, .zero...UInt8(ascii: "9"): return (try endOfNumber(at: at), true)
    case "t": return (try endOfLiteral("true", at: at), true)
    case "f": return (try endOfLiteral("false", at: at), true)
    case "n": return (try endOfLiteral("null", at: at), true)
    default: throw Failure(offset: at, expected: .value)
    }
  }

  private func endOfLiteral(_ literal: StaticString, at: Int) throws(Failure) -> Int {
    for index in 0..<literal.utf8CodeUnitCount
    where byte(at: at + index) != literal.utf8Start[index] {
      throw Failure(offset: at, expected: .value)
    }
    return at + literal.utf8CodeUnitCount
  }

  /// Whether the text is a string's content of printable ASCII without escapes.
  var isPlain: Bool { skipPlain(from: 0) == count }

  /// Whether the text is a number and nothing else.
  var isNumber: Bool {
    do throws(Failure) { return try endOfNumber(at: 0) == count } catch { return false }
  }

  /// RFC 8259 §6: an optional minus, no leading zero, a digit on both sides of a point.
  private func endOfNumber(at start: Int) throws(Failure) -> Int {
    var at = byte(at: start) == .minus ? start + 1 : start
    at = byte(at: at) == .zero ? at + 1 : try endOfDigits(at: at)
    // Most numbers are ids in the middle of a record.
    guard byte(at: at) != .comma else { return at }
    if byte(at: at) == .point { at = try endOfDigits(at: at + 1) }
    if byte(at: at) | 0x20 == UInt8(ascii: "e") {
      at += 1
      if byte(at: at) == UInt8(ascii: "+") || byte(at: at) == .minus { at += 1 }
      at = try endOfDigits(at: at)
    }
    // If the text is not complete, the number may go on.
    guard at < count || isWhole else { throw Failure(offset: at, expected: .digit) }
    return at
  }

  private func endOfDigits(at start: Int) throws(Failure) -> Int {
    var at = start
    while byte(at: at).isDigit { at += 1 }
    guard at > start else { throw Failure(offset: at, expected: .digit) }
    return at
  }

  @inline(__always)
  func endOfString(at start: Int) throws(Failure) -> (end: Int, isPlain: Bool) {
    let at = skipPlain(from: start + 1)
    return byte(at: at) == .quote ? (at + 1, true) : (try endOfString(goingOnAt: at), false)
  }

  @inline(never)
  private func endOfString(goingOnAt start: Int) throws(Failure) -> Int {
    var at = start
    while true {
      at = skipPlain(from: at)
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
        throw Failure(offset: at, expected: .stringEnd)
      }
    }
  }

  private func endOfEscape(at: Int) throws(Failure) -> Int {
    switch byte(at: at + 1) {
    case .quote, .backslash, .slash, "b", "f",
      "n", "r", "t":
      return at + 2
    case "u":
      for digit in at + 2..<at + 6 where byte(at: digit).hexDigitValue == nil {
        throw Failure(offset: digit, expected: .hexDigit)
      }
      return at + 6
    default:
      throw Failure(offset: at + 1, expected: .escape)
    }
  }

  /// Checks a run of bytes that are not ASCII.
  private func endOfMultibyteScalars(at start: Int) throws(Failure) -> Int {
    var end = start
    while byte(at: end) >= 0x80 { end += 1 }
    let run = UnsafeBufferPointer(
      start: (base + start).assumingMemoryBound(to: UInt8.self), count: end - start)
    do { _ = try UTF8Span(validating: run.span) } catch {
      throw Failure(offset: start + error.byteOffsets.lowerBound, expected: .utf8)
    }
    return end
  }

  // MARK: Bytes

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// The byte at an offset; after the end 0, which no rule accepts.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < count ? base.load(fromByteOffset: offset, as: UInt8.self) : 0
  }

  @inline(__always)
  func skipSpace(from start: Int) -> Int {
    byte(at: start) > .space ? start : skipSpaces(from: start)
  }

  /// Skips line feeds and the spaces after them, eight at a time; other white space is rare.
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

  /// The offset of the first byte that is not printable ASCII, or that is a quote or a backslash;
  /// or the end of the text.
  @inline(__always)
  private func skipPlain(from start: Int) -> Int {
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
  /// The offset of the first byte that is a quote, a backslash or not printable ASCII.
  @inline(__always)
  fileprivate var firstSpecialStringByte: Int? {
    let isSpecial =
      (self .== Self(repeating: .quote)) .| (self .== Self(repeating: .backslash))
      .| (self &- .space .> Self(repeating: 0x7E - .space))
    let marks = unsafeBitCast(isSpecial, to: SIMD2<UInt64>.self)
    guard marks.x | marks.y != 0 else { return nil }
    return marks.x != 0
      ? marks.x.littleEndian.trailingZeroBitCount / 8
      : 8 &+ marks.y.littleEndian.trailingZeroBitCount / 8
  }
}
