/// One pass over a text: checks it against RFC 8259 and notes where its values are. It can begin
/// with a part of the text, and go on when there is more.
///
/// This is hot code. Hence the pointers (every read goes through ``byte(at:)`` or has its own
/// bounds check, every new node is written by ``append(_:)``), no recursion, eight bytes at a time
/// in strings and white space, and forced inlining. An open array or object keeps its parent's
/// index in `next` until it is closed, so there is no stack to grow.
struct JSONIndexer: ~Copyable {
  /// Valid only while reading.
  private var base = JSONIndexer.nowhere
  private var count = 0
  private let maxDepth: Int
  private var memory = GrowingMemory<JSONNode>()
  private var nodeCount = 0
  private var open = JSONIndexer.none
  private var isInObject = false
  private var depth = 0

  /// Where reading can resume with the rest of the state as it is: after a value or an opening
  /// bracket, or before the first of them.
  private var rest = 0

  /// Whether the text is complete.
  private var isWhole = false

  private static let none = UInt32.max

  /// An empty buffer may have no address; nothing is read through this stand-in.
  private static var nowhere: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped }

  init(maxDepth: Int) {
    self.maxDepth = maxDepth
  }

  /// Reads what has arrived of a text, as far as possible.
  ///
  /// - Parameter beginning: what has arrived so far, at most ``JSONDocument/maxLength`` bytes. It
  ///   begins with what was read before.
  /// - Returns: how many bytes at its end have to be read again.
  mutating func read(_ beginning: [UInt8]) -> Int {
    // The text may only be cut off here; a real error is found again at the end.
    do throws(Failure) { try run(over: beginning) } catch {}
    return beginning.count - rest
  }

  /// Reads the rest of a text.
  ///
  /// - Parameter bytes: the whole text; it begins with what was read before.
  consuming func nodes(of bytes: [UInt8]) throws(JSONError) -> JSONNodes {
    guard bytes.count <= JSONDocument.maxLength else {
      throw JSONError(at: 0, expected: .length(atMost: JSONDocument.maxLength), in: bytes)
    }
    isWhole = true
    do throws(Failure) { try run(over: bytes) } catch {
      throw JSONError(at: error.offset, expected: error.expected, in: bytes)
    }
    return JSONNodes(memory, count: nodeCount)
  }

  private struct Failure: Error {
    let offset: Int
    let expected: JSONError.Expectation
  }

  // MARK: Structure

  private mutating func run(over bytes: [UInt8]) throws(Failure) {
    makeRoom(for: bytes.count)
    var failure: Failure?
    bytes.withUnsafeBytes { buffer in
      base = buffer.baseAddress ?? Self.nowhere
      count = buffer.count
      do throws(Failure) { try run() } catch { failure = error }
    }
    base = Self.nowhere
    count = 0
    if let failure { throw failure }
  }

  /// Reserves nodes for the densest text, `0,0,0`, inside as many open arrays as are allowed.
  private mutating func makeRoom(for length: Int) {
    let room = min((length + maxDepth) / 2 + 1, JSONDocument.maxValues)
    guard room > memory.elements.count else { return }
    // For a text that arrives in parts, twice as many.
    memory.reserveCapacity(isWhole ? room : min(2 * room, JSONDocument.maxValues))
    // Nodes usually fill half of the text's size.
    memory.elements.adviseHugePages(expecting: isWhole ? length / 2 : length)
  }

  private mutating func run() throws(Failure) {
    var at = rest
    var name = JSONNode.noName
    if nodeCount == 0 {
      at = skipSpace(from: max(rest, startsWithByteOrderMark ? 3 : 0))
      rest = at
    } else if isAtOpening {
      guard let next = try beginContainer(at: &at) else { return }
      name = next
    } else {
      guard let next = try endContainers(at: &at) else { return }
      name = next
    }
    while true {
      let next: UInt32?
      switch byte(at: at) {
      case .leftBrace, .leftBracket:
        try enter(at: at, name: name)
        at += 1
        next = try beginContainer(at: &at)
      default:
        let end = try endOfScalar(at: at)
        try append(
          JSONNode(
            name: name, start: UInt32(truncatingIfNeeded: at),
            end: UInt32(truncatingIfNeeded: end),
            next: UInt32(truncatingIfNeeded: nodeCount + 1)))
        at = end
        rest = end
        next = try endContainers(at: &at)
      }
      guard let next else { return }
      name = next
    }
  }

  /// Whether reading resumes right after the bracket that opens the innermost array or object.
  private var isAtOpening: Bool {
    open != JSONIndexer.none && Int(memory.elements[Int(open)].start) + 1 == rest
  }

  /// Reads on after an opening bracket.
  ///
  /// - Returns: as ``endContainers(at:)``.
  @inline(__always)
  private mutating func beginContainer(at: inout Int) throws(Failure) -> UInt32? {
    at = skipSpace(from: at)
    guard byte(at: at) != (isInObject ? .rightBrace : .rightBracket) else {
      return try endContainers(at: &at)
    }
    guard isInObject else { return JSONNode.noName }
    let name = try offset(at, of: .quote, else: .nameOrObjectEnd)
    at = try value(behindNameAt: at)
    return name
  }

  /// Reads on after a value, or at the end of an empty container; closes containers that end here.
  ///
  /// - Returns: the next value's name, with `at` at that value; `nil` at the end of the text.
  @inline(__always)
  private mutating func endContainers(at: inout Int) throws(Failure) -> UInt32? {
    while true {
      at = skipSpace(from: at)
      guard open != JSONIndexer.none else {
        guard at == count else { throw Failure(offset: at, expected: .textEnd) }
        return nil
      }
      switch byte(at: at) {
      case .comma where isInObject:
        at = skipSpace(from: at + 1)
        let name = try offset(at, of: .quote, else: .name)
        at = try value(behindNameAt: at)
        return name
      case .comma:
        at = skipSpace(from: at + 1)
        return JSONNode.noName
      case .rightBrace where isInObject, .rightBracket where !isInObject:
        at += 1
        leave(end: at)
      default:
        throw Failure(offset: at, expected: isInObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
    }
  }

  private mutating func enter(at: Int, name: UInt32) throws(Failure) {
    guard depth < maxDepth else {
      throw Failure(offset: at, expected: .depth(atMost: maxDepth))
    }
    try append(
      JSONNode(name: name, start: UInt32(truncatingIfNeeded: at), end: 0, next: open))
    depth += 1
    open = UInt32(truncatingIfNeeded: nodeCount - 1)
    isInObject = byte(at: at) == .leftBrace
    rest = at + 1
  }

  @inline(__always)
  private mutating func append(_ node: JSONNode) throws(Failure) {
    guard nodeCount < memory.elements.count else {
      throw Failure(offset: Int(node.start), expected: .count(atMost: JSONDocument.maxValues))
    }
    memory.elements.initializeElement(at: nodeCount, to: node)
    nodeCount += 1
  }

  private mutating func leave(end: Int) {
    let nodes = memory.elements
    let closed = Int(open)
    open = nodes[closed].next
    nodes[closed].end = UInt32(truncatingIfNeeded: end)
    nodes[closed].next = UInt32(truncatingIfNeeded: nodeCount)
    depth -= 1
    isInObject =
      open != JSONIndexer.none && byte(at: Int(nodes[Int(open)].start)) == .leftBrace
    rest = end
  }

  @inline(__always)
  private func value(behindNameAt name: Int) throws(Failure) -> Int {
    let colon = skipSpace(from: try endOfString(at: name))
    _ = try offset(colon, of: .colon, else: .colon)
    return skipSpace(from: colon + 1)
  }

  @inline(__always)
  private func offset(
    _ at: Int, of wanted: UInt8, else expected: JSONError.Expectation
  ) throws(Failure) -> UInt32 {
    guard byte(at: at) == wanted else { throw Failure(offset: at, expected: expected) }
    return UInt32(truncatingIfNeeded: at)
  }

  // MARK: Scalars

  @inline(__always)
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
  private func endOfString(at start: Int) throws(Failure) -> Int {
    let at = skipPlain(from: start + 1)
    return byte(at: at) == .quote ? at + 1 : try endOfString(goingOnAt: at)
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

  /// The well-formed sequences of RFC 3629 §4: no overlong form, no surrogate, nothing above
  /// U+10FFFF.
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

  /// The byte at an offset; after the end 0, which no rule accepts.
  @inline(__always)
  private func byte(at offset: Int) -> UInt8 {
    offset < count ? base.load(fromByteOffset: offset, as: UInt8.self) : 0
  }

  private var startsWithByteOrderMark: Bool {
    byte(at: 0) == 0xEF && byte(at: 1) == 0xBB && byte(at: 2) == 0xBF
  }

  @inline(__always)
  private func skipSpace(from start: Int) -> Int {
    byte(at: start) > .space ? start : skipSpaces(from: start)
  }

  /// Skips line feeds and the spaces after them, eight at a time; other white space is rare.
  @inline(__always)
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
  private func eightBytes(at offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The offset of the first byte that is not a plain ASCII character of a string, or the end of
  /// the text.
  @inline(__always)
  private func skipPlain(from start: Int) -> Int {
    var at = start
    while at <= count &- 8 {
      let special = eightBytes(at: at).specialStringBytes
      guard special == 0 else { return at &+ special.trailingZeroBitCount / 8 }
      at &+= 8
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
  /// Exact up to the lowest bit that is set, and the caller reads only that bit: a borrow reaches a
  /// byte only from a lower byte that is itself marked.
  @inline(__always)
  fileprivate var specialStringBytes: UInt64 {
    let ones = UInt64(repeating: 1)
    let controls = self &- UInt64(repeating: .space)
    let quotes = (self ^ UInt64(repeating: .quote)) &- ones
    let backslashes = (self ^ UInt64(repeating: .backslash)) &- ones
    return (controls | quotes | backslashes | self) & (ones << 7)
  }
}
