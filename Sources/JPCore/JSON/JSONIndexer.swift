/// Reads a JSON text once: checks it against RFC 8259, and indexes its values.
///
/// ``readAll()`` goes from value to value. ``readScalar(_:)`` or ``readOpening(_:)`` reads a
/// value and everything up to the next one: white space, a comma, closing brackets and a member's
/// name. ``JSONScanner`` has the rules for the bytes of a name or a scalar.
///
/// This is hot code, hence the forced inlining and the pointers. Until an array or object is
/// closed, its `next` is its parent's index, so the pass needs neither recursion nor a stack.
struct JSONIndexer {
  typealias ScanFailure = JSONScanner.ScanFailure

  /// The position of the next value.
  struct NextValue {
    /// The offset of the `"` that opens the member's name; ``start`` if the value isn't a member.
    let nameStart: Int

    /// The offset of the value's first byte.
    let start: Int

    /// Whether the value is a member whose name is printable ASCII without a backslash.
    var isNameUnescapedASCII = false
  }

  /// The outermost array or object has this value in place of its parent's index.
  private static let none = UInt32.max

  let text: JSONScanner

  /// Memory for the nodes; the first ``count`` of them are written.
  let nodes: UnsafeMutableBufferPointer<JSONNode>
  private(set) var count = 0

  /// The index of the innermost array or object that isn't closed; ``none`` outside of all.
  private var container = JSONIndexer.none
  private(set) var isInObject = false
  private var depth = 0

  /// How many nodes the last record has, its own included. A record is an array or object that is
  /// an element of an array; the next record probably has as many nodes.
  private(set) var recordLength = Int.max

  /// How many members of the open record were read by ``repeatedMember(at:isFirst:)``.
  private var repeatedCount = 0

  /// Makes the index of a JSON text.
  ///
  /// - Throws: ``JSONError`` at the first position that breaks a rule of RFC 8259 or exceeds a
  ///   limit.
  static func makeNodes(of bytes: [UInt8]) throws(JSONError) -> [JSONNode] {
    guard bytes.count <= JSONDocument.maxLength else {
      throw JSONError(at: 0, expected: .length(atMost: JSONDocument.maxLength), in: bytes)
    }
    // A value takes at least two bytes, such as `0,` or `[]`. Exceptions are the last value and the
    // arrays that aren't closed, at most one for each level. Reserving too much costs nothing,
    // because pages that are never written take no memory.
    let capacity = min(bytes.count / 2 + JSONDocument.maxDepth + 2, JSONDocument.maxValues)
    var failure: ScanFailure?
    let nodes = bytes.withUnsafeBytes { text in
      [JSONNode](unsafeUninitializedCapacity: capacity) { nodes, count in
        // Map only nodes that will be used: most lists have at least one value in 32 bytes.
        UnsafeMutableBufferPointer(rebasing: nodes.prefix(bytes.count / 32)).mapPages()
        var indexer = JSONIndexer(JSONScanner(text), nodes)
        do throws(ScanFailure) { try indexer.readAll() } catch { failure = error }
        count = indexer.count
      }
    }
    if let failure {
      throw JSONError(at: failure.offset, expected: failure.expected, in: bytes)
    }
    return nodes
  }

  private init(_ text: JSONScanner, _ nodes: UnsafeMutableBufferPointer<JSONNode>) {
    self.text = text
    self.nodes = nodes
  }

  // MARK: Values

  private mutating func readAll() throws(ScanFailure) {
    let start = text.skipSpace(from: text.bytes.byteOrderMarkLength)
    var next: NextValue? = NextValue(nameStart: start, start: start)
    while let value = next {
      if text.opensContainer(at: value.start) {
        next = try readOpening(value)
      } else {
        next = try readScalar(value)
      }
    }
  }

  /// Reads a scalar, and everything up to the next value.
  ///
  /// - Returns: the next value; `nil` at the end of the text.
  @inline(__always)
  private mutating func readScalar(_ value: NextValue) throws(ScanFailure) -> NextValue? {
    let (end, isUnescapedASCII) = try text.scanScalar(at: value.start)
    try appendNode(JSONNode(value, end: end, next: count &+ 1, isUnescapedASCII: isUnescapedASCII))
    if let member = repeatedMember(at: end, isFirst: false) {
      repeatedCount &+= 1
      return member
    }
    return try readToNextValue(after: end)
  }

  /// Reads the bracket that opens an array or object, and everything up to the next value.
  ///
  /// The function isn't inlined, because it would make its caller so long that the compiler stops
  /// inlining other functions there.
  ///
  /// - Returns: the next value; `nil` at the end of the text.
  @inline(never)
  private mutating func readOpening(_ value: NextValue) throws(ScanFailure) -> NextValue? {
    guard depth < JSONDocument.maxDepth else {
      throw ScanFailure(offset: value.start, expected: .depth(atMost: JSONDocument.maxDepth))
    }
    if !isInObject { repeatedCount = 0 }
    let index = UInt32(truncatingIfNeeded: count)
    try appendNode(JSONNode(value, end: 0, next: Int(container)))
    depth &+= 1
    container = index
    isInObject = text.byte(at: value.start) == .leftBrace
    let inside = value.start &+ 1
    if let member = repeatedMember(at: inside, isFirst: true) {
      repeatedCount &+= 1
      return member
    }
    let at = text.skipSpace(from: inside)
    let isEmpty = text.byte(at: at) == (isInObject ? .rightBrace : .rightBracket)
    if isEmpty { return try readToNextValue(after: at) }
    return try readName(at: at, else: .syntax(#"a name or "}""#))
  }

  /// Reads from the end of a value, or from the closing bracket of an empty container, to the next
  /// value. Closes the containers that end before that value.
  ///
  /// - Returns: the next value; `nil` at the end of the text.
  private mutating func readToNextValue(after end: Int) throws(ScanFailure) -> NextValue? {
    var at = text.skipSpace(from: end)
    while container != Self.none {
      switch text.byte(at: at) {
      case .comma:
        return try readName(at: text.skipSpace(from: at &+ 1), else: .syntax("a name"))
      case .rightBrace where isInObject, .rightBracket where !isInObject:
        at &+= 1
        closeContainer(at: at)
        at = text.skipSpace(from: at)
      default:
        if isInObject { throw ScanFailure(offset: at, expected: .syntax(#""," or "}""#)) }
        throw ScanFailure(offset: at, expected: .syntax(#""," or "]""#))
      }
    }
    guard at == text.count else { throw ScanFailure(offset: at, expected: .syntax("the end")) }
    return nil
  }

  /// Reads a member's name, or nothing in an array.
  ///
  /// - Returns: the value that follows: an element of the array, or a member of the object.
  private func readName(
    at start: Int, else expected: JSONError.Expectation
  ) throws(ScanFailure) -> NextValue {
    guard isInObject else { return NextValue(nameStart: start, start: start) }
    let name = try text.scanName(at: start, else: expected)
    return NextValue(
      nameStart: start, start: name.value, isNameUnescapedASCII: name.isUnescapedASCII)
  }

  // MARK: Nodes

  @inline(__always)
  private mutating func appendNode(_ node: JSONNode) throws(ScanFailure) {
    guard count < nodes.count else {
      throw ScanFailure(offset: Int(node.start), expected: .count(atMost: JSONDocument.maxValues))
    }
    nodes.initializeElement(at: count, to: node)
    count &+= 1
  }

  /// - Parameter end: the offset after the closing bracket.
  @inline(__always)
  private mutating func closeContainer(at end: Int) {
    let closed = Int(container)
    let node = nodes[closed]
    container = node.next
    depth &-= 1
    isInObject =
      container != Self.none && text.byte(at: Int(nodes[Int(container)].start)) == .leftBrace
    var repeatsNames = false
    if !isInObject {
      let length = count &- closed
      // All of its nodes repeat names, in as many nodes. An inner array would begin a record of its
      // own, whose members would be counted anew.
      repeatsNames = length == recordLength && length == repeatedCount &+ 1 && length > 1
      recordLength = length
    }
    nodes[closed] = node.closed(at: end, next: count, repeatsNames: repeatsNames)
  }
}
