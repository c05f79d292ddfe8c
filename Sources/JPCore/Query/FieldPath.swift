/// A field of a record by its dotted path: a member (`address.city`), an embedded relation
/// (`albums`), the number of its records (`albums.count`), a field of an embedded parent
/// (`user.name`).
package struct FieldPath: Equatable, Sendable {
  /// As it was typed.
  package let text: String

  let parts: [String]

  /// A part in the forms that are compared with members' names.
  private struct Name: Equatable {
    let utf8: [UInt8]
    let quoted: QuotedName
  }

  private let names: [Name]

  /// Makes a path, without checking that there is such a field.
  package init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".").map(String.init)
    names = parts.map { Name(utf8: Array($0.utf8), quoted: QuotedName($0)) }
  }

  /// Finds the value among a record's own members; `nil` if it is missing.
  ///
  /// - Parameter part: the part of the path to begin with.
  func index(in document: JSONDocument, ofObjectAt object: Int, from part: Int = 0) -> Int? {
    var index = object
    for name in names[part...] {
      guard document.kind(at: index) == .object,
        let member = document.member(
          named: name.utf8, quoted: name.quoted, ofObjectAt: index)
      else { return nil }
      index = member
    }
    return index
  }

  /// Finds the value in each of some objects; `nil` where it is missing.
  func indices(in document: JSONDocument, ofObjectsAt objects: [UInt32?]) -> [UInt32?] {
    names.reduce(objects) { values, name in
      document.members(named: name.utf8, quoted: name.quoted, ofValuesAt: values)
    }
  }

  /// The path without its first part.
  func dropFirst() -> FieldPath { FieldPath(parts.dropFirst().joined(separator: ".")) }
}

/// What a path finds in a record.
enum FieldValue {
  case json(JSONValue)
  case count(Int)
  /// An embedded relation, and the row that it is embedded in.
  case embedded(Embedded, row: Int)
  case missing
}

extension Records {
  /// What a path finds in the record of a row.
  func value(row: Int, at path: FieldPath) -> FieldValue { value(row: row, at: path, from: 0) }

  private func value(row: Int, at path: FieldPath, from part: Int) -> FieldValue {
    guard !embedded.isEmpty, part < path.parts.count,
      let embedded = embedded.first(where: { $0.name == path.parts[part] })
    else {
      return path.index(in: document, ofObjectAt: Int(objects[row]), from: part)
        .map { .json(JSONValue(document: document, index: $0)) } ?? .missing
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

extension Resource {
  /// The field that names a record for people: its first string, a name or a title.
  var label: FieldPath { FieldPath(fields.first { $0.type == .string }?.path ?? "id") }
}
