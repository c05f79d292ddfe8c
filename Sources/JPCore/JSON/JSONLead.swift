/// What stands before a member of an object: a comma, unless it is the first one, a line break and
/// the indentation.
struct JSONLead {
  /// How many bytes can be read from its start.
  static let room = 32

  let start: UnsafePointer<UInt8>
  let count: Int

  private static let text: StaticString = ",\n                                "

  private init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// - Returns: `nil` for members so deep that their indentation has no room.
  init?(_ layout: JSONWriter.Layout, depth: Int) {
    let count = layout == .pretty ? 2 + 2 * depth : 1
    guard count <= Self.room else { return nil }
    self.init(start: Self.text.utf8Start, count: count)
  }

  /// Without the comma.
  var first: JSONLead { JSONLead(start: start + 1, count: count - 1) }
}
