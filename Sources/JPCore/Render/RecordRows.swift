/// Rows of cells: records, groups of records, or the objects in any document.
package struct RecordRows {
  package struct Column {
    let title: String
    let isNumeric: Bool
    fileprivate let source: Source
    /// How important the column is if not all fit; 0 is the most important one.
    var rank = 0
  }

  /// Where the cells of a column come from.
  fileprivate enum Source {
    /// A member of the row's object, by its slot in the tree; `exceptObjects` if other columns
    /// show the members of its objects.
    case member(Int, exceptObjects: Bool)
    /// The embedded records.
    case embedded(FieldPath)
    /// A text for each row.
    case texts([ArraySlice<UInt8>])
  }

  package private(set) var columns: [Column] = []

  /// Whether columns that don't fit may be left out: the user named none.
  private(set) var mayDropColumns = false

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
  package init(table records: Records, fields: [FieldPath]?) {
    self.init(records)
    if let fields {
      add(records.scalars(of: fields, keepsParents: true))
    } else {
      addUsualColumns(of: records)
    }
  }

  /// A file's columns: every field of the catalogue, with dotted names for those inside objects,
  /// the fields of each embedded parent, a count for each embedded list; or the requested fields.
  package init(file records: Records, fields: [FieldPath]?) {
    self.init(records)
    add(fields.map { records.scalars(of: $0, keepsParents: false) } ?? records.allFields)
  }

  /// Some fields, one column for each.
  init(_ records: Records, _ fields: [FieldPath]) {
    self.init(records)
    add(fields)
  }

  /// Groups of records: their values, and how many records have them.
  package init(_ groups: RecordGroups) {
    self.init(groups.records, groups.fields)
    let counts = groups.counts.map { Array(String($0).utf8)[...] }
    columns.append(Column(title: "count", isNumeric: true, source: .texts(counts)))
  }

  /// The fields of a single record: all of its members, those of objects in it and of embedded
  /// parents by dotted paths, a count for each embedded list; or the requested fields.
  package init(view records: Records, fields: [FieldPath]?) {
    if let fields {
      self = RecordRows(file: records, fields: fields)
      return
    }
    self.init(records)
    guard let row = rows.first else { return }
    addMembers(ofObjectsAt: [objects[row]], except: records.embedded.map(\.name))
    for embedded in records.embedded {
      guard embedded.isSingle, let parent = embedded.rows(ofParent: row).first else {
        add(embedded.fields(ofParents: false))
        continue
      }
      var parents = embedded.children
      parents.shown = [Int(parent)]
      let view = RecordRows(view: parents, fields: nil)
      view.forEachRow { cells in
        for (place, column) in view.columns.enumerated() {
          let title = "\(embedded.name).\(column.title)"
          let text = view.text(of: cells[place])
          columns.append(Column(title: title, isNumeric: false, source: .texts([text])))
        }
      }
    }
  }

  /// The columns of any document: the members of its objects in the order of their first mention,
  /// those of objects in them by dotted paths.
  ///
  /// - Parameter document: an array of objects, or one object.
  package init(_ document: JSONDocument) {
    self.document = document
    records = nil
    objects = document.root.kind == .array ? document.childIndices(of: 0) : [0]
    rows = Array(objects.indices)
    addMembers(ofObjectsAt: objects)
  }

  // MARK: Columns

  private mutating func add(_ fields: [FieldPath]) {
    for field in fields {
      let isNumeric = [.value(.integer), .count, .list].contains(field.kind)
      // An embedded parent is shown by its name.
      let path = records?.resource.labelled(field) ?? field
      let slot = path.relations.isEmpty ? members.add(path.members[...], &slotCount) : nil
      let source = slot.map { Source.member($0, exceptObjects: false) } ?? .embedded(path)
      columns.append(Column(title: field.title, isNumeric: isNumeric, source: source))
    }
  }

  private mutating func addMembers(ofObjectsAt objects: [UInt32], except names: [String] = []) {
    document.withView { view in
      for object in objects { members.add(membersOf: Int(object), of: view, &slotCount) }
    }
    for member in members.members { addColumns(of: member, prefix: "", except: names) }
  }

  /// Adds a column for a member, or for the members of its objects. If it is an object in some rows
  /// and `null` in the others, only the object's members have columns.
  private mutating func addColumns(
    of member: MemberTree.Member, prefix: String, except names: [String] = []
  ) {
    let title = prefix + String(decoding: member.name.utf8, as: UTF8.self)
    if names.contains(title) { return }
    let isObject = !member.inner.members.isEmpty
    if member.isScalar || !isObject {
      let source = Source.member(member.slot, exceptObjects: isObject)
      columns.append(Column(title: title, isNumeric: member.isNumeric, source: source))
    }
    for inner in member.inner.members { addColumns(of: inner, prefix: title + ".") }
  }

  /// Adds the catalogue's columns, then those of what is embedded. The id and the label are the most
  /// important ones, then what is embedded, then the rest in the catalogue's order.
  private mutating func addUsualColumns(of records: Records) {
    mayDropColumns = true
    let resource = records.resource
    let label = resource.label.text
    add(resource.columns.map { resource.path($0.path, title: $0.title) })
    for (place, own) in resource.columns.enumerated() {
      columns[place].rank =
        own.path == "id" ? 0 : own.path == label ? 1 : (own.isMinor ? 2000 : 1000) + place
    }
    add(records.embedded.flatMap { $0.fields(ofParents: false) })
    for place in resource.columns.count..<columns.count { columns[place].rank = 2 + place }
  }
}

extension Records {
  /// The catalogue's fields, then those of what is embedded.
  fileprivate var allFields: [FieldPath] {
    resource.fields.map { resource.path($0.path) }
      + embedded.flatMap { $0.fields(ofParents: true) }
  }

  /// Fields, each once, with the scalars in it in place of an object.
  ///
  /// - Parameter keepsParents: whether an embedded parent stays whole.
  fileprivate func scalars(of fields: [FieldPath], keepsParents: Bool) -> [FieldPath] {
    let all = allFields
    var scalars: [FieldPath] = []
    for field in fields {
      let isWhole = field.kind != .object || keepsParents && field.members.isEmpty
      let found = isWhole ? [field] : all.filter { $0.isInside(field) }
      scalars += found.filter { field in !scalars.contains { $0.isSame(as: field) } }
    }
    return scalars
  }
}

extension Embedded {
  /// The number of records of a list; the fields of a parent, or the parent as a whole; then what is
  /// embedded in them.
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
enum Cell: Sendable {
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

  /// Calls `body` with the cells of a row, be it shown.
  func withCells(ofRow row: Int, _ body: (borrowing Cells) -> Void) {
    document.withView { view in
      var cells = Cells(of: self, in: view)
      cells.read(row, line: 0)
      body(cells)
    }
  }

  /// The cells of one row, by column.
  struct Cells: ~Copyable {
    private let rows: RecordRows
    private let view: JSONDocument.View
    private var row = 0
    private var line = 0
    /// The indices of the object's members; 0 for those that it doesn't have.
    private var slots: [UInt32]

    fileprivate init(of rows: RecordRows, in view: JSONDocument.View) {
      self.rows = rows
      self.view = view
      slots = Array(repeating: 0, count: rows.slotCount)
    }

    fileprivate mutating func read(_ row: Int, line: Int) {
      (self.row, self.line) = (row, line)
      for slot in slots.indices { slots[slot] = 0 }
      rows.members.find(in: Int(rows.objects[row]), of: view, &slots)
    }

    @inline(__always)
    subscript(column: Int) -> Cell {
      switch rows.columns.span[column].source {
      case .member(let slot, let exceptObjects):
        let index = Int(slots[slot])
        if index == 0 { return .empty }
        let node = view.nodes[index]
        let opening = view.opening(of: node)
        if opening == UInt8(ascii: "n") || opening == .leftBrace && exceptObjects { return .empty }
        guard node.isVerbatim else { return .other(rows.document.text(at: index)) }
        let quote = opening == .quote ? 1 : 0
        return .verbatim(Int(node.start) &+ quote..<Int(node.end) &- quote)
      case .embedded(let path):
        return .other(rows.records?.text(row: row, at: path) ?? [])
      case .texts(let texts): return .other(texts[line])
      }
    }
  }
}

extension Records {
  /// A row's value as text: empty if it is missing or `null`, a count for an embedded list.
  fileprivate func text(row: Int, at path: FieldPath) -> ArraySlice<UInt8> {
    switch value(row: row, at: path) {
    case .json(let value): value.document.text(at: value.index)
    case .count(let count): Array(String(count).utf8)[...]
    case .missing: []
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
