/// A JSON text (RFC 8259) and a flat index of its values.
///
/// The bytes are kept as they were received, so whatever the sender wrote (a number's spelling, an
/// unknown member, the members' order) can still be read and written. The index has one node of 16
/// bytes for each value, in the order of the text. It has no strings and no dictionaries.
public struct JSONDocument: Sendable {
  /// How many arrays and objects may be nested in each other.
  package static let maxDepth = 512

  /// The largest text, in bytes: offsets have 31 bits.
  package static let maxLength = Int(JSONNode.maxOffset)

  /// How many values a text may have. The index has 16 bytes for each value, so it takes at most
  /// 128 MiB, as much as the content of a response. Without this limit, the index of `[0,0,0]`
  /// would be eight times as large as its text.
  package static let maxValues = 1 << 23

  /// The JSON text as it was received.
  public let bytes: [UInt8]

  /// A node for each value, in the text's order.
  let nodes: [JSONNode]

  /// Whether errors name the type of an unexpected value instead of showing its text. It is set for
  /// files: a file can be a link, so the text may be from a file that the user didn't mean.
  var hidesText = false

  /// Checks a text against RFC 8259 and indexes its values.
  ///
  /// A byte order mark before the text is ignored (RFC 8259 §8.1). If an object repeats a name, all
  /// members are kept.
  ///
  /// - Parameter bytes: the JSON text in UTF-8.
  /// - Throws: ``JSONError`` at the first position that is not JSON or not well-formed UTF-8, or
  ///   that exceeds a limit: 512 levels of arrays and objects, 8,388,608 values, 2 GiB of text.
  public init(_ bytes: [UInt8]) throws(JSONError) {
    nodes = try JSONIndexer.makeNodes(of: bytes)
    self.bytes = bytes
  }

  /// Makes the document `[]`.
  init() {
    bytes = [.leftBracket, .rightBracket]
    nodes = [JSONNode(JSONIndexer.NextValue(nameStart: 0, start: 0), end: 2, next: 1)]
  }

  /// The outermost value.
  public var root: JSONValue { value(at: 0) }
}

/// One value of a document: where it is in the text, and where its next sibling is in the index.
struct JSONNode: BitwiseCopyable {
  /// The offset of the `"` that opens the member's name; ``start`` if the value isn't a member.
  var nameStart: UInt32 { markedNameStart & Self.maxOffset }

  /// ``nameStart``, with the highest bit set if ``isNameUnescapedASCII`` or ``repeatsNames``.
  private let markedNameStart: UInt32

  /// Whether the name of the value, which is a member, is printable ASCII without a backslash.
  var isNameUnescapedASCII: Bool { markedNameStart > Self.maxOffset }

  /// Whether the value is an element of an array, and an object whose members have the same names
  /// in the same order as those of the element before it.
  var repeatsNames: Bool { markedNameStart == start | Self.mark }

  /// The offset of the value's first byte, which also shows its type.
  let start: UInt32

  /// ``end``, with the highest bit set if ``isUnescapedASCII``.
  private let markedEnd: UInt32

  /// The index of the first node after the value and everything inside it, which is the next
  /// sibling, if there is one. While the indexer reads an array or object, its parent's index.
  let next: UInt32

  /// The largest offset. It leaves the highest bit of an offset for ``mark``.
  static let maxOffset = UInt32.max >> 1

  private static let mark = maxOffset + 1

  /// - Parameters:
  ///   - end: the offset after the value's last byte; 0 for an array or object that isn't closed.
  ///   - isUnescapedASCII: whether the value is a scalar of printable ASCII without a backslash.
  init(_ value: JSONIndexer.NextValue, end: Int, next: Int, isUnescapedASCII: Bool = false) {
    let nameStart = UInt32(truncatingIfNeeded: value.nameStart)
    markedNameStart = value.isNameUnescapedASCII ? nameStart | Self.mark : nameStart
    start = UInt32(truncatingIfNeeded: value.start)
    let end = UInt32(truncatingIfNeeded: end)
    markedEnd = isUnescapedASCII ? end | Self.mark : end
    self.next = UInt32(truncatingIfNeeded: next)
  }

  private init(closing node: JSONNode, end: UInt32, next: UInt32, repeatsNames: Bool) {
    markedNameStart = repeatsNames ? node.markedNameStart | Self.mark : node.markedNameStart
    start = node.start
    markedEnd = end
    self.next = next
  }

  /// This node of an array or object, with the end that the indexer has found.
  func closed(at: Int, next: Int, repeatsNames: Bool) -> JSONNode {
    JSONNode(
      closing: self, end: UInt32(truncatingIfNeeded: at), next: UInt32(truncatingIfNeeded: next),
      repeatsNames: repeatsNames)
  }

  /// The offset after the value's last byte.
  var end: UInt32 { markedEnd & Self.maxOffset }

  /// Whether the value is a scalar of printable ASCII without a backslash.
  var isUnescapedASCII: Bool { markedEnd > Self.maxOffset }
}

extension JSONDocument {
  package var isEmptyArray: Bool { root.kind == .array && children(at: 0).isEmpty }

  /// Whether the document has no member to show: it is a scalar, an empty object, or an array with
  /// nothing but scalars and empty objects and arrays.
  package var hasNoFields: Bool {
    var values = [0]
    if root.kind == .array { values = children(at: 0) }
    return values.allSatisfy { value in children(at: value).isEmpty }
  }
}

// MARK: Reading many values

extension JSONDocument {
  /// A document's memory, for code that reads many values. Indices and offsets aren't checked, so
  /// they have to come from this document.
  struct View {
    let base: UnsafeRawPointer
    let count: Int
    let nodes: UnsafeBufferPointer<JSONNode>
  }

  /// Calls `body` with a view that is valid during the call.
  func withView<Result>(_ body: (View) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { bytes in
      // The buffer has an address, because a document has at least one byte.
      let base = bytes.baseAddress.unsafelyUnwrapped
      return try nodes.withUnsafeBufferPointer {
        try body(View(base: base, count: bytes.count, nodes: $0))
      }
    }
  }
}

extension JSONDocument.View {
  func byte(at offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  /// The first byte of a node's value, which shows the value's type.
  func firstByte(of node: JSONNode) -> UInt8 { byte(at: Int(node.start)) }

  func slice(_ start: UInt32, _ end: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + Int(start), count: Int(end) &- Int(start))
  }

  /// The text of a member's name, with its quotes. It ends with the last quote before the value,
  /// because only white space and a colon come between them.
  func nameText(of node: JSONNode) -> UnsafeRawBufferPointer {
    var end = Int(node.start)
    while byte(at: end &- 1) != .quote { end &-= 1 }
    return slice(node.nameStart, UInt32(truncatingIfNeeded: end))
  }

  /// The text of a member's name, without its quotes.
  func nameWithoutQuotes(of node: JSONNode) -> UnsafeRawBufferPointer {
    let text = nameText(of: node)
    return UnsafeRawBufferPointer(rebasing: text[1..<text.count - 1])
  }

  /// Whether two values are neighbours in an array, and objects with the same names in the same
  /// order. Then each member of one is as far from its object as that of the other.
  @inline(__always)
  func repeatsNames(at index: Int, after previous: Int) -> Bool {
    let node = nodes[index]
    return node.repeatsNames && Int(node.next) &- index == index &- previous
  }

  /// The indices of an array's elements or an object's members; none for a scalar.
  func children(at index: Int) -> JSONChildren {
    JSONChildren(nodes: nodes, child: index + 1, end: Int(nodes[index].next))
  }

  /// The index of one value, as a sequence like ``children(at:)``.
  func children(only index: Int) -> JSONChildren {
    JSONChildren(nodes: nodes, child: index, end: index + 1)
  }
}

/// The indices of an array's elements or an object's members.
struct JSONChildren: Sequence, IteratorProtocol {
  fileprivate let nodes: UnsafeBufferPointer<JSONNode>
  fileprivate var child: Int
  fileprivate let end: Int

  mutating func next() -> Int? {
    guard child < end else { return nil }
    defer { child = Int(nodes[child].next) }
    return child
  }
}
