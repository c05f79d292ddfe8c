/// A field of a record by its dotted path: a member (`address.city`), an embedded relation
/// (`albums`), a field of an embedded record (`user.name`, `albums.title`), the number of embedded
/// records (`albums.count`, `albums.photos.count`).
package struct FieldPath: Equatable, Sendable {
  /// The path, whole.
  package let text: String

  /// How a person named it, who may have typed its last part alone; a table's title.
  package let title: String

  let parts: [String]

  /// The parts as members' names.
  let names: [MemberName]

  /// Makes a path, without checking that there is such a field.
  ///
  /// - Parameter title: how it was typed, where that isn't the path.
  package init(_ text: String, title: String? = nil) {
    self.init(text, parts: text.split(separator: ".").map(String.init), title: title)
  }

  /// Makes a path of members' names, which may have dots.
  init(parts: [String]) {
    self.init(parts.joined(separator: "."), parts: parts, title: nil)
  }

  private init(_ text: String, parts: [String], title: String?) {
    self.text = text
    self.title = title ?? text
    self.parts = parts
    names = parts.map(MemberName.init)
  }

  /// Whether it is the number of embedded records (`albums.photos.count`), not a member of this
  /// name.
  var isNumberOfRecords: Bool {
    guard parts.count > 1, parts.last == "count" else { return false }
    let names = parts.dropLast()
    return names.last.flatMap(Resource.named) != nil
      && names.allSatisfy { name in
        Resource.all.contains { $0.name == name || $0.singular == name }
      }
  }

  /// Whether a text can be a path in an expression: names with dots between.
  package static func isWellFormed(_ text: String) -> Bool {
    var scanner = ExpressionScanner(text)
    guard let name = try? scanner.takeField(), scanner.isAtEnd else { return false }
    return name.utf8.elementsEqual(text.utf8)
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  /// Finds a member by one part of the path; `nil` if it is missing, or the value is no object.
  func member(_ part: Int, in document: JSONDocument, ofValueAt index: Int) -> Int? {
    guard document.kind(at: index) == .object else { return nil }
    return document.member(
      named: names[part].utf8, quoted: names[part].quoted, ofObjectAt: index)
  }

  /// Finds the value among a record's own members; `nil` if it is missing.
  ///
  /// - Parameter part: the part of the path to begin with.
  func index(in document: JSONDocument, ofObjectAt object: Int, from part: Int = 0) -> Int? {
    var index = object
    for part in part..<parts.count {
      guard let member = member(part, in: document, ofValueAt: index) else { return nil }
      index = member
    }
    return index
  }

  /// Finds the value in each of some objects; `nil` where it is missing.
  func indices(in document: JSONDocument, ofObjectsAt objects: [UInt32?]) -> [UInt32?] {
    names.reduce(objects) { values, name in
      document.members(named: name, ofValuesAt: values)
    }
  }

  /// The path without its first part.
  func dropFirst() -> FieldPath { FieldPath(parts.dropFirst().joined(separator: ".")) }
}

/// What a path finds in a record.
package enum FieldValue {
  case json(JSONValue)
  case count(Int)
  /// An embedded relation, and the row that it is embedded in.
  case embedded(Embedded, row: Int)
  case missing
}

extension Records {
  /// What a path finds in the record of a row; nothing where a list is on the way.
  package func value(row: Int, at path: FieldPath) -> FieldValue {
    value(row: row, at: path, from: 0)
  }

  private func value(row: Int, at path: FieldPath, from part: Int) -> FieldValue {
    guard let embedded = relation(path, part) else {
      return path.index(in: document, ofObjectAt: Int(objects[row]), from: part)
        .map { .json(JSONValue(document: document, index: $0)) } ?? .missing
    }
    if embedded.isMissing { return .missing }
    if part + 1 == path.parts.count {
      let isDangling = embedded.isSingle && embedded.rows(ofParent: row).isEmpty
      return isDangling ? .missing : .embedded(embedded, row: row)
    }
    if embedded.isSingle {
      return embedded.rows(ofParent: row).first.map {
        embedded.children.value(row: Int($0), at: path, from: part + 1)
      } ?? .missing
    }
    return total(row: row, at: path, from: part).map { .count($0) } ?? .missing
  }

  /// What a part of a path embeds.
  private func relation(_ path: FieldPath, _ part: Int) -> Embedded? {
    guard !embedded.isEmpty, part < path.parts.count else { return nil }
    return embedded.first { $0.name == path.parts[part] }
  }

  /// How many records there are at the end of a path of lists with `count` behind them; `nil` for
  /// another path, and where a list is missing.
  private func total(row: Int, at path: FieldPath, from part: Int) -> Int? {
    guard let embedded = relation(path, part), !embedded.isSingle, !embedded.isMissing else {
      return nil
    }
    let rows = embedded.rows(ofParent: row)
    if path.parts[(part + 1)...].elementsEqual(["count"]) { return rows.count }
    // Even where there are no rows, the rest has to be such a path.
    guard path.parts.last == "count", let next = embedded.children.relation(path, part + 1),
      !next.isSingle, !next.isMissing
    else { return nil }
    var total = 0
    for row in rows {
      guard let count = embedded.children.total(row: Int(row), at: path, from: part + 1) else {
        return nil
      }
      total += count
    }
    return total
  }

  /// Whether any of the values that a path finds fits: there are several where a list is on the
  /// way, else one, which may be missing.
  func hasValue(row: Int, at path: FieldPath, where fits: (FieldValue) -> Bool) -> Bool {
    hasValue(row: row, at: path, from: 0, where: fits)
  }

  private func hasValue(
    row: Int, at path: FieldPath, from part: Int, where fits: (FieldValue) -> Bool
  ) -> Bool {
    guard let embedded = relation(path, part) else {
      return document.hasValue(at: path, from: part, in: Int(objects[row]), where: fits)
    }
    if embedded.isMissing || part + 1 == path.parts.count {
      return fits(value(row: row, at: path, from: part))
    }
    if let count = total(row: row, at: path, from: part) { return fits(.count(count)) }
    let rows = embedded.rows(ofParent: row)
    if embedded.isSingle && rows.isEmpty { return fits(.missing) }
    return rows.contains {
      embedded.children.hasValue(row: Int($0), at: path, from: part + 1, where: fits)
    }
  }

  private func leadsThroughMissing(_ path: FieldPath, from part: Int) -> Bool {
    guard let embedded = relation(path, part) else { return false }
    return embedded.isMissing || embedded.children.leadsThroughMissing(path, from: part + 1)
  }

  /// What a path finds in each of some rows, where it stays in the record and no list is on the way;
  /// `nil` where it doesn't.
  func ownValues(rows: [Int], at path: FieldPath) -> [UInt32?]? {
    guard relation(path, 0) == nil else { return nil }
    let found = path.indices(in: document, ofObjectsAt: rows.map { objects[$0] })
    guard path.parts.count > 1 else { return found }
    // Where nothing is found, an array may be on the way.
    let isWhole = zip(found, rows).allSatisfy { value, row in
      value != nil || !document.hasArray(on: path, in: Int(objects[row]))
    }
    return isWhole ? found : nil
  }

  /// Whether a path leads through an array in some record, so that the record may have several
  /// values there, or none.
  package func hasSeveral(at path: FieldPath) -> Bool {
    relation(path, 0) == nil
      && objects.contains { document.hasArray(on: path, in: Int($0)) }
  }

  /// Whether any record has a value, be it `null`, at a path; or could have one, if a list weren't
  /// missing.
  package func knows(_ path: FieldPath) -> Bool {
    leadsThroughMissing(path, from: 0)
      || objects.indices.contains { row in
        hasValue(row: row, at: path) { if case .missing = $0 { false } else { true } }
      }
  }
}

extension JSONDocument {
  fileprivate func hasArray(on path: FieldPath, in object: Int) -> Bool {
    var index = object
    for part in path.parts.indices {
      guard let member = path.member(part, in: self, ofValueAt: index) else {
        return kind(at: index) == .array
      }
      index = member
    }
    return false
  }

  /// Whether any value at the rest of a path fits, where arrays on the way stand for their elements.
  fileprivate func hasValue(
    at path: FieldPath, from part: Int, in index: Int, where fits: (FieldValue) -> Bool
  ) -> Bool {
    if part == path.parts.count {
      return fits(.json(JSONValue(document: self, index: index)))
    }
    if kind(at: index) == .array {
      return children(at: index).contains {
        hasValue(at: path, from: part, in: $0, where: fits)
      }
    }
    guard let member = path.member(part, in: self, ofValueAt: index) else {
      return fits(.missing)
    }
    return hasValue(at: path, from: part + 1, in: member, where: fits)
  }
}

extension Resource {
  /// The field that names a record for people: its first string, a name or a title.
  var label: FieldPath { FieldPath(fields.first { $0.type == .string }?.path ?? "id") }
}
