/// What precedes a member of an object: a comma, a line break and the indentation.
struct MemberPrefix {
  private static let text: StaticString = ",\n                                "

  private let count: Int

  /// - Returns: `nil` for members so deep that their indentation is longer than a prefix can be.
  init?(_ layout: JSONWriter.Layout, depth: Int) {
    count = layout == .pretty ? 2 + 2 * depth : 1
    guard count <= OutputBuffer.Prefix.room else { return nil }
  }

  /// The first member has no comma.
  func prefix(isFirst: Bool) -> OutputBuffer.Prefix {
    isFirst
      ? OutputBuffer.Prefix(start: Self.text.utf8Start + 1, count: count - 1)
      : OutputBuffer.Prefix(start: Self.text.utf8Start, count: count)
  }
}
