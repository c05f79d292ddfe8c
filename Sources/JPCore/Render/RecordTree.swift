/// Writes records as a tree: each with its id and name and the records that it belongs to, those that
/// belong to it below.
///
/// On a terminal it is folded: long branches end early, and if there are several roots, the last level
/// is only counted. Elsewhere it is whole, as a table is.
package struct RecordTree {
  private let root: Level
  private let style: TextStyle

  /// How many records of a branch are shown, and whether the last level is.
  private let folding: (branch: Int, hidesLastLevel: Bool)?

  /// Whether something was left out.
  package private(set) var isFolded = false

  /// - Parameter fields: the fields to show of the outermost records; `nil` for the id and the name.
  package init(_ records: Records, fields: [FieldPath]? = nil, style: TextStyle = .plain) {
    let isAlone = records.shown.count == 1
    root = Level(records, fields: fields)
    self.style = style
    folding = style.width == nil ? nil : (isAlone ? 5 : 3, !isAlone)
  }

  /// Writes the shown records and their embedded records.
  package mutating func write(to output: inout OutputBuffer) {
    for row in root.records.shown {
      writeLine("", of: row, in: root, isBold: true, to: &output)
      if root.lists.isEmpty { continue }
      write(below: row, in: root, indentation: "", depth: 0, to: &output)
    }
  }

  /// Writes the lists that are embedded in a record; if there are several, below their names.
  private mutating func write(
    below row: Int, in level: Level, indentation: String, depth: Int, to output: inout OutputBuffer
  ) {
    let lists = level.lists.filter { list in
      if list.embedded.isMissing { return true }
      let isEmpty = list.embedded.rows(ofParent: row).isEmpty
      let isHidden = folding?.hidesLastLevel ?? false && depth > 0 && list.level.lists.isEmpty
      if isHidden && !isEmpty { isFolded = true }
      return !isEmpty && !isHidden
    }
    for (place, list) in lists.enumerated() {
      let isLast = place + 1 == lists.count
      if list.embedded.isMissing {
        writeRemark("\(list.embedded.name) missing", indentation, isLast, to: &output)
      } else if level.lists.count > 1 {
        writeRemark(list.embedded.name, indentation, isLast, to: &output)
        write(
          list, of: row, indentation: indentation + (isLast ? Self.space : Self.line),
          isLast: true, depth: depth, to: &output)
      } else {
        write(
          list, of: row, indentation: indentation, isLast: isLast, depth: depth, to: &output)
      }
    }
  }

  private mutating func write(
    _ list: List, of parent: Int, indentation: String, isLast: Bool, depth: Int,
    to output: inout OutputBuffer
  ) {
    let rows = list.embedded.rows(ofParent: parent)
    // A line that says "1 more" has no advantage over the record's own line.
    let count = folding.map { rows.count <= $0.branch + 1 ? rows.count : $0.branch } ?? rows.count
    let (middle, end) = (indentation + Self.fork, indentation + Self.corner)
    for (place, row) in rows.prefix(count).enumerated() {
      let isLast = isLast && place + 1 == rows.count
      writeLine(isLast ? end : middle, of: Int(row), in: list.level, to: &output)
      if list.level.lists.isEmpty { continue }
      write(
        below: Int(row), in: list.level,
        indentation: indentation + (isLast ? Self.space : Self.line), depth: depth + 1,
        to: &output)
    }
    guard count < rows.count else { return }
    isFolded = true
    writeRemark(
      "… \(rows.count - count) more \(list.embedded.name)", indentation, isLast, to: &output)
  }

  private static let (fork, corner, line, space) = ("├── ", "└── ", "│   ", "    ")

  // MARK: Lines

  /// Writes a line that shows no record.
  private func writeRemark(
    _ text: String, _ indentation: String, _ isLast: Bool, to output: inout OutputBuffer
  ) {
    let start = indentation + (isLast ? Self.corner : Self.fork)
    let room = style.width.map { max(1, $0 - start.count) }
    output.append(style.dim(start + (room.map { text.cut(to: $0) } ?? text)))
    output.append(.lineFeed)
  }

  /// The least columns for a label that is cut, and for the details after it.
  private static let (leastLabel, leastDetails) = (12, 8)

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

  private let parents: [List]
  let lists: [List]

  init(_ records: Records, fields: [FieldPath]?) {
    self.records = records
    let relations = records.embedded.filter { embedded in
      // If fields are given, only the relations that they name are shown.
      fields?.contains { $0.relations.first?.name == embedded.name && $0.kind != .count } ?? true
    }.map { embedded in
      List(
        embedded: embedded,
        level: Level(embedded.children, fields: fields.flatMap { embedded.fields(in: $0) }))
    }
    parents = relations.filter(\.embedded.isSingle)
    lists = relations.filter { !$0.embedded.isSingle }
    labels = Labels(records, fields?.filter { $0.relations.isEmpty || $0.kind == .count } ?? [])
  }

  /// The records that a row belongs to, and how many belong to it: ` · user 1 Ada Brennan · 5 posts`.
  func details(ofRow row: Int) -> String {
    if parents.isEmpty && lists.isEmpty { return "" }
    let names = parents.compactMap { parent -> String? in
      let name = parent.embedded.name
      if parent.embedded.isMissing { return " · \(name) missing" }
      return parent.embedded.rows(ofParent: row).first.map { row in
        let label = parent.level.labels.text(ofRow: Int(row))
        return " · \(name) \(label)" + parent.level.details(ofRow: Int(row))
      }
    }
    let counts = lists.filter { !$0.embedded.isMissing }.map { list -> String in
      let (embedded, count) = (list.embedded, list.embedded.rows(ofParent: row).count)
      return "\(count) \(count == 1 ? embedded.children.resource.singular : embedded.name)"
    }
    return names.joined() + (counts.isEmpty ? "" : " · " + counts.joined(separator: ", "))
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
    let (signCount, gap) = fields.isEmpty ? (signs.count, 1) : (0, 2)
    var all = records
    all.shown = Array(records.objects.indices)
    let rows = RecordRows(all, columns)
    let bytes = rows.bytes
    starts.reserveCapacity(all.shown.count + 1)
    rows.forEachRow { cells in
      var start = Start(at: text.count)
      for column in columns.indices {
        let end = text.count
        if end > start.label { for _ in 0..<gap { text.append(.space) } }
        let place = text.count
        if fields.isEmpty, column == signCount { start.id = place }
        if fields.isEmpty, column == signCount + 1 { start.name = place }
        if column < signCount {
          addSign(rows.text(of: cells[column]))
        } else {
          add(cells[column], of: bytes)
        }
        if text.count == place { text.removeLast(place - end) }
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
  private mutating func add(_ cell: Cell, of document: [UInt8]) {
    switch cell {
    case .verbatim(let range): text += document[range]
    case .other(let bytes):
      text += String(utf8: bytes).firstLine.safeForTerminal.utf8
    }
  }

  func write(_ row: Int, to output: inout OutputBuffer) {
    output.append(text.span.extracting(starts[row].label..<starts[row + 1].label))
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

/// Embedded records in a tree.
private struct List {
  let embedded: Embedded
  let level: Level
}

extension Embedded {
  /// The fields that are shown of these records, among those of their parents; `nil` for the usual
  /// ones.
  fileprivate func fields(in fields: [FieldPath]) -> [FieldPath]? {
    let inner = fields.filter { $0.relations.first?.name == name }.map { $0.dropFirst() }
    return inner.contains { $0.relations.isEmpty && $0.members.isEmpty } ? nil : inner
  }
}

extension String {
  /// The text up to its first line break, with a mark if more follows.
  fileprivate var firstLine: String {
    // Going through characters takes twenty times as long, and most names are plain.
    if hasOnlyBytes(in: 0x20..<0x80) { return self }
    guard let end = firstIndex(where: \.isNewline) else { return self }
    return self[..<end] + " …"
  }
}
