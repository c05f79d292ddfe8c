/// One pass over a text: checks it against RFC 8259 and notes where its values are.
///
/// This is hot code, hence the pointer (every read goes through ``byte(at:)`` or is bounded beside
/// it), the absence of recursion, and the eight bytes at a time in strings. An open array or object
/// keeps its parent's index in `next` until it is closed, so there is no stack to grow.
struct JSONIndexer {
  private let base: UnsafeRawPointer
  private let count: Int
  private let maxDepth: Int
  private var nodes: [JSONNode] = []
  private var open = JSONIndexer.none
  private var depth = 0

  private static let none = UInt32.max

  static func nodes(of bytes: [UInt8], maxDepth: Int) throws(JSONError) -> [JSONNode] {
    let outcome = bytes.withUnsafeBytes { buffer -> Result<[JSONNode], Failure> in
      // An empty buffer may have no address; nothing is read through the stand-in.
      let base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
      var indexer = JSONIndexer(base: base, count: buffer.count, maxDepth: maxDepth)
      do throws(Failure) {
        try indexer.run()
        return .success(indexer.nodes)
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let nodes): return nodes
    case .failure(let failure):
      throw JSONError(at: failure.offset, expected: failure.expected, in: bytes)
    }
  }

  private struct Failure: Error {
    let offset: Int
    let expected: JSONError.Expectation
  }

  private init(base: UnsafeRawPointer, count: Int, maxDepth: Int) {
    self.base = base
    self.count = count
    self.maxDepth = maxDepth
  }

  // MARK: Structure

  private mutating func run() throws(Failure) {
    guard count <= JSONDocument.maxLength else {
      throw Failure(offset: 0, expected: .length(atMost: JSONDocument.maxLength))
    }
    // For the densest text there is, `0,0,0`: growing would need room for both, and pages that stay
    // unused cost nothing.
    nodes.reserveCapacity(min(count / 2 + 1, JSONDocument.maxValues))
    var at = skipSpace(from: startsWithByteOrderMark ? 3 : 0)
    var name = JSONNode.noName
    while true {
      switch byte(at: at) {
      case .leftBrace:
        try enter(at: at, name: name)
        at = skipSpace(from: at + 1)
        if byte(at: at) == .rightBrace { break }
        name = try offset(at, of: .quote, else: .nameOrObjectEnd)
        at = try value(behindNameAt: at)
        continue
      case .leftBracket:
        try enter(at: at, name: name)
        at = skipSpace(from: at + 1)
        if byte(at: at) == .rightBracket { break }
        name = JSONNode.noName
        continue
      default:
        let end = try endOfScalar(at: at)
        try checkCount(at: at)
        nodes.append(
          JSONNode(
            name: name, start: UInt32(truncatingIfNeeded: at),
            end: UInt32(truncatingIfNeeded: end),
            next: UInt32(truncatingIfNeeded: nodes.count + 1)))
        at = end
      }
      guard let next = try endContainers(at: &at) else { return }
      name = next
    }
  }

  /// Behind a value, or before the end of an empty container: ends what ends here.
  ///
  /// - Returns: the next value's name, with `at` at that value; `nil` at the end of the text.
  private mutating func endContainers(at: inout Int) throws(Failure) -> UInt32? {
    while true {
      at = skipSpace(from: at)
      guard open != JSONIndexer.none else {
        guard at == count else { throw Failure(offset: at, expected: .textEnd) }
        return nil
      }
      let isObject = byte(at: Int(nodes[Int(open)].start)) == .leftBrace
      switch byte(at: at) {
      case .comma where isObject:
        at = skipSpace(from: at + 1)
        let name = try offset(at, of: .quote, else: .name)
        at = try value(behindNameAt: at)
        return name
      case .comma:
        at = skipSpace(from: at + 1)
        return JSONNode.noName
      case .rightBrace where isObject, .rightBracket where !isObject:
        at += 1
        leave(end: at)
      default:
        throw Failure(offset: at, expected: isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
    }
  }

  private mutating func enter(at: Int, name: UInt32) throws(Failure) {
    guard depth < maxDepth else {
      throw Failure(offset: at, expected: .depth(atMost: maxDepth))
    }
    try checkCount(at: at)
    depth += 1
    let parent = open
    open = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(
      JSONNode(name: name, start: UInt32(truncatingIfNeeded: at), end: 0, next: parent))
  }

  private func checkCount(at: Int) throws(Failure) {
    guard nodes.count < JSONDocument.maxValues else {
      throw Failure(offset: at, expected: .count(atMost: JSONDocument.maxValues))
    }
  }

  private mutating func leave(end: Int) {
    let closed = Int(open)
    open = nodes[closed].next
    nodes[closed].end = UInt32(truncatingIfNeeded: end)
    nodes[closed].next = UInt32(truncatingIfNeeded: nodes.count)
    depth -= 1
  }

  private func value(behindNameAt name: Int) throws(Failure) -> Int {
    let colon = skipSpace(from: try endOfString(at: name))
    _ = try offset(colon, of: .colon, else: .colon)
    return skipSpace(from: colon + 1)
  }

  private func offset(
    _ at: Int, of wanted: UInt8, else expected: JSONError.Expectation
  ) throws(Failure) -> UInt32 {
    guard byte(at: at) == wanted else { throw Failure(offset: at, expected: expected) }
    return UInt32(truncatingIfNeeded: at)
  }

  // MARK: Scalars

  private func endOfScalar(at: Int) throws(Failure) -> Int {
    switch byte(at: at) {
    case .quote: return try endOfString(at: at)
    case .minus, .zero ... .nine: return try endOfNumber(at: at)
    case UInt8(ascii: "t"): return try endOfLiteral("true", at: at)
    case UInt8(ascii: "f"): return try endOfLiteral("false", at: at)
    case UInt8(ascii: "n"): return try endOfLiteral("null", at: at)
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

  /// RFC 8259 §6: an optional minus, no leading zero, a digit on both sides of a point.
  private func endOfNumber(at start: Int) throws(Failure) -> Int {
    var at = byte(at: start) == .minus ? start + 1 : start
    at = byte(at: at) == .zero ? at + 1 : try endOfDigits(at: at)
    if byte(at: at) == .point { at = try endOfDigits(at: at + 1) }
    if byte(at: at) | 0x20 == UInt8(ascii: "e") {
      at += 1
      if byte(at: at) == UInt8(ascii: "+") || byte(at: at) == .minus { at += 1 }
      at = try endOfDigits(at: at)
    }
    return at
  }

  private func endOfDigits(at start: Int) throws(Failure) -> Int {
    var at = start
    while byte(at: at).isDigit { at += 1 }
    guard at > start else { throw Failure(offset: at, expected: .digit) }
    return at
  }

  private func endOfString(at start: Int) throws(Failure) -> Int {
    var at = start + 1
    while true {
      at = skipPlain(from: at)
      switch byte(at: at) {
      case .quote:
        return at + 1
      case .backslash:
        at = try endOfEscape(at: at)
      case 0x80...:
        at = try endOfMultibyteScalar(at: at)
      default:
        throw Failure(offset: at, expected: .stringEnd)
      }
    }
  }

  private func endOfEscape(at: Int) throws(Failure) -> Int {
    switch byte(at: at + 1) {
    case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return at + 2
    case UInt8(ascii: "u"):
      for digit in at + 2..<at + 6 where byte(at: digit).hexDigitValue == nil {
        throw Failure(offset: digit, expected: .hexDigit)
      }
      return at + 6
    default:
      throw Failure(offset: at + 1, expected: .escape)
    }
  }

  /// The well-formed sequences of RFC 3629 §4: no overlong form, no surrogate, nothing above U+10FFFF.
  private func endOfMultibyteScalar(at: Int) throws(Failure) -> Int {
    let length: Int
    let second: ClosedRange<UInt8>
    switch byte(at: at) {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw Failure(offset: at, expected: .utf8)
    }
    guard second.contains(byte(at: at + 1)) else { throw Failure(offset: at, expected: .utf8) }
    for index in at + 2..<at + length where !UTF8.isContinuation(byte(at: index)) {
      throw Failure(offset: at, expected: .utf8)
    }
    return at + length
  }

  // MARK: Bytes

  /// The byte at an offset; 0, which no rule accepts, behind the end.
  private func byte(at offset: Int) -> UInt8 {
    offset < count ? base.load(fromByteOffset: offset, as: UInt8.self) : 0
  }

  private var startsWithByteOrderMark: Bool {
    byte(at: 0) == 0xEF && byte(at: 1) == 0xBB && byte(at: 2) == 0xBF
  }

  private func skipSpace(from start: Int) -> Int {
    var at = start
    while byte(at: at).isJSONSpace { at += 1 }
    return at
  }

  /// The first byte that is not an ordinary ASCII character of a string, or the end of the text.
  private func skipPlain(from start: Int) -> Int {
    var at = start
    while at + 8 <= count {
      let word = UInt64(
        littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let special = word.specialStringBytes
      guard special == 0 else { return at + special.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < count {
      let byte = byte(at: at)
      if byte < 0x20 || byte >= 0x80 || byte == .quote || byte == .backslash { break }
      at += 1
    }
    return at
  }
}

extension UInt64 {
  /// The high bit of each byte that is a control, a quote, a backslash or not ASCII.
  ///
  /// Exact up to the lowest bit that is set, which is all that its caller reads: a borrow reaches a
  /// byte only from one below it that is itself marked.
  fileprivate var specialStringBytes: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = self ^ (ones &* UInt64(UInt8.quote))
    let backslashes = self ^ (ones &* UInt64(UInt8.backslash))
    let marks =
      (self &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones) | self
    return marks & (ones << 7)
  }
}
