/// A JSON text (RFC 8259) and a flat index of its values.
///
/// The bytes stay as they came, so whatever the sender wrote (a number's spelling, an unknown
/// member, the members' order) is still there to be read and written. The index holds one node for
/// each value, in the order of the text: 16 bytes, no string and no dictionary.
public struct JSONDocument: Sendable {
  /// How deep arrays and objects may be nested.
  public static let maxDepth = 512

  /// The largest text, in bytes: offsets have 31 bits, and the last offset is reserved.
  public static let maxLength = Int(JSONNode.maxOffset) - 1

  /// How many values a text may have. The index takes 16 bytes for each, so it could be many times
  /// as large as the text.
  public static let maxValues = 1 << 23

  /// The text, byte for byte.
  public let bytes: [UInt8]

  let nodes: JSONNodes

  /// Checks a text against RFC 8259 and indexes its values.
  ///
  /// A byte order mark before the text is ignored (RFC 8259 §8.1). If an object repeats a name, all
  /// members are kept.
  ///
  /// - Parameter bytes: the whole text, UTF-8.
  /// - Throws: the first place that is not JSON or not well-formed UTF-8, or where ``maxDepth`` or
  ///   ``maxValues`` is exceeded; a text longer than ``maxLength``.
  public init(_ bytes: [UInt8]) throws(JSONError) {
    try self.init(bytes, begunBy: nil)
  }

  /// The same for a text that is partly indexed already.
  ///
  /// - Parameters:
  ///   - partial: has indexed the beginning of `bytes`, or nothing.
  ///   - levels: how much deeper than ``maxDepth`` it may be.
  init(
    _ bytes: [UInt8], begunBy partial: IncrementalIndexer?, deeperBy levels: Int = 0
  ) throws(JSONError) {
    let begun = partial?.takeIndexer()
    let indexer = begun ?? JSONIndexer(maxDepth: Self.maxDepth + levels)
    nodes = try indexer.nodes(of: bytes)
    self.bytes = bytes
  }

  /// An empty array.
  init() {
    do { try self.init([.leftBracket, .rightBracket]) } catch { preconditionFailure("[] is JSON") }
  }

  /// An array of the documents' outermost values, in order.
  init(arrayOf documents: [JSONDocument]) throws(JSONError) {
    let texts = documents.map(\.root.text).joined(separator: [.comma])
    try self.init([.leftBracket] + texts + [.rightBracket], begunBy: nil, deeperBy: 1)
  }

  /// The outermost value.
  public var root: JSONValue { value(at: 0) }
}
