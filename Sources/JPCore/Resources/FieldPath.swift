/// A field of a record by its dotted path: a member (`address.city`), an embedded relation
/// (`albums`), how many records that has (`albums.count`), a field of an embedded parent
/// (`user.name`).
public struct FieldPath: Equatable, Sendable {
  /// As it was typed.
  public let text: String

  let parts: [String]

  /// The parts as UTF-8, as members' names are compared.
  private let names: [[UInt8]]

  /// Makes a path; whether there is such a field is not looked at.
  public init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".").map(String.init)
    names = parts.map { Array($0.utf8) }
  }

  /// The value in a record's own members.
  func member(of record: JSONValue, from part: Int) -> JSONValue? {
    var value: JSONValue? = record
    for name in names[part...] { value = value?[utf8: name] }
    return value
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
  func value(row: Int, at path: FieldPath) -> FieldValue { value(row: row, at: path, from: 0) }

  private func value(row: Int, at path: FieldPath, from part: Int) -> FieldValue {
    guard !embedded.isEmpty, part < path.parts.count,
      let embedded = embedded.first(where: { $0.name == path.parts[part] })
    else {
      let record = JSONValue(document: document, index: Int(objects[row]))
      return path.member(of: record, from: part).map { .json($0) } ?? .missing
    }
    if embedded.isMissing { return .missing }
    let rest = path.parts[(part + 1)...]
    if rest.isEmpty { return .embedded(embedded, row: row) }
    let rows = embedded.rows(ofParent: row)
    if embedded.isSingle {
      return rows.first.map { embedded.children.value(row: Int($0), at: path, from: part + 1) }
        ?? .missing
    }
    return rest.elementsEqual(["count"]) ? .count(rows.count) : .missing
  }
}
