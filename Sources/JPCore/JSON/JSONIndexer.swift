/// One pass over a text: checks it against RFC 8259 and notes where its values are. It can begin
/// with a part of the text, and go on when there is more.
///
/// This is hot code. Hence forced inlining, no recursion (an open array or object keeps its
/// parent's index in `next` until it is closed, so there is no stack to grow), and pointers: every
/// new node is written by ``append(_:)``, and ``JSONScanner`` reads the bytes.
struct JSONIndexer: ~Copyable {
  private typealias Failure = JSONScanner.Failure

  private let maxDepth: Int
  private var memory = GrowingMemory<JSONNode>()
  private var nodeCount = 0

  /// How many nodes can be written before more memory is populated.
  private var readyCount = 0

  private static let populatedAtOnce = 1 << 14
  private var open = JSONIndexer.none
  private var isInObject = false
  private var depth = 0

  /// How many values the last object or array of an array had, itself included. The next one
  /// probably has as many.
  private var recordLength = Int.max

  /// Where reading can resume with the rest of the state as it is: after a value or an opening
  /// bracket, or before the first of them.
  private var rest = 0

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
    do throws(Failure) { try run(over: beginning, isWhole: false) } catch {}
    return beginning.count - rest
  }

  /// Reads the rest of a text.
  ///
  /// - Parameter bytes: the whole text; it begins with what was read before.
  consuming func nodes(of bytes: [UInt8]) throws(JSONError) -> JSONNodes {
    guard bytes.count <= JSONDocument.maxLength else {
      throw JSONError(at: 0, expected: .length(atMost: JSONDocument.maxLength), in: bytes)
    }
    do throws(Failure) { try run(over: bytes, isWhole: true) } catch {
      throw JSONError(at: error.offset, expected: error.expected, in: bytes)
    }
    return JSONNodes(memory, count: nodeCount)
  }

  private mutating func run(over bytes: [UInt8], isWhole: Bool) throws(Failure) {
    makeRoom(for: bytes.count, isWhole: isWhole)
    var failure: Failure?
    bytes.withUnsafeBytes { buffer in
      let text = JSONScanner(
        base: buffer.baseAddress ?? Self.nowhere, count: buffer.count, isWhole: isWhole)
      do throws(Failure) { try run(over: text) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Reserves nodes for the densest text, `0,0,0`, inside as many open arrays as are allowed.
  private mutating func makeRoom(for length: Int, isWhole: Bool) {
    let room = min((length + maxDepth) / 2 + 1, JSONDocument.maxValues)
    guard room > memory.elements.count else { return }
    // For a text that arrives in parts, twice as many.
    memory.reserveCapacity(isWhole ? room : min(2 * room, JSONDocument.maxValues))
    // Nodes usually fill half of the text's size.
    memory.elements.adviseHugePages(expecting: isWhole ? length / 2 : length)
  }

  private mutating func run(over text: JSONScanner) throws(Failure) {
    var at = rest
    var name = JSONNode.noName
    if nodeCount == 0 {
      at = text.skipSpace(from: max(rest, text.startsWithByteOrderMark ? 3 : 0))
      rest = at
    } else {
      let next =
        isAtOpening
        ? try beginContainer(in: text, at: &at) : try endContainers(in: text, at: &at)
      guard let next else { return }
      name = next
    }
    while true {
      let next: UInt32?
      if text.opensContainer(at: at) {
        try enter(in: text, at: at, name: name)
        at &+= 1
        if let name = repeatedFirstName(in: text, at: &at) {
          next = name
        } else {
          next = try beginContainer(in: text, at: &at)
        }
      } else {
        let end = try text.endOfScalar(at: at)
        try append(
          JSONNode(
            name: name, start: UInt32(truncatingIfNeeded: at),
            end: UInt32(truncatingIfNeeded: end),
            next: UInt32(truncatingIfNeeded: nodeCount &+ 1)))
        at = end
        rest = end
        if let name = repeatedName(in: text, at: &at) {
          next = name
        } else {
          next = try endContainers(in: text, at: &at)
        }
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
  /// - Returns: as ``endContainers(in:at:)``.
  private mutating func beginContainer(
    in text: JSONScanner, at: inout Int
  ) throws(Failure) -> UInt32? {
    at = text.skipSpace(from: at)
    guard text.byte(at: at) != (isInObject ? .rightBrace : .rightBracket) else {
      return try endContainers(in: text, at: &at)
    }
    guard isInObject else { return JSONNode.noName }
    return try text.passName(at: &at, else: .nameOrObjectEnd)
  }

  /// Reads on after a value, or at the end of an empty container; closes containers that end here.
  ///
  /// - Returns: the next value's name, with `at` at that value; `nil` at the end of the text.
  private mutating func endContainers(
    in text: JSONScanner, at: inout Int
  ) throws(Failure) -> UInt32? {
    while true {
      at = text.skipSpace(from: at)
      guard open != JSONIndexer.none else {
        guard at == text.count else { throw Failure(offset: at, expected: .textEnd) }
        return nil
      }
      switch text.byte(at: at) {
      case .comma:
        at = text.skipSpace(from: at &+ 1)
        return isInObject ? try text.passName(at: &at, else: .name) : JSONNode.noName
      case .rightBrace where isInObject, .rightBracket where !isInObject:
        at &+= 1
        leave(in: text, end: at)
      default:
        throw Failure(offset: at, expected: isInObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
    }
  }

  @inline(__always)
  private mutating func enter(in text: JSONScanner, at: Int, name: UInt32) throws(Failure) {
    guard depth < maxDepth else {
      throw Failure(offset: at, expected: .depth(atMost: maxDepth))
    }
    try append(
      JSONNode(name: name, start: UInt32(truncatingIfNeeded: at), end: 0, next: open))
    depth &+= 1
    open = UInt32(truncatingIfNeeded: nodeCount &- 1)
    isInObject = text.byte(at: at) == .leftBrace
    rest = at &+ 1
  }

  @inline(__always)
  private mutating func append(_ node: JSONNode) throws(Failure) {
    if nodeCount == readyCount {
      guard nodeCount < memory.elements.count else {
        throw Failure(offset: Int(node.start), expected: .count(atMost: JSONDocument.maxValues))
      }
      populate()
    }
    memory.elements.initializeElement(at: nodeCount, to: node)
    nodeCount &+= 1
  }

  /// Has memory ready for as many nodes as a long text probably still has.
  @inline(never)
  private mutating func populate() {
    readyCount = min(readyCount &+ Self.populatedAtOnce, memory.elements.count)
    // Short texts have room for fewer.
    guard memory.elements.count > Self.populatedAtOnce else { return }
    UnsafeMutableBufferPointer(rebasing: memory.elements[nodeCount..<readyCount]).populate()
  }

  @inline(__always)
  private mutating func leave(in text: JSONScanner, end: Int) {
    let nodes = memory.elements
    let closed = Int(open)
    open = nodes[closed].next
    nodes[closed].end = UInt32(truncatingIfNeeded: end)
    nodes[closed].next = UInt32(truncatingIfNeeded: nodeCount)
    depth &-= 1
    isInObject =
      open != JSONIndexer.none && text.byte(at: Int(nodes[Int(open)].start)) == .leftBrace
    if !isInObject { recordLength = nodeCount &- closed }
    rest = end
  }

  // MARK: Texts that a list's records repeat

  /// Reads on after a member where the text up to the next value is the same as in the record
  /// before: a comma, a name and a colon, which have been checked there.
  ///
  /// - Returns: the next value's name, with `at` at that value; `nil` where the text is another.
  @inline(__always)
  private func repeatedName(in text: JSONScanner, at: inout Int) -> UInt32? {
    let twin = nodeCount &- recordLength
    guard isInObject, twin > 0, text.byte(at: at) == .comma else { return nil }
    // With a comma right after it, the value before the twin is in the same object.
    let before = memory.elements[twin &- 1].end
    return text.passName(of: memory.elements[twin], behind: before, at: &at)
  }

  /// The same after an opening brace: white space, a name and a colon.
  @inline(__always)
  private func repeatedFirstName(in text: JSONScanner, at: inout Int) -> UInt32? {
    let twin = nodeCount &- recordLength
    guard isInObject, twin > 0 else { return nil }
    let object = memory.elements[twin &- 1]
    // If it were empty, the twin would be its sibling.
    guard Int(object.next) > twin, text.byte(at: Int(object.start)) == .leftBrace else {
      return nil
    }
    return text.passName(of: memory.elements[twin], behind: object.start &+ 1, at: &at)
  }
}
