/// A field to show: a member, a member of a member, or an embedded relation.
package struct FieldPath: Equatable, Sendable {
  /// As it was asked for, `address.city`.
  package let text: String

  let parts: [String]

  package init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".").map(String.init)
  }
}

extension Records {
  /// The value at a path; `nil` where a member is missing.
  func value(row: Int, at path: FieldPath) -> JSONValue? {
    var value: JSONValue? = JSONValue(document: document, index: Int(objects[row]))
    for name in path.parts { value = value?[name] }
    return value
  }

  /// What is embedded under a path.
  func embedded(at path: FieldPath) -> Embedded? {
    path.parts.count == 1 ? embedded.first { $0.name == path.text } : nil
  }
}
