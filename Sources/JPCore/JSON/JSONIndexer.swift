/// One pass over a text: checks it against RFC 8259 and indexes its values. It can start before the
/// whole text has arrived.
///
/// This is hot code, hence the forced inlining and the pointers. Until an array or object is closed,
/// its `next` holds its parent's index, so the pass needs neither recursion nor a stack.
struct JSONIndexer: ~Copyable {
  private typealias Failure = JSONScanner.Failure

  /// The parent of the outermost value.
  private static let none = UInt32.max

  private let maxDepth: Int
  private var memory = NodeMemory()
  private var count = 0

  /// The innermost array or object that is not closed.
  private var container = JSONIndexer.none
  private var isInObject = false
  private var depth = 0

  /// The number of nodes of the last element of an array, its own included. The next element
  /// probably has the same number.
  private var recordLength = Int.max

  /// The offset at which reading can resume: after a value or an opening bracket, or 0.
  private var resumeOffset = 0

  init(maxDepth: Int) {
    self.maxDepth = maxDepth
  }

  /// Reads the beginning of a text, as far as possible.
  ///
  /// - Parameter beginning: the bytes that have arrived, at most ``JSONDocument/maxLength``, those of
  ///   earlier calls included.
  /// - Returns: the number of bytes at its end that have to be read again.
  mutating func read(_ beginning: [UInt8]) -> Int {
    // The text may only be cut off here; a real error is found again at the end.
    do throws(Failure) { try run(over: beginning, isWhole: false) } catch {}
    return beginning.count - resumeOffset
  }

  /// Reads the rest of a text.
  ///
  /// - Parameter bytes: the whole text, with the bytes of earlier calls.
  consuming func nodes(of bytes: [UInt8]) throws(JSONError) -> JSONNodes {
    guard bytes.count <= JSONDocument.maxLength else {
      throw JSONError(at: 0, expected: .length(atMost: JSONDocument.maxLength), in: bytes)
    }
    do throws(Failure) { try run(over: bytes, isWhole: true) } catch {
      throw JSONError(at: error.offset, expected: error.expected, in: bytes)
    }
    return JSONNodes(memory, count: count)
  }

  private mutating func run(over bytes: [UInt8], isWhole: Bool) throws(Failure) {
    // The densest text is `[[],0]`, at the greatest depth.
    let room = min(bytes.count / 2 + maxDepth + 2, JSONDocument.maxValues)
    if room > memory.nodes.count {
      // At least twice as much, because realloc(3) may copy all nodes each time.
      memory.reserveCapacity(min(max(room, 2 * memory.nodes.count), JSONDocument.maxValues))
    }
    var failure: Failure?
    bytes.withUnsafeBytes { buffer in
      do throws(Failure) { try run(over: JSONScanner(buffer, isWhole: isWhole)) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private mutating func run(over text: JSONScanner) throws(Failure) {
    var at = resumeOffset
    var name: UInt32
    if count == 0 {
      at = text.skipSpace(from: max(at, text.bytes.byteOrderMarkLength))
      resumeOffset = at
      name = UInt32(truncatingIfNeeded: at)
    } else {
      let next =
        isAtOpening
        ? try beginContainer(in: text, at: &at) : try endContainers(in: text, at: &at)
      guard let next else { return }
      name = next
    }
    while true {
      let next =
        text.opensContainer(at: at)
        ? try readOpening(in: text, at: &at, name: name)
        : try readScalar(in: text, at: &at, name: name)
      guard let next else { return }
      name = next
    }
  }

  /// Reads a scalar, and on to the next value.
  ///
  /// - Returns: what ``endContainers(in:at:)`` returns.
  @inline(__always)
  private mutating func readScalar(
    in text: JSONScanner, at: inout Int, name: UInt32
  ) throws(Failure) -> UInt32? {
    let (end, isVerbatim) = try text.endOfScalar(at: at)
    try append(
      JSONNode(
        name: name, start: UInt32(truncatingIfNeeded: at), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: count &+ 1), isVerbatim: isVerbatim))
    at = end
    resumeOffset = end
    if let name = repeatedName(in: text, at: &at, isFirst: false) { return name }
    return try endContainers(in: text, at: &at)
  }

  /// Reads the bracket that opens an array or object, and on to the next value. A separate function,
  /// because the compiler stops inlining in long ones.
  ///
  /// - Returns: what ``endContainers(in:at:)`` returns.
  @inline(never)
  private mutating func readOpening(
    in text: JSONScanner, at: inout Int, name: UInt32
  ) throws(Failure) -> UInt32? {
    guard depth < maxDepth else {
      throw Failure(offset: at, expected: .depth(atMost: maxDepth))
    }
    let index = UInt32(truncatingIfNeeded: count)
    try append(
      JSONNode(name: name, start: UInt32(truncatingIfNeeded: at), end: 0, next: container))
    depth &+= 1
    container = index
    isInObject = text.byte(at: at) == .leftBrace
    at &+= 1
    resumeOffset = at
    if let name = repeatedName(in: text, at: &at, isFirst: true) { return name }
    return try beginContainer(in: text, at: &at)
  }

  /// Reads on to the next member if the text up to its value is the same as in the previous record.
  ///
  /// - Parameter isFirst: whether it would be the object's first member.
  /// - Returns: the offset of the member's name, with `at` at its value; `nil` if the text differs.
  @inline(__always)
  private func repeatedName(in text: JSONScanner, at: inout Int, isFirst: Bool) -> UInt32? {
    // The value that corresponds to the next one.
    let twin = count &- recordLength
    guard isInObject, twin > 0 else { return nil }
    return text.scanName(of: twin, in: memory.nodes, at: &at, isFirst: isFirst)
  }

  /// Whether reading resumes right after the bracket that opens the innermost array or object.
  private var isAtOpening: Bool {
    container != Self.none && Int(memory.nodes[Int(container)].start) + 1 == resumeOffset
  }

  /// Reads on after an opening bracket.
  ///
  /// - Returns: what ``endContainers(in:at:)`` returns.
  private mutating func beginContainer(
    in text: JSONScanner, at: inout Int
  ) throws(Failure) -> UInt32? {
    at = text.skipSpace(from: at)
    guard text.byte(at: at) != (isInObject ? .rightBrace : .rightBracket) else {
      return try endContainers(in: text, at: &at)
    }
    guard isInObject else { return UInt32(truncatingIfNeeded: at) }
    return try text.scanName(at: &at, else: .nameOrObjectEnd)
  }

  /// Reads on after a value, or at the end of an empty container; closes containers that end here.
  ///
  /// - Returns: the offset of the next value's name, or of the value if it has none, with `at` at
  ///   the value; `nil` at the end of the text.
  private mutating func endContainers(
    in text: JSONScanner, at: inout Int
  ) throws(Failure) -> UInt32? {
    while true {
      at = text.skipSpace(from: at)
      guard container != Self.none else {
        guard at == text.count else { throw Failure(offset: at, expected: .textEnd) }
        return nil
      }
      switch text.byte(at: at) {
      case .comma:
        at = text.skipSpace(from: at &+ 1)
        return isInObject
          ? try text.scanName(at: &at, else: .name) : UInt32(truncatingIfNeeded: at)
      case .rightBrace where isInObject, .rightBracket where !isInObject:
        at &+= 1
        close(in: text, end: at)
      default:
        throw Failure(offset: at, expected: isInObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
    }
  }

  @inline(__always)
  private mutating func append(_ node: JSONNode) throws(Failure) {
    guard count < memory.nodes.count else {
      throw Failure(offset: Int(node.start), expected: .count(atMost: JSONDocument.maxValues))
    }
    memory.nodes.initializeElement(at: count, to: node)
    count &+= 1
  }

  @inline(__always)
  private mutating func close(in text: JSONScanner, end: Int) {
    let closed = Int(container)
    let node = memory.nodes[closed]
    container = node.next
    memory.nodes[closed] = JSONNode(
      name: node.name, start: node.start, end: UInt32(truncatingIfNeeded: end),
      next: UInt32(truncatingIfNeeded: count))
    depth &-= 1
    isInObject =
      container != Self.none && text.byte(at: Int(memory.nodes[Int(container)].start)) == .leftBrace
    if !isInObject { recordLength = count &- closed }
    resumeOffset = end
  }
}
