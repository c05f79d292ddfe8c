/// Records as rows of text: what table, CSV and TSV have in common.
package struct RecordRows {
  struct Column {
    let title: String
    let isNumeric: Bool
    /// The cell of a row.
    let text: (Int) -> String
  }

  let columns: [Column]

  /// The rows to show; a column gives the cell of each.
  let rows: [Int]

  /// A table's columns: the catalogue's, a count for each embedded list, the name of each embedded
  /// parent; or the fields that were asked for.
  ///
  /// - Parameter fields: what to show; `nil` for the usual columns.
  package init(table records: Records, fields: [FieldPath]?) {
    rows = records.shown
    if let fields {
      columns = fields.map { records.column($0, title: $0.text) }
    } else {
      columns =
        records.resource.columns.map { records.column(FieldPath($0.path), title: $0.title) }
        + records.embeddedColumns
    }
  }

  /// A file's columns: every field that the catalogue has, objects as dotted columns, embedded lists
  /// as counts; or the fields that were asked for.
  package init(file records: Records, fields: [FieldPath]?) {
    rows = records.shown
    let known = records.resource.scalarPaths(with: records.embedded)
    let usual = records.resource.fields.map(\.path)
    var paths: [String] = []
    for path in fields.map({ $0.flatMap { $0.scalars(among: known) } }) ?? usual
    where !paths.contains(path) { paths.append(path) }
    columns =
      paths.map { records.column(FieldPath($0), title: $0) }
      + (fields == nil ? records.embeddedColumns : [])
  }
}

extension FieldPath {
  /// The paths of the scalars in it where it is an object.
  fileprivate func scalars(among known: [String]) -> [String] {
    let inside = known.filter { $0.utf8.starts(with: (text + ".").utf8) }
    return inside.isEmpty ? [text] : inside
  }
}

extension Records {
  fileprivate func column(_ path: FieldPath, title: String) -> RecordRows.Column {
    var isNumeric = resource.type(ofField: path.text) == .integer
    if let first = embedded.first(where: { $0.name == path.parts.first }), !first.isSingle {
      isNumeric = true
    }
    return RecordRows.Column(title: title, isNumeric: isNumeric) { text(row: $0, at: path) }
  }

  /// A value as one text: empty where it is missing or null, a count for an embedded list, a name for
  /// an embedded parent.
  func text(row: Int, at path: FieldPath) -> String {
    switch value(row: row, at: path) {
    case .missing: return ""
    case .count(let count): return String(count)
    case .embedded(let embedded, let row):
      let rows = embedded.rows(ofParent: row)
      guard embedded.isSingle else { return String(rows.count) }
      return rows.first.map { embedded.children.label(ofRow: Int($0)) } ?? ""
    case .json(let value):
      guard value.kind != .null else { return "" }
      if let text = value.string { return text }
      if value.kind != .object, value.kind != .array { return value.spelling }
      let bytes = OutputBuffer.bytes { JSONWriter(.compact).write(value, to: &$0) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// What a person calls a record: its name or title.
  func label(ofRow row: Int) -> String {
    let path = resource.fields.first { $0.type == .string }?.path ?? "id"
    return text(row: row, at: FieldPath(path))
  }

  /// A column for all that is embedded.
  fileprivate var embeddedColumns: [RecordRows.Column] {
    embedded.filter(\.isSingle).flatMap { embedded in
      [column(FieldPath(embedded.name), title: embedded.name)]
        + embedded.children.embeddedColumns.map { column in
          RecordRows.Column(title: column.title, isNumeric: column.isNumeric) { row in
            embedded.rows(ofParent: row).first.map { column.text(Int($0)) } ?? ""
          }
        }
    }
      + embeddedNames.enumerated().map { place, name in
        RecordRows.Column(title: name, isNumeric: true) { row in
          embeddedCounts(rows: [row])[place].map { String($0) } ?? ""
        }
      }
  }
}
