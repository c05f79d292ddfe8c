@testable import JPCore

extension JSONDocument {
  init(_ text: String) throws(JSONError) { try self.init(Array(text.utf8)) }

  /// The document in a layout, without the last line feed.
  func text(_ layout: JSONWriter.Layout) -> String {
    let bytes = JSONTree.value(root).jsonText(layout)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
