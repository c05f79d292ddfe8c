/// Titled columns, and a row for each record, group of records, or object of a document. Every row
/// format prints a table.
///
/// The number of columns is limited: in a hostile document, every object can have different names,
/// and the output would grow with the square of the document's size.
package struct Table {
  /// Why there are too many columns.
  package enum Excess: Error, Equatable, CustomStringConvertible {
    case columns(limit: Int)
    /// All titles together have more bytes than the limit.
    case titles(limit: Int)

    package var description: String {
      switch self {
      case .columns(let limit): "a table of more than \(limit) columns"
      case .titles(let limit): "a table with more than \(limit.bytesInWords) of titles"
      }
    }
  }

  static let maxColumns = 1000
  static let maxTitleBytes = 1 << 20

  package struct Column {
    let title: String

    /// Whether cells are numbers, which are aligned right.
    let isNumeric: Bool

    /// Whether `true` is shown as ✓, and `false` as nothing.
    var isSign = false

    /// Whether only the data has the field, not the catalogue. The record view leaves it out for
    /// records that lack it.
    var isUncatalogued = false

    /// The least width in terminal columns.
    var leastWidth = Resource.Field.defaultWidth

    /// Whether the column is left out if a line has no room for it. The last columns are left out
    /// first.
    var isOptional = false

    fileprivate let values: Values
  }

  /// The values of a column's cells.
  fileprivate enum Values {
    /// Members of the rows' objects, by their slot in the tree. They are found row by row: finding
    /// them for all rows at once could take a hundred times as much memory as the document.
    case members(slot: Int, showsObjects: Bool)
    /// The values of any other field.
    case field(FieldValues)
  }

  package private(set) var columns: [Column] = []

  /// The paths of the records' fields that have no column because tables are narrow.
  package var unshown: [String] = []

  private var titleBytes = 0

  /// The document that contains the rows' objects, and the index of each row's object.
  private let document: JSONDocument
  private let objects: [UInt32]

  /// Whether the document has a `#`, which few have.
  private let hasNumberSign: Bool

  /// The members that the columns show.
  private var members = MemberTree()
  private var size = MemberTree.Size()

  /// Makes a table without columns, with a row for each of some objects in a document.
  init(of document: JSONDocument, objects: [UInt32]) {
    self.document = document
    self.objects = objects
    hasNumberSign = document.bytes.hasByte(UInt8(ascii: "#"))
  }

  /// Makes a table without columns, with a row for each of some records.
  init(of records: Records, rows: [Int]) {
    let objects = rows.map { row in records.objects[row] }
    self.init(of: records.document, objects: objects)
    // Servers use the catalogue's order, so members are found fastest if they are added in it.
    for member in records.shape.members {
      _ = members.addPath([member.name], &size)
    }
  }

  /// How many rows there are.
  var count: Int { objects.count }

  // MARK: Columns

  /// Adds a column for a field of the records.
  ///
  /// - Parameters:
  ///   - rows: the rows of the table's records.
  ///   - hasSigns: whether booleans are shown as signs.
  mutating func add(
    _ field: FieldPath, of records: Records, rows: [Int], hasSigns: Bool = false
  ) {
    let resource = records.resource
    let scalar = resource.scalar(for: field)
    let values: Values
    if scalar.relations.isEmpty, let slot = members.addPath(scalar.members[...], &size) {
      values = .members(slot: slot, showsObjects: true)
    } else {
      values = .field(records.values(of: scalar, rows: rows))
    }
    var column = Column(title: field.title, isNumeric: scalar.isNumeric, values: values)
    let isBoolean = scalar.kind == .value(.boolean)
    column.isSign = hasSigns && isBoolean
    if column.isNumeric || isBoolean {
      column.leastWidth = max(3, column.title.displayWidth)
    } else if let known = resource.catalogued(scalar) {
      column.leastWidth = known.leastWidth
    }
    append(column)
  }

  /// Adds a column of numbers, one for each row.
  mutating func addNumbers(_ numbers: [Int], title: String) {
    let values = Values.field(FieldValues(counts: numbers))
    append(Column(title: title, isNumeric: true, values: values))
  }

  /// Marks the last column as one that only the data has.
  mutating func markLastUncatalogued() {
    columns[columns.count - 1].isUncatalogued = true
  }

  /// Lets a table leave out the last column.
  mutating func makeLastOptional() {
    columns[columns.count - 1].isOptional = true
  }

  /// Adds columns for the members of all objects, in the order in which they first occur. Members
  /// of inner objects have dotted paths.
  ///
  /// Members beyond the limit of columns aren't collected: their names can take twenty times as
  /// much memory as the document.
  mutating func addMembers() throws(Excess) {
    document.withView { view in
      for object in objects {
        members.addMembers(ofObjectAt: Int(object), of: view, &size)
      }
    }
    for member in members.members {
      try addColumns(for: member, in: [])
    }
  }

  /// Adds a column for a member, or for the members of its objects. If it is an object in some rows
  /// and `null` in the others, only the object's members have columns.
  ///
  /// - Parameter owners: the names of the objects around the member, the outermost first.
  private mutating func addColumns(
    for member: MemberTree.Member, in owners: [MemberName]
  ) throws(Excess) {
    let path = owners + [member.name]
    if member.hasColumn {
      let title = FieldPath([], path, .unknown).title
      let isObject = !member.inner.members.isEmpty
      let values = Values.members(slot: member.slot, showsObjects: !isObject)
      var column = Column(title: title, isNumeric: member.isNumeric, values: values)
      column.isUncatalogued = true
      append(column)
      try checkWidth()
    }
    for inner in member.inner.members {
      try addColumns(for: inner, in: path)
    }
  }

  private mutating func append(_ column: Column) {
    columns.append(column)
    titleBytes += column.title.utf8.count
  }

  func checkWidth() throws(Excess) {
    if columns.count > Self.maxColumns {
      throw .columns(limit: Self.maxColumns)
    }
    if titleBytes > Self.maxTitleBytes {
      throw .titles(limit: Self.maxTitleBytes)
    }
  }
}

// MARK: - Cells

extension Table {
  /// A cell's text.
  enum Cell {
    /// A range of the document's bytes: printable ASCII without a backslash, one column wide each.
    case verbatim(Range<Int>)
    /// Any other text, in UTF-8.
    case other(ArraySlice<UInt8>)

    static let empty = Cell.verbatim(0..<0)
  }

  /// The bytes that contain all verbatim cells.
  var bytes: [UInt8] { document.bytes }

  func text(of cell: Cell) -> ArraySlice<UInt8> {
    switch cell {
    case .verbatim(let range): bytes[range]
    case .other(let text): text
    }
  }

  /// Calls `body` with the cells of each row, one after the other.
  func forEachRow(_ body: (borrowing Cells) -> Void) {
    document.withView { view in
      var cells = Cells(of: self, in: view)
      for row in objects.indices {
        cells.read(row)
        body(cells)
      }
    }
  }

  /// The cells of one row, by column. Hot code: a printed table reads each cell twice, for its
  /// width and its text.
  struct Cells: ~Copyable {
    private let table: Table
    private let view: JSONDocument.View
    private let hasNumberSign: Bool
    private var row = 0
    /// The indices of the object's values.
    private var values = 0..<0
    /// The index of the value in each slot. The slots of members that the object lacks aren't
    /// cleared and hold indices of other rows: there can be more slots than members in all objects
    /// together.
    private var slots: ContiguousArray<UInt32>

    fileprivate init(of table: Table, in view: JSONDocument.View) {
      self.table = table
      self.view = view
      hasNumberSign = table.hasNumberSign
      slots = ContiguousArray(repeating: 0, count: table.size.slots)
    }

    fileprivate mutating func read(_ row: Int) {
      self.row = row
      let object = Int(table.objects[row])
      let members = table.members
      let view = view
      values = object + 1..<Int(view.nodes[object].next)
      var slots = slots.mutableSpan
      members.find(in: object, of: view, &slots)
    }

    /// Whether the row's record lacks the column's field; a field that is `null` isn't missing.
    func isMissing(_ column: Int) -> Bool {
      switch table.columns[column].values {
      case .members(let slot, _):
        return !values.contains(Int(slots[slot]))
      case .field(let values):
        if case .missing = values[row] { return true }
        return false
      }
    }

    /// Whether a verbatim cell can't be a command to a CI system; see
    /// ``Swift/String/harmlessInLogs``. `false` for some that can't, too.
    @inline(__always)
    func isHarmless(_ cell: Range<Int>) -> Bool {
      if hasNumberSign { return false }
      if cell.isEmpty { return true }
      let first = view.byte(at: cell.lowerBound)
      return first != .colon && first != .space
    }

    @inline(__always)
    subscript(column: Int) -> Cell {
      switch table.columns[column].values {
      case .members(let slot, let showsObjects):
        let index = Int(slots[slot])
        guard values.contains(index) else { return .empty }
        let node = view.nodes[index]
        let opening = view.opening(of: node)
        let isNull = opening == UInt8(ascii: "n")
        let isHiddenObject = opening == .leftBrace && !showsObjects
        if isNull || isHiddenObject { return .empty }
        guard node.isPlain else {
          return .other(table.document.text(at: index))
        }
        // The cell of a string has no quotes.
        let quote = opening == .quote ? 1 : 0
        return .verbatim(Int(node.start) &+ quote..<Int(node.end) &- quote)
      case .field(let values):
        return .other(values[row].text)
      }
    }
  }
}

extension FieldValue {
  /// The value as text: empty if it is missing or `null`, a count for an embedded list.
  fileprivate var text: ArraySlice<UInt8> {
    switch self {
    case .json(let value):
      value.document.text(at: value.index)
    case .count(let count):
      ArraySlice(String(count).utf8)
    case .missing:
      []
    }
  }
}

extension JSONDocument {
  /// A value as UTF-8 text: a string's content, empty for `null`, everything else as compact JSON.
  fileprivate func text(at index: Int) -> ArraySlice<UInt8> {
    switch kind(at: index) {
    case .null:
      return []
    case .string where nodes[index].isPlain:
      return bytes[range(at: index)].dropFirst().dropLast()
    case .string:
      return ArraySlice(String(utf8: content(at: index)).utf8)
    case .number, .boolean:
      return bytes[range(at: index)]
    case .object, .array:
      let writer = JSONWriter(.compact)
      let text = OutputBuffer.bytes { output in
        writer.writeValue(at: index, of: self, depth: 0, to: &output)
      }
      return text[...]
    }
  }
}
