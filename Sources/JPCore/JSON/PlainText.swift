/// A text that can be shown exactly as the document spells it: printable ASCII without a backslash,
/// as most text is. It has as many columns as bytes.
struct PlainText {
  private let start: UInt32
  private let end: UInt32

  static let empty = PlainText(0, 0)

  var range: Range<Int> { Int(start)..<Int(end) }
  var count: Int { range.count }

  fileprivate init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = end
  }
}

extension JSONDocument {
  /// The text of each value that is plain, else `nil`: a string's content; empty for `null` and
  /// missing values.
  ///
  /// - Parameter isSpecial: whether a string isn't plain for another reason; `nil` for none.
  func plainTexts(
    at indices: [UInt32?], unless isSpecial: ((Span<UInt8>) -> Bool)? = nil
  ) -> [PlainText?] {
    withView { view in
      indices.map { index in
        index.map { view.plainText(of: view.nodes[Int($0)], unless: isSpecial) } ?? .empty
      }
    }
  }

  /// The same for members of objects, those of one name together.
  func plainTexts(
    ofMembers names: [MemberName], ofObjectsAt objects: [UInt32],
    unless isSpecial: ((Span<UInt8>) -> Bool)? = nil
  ) -> [PlainText?] {
    names.flatMap { plainTexts(at: members(named: $0, ofValuesAt: objects), unless: isSpecial) }
  }
}

extension JSONDocument.View {
  @inline(__always)
  fileprivate func plainText(
    of node: JSONNode, unless isSpecial: ((Span<UInt8>) -> Bool)?
  ) -> PlainText? {
    guard node.isVerbatim else { return nil }
    switch opening(of: node) {
    case .quote:
      let text = PlainText(node.start &+ 1, node.end &- 1)
      guard let isSpecial else { return text }
      let content = UnsafeRawBufferPointer(rebasing: bytes[text.range])
      return content.withMemoryRebound(to: UInt8.self) { isSpecial($0.span) } ? nil : text
    case UInt8(ascii: "n"): return .empty
    default: return PlainText(node.start, node.end)
    }
  }
}
