/// Writes records as a tree: each with its id and name, and below it, as branches, the record that it
/// belongs to and those that belong to it.
///
/// On a terminal it is folded: long branches end early, and if there are several roots, the last level
/// is only counted. Elsewhere it is whole, as a table is.
package struct RecordTree {
  private let root: Level
  private let style: TextStyle

  /// What a terminal leaves out; `nil` if the tree is whole.
  private let folding: Folding?

  private struct Folding {
    /// How many records of a branch are shown.
    let branch: Int
    let hidesLastLevel: Bool

    static let ofOneRecord = Folding(branch: 5, hidesLastLevel: false)
    static let ofSeveral = Folding(branch: 3, hidesLastLevel: true)
  }

  /// Whether something was left out.
  package private(set) var isFolded = false

  /// - Parameter fields: the fields to show of the outermost records; `nil` for the id and the name.
  package init(_ records: Records, fields: [FieldPath]? = nil, style: TextStyle = .plain) {
    root = Level(records, fields: fields)
    self.style = style
    if style.width == nil {
      folding = nil
    } else {
      folding = records.shown.count == 1 ? .ofOneRecord : .ofSeveral
    }
  }

  /// Writes the shown records and their embedded records.
  package mutating func write(to output: inout OutputBuffer) {
    for row in root.records.shown {
      writeLine("", of: row, in: root, isBold: true, to: &output)
      if root.branches.isEmpty { continue }
      write(below: row, in: root, indentation: "", depth: 0, to: &output)
    }
  }

  /// Writes what is embedded in a record: the record that it belongs to, after the relation's name, and
  /// lists; if there are several relations, below their names.
  private mutating func write(
    below row: Int, in level: Level, indentation: String, depth: Int, to output: inout OutputBuffer
  ) {
    let branches = visibleBranches(below: row, in: level, depth: depth)
    for (index, branch) in branches.enumerated() {
      let isLast = index + 1 == branches.count
      let name = branch.embedded.name
      let inner = indentation + (isLast ? Self.space : Self.line)
      if branch.embedded.isMissing {
        writeRemark("\(name) missing", indentation, isLast, to: &output)
      } else if branch.embedded.isSingle {
        let start = indentation + (isLast ? Self.corner : Self.fork) + name + " "
        for parent in branch.embedded.rows(ofParent: row) {
          writeLine(start, of: Int(parent), in: branch.level, to: &output)
          write(
            below: Int(parent), in: branch.level, indentation: inner, depth: depth + 1, to: &output)
        }
      } else if level.branches.count > 1 {
        writeRemark(name, indentation, isLast, to: &output)
        write(branch, of: row, indentation: inner, isLast: true, depth: depth, to: &output)
      } else {
        write(
          branch, of: row, indentation: indentation, isLast: isLast, depth: depth, to: &output)
      }
    }
  }

  /// The relations of a record that have a place in the tree: those with records, and missing ones.
  private mutating func visibleBranches(
    below row: Int, in level: Level, depth: Int
  ) -> [Branch] {
    var visible: [Branch] = []
    for branch in level.branches {
      if !branch.embedded.isMissing {
        if branch.embedded.rows(ofParent: row).isEmpty { continue }
        if !branch.embedded.isSingle, hides(branch.level, depth: depth) {
          isFolded = true
          continue
        }
      }
      visible.append(branch)
    }
    return visible
  }

  /// Whether the records of a list are only counted.
  private func hides(_ level: Level, depth: Int) -> Bool {
    guard let folding else { return false }
    return folding.hidesLastLevel && depth > 0 && level.branches.isEmpty
  }

  private mutating func write(
    _ list: Branch, of parent: Int, indentation: String, isLast: Bool, depth: Int,
    to output: inout OutputBuffer
  ) {
    let rows = list.embedded.rows(ofParent: parent)
    var count = rows.count
    // A line that says "1 more" has no advantage over the record's own line.
    if let folding, count > folding.branch + 1 { count = folding.branch }
    let middle = indentation + Self.fork
    let end = indentation + Self.corner
    for (index, row) in rows.prefix(count).enumerated() {
      let isLast = isLast && index + 1 == rows.count
      writeLine(isLast ? end : middle, of: Int(row), in: list.level, to: &output)
      if list.level.branches.isEmpty { continue }
      let inner = indentation + (isLast ? Self.space : Self.line)
      write(below: Int(row), in: list.level, indentation: inner, depth: depth + 1, to: &output)
    }
    guard count < rows.count else { return }
    isFolded = true
    writeRemark(
      "… \(rows.count - count) more \(list.embedded.name)", indentation, isLast, to: &output)
  }

  private static let fork = "├── "
  private static let corner = "└── "
  private static let line = "│   "
  private static let space = "    "

  // MARK: Lines

  /// Writes a line that shows no record.
  private func writeRemark(
    _ text: String, _ indentation: String, _ isLast: Bool, to output: inout OutputBuffer
  ) {
    let start = indentation + (isLast ? Self.corner : Self.fork)
    var text = text
    if let width = style.width { text = text.cut(to: max(1, width - start.count)) }
    output.append(style.dim(start + text))
    output.append(.lineFeed)
  }

  /// The least columns for a label that is cut, and for the details after it.
  private static let leastLabel = 12
  private static let leastDetails = 8

  private func writeLine(
    _ start: String, of row: Int, in level: Level, isBold: Bool = false,
    to output: inout OutputBuffer
  ) {
    var details = level.details(ofRow: row)
    if style == .plain {
      output.append(start)
      level.labels.write(row, to: &output)
      if !details.isEmpty { output.append(details) }
      return output.append(.lineFeed)
    }
    var text = level.labels.text(ofRow: row)
    if let width = style.width {
      // The details are cut before the label has too little room.
      let room = max(1, width - start.count)
      let least = min(Self.leastLabel, room)
      let left = room - text.cut(to: max(least, room - details.displayWidth)).displayWidth
      details = left < Self.leastDetails ? "" : details.cut(to: left)
      text = text.cut(to: room - details.displayWidth)
    }
    output.append(style.dim(start))
    let (sign, id) = level.labels.beginning(ofRow: row)
    var name = text.utf8[...]
    // An id that is cut isn't one.
    if name.starts(with: sign), name.dropFirst(sign.count).starts(with: id) {
      name = name.dropFirst(sign.count + id.count)
      output.append(String(utf8: sign))
      output.append(style.dim(String(utf8: id)))
    }
    text = String(Substring(name))
    output.append(isBold ? style.bold(text) : text)
    output.append(style.dim(details))
    output.append(.lineFeed)
  }
}

/// The records of one relation in a tree, and the columns of their lines. A class, because each line
/// would count references to all that a copy holds.
private final class Level {
  let records: Records

  let labels: Labels

  /// Those that the records belong to are the first.
  let branches: [Branch]

  /// - Parameter fields: the fields to show; `nil` for all relations, the id and the name.
  init(_ records: Records, fields: [FieldPath]?) {
    self.records = records
    var parents: [Branch] = []
    var lists: [Branch] = []
    for embedded in records.embedded {
      var inner: [FieldPath]?
      if let fields {
        // Only the relations that fields name are shown.
        guard embedded.isNamed(in: fields) else { continue }
        inner = embedded.fields(in: fields)
      }
      let level = Level(embedded.children, fields: inner)
      if embedded.isSingle {
        parents.append(Branch(embedded: embedded, level: level))
      } else {
        lists.append(Branch(embedded: embedded, level: level))
      }
    }
    branches = parents + lists
    let own = fields?.filter { $0.relations.isEmpty || $0.kind == .count }
    labels = Labels(records, own ?? [])
  }

  /// How many records belong to a row: ` · 5 posts, 20 todos`.
  func details(ofRow row: Int) -> String {
    var counts: [String] = []
    for branch in branches where !branch.embedded.isSingle && !branch.embedded.isMissing {
      let count = branch.embedded.rows(ofParent: row).count
      let singular = branch.embedded.children.resource.singular
      counts.append("\(count) \(count == 1 ? singular : branch.embedded.name)")
    }
    if counts.isEmpty { return "" }
    return " · " + counts.joined(separator: ", ")
  }
}

/// Records' labels, safe for a terminal: a sign whether it is completed, the id and the name, `○ `,
/// `4 ` and `et porro tempora`; or the values of some fields as the name.
private struct Labels {
  /// The offsets of a label and of its parts.
  private struct Start {
    let label: Int
    var id: Int
    var name: Int

    init(at offset: Int) {
      label = offset
      id = offset
      name = offset
    }
  }

  /// All of them, one after the other.
  private var text: [UInt8] = []

  /// The start of each label, and the end.
  private var starts: [Start] = []

  init(_ records: Records, _ fields: [FieldPath]) {
    let resource = records.resource
    let signs = resource.fields.filter { $0.type == .boolean }.map { resource.path($0.path) }
    let columns = fields.isEmpty ? signs + [resource.path("id"), resource.label] : fields
    let signCount = fields.isEmpty ? signs.count : 0
    let gap = fields.isEmpty ? 1 : 2
    let table = Table(of: records, rows: Array(records.objects.indices), fields: columns)
    let bytes = table.bytes
    starts.reserveCapacity(table.count + 1)
    table.forEachRow { cells in
      var start = Start(at: text.count)
      for column in columns.indices {
        let end = text.count
        if end > start.label { for _ in 0..<gap { text.append(.space) } }
        let cellStart = text.count
        if fields.isEmpty, column == signCount { start.id = cellStart }
        if fields.isEmpty, column == signCount + 1 { start.name = cellStart }
        if column < signCount {
          addSign(table.text(of: cells[column]))
        } else {
          add(cells[column], of: bytes)
        }
        // An empty cell has no gap before it.
        if text.count == cellStart { text.removeLast(cellStart - end) }
      }
      start.id = min(start.id, text.count)
      start.name = min(start.name, text.count)
      starts.append(start)
    }
    starts.append(Start(at: text.count))
  }

  private mutating func addSign(_ value: ArraySlice<UInt8>) {
    if value.elementsEqual("true".utf8) { text += "✓".utf8 }
    if value.elementsEqual("false".utf8) { text += "○".utf8 }
  }

  /// Adds the first line of a cell's text.
  private mutating func add(_ cell: Table.Cell, of document: [UInt8]) {
    switch cell {
    case .verbatim(let range): text += document[range]
    case .other(let bytes):
      text += String(utf8: bytes).firstLine.safeForTerminal.utf8
    }
  }

  func write(_ row: Int, to output: inout OutputBuffer) {
    let label = text[starts[row].label..<starts[row + 1].label]
    output.append(label.span)
  }

  func text(ofRow row: Int) -> String {
    String(utf8: text[starts[row].label..<starts[row + 1].label])
  }

  /// The sign and the id, each with the space after it.
  func beginning(ofRow row: Int) -> (sign: ArraySlice<UInt8>, id: ArraySlice<UInt8>) {
    let start = starts[row]
    return (text[start.label..<start.id], text[start.id..<start.name])
  }
}

/// A relation in a tree: the records that belong to each record, or the one that it belongs to.
private struct Branch {
  let embedded: Embedded
  let level: Level
}

extension Embedded {
  /// Whether fields of the parents name these records; how many there are is a field of a parent.
  fileprivate func isNamed(in fields: [FieldPath]) -> Bool {
    fields.contains { $0.relations.first?.name == name && $0.kind != .count }
  }

  /// The fields that are shown of these records, among those of their parents; `nil` for the usual
  /// ones.
  fileprivate func fields(in fields: [FieldPath]) -> [FieldPath]? {
    var inner: [FieldPath] = []
    for field in fields where field.relations.first?.name == name {
      let path = field.withinFirstRelation
      if path.relations.isEmpty, path.members.isEmpty {
        if field.kind == .count { continue }
        return nil
      }
      inner.append(path)
    }
    return inner
  }
}

extension String {
  /// The text up to its first line break, with a mark if more follows.
  fileprivate var firstLine: String {
    // Going through characters takes twenty times as long, and most names are plain.
    if hasOnlyBytes(in: 0x20..<0x80) { return self }
    guard let end = firstIndex(where: \.isLineBreak) else { return self }
    return self[..<end] + " …"
  }
}
