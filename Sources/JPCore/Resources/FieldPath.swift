/// A field of a record by its dotted path: a member (`address.city`), an embedded relation
/// (`albums`), how many records that has (`albums.count`), a field of an embedded parent
/// (`user.name`).
public struct FieldPath: Equatable, Sendable {
  /// As it was typed.
  public let text: String

  let parts: [String]

  /// Makes a path; whether there is such a field is not looked at.
  public init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".").map(String.init)
  }
}

/// What a path leads to in a record.
enum FieldValue {
  case json(JSONValue)
  case count(Int)
  /// An embedded relation, and the row that it is embedded in.
  case embedded(Embedded, row: Int)
  case missing
}

extension Records {
  /// What a path leads to in the record of a row.
  func value(row: Int, at path: FieldPath) -> FieldValue { value(row: row, at: path.parts[...]) }

  private func value(row: Int, at parts: ArraySlice<String>) -> FieldValue {
    guard let embedded = embedded.first(where: { $0.name == parts.first }) else {
      var value: JSONValue? = JSONValue(document: document, index: Int(objects[row]))
      for name in parts { value = value?[name] }
      return value.map { .json($0) } ?? .missing
    }
    let rest = parts.dropFirst()
    if rest.isEmpty { return .embedded(embedded, row: row) }
    let rows = embedded.rows(ofParent: row)
    if embedded.isSingle {
      return rows.first.map { embedded.children.value(row: Int($0), at: rest) } ?? .missing
    }
    return rest.elementsEqual(["count"]) ? .count(rows.count) : .missing
  }
}
