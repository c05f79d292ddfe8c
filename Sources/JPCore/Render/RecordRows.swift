/// Records as rows of text: the common part of table, CSV and TSV.
package struct RecordRows {
  package struct Column {
    let title: String
    let isNumeric: Bool
    /// How important the column is where not all fit; 0 is the most important one.
    var rank = 0
    /// Whether its cells are URLs of coloured squares, of which little room shows the colour only.
    var isOfColors = false
    /// Whether they are shortened so.
    var isShort = false
    /// Where the cell stands in each record; `nil` where it stands elsewhere.
    var path: FieldPath?
    /// The cell of a row, as UTF-8.
    let cell: (Int) -> ArraySlice<UInt8>
  }

  let document: JSONDocument

  /// The document's records by row; empty where rows are no records.
  private let objects: [UInt32]

  package private(set) var columns: [Column]

  /// Whether columns that don't fit may be left out: the user named none.
  let mayDropColumns: Bool

  /// The rows to show; each column has a cell for each of them.
  let rows: [Int]

  /// A table's columns: the catalogue's, the name of each embedded parent, a count for each
  /// embedded list; or the requested fields.
  ///
  /// - Parameter fields: the fields to show; `nil` for the usual columns.
  package init(table records: Records, fields: [FieldPath]?) {
    document = records.document
    objects = records.objects
    rows = records.shown
    mayDropColumns = fields == nil
    if let fields {
      let known = records.resource.scalarPaths(with: records.embedded)
      columns = fields.flatMap { field in
        let paths = field.scalars(among: known)
        // An embedded parent is shown by its name.
        let isWhole = paths == [field.text] || field.members.isEmpty
        return isWhole
          ? [records.column(field, title: field.title)]
          : paths.map { records.column(records.resource.path($0), title: $0) }
      }
    } else {
      columns = records.usualColumns
    }
  }

  /// A file's columns: every field of the catalogue, with dotted names for those inside objects,
  /// the name of each embedded parent, a count for each embedded list; or the requested fields.
  package init(file records: Records, fields: [FieldPath]?) {
    document = records.document
    objects = records.objects
    rows = records.shown
    mayDropColumns = false
    let known = records.resource.scalarPaths(with: records.embedded)
    var shown: [FieldPath] = []
    for field in fields ?? known.map({ records.resource.path($0) }) {
      let paths = field.scalars(among: known)
      let fields = paths == [field.text] ? [field] : paths.map { records.resource.path($0) }
      for field in fields where !shown.contains(where: { $0.text == field.text }) {
        shown.append(field)
      }
    }
    columns =
      shown.map { records.column($0, title: $0.title) }
      + (fields == nil ? records.countColumns : [])
  }

  /// The fields of a single record: all of its members, those of objects in it and of embedded
  /// parents by dotted paths, a count for each embedded list; or the requested fields.
  package init(view records: Records, fields: [FieldPath]?) {
    if let fields {
      self = RecordRows(file: records, fields: fields)
      return
    }
    document = records.document
    objects = records.objects
    rows = records.shown
    mayDropColumns = false
    columns = records.shown.first.map(records.viewColumns) ?? []
  }

  /// The columns of any document: the members of its objects in the order of their first mention,
  /// those of objects in them by dotted paths.
  ///
  /// - Parameters:
  ///   - document: an array of objects, or one object.
  ///   - titles: the columns where the array is empty.
  package init(_ document: JSONDocument, ifEmpty titles: [String] = []) {
    self.document = document
    objects = []
    let rows = document.root.kind == .array ? Array(document.children(at: 0)) : [0]
    self.rows = rows
    mayDropColumns = false
    if rows.isEmpty {
      columns = titles.map { Column(title: $0, isNumeric: false) { _ in [] } }
      return
    }
    var paths: [[String]] = []
    var known: Set<[String]> = []
    for row in rows {
      for path in document.scalarPaths(in: row, below: []) where known.insert(path).inserted {
        paths.append(path)
      }
    }
    let objects = Set(paths.flatMap { path in path.indices.dropFirst().map { Array(path[..<$0]) } })
    // Where a member is an object in some rows and null in the others, its members' columns do.
    columns = paths.filter { parts in
      guard objects.contains(parts) else { return true }
      let path = parts.map(MemberName.init)
      return rows.contains { row in
        let value = document.value(at: path, in: row)
        return value.map { ![.null, .object].contains(document.kind(at: $0)) } ?? false
      }
    }.map { parts in
      let path = parts.map(MemberName.init)
      let isObject = objects.contains(parts)
      let values = rows.map { document.value(at: path, in: $0) }
      let isNumeric = values.allSatisfy { index in
        index.map { [.number, .null].contains(document.kind(at: $0)) } ?? true
      }
      return Column(title: parts.joined(separator: "."), isNumeric: isNumeric) { row in
        guard let index = document.value(at: path, in: row),
          !isObject || document.kind(at: index) != .object
        else { return [] }
        return document.text(at: index)
      }
    }
  }
}

/// The cells of some rows that are plain text of the document.
struct PlainCells {
  private var texts: [PlainText?] = []

  /// Where each column's texts begin; `nil` where it has none.
  private var starts: [Int?]

  fileprivate init(columnCount: Int) { starts = Array(repeating: nil, count: columnCount) }

  /// - Parameter texts: those of each column together.
  fileprivate mutating func append(_ texts: [PlainText?], ofColumns columns: [Int]) {
    for (place, column) in columns.enumerated() {
      starts[column] = self.texts.count + place * (texts.count / columns.count)
    }
    if self.texts.isEmpty { self.texts = texts } else { self.texts += texts }
  }

  /// `nil` for a cell that is something else.
  subscript(line: Int, column: Int) -> PlainText? { starts[column].flatMap { texts[$0 + line] } }
}

extension RecordRows {
  /// The cells that are plain text of the document.
  ///
  /// - Parameter isSpecial: whether a string isn't, for another reason; `nil` for none.
  func plainCells(unless isSpecial: ((Span<UInt8>) -> Bool)? = nil) -> PlainCells {
    var cells = PlainCells(columnCount: columns.count)
    let paths = columns.indices.compactMap { column in columns[column].path.map { (column, $0) } }
    guard !paths.isEmpty else { return cells }
    let objects = rows.map { self.objects[$0] }
    for (column, path) in paths {
      let values = path.members.reduce(objects) { document.members(named: $1, ofValuesAt: $0) }
      cells.append(document.plainTexts(at: values, unless: isSpecial), ofColumns: [column])
    }
    return cells
  }

  /// Leaves of the URLs of coloured squares only the colour, `92c952`.
  mutating func shortenColors() {
    columns = columns.map { column in
      guard column.isOfColors else { return column }
      var short = Column(title: column.title, isNumeric: false) { row in
        let url = column.cell(row)
        return TextStyle.color(in: url) ?? url
      }
      short.rank = column.rank
      short.isShort = true
      return short
    }
  }
}

extension JSONDocument {
  /// The paths of an object's members that are no objects themselves, or are empty ones.
  fileprivate func scalarPaths(in object: Int, below path: [String]) -> [[String]] {
    scalars(in: object, below: path).map(\.path)
  }

  /// The same with their values.
  fileprivate func scalars(
    in object: Int, below path: [String]
  ) -> [(path: [String], value: Int)] {
    children(at: object).flatMap { member -> [(path: [String], value: Int)] in
      let path = path + [name(at: member)]
      let isNested = kind(at: member) == .object && children(at: member).contains { _ in true }
      return isNested ? scalars(in: member, below: path) : [(path, member)]
    }
  }
}

extension FieldPath {
  /// The paths of the scalars in it if it is an object, else the path itself.
  fileprivate func scalars(among known: [String]) -> [String] {
    let inside = known.filter { $0.utf8.starts(with: (text + ".").utf8) }
    return inside.isEmpty ? [text] : inside
  }
}

extension Records {
  fileprivate func column(_ path: FieldPath, title: String) -> RecordRows.Column {
    let isNumeric = [.value(.integer), .count, .list].contains(path.kind)
    return RecordRows.Column(
      title: title, isNumeric: isNumeric, path: path.relations.isEmpty ? path : nil,
      cell: cells(of: path))
  }

  /// Gives a row's value as text: empty if it is missing or null, a count for an embedded list, a
  /// name for an embedded parent.
  func cells(of path: FieldPath) -> (Int) -> ArraySlice<UInt8> {
    let path = resource.labelled(path)
    return { row in
      switch value(row: row, at: path) {
      case .json(let value): value.document.text(at: value.index)
      case .count(let count): Array(String(count).utf8)[...]
      case .missing: []
      }
    }
  }

  /// The catalogue's columns, then those of what is embedded. The id and the label are the most
  /// important ones, then what is embedded, then the rest in the catalogue's order.
  fileprivate var usualColumns: [RecordRows.Column] {
    let label = resource.label.text
    let own = resource.columns.enumerated().map { place, own in
      var column = column(resource.path(own.path), title: own.title)
      column.isOfColors = own.path == "url"
      column.rank =
        own.path == "id" ? 0 : own.path == label ? 1 : (own.isMinor ? 2000 : 1000) + place
      return column
    }
    return own
      + embeddedColumns.enumerated().map { place, column in
        var column = column
        column.rank = 2 + place
        return column
      }
  }

  /// A column for each member of one record, be it in an object, and for what is embedded in it.
  fileprivate func viewColumns(of row: Int) -> [RecordRows.Column] {
    let own = document.scalars(in: Int(objects[row]), below: [])
      .filter { member in !embedded.contains { $0.name == member.path.first } }
      .map { path, value in
        RecordRows.Column(title: path.joined(separator: "."), isNumeric: false) { _ in
          document.text(at: value)
        }
      }
    let parents = embedded.filter(\.isSingle).flatMap { embedded -> [RecordRows.Column] in
      guard let parent = embedded.rows(ofParent: row).first else {
        return [column(resource.path(embedded.name), title: embedded.name)]
      }
      return embedded.children.viewColumns(of: Int(parent)).map { column in
        RecordRows.Column(
          title: "\(embedded.name).\(column.title)", isNumeric: false,
          cell: { _ in column.cell(Int(parent)) })
      }
    }
    return own + parents + listColumns
  }

  /// A column for each embedded parent and each embedded list.
  fileprivate var embeddedColumns: [RecordRows.Column] {
    embedded.filter(\.isSingle).flatMap { embedded in
      [column(resource.path(embedded.name), title: embedded.name)]
        + embedded.columns(embedded.children.embeddedColumns)
    } + listColumns
  }

  /// A column for each embedded list, those of embedded parents first.
  fileprivate var countColumns: [RecordRows.Column] {
    embedded.filter(\.isSingle).flatMap { $0.columns($0.children.countColumns) } + listColumns
  }

  private var listColumns: [RecordRows.Column] {
    embeddedNames.enumerated().map { place, name in
      RecordRows.Column(title: name, isNumeric: true) { row in
        embeddedCounts(rows: [row])[place].map { Array(String($0).utf8)[...] } ?? []
      }
    }
  }
}

extension Embedded {
  /// Columns of embedded parents, as columns of the records that these are embedded in.
  fileprivate func columns(_ columns: [RecordRows.Column]) -> [RecordRows.Column] {
    columns.map { column in
      RecordRows.Column(title: column.title, isNumeric: column.isNumeric) { row in
        rows(ofParent: row).first.map { column.cell(Int($0)) } ?? []
      }
    }
  }
}

extension JSONDocument {
  /// A value as UTF-8 text: a string's content, empty for `null`, everything else as compact JSON.
  fileprivate func text(at index: Int) -> ArraySlice<UInt8> {
    switch kind(at: index) {
    case .null: []
    case .string: content(quoted: range(at: index))
    case .number, .boolean: bytes[range(at: index)]
    case .object, .array:
      OutputBuffer.bytes { JSONWriter(.compact).write(index, of: self, depth: 0, to: &$0) }[...]
    }
  }
}
