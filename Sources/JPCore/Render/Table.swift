/// Titled columns, and a row for each record, group of records, or object of a document. Every row
/// format prints a table.
///
/// The number of columns is limited: in a hostile document, every object can have different names,
/// and the output would grow with the square of the document's size.
package struct Table {
  /// The limit that a table's columns exceed.
  package enum Excess: Error, Equatable, CustomStringConvertible {
    case columns(limit: Int)
    /// All titles together have more bytes than the limit.
    case titles(limit: Int)

    package var description: String {
      switch self {
      case .columns(let limit): "more than \(limit) fields"
      case .titles(let limit): "names of fields with more than \(limit.bytesInWords)"
      }
    }
  }

  /// The number of columns, and the bytes of their titles.
  struct WidthLimit {
    /// The maximum number of columns.
    let limit: Int
    private var columns = 0
    private var titleBytes = 0

    private static let maxTitleBytes = 1 << 20

    /// The maximum number of cells: four times as many as a document can have values. They take at
    /// most as much memory as a document and its index.
    private static let maxCells = 4 * JSONDocument.maxValues

    init(rows: Int) {
      limit = min(1000, Self.maxCells / max(1, rows))
    }

    /// Counts a column. Throws if there are then too many columns, or their titles are too long.
    mutating func addColumn(titled title: String) throws(Excess) {
      columns += 1
      titleBytes += title.utf8.count
      if columns > limit { throw .columns(limit: limit) }
      if titleBytes > Self.maxTitleBytes { throw .titles(limit: Self.maxTitleBytes) }
    }
  }

  package struct Column {
    let title: String

    /// Whether cells are numbers, which are aligned right.
    let isNumeric: Bool

    /// Whether only the data has the field, not the catalogue. The record view leaves it out for
    /// records that lack it.
    var isUncatalogued = false

    /// The least width in terminal columns.
    var leastWidth = Resource.CatalogueField.defaultWidth

    /// The width that most values need; an extra column is shown only next to columns that have it.
    var usualWidth = Resource.CatalogueField.defaultWidth

    /// Whether the column is left out if a line has no room for it. The last columns are left out
    /// first.
    var isOptional = false

    /// Whether the column is shown only on a terminal that has much room.
    var isExtra = false

    /// The texts that are searched for in the column.
    var searched: [FoldedSearchTerm] = []

    /// Whether an object's cell is empty, because its members have columns.
    var hidesObjects = false

    let values: FieldValues

    /// Whether the values' document has a `#`. If so, a text can contain a command to a CI system,
    /// such as `##[error]`, not only begin with one (`::error::`).
    fileprivate var mayHaveCommands = false

    init(title: String, isNumeric: Bool, values: FieldValues) {
      self.title = title
      self.isNumeric = isNumeric
      self.values = values
    }

    /// Makes a column of numbers, one for each row.
    init(_ numbers: [Int], title: String) {
      self.init(title: title, isNumeric: true, values: FieldValues(counts: numbers))
    }
  }

  package internal(set) var columns: ContiguousArray<Column> = []

  /// A column of parents' names. The record view shows each parent's id before its name.
  struct ParentColumn {
    let index: Int
    let ids: FieldValues
  }

  var parentColumns: [ParentColumn] = []

  /// Whether the last column's numbers have bars on a terminal.
  package internal(set) var hasBars = false

  /// The paths of the fields that have no column: in a table for people, the records' fields that
  /// the usual table leaves out; in the record view, the fields of parents that are shown in one
  /// line.
  package var unshown: [String] = []

  /// The names of the embedded lists that the record view only counts.
  package var countedLists: [String] = []

  let count: Int

  // MARK: Columns

  /// Makes a table.
  ///
  /// - Parameter count: how many rows each column has.
  init(_ columns: ContiguousArray<Column>, count: Int) {
    self.columns = columns
    self.count = count
  }

  /// A table of records with a column for each of the given fields.
  ///
  /// - Parameter selection: how the records were selected, to highlight what was searched for.
  static func withColumns(
    for fields: [FieldPath], of records: Records, selection: RecordSelection = RecordSelection()
  ) throws(Excess) -> Table {
    var columns: ContiguousArray<Column> = []
    var width = WidthLimit(rows: records.rows.count)
    for field in fields { try width.addColumn(titled: field.title) }
    let resource = records.resource
    let scalars = fields.map { field in resource.scalarShown(for: field) }
    let values = records.values(of: scalars, opensArrays: false)
    let mayHaveCommands = records.list.document.mayHaveCommands
    for (scalar, values) in zip(scalars, values) {
      var column = Column(title: scalar.title, isNumeric: scalar.isNumeric, values: values)
      column.mayHaveCommands = mayHaveCommands
      if !scalar.relations.isEmpty {
        column.mayHaveCommands = values.document.mayHaveCommands
      }
      if column.isNumeric || scalar.kind == .value(.boolean) {
        column.leastWidth = max(3, column.title.displayWidth)
        column.usualWidth = column.leastWidth
      } else if let known = resource.catalogueField(at: scalar) {
        column.leastWidth = known.leastWidth
        column.usualWidth = known.usualWidth
      }
      if selection.isFilter {
        column.searched = selection.searchedTexts(in: scalar, of: resource)
      }
      columns.append(column)
    }
    return Table(columns, count: records.rows.count)
  }

  /// A table of the objects in a document. Its columns are the members of all of them, in the order
  /// in which they first occur. Members of inner objects have dotted paths.
  ///
  /// - Parameters:
  ///   - document: an array of objects, or one object.
  ///   - showsNull: whether a member that is an object in some rows has a column for its `null` in
  ///     others.
  package static func ofMembers(
    of document: JSONDocument, showsNull: Bool = false
  ) throws(Excess) -> Table {
    var objects: [UInt32] = [0]
    if document.root.kind == .array { objects = document.childIndices(of: 0) }
    var columns: ContiguousArray<Column> = []
    var width = WidthLimit(rows: objects.count)
    var tree = MemberTree(showsNull: showsNull)
    var room = width.limit
    tree.addMembers(ofObjectsAt: objects, of: document, &room)
    let members = tree.columns
    var titles: [String] = []
    for member in members {
      let title = member.path.path
      try width.addColumn(titled: title)
      titles.append(title)
    }
    let paths = members.map(\.path)
    let found = document.members(at: paths, ofValuesAt: objects)
    let mayHaveCommands = document.mayHaveCommands
    for (index, member) in members.enumerated() {
      let values = FieldValues(found[index], of: document)
      var column = Column(title: titles[index], isNumeric: member.isNumeric, values: values)
      column.mayHaveCommands = mayHaveCommands
      column.isUncatalogued = true
      column.hidesObjects = member.isSometimesObject
      columns.append(column)
    }
    return Table(columns, count: objects.count)
  }
}

// MARK: - Cells

extension Table {
  struct Cell {
    /// UTF-8: a string's content, or compact JSON; empty for `null` and for a missing value.
    let text: ArraySlice<UInt8>

    /// Whether the text is printable ASCII, so that each byte is one column wide, has no backslash,
    /// and can't be a command to a CI system (``Swift/String/safeForLogs``).
    let isSafeASCII: Bool
  }

  /// Hot code: a printed table reads each cell twice, for its width and its text. An element of a
  /// span isn't copied, as an array's would be.
  @inline(__always)
  func cell(_ row: Int, _ column: Int) -> Cell {
    columns.span[column].cell(row)
  }

  /// A cell's text in the record view. A parent's has its id before its name.
  func recordViewText(_ row: Int, _ column: Int) -> ArraySlice<UInt8> {
    let text = cell(row, column).text
    for parent in parentColumns where parent.index == column {
      guard let id = parent.ids.firstIndex(ofRecord: row) else { return text }
      let idText = parent.ids.document.cellText(at: id)
      if text.isEmpty { return idText }
      return idText + [.space] + text
    }
    return text
  }

  /// A value that could be taken for another one.
  enum Sign {
    case yes, no, null
    /// The text `true`, `false` or `null`.
    case text(String)
  }

  func sign(_ row: Int, _ column: Int) -> Sign? {
    let values = columns[column].values
    guard !values.areCounts, let value = values.firstIndex(ofRecord: row) else { return nil }
    let text = cell(row, column).text
    switch values.document.kind(at: value) {
    case .null: return .null
    case .boolean where text.elementsEqual("true".utf8): return .yes
    case .boolean: return .no
    case .string:
      for word in ["true", "false", "null"] where text.elementsEqual(word.utf8) {
        return .text(word)
      }
      return nil
    case .number, .object, .array: return nil
    }
  }

  /// Whether the row's record lacks the column's field, or has an object whose members have
  /// columns; a field that is `null` isn't missing.
  func isMissing(_ row: Int, _ column: Int) -> Bool {
    let values = columns[column].values
    guard let value = values.firstIndex(ofRecord: row) else { return true }
    return columns[column].hidesObjects && values.document.kind(at: value) == .object
  }
}

extension Table.Column {
  @inline(__always)
  fileprivate func cell(_ row: Int) -> Table.Cell {
    guard let range = safeASCIIRange(row) else { return makeCell(row) }
    return Table.Cell(text: values.document.bytes[range], isSafeASCII: true)
  }

  /// The range of a plain cell's text in the bytes of the values' document; `nil` for any other
  /// cell.
  @inline(__always)
  func safeASCIIRange(_ row: Int) -> Range<Int>? {
    guard let value = values.firstIndex(ofRecord: row) else { return 0..<0 }
    if values.areCounts { return nil }
    let node = values.document.nodes[value]
    guard node.isUnescapedASCII else { return nil }
    var start = Int(node.start)
    var end = Int(node.end)
    let opening = values.document.bytes[start]
    if opening == .quote {
      start &+= 1
      end &-= 1
    } else if opening == UInt8(ascii: "n") {
      end = start
    }
    if start == end { return 0..<0 }
    let first = values.document.bytes[start]
    if mayHaveCommands || first == .colon || first == .space { return nil }
    return start..<end
  }

  @inline(never)
  private func makeCell(_ row: Int) -> Table.Cell {
    guard let value = values.firstIndex(ofRecord: row) else {
      return Table.Cell(text: [], isSafeASCII: true)
    }
    if values.areCounts {
      return Table.Cell(text: ArraySlice(String(value).utf8), isSafeASCII: true)
    }
    let document = values.document
    if hidesObjects, document.kind(at: value) == .object {
      return Table.Cell(text: [], isSafeASCII: true)
    }
    return Table.Cell(text: document.cellText(at: value), isSafeASCII: false)
  }
}

extension JSONDocument {
  /// Whether a string can contain a command to a CI system, such as `##[error]`.
  fileprivate var mayHaveCommands: Bool { bytes.hasByte(UInt8(ascii: "#")) }

  /// A value as UTF-8 text: a string's content, everything else as compact JSON.
  fileprivate func cellText(at index: Int) -> ArraySlice<UInt8> {
    switch kind(at: index) {
    case .null:
      return []
    case .string:
      return ArraySlice(String(utf8: content(at: index)).utf8)
    case .number, .boolean:
      return bytes[byteRange(at: index)]
    case .object, .array:
      let writer = JSONWriter(.compact)
      let text = OutputBuffer.collect { output in
        writer.writeValue(at: index, of: self, depth: 0, to: &output)
      }
      return text[...]
    }
  }
}
