/// One pass over a text: checks it against RFC 8259 and notes where its values are. It can begin
/// with a part of the text, and go on when there is more.
///
/// This is hot code. Hence forced inlining, no recursion (an open array or object keeps its
/// parent's index in `next` until it is closed, so there is no stack to grow), and pointers: every
/// new node is written into room that ``makeReady()`` has made, and ``JSONScanner`` reads the bytes.
struct JSONIndexer: ~Copyable {
  private typealias Failure = JSONScanner.Failure

  private static let populatedAtOnce = 1 << 14

  /// The parent of the outermost value.
  private static let none = JSONNodeWord.max

  private let maxDepth: Int
  private var memory = GrowingMemory<JSONNodeWord>()
  private var wordCount = 0

  /// How many nodes have two words.
  private var pairCount = 0

  /// With more words than these there may be no room for another node.
  private var readyCount = 0

  private var open = JSONIndexer.none
  private var isInObject = false
  private var depth = 0

  /// How many words the last object or array of an array had, its own included. The next one
  /// probably has as many.
  private var recordLength = Int.max

  /// Where reading can resume with the rest of the state as it is: after a value or an opening
  /// bracket, or before the first of them.
  private var rest = 0

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
    return JSONNodes(memory, wordCount: wordCount, count: wordCount - pairCount)
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

  /// Reserves words for the densest text, `[[[]]]`, inside as many open arrays as are allowed.
  private mutating func makeRoom(for length: Int, isWhole: Bool) {
    let most = 2 * JSONDocument.maxValues
    let room = min(length + maxDepth + 2, most)
    guard room > memory.elements.count else { return }
    // For a text that arrives in parts, twice as many.
    memory.reserveCapacity(isWhole ? room : min(2 * room, most))
    // Nodes usually fill a quarter of the text's size.
    memory.elements.adviseHugePages(expecting: isWhole ? length / 4 : length / 2)
  }

  private mutating func run(over text: JSONScanner) throws(Failure) {
    var at = rest
    var name: UInt32
    if wordCount == 0 {
      at = text.skipSpace(from: max(rest, text.startsWithByteOrderMark ? 3 : 0))
      rest = at
      name = UInt32(truncatingIfNeeded: at)
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
        let (end, isPlain) = try text.endOfScalar(at: at)
        try appendScalar(name: name, start: at, end: end, isPlain: isPlain)
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
    open != Self.none && Int(memory.elements[Int(open)].start) + 1 == rest
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
    return try text.passName(at: &at, else: .nameOrObjectEnd)
  }

  /// Reads on after a value, or at the end of an empty container; closes containers that end here.
  ///
  /// - Returns: where the next value's name begins, or the value itself if it has none, with `at`
  ///   at that value; `nil` at the end of the text.
  private mutating func endContainers(
    in text: JSONScanner, at: inout Int
  ) throws(Failure) -> UInt32? {
    while true {
      at = text.skipSpace(from: at)
      guard open != Self.none else {
        guard at == text.count else { throw Failure(offset: at, expected: .textEnd) }
        return nil
      }
      switch text.byte(at: at) {
      case .comma:
        at = text.skipSpace(from: at &+ 1)
        return isInObject
          ? try text.passName(at: &at, else: .name) : UInt32(truncatingIfNeeded: at)
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
    let own = wordCount
    try appendPair(name: name, start: at, end: 0, next: open)
    depth &+= 1
    open = UInt32(truncatingIfNeeded: own)
    isInObject = text.byte(at: at) == .leftBrace
    rest = at &+ 1
  }

  @inline(__always)
  private mutating func appendScalar(
    name: UInt32, start: Int, end: Int, isPlain: Bool
  ) throws(Failure) {
    guard let word = JSONNodeWord(name: name, start: start, end: end, isPlain: isPlain) else {
      return try appendPair(
        name: name, start: start, end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: wordCount &+ 2))
    }
    if wordCount >= readyCount { try makeReady(for: start) }
    memory.elements.initializeElement(at: wordCount, to: word)
    wordCount &+= 1
  }

  private mutating func appendPair(
    name: UInt32, start: Int, end: UInt32, next: UInt32
  ) throws(Failure) {
    if wordCount >= readyCount { try makeReady(for: start) }
    memory.elements.initializeElement(
      at: wordCount, to: JSONNodeWord(start: UInt32(truncatingIfNeeded: start), next: next))
    memory.elements.initializeElement(
      at: wordCount &+ 1, to: JSONNodeWord(name: name, end: end))
    wordCount &+= 2
    pairCount &+= 1
  }

  /// Has memory ready for as many nodes as a long text probably still has.
  ///
  /// - Parameter start: where the value stands whose node is to be written.
  @inline(never)
  private mutating func makeReady(for start: Int) throws(Failure) {
    let left = JSONDocument.maxValues - (wordCount - pairCount)
    guard left > 0 else {
      throw Failure(offset: start, expected: .count(atMost: JSONDocument.maxValues))
    }
    let room = memory.elements.count
    precondition(wordCount < room - 1, "there is room for the densest text")
    // A node of two words may be the last.
    readyCount = min(wordCount + min(left, Self.populatedAtOnce), room - 1)
    // Short texts have room for fewer.
    guard room > Self.populatedAtOnce else { return }
    UnsafeMutableBufferPointer(rebasing: memory.elements[wordCount..<readyCount]).populate()
  }

  @inline(__always)
  private mutating func leave(in text: JSONScanner, end: Int) {
    let words = memory.elements
    let closed = Int(open)
    let (first, second) = (words[closed], words[closed &+ 1])
    open = first.upper
    words[closed] = JSONNodeWord(start: first.start, next: UInt32(truncatingIfNeeded: wordCount))
    words[closed &+ 1] = JSONNodeWord(name: second.start, end: UInt32(truncatingIfNeeded: end))
    depth &-= 1
    isInObject = open != Self.none && text.byte(at: Int(words[Int(open)].start)) == .leftBrace
    if !isInObject { recordLength = wordCount &- closed }
    rest = end
  }

  // MARK: Texts that a list's records repeat

  /// Reads on after a member where the text up to the next value is the same as in the record
  /// before: a comma, a name and a colon, which have been checked there.
  ///
  /// - Returns: where the next value's name begins, with `at` at that value; `nil` where the text
  ///   is another.
  @inline(__always)
  private func repeatedName(in text: JSONScanner, at: inout Int) -> UInt32? {
    let twin = wordCount &- recordLength
    guard isInObject, twin > 0, text.byte(at: at) == .comma else { return nil }
    // With a comma right after it, the scalar before the twin is in the same object.
    let before = memory.elements[twin &- 1]
    guard before.isScalar else { return nil }
    return text.passName(of: memory.elements[twin], behind: before.scalarEnd, at: &at)
  }

  /// The same after an opening brace: white space, a name and a colon.
  @inline(__always)
  private func repeatedFirstName(in text: JSONScanner, at: inout Int) -> UInt32? {
    let twin = wordCount &- recordLength
    guard isInObject, twin > 1, memory.elements[twin &- 1].isSecondOfTwo else { return nil }
    let object = memory.elements[twin &- 2]
    // If it were empty, the twin would be its sibling.
    guard Int(object.upper) > twin, text.byte(at: Int(object.start)) == .leftBrace else {
      return nil
    }
    return text.passName(of: memory.elements[twin], behind: object.start &+ 1, at: &at)
  }
}
