/// Rows of cells: records, groups of records, or the objects in any document.
///
/// Their columns are limited: in a hostile document each object can have names of its own, and rows
/// of all of them would take memory by the square of its size.
package struct RecordRows {
  /// Why there are too many columns.
  package enum Excess: Error, Equatable {
    case columns(limit: Int)
    /// The limit is in bytes, of all titles together.
    case titles(limit: Int)
  }

  private static let maxColumns = 1000
  private static let maxTitleBytes = 1 << 20

  package struct Column {
    let title: String
    let isNumeric: Bool
    fileprivate let source: Source
    /// Whether `true` is shown as ✓, and `false` as nothing.
    var isSign = false
    /// The least width in a table.
    var leastWidth = 8
  }

  /// The source of a column's cells.
  fileprivate enum Source {
    /// A member of the object, by its slot in the tree. With `exceptObjects`, cells of objects are
    /// empty, because other columns show their members.
    case member(Int, exceptObjects: Bool)
    /// The values of a field of embedded records.
    case values(FieldValues)
    /// A text for each row.
    case texts([ArraySlice<UInt8>])
  }

  package private(set) var columns: [Column] = []
  private var titleBytes = 0

  /// The columns that a table may leave out, the most important first.
  private(set) var optional: [Int] = []

  /// The document of the rows' objects.
  private let document: JSONDocument

  /// Whose embedded records the columns show; `nil` for the objects of any document.
  private let records: Records?

  /// The indices of the objects, and which of them are shown.
  private let objects: [UInt32]
  private let rows: [Int]

  /// The members that the columns show.
  private var members = MemberTree()
  private var slotCount = 0

  private init(_ records: Records) {
    self.records = records
    document = records.document
    objects = records.objects
    rows = records.shown
    // In the catalogue's order, which servers use too.
    for member in records.shape.members { _ = members.add([member.name], &slotCount) }
  }

  /// A table's columns: the catalogue's, the name of each embedded parent, a count for each
  /// embedded list; or the requested fields.
  ///
  /// - Parameter fields: the fields to show; `nil` for the usual columns.
  package init(table records: Records, fields: [FieldPath]?) throws(Excess) {
    self.init(records)
    let resource = records.resource
    let usual = resource.columns.map { resource.path($0.path, title: $0.title) }
    add(
      fields.map { records.scalars(of: $0, isTable: true) }
        ?? usual + records.embedded.flatMap { $0.fields(ofParents: false) }, hasSigns: true)
    if fields == nil {
      let needed = ["id", resource.label.text]
      optional = usual.indices.filter { !needed.contains(usual[$0].text) }
    }
    try checkWidth()
  }

  /// A file's columns: every field of the catalogue, with dotted names for those inside objects,
  /// the fields of each embedded parent, a count for each embedded list; or the requested fields.
  package init(file records: Records, fields: [FieldPath]?) throws(Excess) {
    self.init(records)
    add(fields.map { records.scalars(of: $0, isTable: false) } ?? records.allFields)
    try checkWidth()
  }

  /// Some fields, one column for each.
  init(_ records: Records, _ fields: [FieldPath]) {
    self.init(records)
    add(fields)
  }

  /// Groups of records: their values, and how many records have them.
  package init(_ groups: RecordGroups) throws(Excess) {
    self.init(groups.records, groups.fields)
    let counts = groups.counts.map { ArraySlice(String($0).utf8) }
    append(Column(title: "count", isNumeric: true, source: .texts(counts)))
    try checkWidth()
  }

  /// The fields of a single record: all of its members, those of objects in it and of embedded
  /// parents by dotted paths, a count for each embedded list; or the requested fields.
  package init(view records: Records, fields: [FieldPath]?) throws(Excess) {
    if let fields {
      self = try RecordRows(file: records, fields: fields)
      return
    }
    self.init(records)
    guard let row = rows.first else { return }
    try addMembers(ofObjectsAt: [objects[row]], except: records.embedded.map(\.name))
    for embedded in records.embedded {
      guard embedded.isSingle, let parent = embedded.rows(ofParent: row).first else {
        add(embedded.fields(ofParents: false))
        continue
      }
      var parents = embedded.children
      parents.shown = [Int(parent)]
      let view = try RecordRows(view: parents, fields: nil)
      view.forEachRow { cells in
        for (place, column) in view.columns.enumerated() {
          let title = "\(embedded.name).\(column.title)"
          let text = view.text(of: cells[place])
          append(Column(title: title, isNumeric: false, source: .texts([text])))
        }
      }
    }
    try checkWidth()
  }

  /// The columns of any document: the members of its objects in the order of their first mention,
  /// those of objects in them by dotted paths.
  ///
  /// - Parameter document: an array of objects, or one object.
  package init(_ document: JSONDocument) throws(Excess) {
    self.document = document
    records = nil
    objects = document.root.kind == .array ? document.childIndices(of: 0) : [0]
    rows = Array(objects.indices)
    try addMembers(ofObjectsAt: objects)
  }

  // MARK: Columns

  private mutating func append(_ column: Column) {
    columns.append(column)
    titleBytes += column.title.utf8.count
  }

  private func checkWidth() throws(Excess) {
    if columns.count > Self.maxColumns { throw .columns(limit: Self.maxColumns) }
    if titleBytes > Self.maxTitleBytes { throw .titles(limit: Self.maxTitleBytes) }
  }

  private mutating func add(_ fields: [FieldPath], hasSigns: Bool = false) {
    for field in fields {
      // An embedded parent is shown by its name.
      let path = records?.resource.labelled(field) ?? field
      let slot = path.relations.isEmpty ? members.add(path.members[...], &slotCount) : nil
      let source: Source
      if let slot {
        source = .member(slot, exceptObjects: false)
      } else if let records {
        source = .values(records.values(of: path, rows: rows))
      } else {
        source = .texts([])
      }
      var column = Column(
        title: field.title, isNumeric: [.value(.integer), .count, .list].contains(field.kind),
        source: source)
      let isBoolean = field.kind == .value(.boolean)
      column.isSign = hasSigns && isBoolean
      if column.isNumeric || isBoolean {
        column.leastWidth = max(3, field.title.displayWidth)
      } else if let name = path.lastName {
        column.leastWidth = Resource.columnWidths[name] ?? column.leastWidth
      }
      append(column)
    }
  }

  private mutating func addMembers(
    ofObjectsAt objects: [UInt32], except names: [String] = []
  ) throws(Excess) {
    document.withView { view in
      for object in objects { members.add(membersOf: Int(object), of: view, &slotCount) }
    }
    for member in members.members { try addColumns(of: member, below: [], except: names) }
  }

  /// Adds a column for a member, or for the members of its objects. If it is an object in some rows
  /// and `null` in the others, only the object's members have columns.
  ///
  /// - Parameter owners: the names of the objects around it.
  private mutating func addColumns(
    of member: MemberTree.Member, below owners: [String], except names: [String] = []
  ) throws(Excess) {
    let name = String(utf8: member.name.content)
    if names.contains(name) { return }
    let path = owners + [name]
    let isObject = !member.inner.members.isEmpty
    if member.isScalar || !isObject {
      let title = path.joined(separator: ".")
      let source = Source.member(member.slot, exceptObjects: isObject)
      append(Column(title: title, isNumeric: member.isNumeric, source: source))
      try checkWidth()
    }
    for inner in member.inner.members { try addColumns(of: inner, below: path) }
  }
}

extension Records {
  /// The catalogue's fields, then those of embedded records.
  fileprivate var allFields: [FieldPath] {
    resource.fields.map { resource.path($0.path) }
      + embedded.flatMap { $0.fields(ofParents: true) }
  }

  /// Fields, each once, with the scalars in it in place of an object.
  ///
  /// - Parameter isTable: whether embedded parents stay whole, and titles are short.
  fileprivate func scalars(of fields: [FieldPath], isTable: Bool) -> [FieldPath] {
    let all = allFields
    var scalars: [FieldPath] = []
    for field in fields {
      let isWhole = field.kind != .object || isTable && field.members.isEmpty
      for scalar in isWhole ? [field] : all.filter({ $0.isInside(field) })
      where !scalars.contains(where: { $0.isSame(as: scalar) }) {
        scalars.append(isWhole || !isTable ? scalar : resource.titledShortly(scalar))
      }
    }
    return scalars
  }
}

extension Embedded {
  /// The columns of embedded records: a list's count, or a parent's fields, and then those of the
  /// records embedded in them.
  ///
  /// - Parameter ofParents: whether a parent is shown field by field, instead of as a whole.
  fileprivate func fields(ofParents: Bool) -> [FieldPath] {
    let relation = FieldPath.Relation(name: name, isList: !isSingle)
    let isOpen = isSingle && ofParents
    let inner =
      isOpen ? children.allFields : children.embedded.flatMap { $0.fields(ofParents: ofParents) }
    return (isOpen ? [] : [FieldPath([relation], [], isSingle ? .object : .list)])
      + inner.map { field in
        let relations = [relation] + field.relations
        let title = isOpen ? "\(name).\(field.title)" : field.title
        return FieldPath(relations, field.members, field.kind, title: title)
      }
  }
}

// MARK: - Cells

/// A cell's text.
enum Cell {
  /// Bytes of the rows' document: printable ASCII without a backslash, as wide as there are bytes.
  case verbatim(Range<Int>)
  /// UTF-8.
  case other(ArraySlice<UInt8>)

  static let empty = Cell.verbatim(0..<0)
}

extension RecordRows {
  /// How many rows there are.
  var count: Int { rows.count }

  /// The bytes of the cells that are verbatim.
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
      for (line, row) in rows.enumerated() {
        cells.read(row, line: line)
        body(cells)
      }
    }
  }

  /// The cells of one row, by column.
  struct Cells: ~Copyable {
    private let rows: RecordRows
    private let view: JSONDocument.View
    private var line = 0
    /// The indices of the object's values.
    private var values = 0..<0
    /// The indices of the values by slot. Other rows leave theirs in the slots of members that the
    /// object doesn't have: there can be more slots than members in all objects together.
    private var slots: [UInt32]

    fileprivate init(of rows: RecordRows, in view: JSONDocument.View) {
      self.rows = rows
      self.view = view
      slots = Array(repeating: 0, count: rows.slotCount)
    }

    fileprivate mutating func read(_ row: Int, line: Int) {
      self.line = line
      let (object, members, view) = (Int(rows.objects[row]), rows.members, view)
      values = object + 1..<Int(view.nodes[object].next)
      var slots = slots.mutableSpan
      members.find(in: object, of: view, &slots)
    }

    @inline(__always)
    subscript(column: Int) -> Cell {
      switch rows.columns.span[column].source {
      case .member(let slot, let exceptObjects):
        let index = Int(slots[slot])
        guard values.contains(index) else { return .empty }
        let node = view.nodes[index]
        let opening = view.opening(of: node)
        if opening == UInt8(ascii: "n") || opening == .leftBrace && exceptObjects { return .empty }
        guard node.isPlain else { return .other(rows.document.text(at: index)) }
        let quote = opening == .quote ? 1 : 0
        return .verbatim(Int(node.start) &+ quote..<Int(node.end) &- quote)
      case .values(let values): return .other(values[line].text)
      case .texts(let texts): return .other(texts[line])
      }
    }
  }
}

extension FieldValue {
  /// The value as text: empty if it is missing or `null`, a count for an embedded list.
  fileprivate var text: ArraySlice<UInt8> {
    switch self {
    case .json(let value): value.document.text(at: value.index)
    case .count(let count): ArraySlice(String(count).utf8)
    case .missing: []
    }
  }
}

extension JSONDocument {
  /// A value as UTF-8 text: a string's content, empty for `null`, everything else as compact JSON.
  fileprivate func text(at index: Int) -> ArraySlice<UInt8> {
    switch kind(at: index) {
    case .null: []
    case .string where nodes[index].isPlain: bytes[range(at: index)].dropFirst().dropLast()
    case .string: ArraySlice(String(utf8: content(at: index)).utf8)
    case .number, .boolean: bytes[range(at: index)]
    case .object, .array:
      OutputBuffer.bytes {
        JSONWriter(.compact).writeValue(at: index, of: self, depth: 0, to: &$0)
      }[...]
    }
  }
}
