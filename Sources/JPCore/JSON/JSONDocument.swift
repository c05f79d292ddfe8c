/// A JSON text (RFC 8259) and a flat index of its values.
///
/// The bytes stay as they came, so whatever the sender wrote (a number's spelling, an unknown
/// member, the members' order) is still there to be read and written. The index holds one node for
/// each value, in the order of the text: 16 bytes, no string and no dictionary.
public struct JSONDocument: Sendable {
  /// How deep arrays and objects may be nested.
  package static let maxDepth = 512

  /// The largest text, in bytes: offsets have 31 bits.
  package static let maxLength = Int(JSONNode.maxOffset)

  /// How many values a text may have. The index takes 16 bytes for each, so it could be many times
  /// as large as the text.
  package static let maxValues = 1 << 23

  /// The text, byte for byte.
  public let bytes: [UInt8]

  /// A node for each value, in the text's order.
  let nodes: [JSONNode]

  /// Checks a text against RFC 8259 and indexes its values.
  ///
  /// A byte order mark before the text is ignored (RFC 8259 §8.1). If an object repeats a name, all
  /// members are kept.
  ///
  /// - Parameter bytes: the whole text, UTF-8.
  /// - Throws: the first place that is not JSON or not well-formed UTF-8, or that exceeds a limit:
  ///   512 levels of arrays and objects, 8,388,608 values, 2 GiB of text.
  public init(_ bytes: [UInt8]) throws(JSONError) {
    try self.init(bytes, maxDepth: Self.maxDepth)
  }

  private init(_ bytes: [UInt8], maxDepth: Int) throws(JSONError) {
    nodes = try JSONIndexer.nodes(of: bytes, maxDepth: maxDepth)
    self.bytes = bytes
  }

  /// An empty array.
  init() {
    do { try self.init([.leftBracket, .rightBracket]) } catch { preconditionFailure("[] is JSON") }
  }

  /// An array of the documents' outermost values, in order.
  init(arrayOf documents: [JSONDocument]) throws(JSONError) {
    let elements = documents.map(\.root.text).joined(separator: [.comma])
    try self.init([.leftBracket] + elements + [.rightBracket], maxDepth: Self.maxDepth + 1)
  }

  /// The outermost value.
  public var root: JSONValue { value(at: 0) }
}

/// One value of a document: its position in the text, and its next sibling's in the index.
struct JSONNode: BitwiseCopyable {
  /// The offset of the `"` that opens the member's name; ``start`` if the value isn't a member.
  let nameStart: UInt32

  /// The offset of the value's first byte, which also shows its type.
  let start: UInt32

  /// The offset after the value's last byte, and the mark of a plain scalar.
  private let markedEnd: UInt32

  /// The index after the value and everything inside it: the next sibling's, if there is one. Until
  /// an array or object is closed, its parent's index.
  let next: UInt32

  /// The largest offset.
  static let maxOffset = UInt32.max >> 1

  private static let mark = maxOffset + 1

  /// - Parameters:
  ///   - end: 0 for an array or object that isn't closed.
  ///   - isPlain: whether it is a scalar of printable ASCII without a backslash.
  init(_ value: JSONIndexer.Next, end: Int, next: Int, isPlain: Bool = false) {
    nameStart = UInt32(truncatingIfNeeded: value.nameStart)
    start = UInt32(truncatingIfNeeded: value.start)
    let end = UInt32(truncatingIfNeeded: end)
    markedEnd = isPlain ? end | Self.mark : end
    self.next = UInt32(truncatingIfNeeded: next)
  }

  private init(closing node: JSONNode, end: UInt32, next: UInt32) {
    nameStart = node.nameStart
    start = node.start
    markedEnd = end
    self.next = next
  }

  /// An array or object with its end.
  func closed(end: Int, next: Int) -> JSONNode {
    JSONNode(
      closing: self, end: UInt32(truncatingIfNeeded: end), next: UInt32(truncatingIfNeeded: next))
  }

  /// The offset after the value's last byte.
  var end: UInt32 { markedEnd & Self.maxOffset }

  /// Whether it is a scalar of printable ASCII without a backslash.
  var isPlain: Bool { markedEnd > Self.maxOffset }
}
