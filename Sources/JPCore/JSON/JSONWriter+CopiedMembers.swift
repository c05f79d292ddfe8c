/// A shortcut: members with scalars are copied from the name's quote to the value's end in one piece,
/// each after a prefix of a fixed size. Without it, writing 1 MB takes 2.9 million instructions more.
///
///     [{"id":1,"title":"a"},{"id" : 2,"title":"b"}]
///       ^^^^^^ ^^^^^^^^^^^                           a piece each
///                            ^^^^^^^^                name, colon and value, one after the other
///                                     ^^^^^^^^^^^    a piece
///
/// Invariant: between the text of a member's name and its value there are one colon and white space,
/// and nothing else; the index has checked that. So a quote and the layout's colon just before the
/// value (`":` or `": `) are all that is between them, and the piece is already what the layout wants.
extension JSONWriter {
  /// Writes members until one that isn't a scalar.
  ///
  /// - Parameters:
  ///   - range: the indices of the members to write; the first of them is a member's.
  ///   - first: the index of the object's first member.
  /// - Returns: the index of the member that isn't a scalar; the end of the range without one.
  @inline(__always)
  func writeScalarMembers(
    _ range: Range<Int>, from first: Int, of document: JSONDocument.View, _ prefix: MemberPrefix,
    to output: inout OutputBuffer
  ) -> Int {
    var child = range.lowerBound
    while child < range.upperBound {
      let node = document.nodes[child]
      let opening = document.opening(of: node)
      guard opening != .leftBrace && opening != .leftBracket else { break }
      let prefix = child == first ? prefix.withoutComma : prefix
      if document.isSeparated(at: Int(node.start), as: layout) {
        output.append(prefix, document.slice(node.nameStart, node.end))
      } else {
        output.append(prefix, document.nameText(of: node))
        writeColon(to: &output)
        output.append(document.slice(node.start, node.end))
      }
      child &+= 1
    }
    return child
  }
}

/// What precedes a member of an object: a comma, a line break and the indentation.
struct MemberPrefix {
  private static let text: StaticString = ",\n                                "

  fileprivate let start: UnsafePointer<UInt8>
  fileprivate let count: Int

  /// - Returns: `nil` for members so deep that the prefix is longer than ``OutputBuffer/margin``.
  init?(_ layout: JSONWriter.Layout, depth: Int) {
    let count = layout == .pretty ? 2 + 2 * depth : 1
    guard count <= OutputBuffer.margin else { return nil }
    self.init(start: Self.text.utf8Start, count: count)
  }

  private init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// For the first member.
  fileprivate var withoutComma: Self { Self(start: start + 1, count: count - 1) }
}

extension JSONDocument.View {
  /// Whether a quote and the layout's colon precede the value at an offset, which is at least 4:
  /// `{"":0}` has the earliest possible member.
  @inline(__always)
  fileprivate func isSeparated(at start: Int, as layout: JSONWriter.Layout) -> Bool {
    let before = UInt32(
      littleEndian: base.loadUnaligned(fromByteOffset: start &- 4, as: UInt32.self))
    return switch layout {
    case .pretty: before >> 8 == 0x20_3A_22
    case .compact: before >> 16 == 0x3A_22
    }
  }
}

extension OutputBuffer {
  /// Appends a prefix and the bytes after it.
  @inline(__always)
  fileprivate mutating func append(_ prefix: MemberPrefix, _ bytes: UnsafeRawBufferPointer) {
    let length = prefix.count &+ bytes.count
    guard length <= capacity &- count, let start = bytes.baseAddress else {
      append(UnsafeRawBufferPointer(start: prefix.start, count: prefix.count))
      return append(bytes)
    }
    let end = memory + count
    // The prefix's text has 34 bytes, and there is a margin after the capacity: copy 32 of them,
    // because a copy of a fixed size is two instructions.
    end.copyMemory(from: prefix.start, byteCount: OutputBuffer.margin)
    (end + prefix.count).copyMemory(from: start, byteCount: bytes.count)
    count &+= length
  }
}
