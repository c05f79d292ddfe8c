/// Writes records as a tree. Each record has a line with its id and name. Its branches are the
/// records embedded in it: its parent and its children.
///
///     1 Ada Brennan · 2 albums
///     ├── 1 Winter in Malmö
///     └── 2 Gardens of Kyoto
///
/// On a terminal the tree is folded: long branches end early, and if there are several roots, lists
/// of the last level are only counted, except directly below the roots. Elsewhere the tree is
/// complete.
package struct RecordTree {
  private let root: TreeLevel
  private let rows: [Int]
  private let style: TextStyle

  /// What is left out on a terminal; `nil` to write the complete tree.
  private let folding: Folding?

  private struct Folding {
    /// How many records of a long branch are shown.
    let branch: Int
    let hidesLastLevel: Bool

    static let ofOneRecord = Folding(branch: 5, hidesLastLevel: false)
    static let ofSeveral = Folding(branch: 3, hidesLastLevel: true)
  }

  /// Whether the written tree lacks records, because it was folded.
  package private(set) var isFolded = false

  /// - Parameters:
  ///   - fields: the fields to show, as paths of the outermost records; `nil` for the id and the
  ///     name of all records.
  ///   - selection: how the outermost records were selected.
  package init(
    _ records: Records, fields: [FieldPath]? = nil, selection: RecordSelection = RecordSelection(),
    style: TextStyle = .plain
  ) throws(Table.Excess) {
    let all = Records(records.list, of: records.join, embedded: records.embedded)
    root = try TreeLevel(all, fields: fields)
    if style.isColored, selection.isFilter {
      root.setSearchedTexts(from: selection, of: records.resource)
    }
    rows = records.rows
    self.style = style
    if style.width == nil {
      folding = nil
    } else if rows.count == 1 {
      folding = .ofOneRecord
    } else {
      folding = .ofSeveral
    }
  }

  /// Writes the shown records and their embedded records.
  package mutating func write(to output: inout OutputBuffer) {
    for row in rows {
      writeLine("", of: row, in: root, to: &output)
      writeBranches(of: row, in: root, indentation: "", to: &output)
    }
  }

  /// Writes the records that are embedded in a record. A parent follows its relation's name on the
  /// same line. A list is below its name if the record has several relations.
  private mutating func writeBranches(
    of row: Int, in level: TreeLevel, indentation: String, to output: inout OutputBuffer
  ) {
    var last: Int?
    for (index, branch) in level.branches.enumerated() where isVisible(branch, of: row) {
      last = index
    }
    for (index, branch) in level.branches.enumerated() where isVisible(branch, of: row) {
      let isLast = index == last
      let name = branch.name
      if branch.isMissing {
        writeRemark("\(name) missing", indentation, isLast: isLast, to: &output)
      } else if !branch.isList {
        writeParent(branch, of: row, indentation: indentation, isLast: isLast, to: &output)
      } else if level.branches.count > 1 {
        writeRemark(name, indentation, isLast: isLast, to: &output)
        let inner = Self.indentation(in: indentation, isLast: isLast)
        writeList(branch, of: row, indentation: inner, isLast: true, to: &output)
      } else {
        writeList(branch, of: row, indentation: indentation, isLast: isLast, to: &output)
      }
    }
  }

  /// Whether a relation of a record has lines: its list is missing, or has records that aren't only
  /// counted.
  private mutating func isVisible(_ branch: TreeLevel, of row: Int) -> Bool {
    if branch.isMissing { return true }
    if branch.rows(from: row).isEmpty { return false }
    if isOnlyCounted(branch) {
      isFolded = true
      return false
    }
    return true
  }

  /// Whether the records of a list are counted on their parent's line and have no lines.
  private func isOnlyCounted(_ branch: TreeLevel) -> Bool {
    guard let folding, folding.hidesLastLevel, branch.isList else { return false }
    let isLastLevel = branch.branches.isEmpty
    // The level below the roots is always shown.
    return isLastLevel && branch.depth > 1
  }

  /// Writes a record's parent, and what is embedded in the parent.
  private mutating func writeParent(
    _ parents: TreeLevel, of row: Int, indentation: String, isLast: Bool,
    to output: inout OutputBuffer
  ) {
    let start = Self.lineStart(in: indentation, isLast: isLast)
    for parent in parents.rows(from: row) {
      writeLine(start, relation: parents.name, of: Int(parent), in: parents, to: &output)
      if parents.branches.isEmpty { continue }
      let inner = Self.indentation(in: indentation, isLast: isLast)
      writeBranches(of: Int(parent), in: parents, indentation: inner, to: &output)
    }
  }

  /// Writes a record's children in one list, and what is embedded in them.
  private mutating func writeList(
    _ list: TreeLevel, of row: Int, indentation: String, isLast: Bool,
    to output: inout OutputBuffer
  ) {
    let rows = list.rows(from: row)
    var count = rows.count
    // A line that says "1 more" has no advantage over the record's own line.
    if let folding, count > folding.branch + 1 {
      count = folding.branch
    }
    let middle = Self.lineStart(in: indentation, isLast: false)
    let end = Self.lineStart(in: indentation, isLast: true)
    for (index, row) in rows.prefix(count).enumerated() {
      let isLast = isLast && index + 1 == rows.count
      writeLine(isLast ? end : middle, of: Int(row), in: list, to: &output)
      if list.branches.isEmpty { continue }
      let inner = Self.indentation(in: indentation, isLast: isLast)
      writeBranches(of: Int(row), in: list, indentation: inner, to: &output)
    }
    guard count < rows.count else { return }
    isFolded = true
    let rest = rows.count - count
    writeRemark("… \(rest.inWords(ofMore: list.name))", indentation, isLast: isLast, to: &output)
  }

  /// The beginning of a line.
  ///
  /// - Parameter isLast: whether no other branch of the same record follows.
  private static func lineStart(in indentation: String, isLast: Bool) -> String {
    let branch = isLast ? "└── " : "├── "
    // Fast path: most branches of a long tree of parents aren't indented.
    if indentation.isEmpty { return branch }
    return indentation + branch
  }

  /// The indentation of a record's branches. Below a record that is the last branch itself, it has
  /// no vertical bar.
  private static func indentation(in indentation: String, isLast: Bool) -> String {
    if isLast { return indentation + "    " }
    return indentation + "│   "
  }

  // MARK: Lines

  /// Writes a line that isn't a record's: the name of a list, or what is missing or left out.
  private func writeRemark(
    _ text: String, _ indentation: String, isLast: Bool, to output: inout OutputBuffer
  ) {
    let start = Self.lineStart(in: indentation, isLast: isLast)
    var text = text
    if let width = style.width {
      text = text.cut(to: max(1, width - start.count))
    }
    output.append(style.dim(start + text))
    output.append(.lineFeed)
  }

  /// Writes a record's line.
  ///
  /// - Parameters:
  ///   - start: the beginning of the line.
  ///   - relation: the name of the relation to a parent, which precedes the parent's label.
  private func writeLine(
    _ start: String, relation: String? = nil, of row: Int, in level: TreeLevel,
    to output: inout OutputBuffer
  ) {
    if style == .plain {
      output.append(start)
      if let relation {
        output.append(relation)
        output.append(.space)
      }
      level.writeLabel(ofRow: row, to: &output)
      output.append(level.countsText(ofRow: row))
    } else {
      var start = start
      if let relation { start += relation + " " }
      var line = level.makeLine(ofRow: row)
      if let width = style.width {
        line.cut(toColumns: max(1, width - start.count))
      }
      output.append(style.dim(start))
      output.append(line.signs)
      output.append(style.dim(line.id))
      let name = CellText(line.name, searched: level.searched)
      if level.depth == 0 {
        output.append(name.bold(style))
      } else {
        output.append(name.styled(style))
      }
      output.append(style.dim(line.counts))
    }
    output.append(.lineFeed)
  }
}

/// The texts of a record's line.
private struct TreeLine {
  /// A sign for each boolean, with the space after it.
  var signs = ""

  /// The id, with the space after it.
  var id = ""

  /// The name, or the values of the requested fields.
  var name = ""

  /// How many children the record has in each list.
  var counts = ""

  /// Removes the space after the label's last text, if the record has no name.
  mutating func removeLastSpace() {
    if !name.isEmpty { return }
    if !id.isEmpty {
      id.removeLast()
    } else if !signs.isEmpty {
      signs.removeLast()
    }
  }

  /// The fewest columns that a label is cut to, and the fewest in which the counts after it are
  /// shown.
  private static let leastLabel = 12
  private static let leastCounts = 8

  /// Cuts the label to make room for the counts, but leaves it ``leastLabel`` columns. Then cuts
  /// the counts, or drops them if they have fewer than ``leastCounts``.
  ///
  /// - Parameter room: the columns for all texts, at least 1.
  mutating func cut(toColumns room: Int) {
    let label = signs + id + name
    let leastLabel = min(Self.leastLabel, room)
    let roomForLabel = max(leastLabel, room - counts.displayWidth)
    let roomForCounts = room - min(label.displayWidth, roomForLabel)
    if roomForCounts < Self.leastCounts {
      counts = ""
    } else {
      counts = counts.cut(to: roomForCounts)
    }
    let rest = room - counts.displayWidth
    let roomForName = rest - (signs + id).displayWidth
    if roomForName > 0 || name.isEmpty && roomForName == 0 {
      name = name.cut(to: roomForName)
    } else {
      name = label.cut(to: rest)
      signs = ""
      id = ""
    }
  }
}

/// One level of a tree: the outermost records, or those of one relation, with what their lines have
/// in common.
///
/// A class: as structs, levels took 40 % of the instructions for a tree of photos with their
/// albums.
private final class TreeLevel {
  /// The relation that leads from the level above to the records; `nil` for the outermost ones.
  private let relation: Relation?

  /// The step along the relation; `nil` for the outermost records, and if its list could not be
  /// fetched.
  private let step: JoinStep?

  /// The relations of the records: first the parents, then the lists.
  let branches: [TreeLevel]

  /// How many relations lead from the outermost records to this level.
  let depth: Int

  /// The columns of the records' labels: the requested fields or, without any, the booleans, the id
  /// and the name.
  private let labels: Table

  /// Whether the columns of ``labels`` are requested fields.
  private let showsFields: Bool

  /// How many of the first columns of ``labels`` are booleans; they are shown as signs.
  private let signCount: Int

  /// The fields of the columns of ``labels``.
  private let labelFields: [FieldPath]

  /// The texts that are searched for in the labels.
  private(set) var searched: [FoldedSearchTerm] = []

  /// - Parameters:
  ///   - records: all records of the list, because a line is written by its row.
  ///   - fields: the fields to show; `nil` for all relations, the id and the name.
  ///   - relation: the relation that leads to the records; `nil` for the outermost ones.
  init(
    _ records: Records, fields: [FieldPath]?, _ relation: Relation? = nil, step: JoinStep? = nil,
    depth: Int = 0
  ) throws(Table.Excess) {
    self.relation = relation
    self.step = step
    self.depth = depth
    branches = try Self.makeBranches(of: records, fields: fields, depth: depth + 1)
    var ownFields: [FieldPath] = []
    for field in fields ?? [] where field.relations.isEmpty || field.kind == .count {
      ownFields.append(field)
    }
    showsFields = !ownFields.isEmpty
    if showsFields {
      labelFields = ownFields
      signCount = 0
    } else {
      let resource = records.resource
      let booleans = resource.booleanFields
      labelFields = booleans + [resource.fieldPath("id"), resource.labelField]
      signCount = booleans.count
    }
    labels = try Table.withColumns(for: labelFields, of: records)
  }

  /// The levels below: those of parents, then those of lists.
  ///
  /// - Parameter depth: how many relations lead from the outermost records to these levels.
  private static func makeBranches(
    of records: Records, fields: [FieldPath]?, depth: Int
  ) throws(Table.Excess) -> [TreeLevel] {
    var parents: [TreeLevel] = []
    var lists: [TreeLevel] = []
    for embedding in records.embedded {
      var inner: [FieldPath]?
      if let fields {
        // Only the relations that fields name are shown.
        guard embedding.hasField(in: fields) else { continue }
        inner = embedding.innerFields(of: fields)
      }
      let relation = embedding.relation
      let step = records.join.step(relation, of: records.resource)
      let list = step?.list ?? List(noneOf: relation.resource)
      let embedded = Records(list, of: records.join, embedded: embedding.nested)
      let level = try TreeLevel(embedded, fields: inner, relation, step: step, depth: depth)
      if relation.isList {
        lists.append(level)
      } else {
        parents.append(level)
      }
    }
    return parents + lists
  }

  /// The name of the relation; empty for the outermost records.
  var name: String { relation?.name ?? "" }

  /// Whether the relation leads to children, and not to a parent.
  var isList: Bool { relation?.isList == true }

  /// Whether the records could not be fetched.
  var isMissing: Bool { step == nil && relation != nil }

  /// Sets ``searched``, the texts to highlight in the labels, for this level and the levels below
  /// it.
  ///
  /// - Parameters:
  ///   - resource: the resource of the outermost records.
  ///   - relations: the relations that lead from the outermost records to this level's.
  func setSearchedTexts(
    from selection: RecordSelection, of resource: Resource, after relations: [Relation] = []
  ) {
    for field in labelFields {
      let path = FieldPath(relations + field.relations, field.members, field.kind)
      searched += selection.searchedTexts(in: path, of: resource)
    }
    for branch in branches {
      guard let relation = branch.relation else { continue }
      branch.setSearchedTexts(from: selection, of: resource, after: relations + [relation])
    }
  }

  /// The rows of this level's records to which the relation leads from a record of the level above.
  func rows(from row: Int) -> ArraySlice<UInt32> { step?.rows(from: row) ?? [] }

  func makeLine(ofRow row: Int) -> TreeLine {
    var line = TreeLine(counts: countsText(ofRow: row))
    for column in labels.columns.indices {
      let text = safeText(of: labels.cell(row, column), in: column)
      if text.isEmpty { continue }
      if showsFields {
        if !line.name.isEmpty { line.name += "  " }
        line.name += text
      } else if column < signCount {
        line.signs += text + " "
      } else if column == signCount {
        line.id = text + " "
      } else {
        line.name = text
      }
    }
    line.removeLastSpace()
    return line
  }

  /// Writes the label of ``makeLine(ofRow:)``, but copies most cells from the document.
  func writeLabel(ofRow row: Int, to output: inout OutputBuffer) {
    var hasText = false
    for column in labels.columns.indices {
      let cell = labels.cell(row, column)
      var text = cell.text
      if !cell.isSafeASCII || column < signCount {
        text = Array(self.safeText(of: cell, in: column).utf8)[...]
      }
      if text.isEmpty { continue }
      if hasText {
        output.append(.space)
        if showsFields { output.append(.space) }
      }
      hasText = true
      output.append(text.span)
    }
  }

  /// A cell's text, safe for a terminal and in logs.
  private func safeText(of cell: Table.Cell, in column: Int) -> String {
    if column < signCount {
      if cell.text.elementsEqual("true".utf8) { return "✓" }
      if cell.text.elementsEqual("false".utf8) { return "○" }
      return ""
    }
    return String(inOneLine: cell.text).safeForTerminal.safeForLogs
  }

  /// How many children a record has in each list: ` · 5 posts, 20 todos`.
  func countsText(ofRow row: Int) -> String {
    var counts: [String] = []
    for branch in branches where branch.isList && !branch.isMissing {
      let count = branch.rows(from: row).count
      counts.append(count.inWords(of: branch.name))
    }
    if counts.isEmpty { return "" }
    return " · " + counts.joined(separator: ", ")
  }
}

extension Resource {
  fileprivate var booleanFields: [FieldPath] {
    var booleans: [FieldPath] = []
    for field in fields where field.type == .boolean { booleans.append(fieldPath(field.path)) }
    return booleans
  }
}

extension Embedding {
  /// Whether any field leads into the embedded records, such as `albums.title`. `albums.count`
  /// doesn't: it is a field of the outer record.
  fileprivate func hasField(in fields: [FieldPath]) -> Bool {
    for field in fields where field.relations.first == relation && field.kind != .count {
      return true
    }
    return false
  }

  /// The fields that lead to the embedded records, as their own paths: `title` for `albums.title`.
  /// `nil` to show the usual fields, as for `albums` alone.
  fileprivate func innerFields(of fields: [FieldPath]) -> [FieldPath]? {
    var inner: [FieldPath] = []
    for field in fields where field.relations.first == relation {
      let path = field.withoutFirstRelation
      if path.relations.isEmpty, path.members.isEmpty {
        if field.kind == .count { continue }
        return nil
      }
      inner.append(path)
    }
    return inner
  }
}
