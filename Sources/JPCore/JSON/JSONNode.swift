/// One value of a document: its place in the text, and its next sibling's in the index.
struct JSONNode: BitwiseCopyable {
  /// The offset of the `"` that opens the member's name; ``start`` if the value isn't a member.
  let name: UInt32

  /// The offset of the value's first byte, which also shows its type.
  let start: UInt32

  /// The offset after the value's last byte, and the mark of a verbatim scalar.
  private let markedEnd: UInt32

  /// The index after the value and everything inside it: the next sibling's, if there is one.
  let next: UInt32

  /// The largest offset.
  static let maxOffset = UInt32.max >> 1

  private static let mark = maxOffset + 1

  /// - Parameter isVerbatim: whether it is a scalar of printable ASCII without a backslash.
  init(name: UInt32, start: UInt32, end: UInt32, next: UInt32, isVerbatim: Bool = false) {
    self.name = name
    self.start = start
    markedEnd = isVerbatim ? end | Self.mark : end
    self.next = next
  }

  /// The offset after the value's last byte.
  var end: UInt32 { markedEnd & Self.maxOffset }

  /// Whether it is a scalar of printable ASCII without a backslash.
  var isVerbatim: Bool { markedEnd > Self.maxOffset }
}
