/// A JSON text (RFC 8259) and a flat index of its values.
///
/// The bytes stay as they came, so whatever the sender wrote (a number's spelling, an unknown
/// member, the members' order) is still there to be read and written. The index holds one node for
/// each value, in the order of the text: 16 bytes each, no string and no dictionary.
public struct JSONDocument: Sendable {
  /// How many arrays and objects may stand inside each other.
  public static let maxDepth = 512

  /// The largest text, in bytes: offsets have 32 bits, and the last is kept free.
  public static let maxLength = Int(UInt32.max) - 1

  /// How many values a text may have. Their index takes 16 bytes each, and so could be many times as
  /// large as the text.
  public static let maxValues = 1 << 23

  /// The text, byte for byte.
  public let bytes: [UInt8]

  let nodes: JSONNodes

  /// Checks a text against RFC 8259 and indexes its values.
  ///
  /// A byte order mark before the text is passed over (RFC 8259 §8.1). Names that an object has
  /// twice are kept.
  ///
  /// - Parameter bytes: the whole text, UTF-8.
  /// - Throws: the first place that is not JSON, is deeper than ``maxDepth``, or is not well-formed
  ///   UTF-8.
  public init(_ bytes: [UInt8]) throws(JSONError) {
    try self.init(bytes, begunBy: nil)
  }

  /// The same for a text of which a part is indexed.
  ///
  /// - Parameter partial: what it has read, `bytes` begin with.
  init(_ bytes: [UInt8], begunBy partial: PartialJSON?) throws(JSONError) {
    let begun = partial?.takeIndexer()
    try self.init(bytes, begun ?? JSONIndexer(maxDepth: Self.maxDepth))
  }

  private init(_ bytes: [UInt8], _ indexer: consuming JSONIndexer) throws(JSONError) {
    nodes = try indexer.nodes(of: bytes)
    self.bytes = bytes
  }

  /// An empty array.
  init() {
    bytes = [.leftBracket, .rightBracket]
    nodes = JSONNodes(of: JSONNode(name: JSONNode.noName, start: 0, end: 2, next: 1))
  }

  /// An array of the documents' outermost values, in order.
  init(arrayOf documents: [JSONDocument]) throws(JSONError) {
    let texts = documents.map(\.root.text).joined(separator: [.comma])
    try self.init(
      [.leftBracket] + texts + [.rightBracket], JSONIndexer(maxDepth: Self.maxDepth + 1))
  }

  /// The outermost value.
  public var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// One value of a document: where it stands, and where the one behind it in the index is.
struct JSONNode: Sendable {
  /// Stands in ``name`` where the value is no object's member.
  static let noName = UInt32.max

  /// The offset of the `"` that opens the member's name, or ``noName``.
  let name: UInt32

  /// The offset of the value's first byte, which also tells its type.
  let start: UInt32

  /// The offset behind the value's last byte.
  var end: UInt32

  /// The index behind the value and all that it holds: the next sibling, if there is one.
  var next: UInt32
}
