/// Writes records as a tree. Each record has a line with its id and name. Its branches are the
/// record that it belongs to and the records that belong to it.
///
///     1 Ada Brennan · 2 albums
///     ├── 1 Winter in Malmö
///     └── 2 Gardens of Kyoto
///
/// On a terminal the tree is folded: long branches end early, and if there are several roots, lists
/// of the last level are only counted, except directly below the roots. Elsewhere the tree is
/// written whole.
package struct RecordTree {
  private let root: TreeLevel
  private let style: TextStyle

  /// What is left out on a terminal; `nil` to write the whole tree.
  private let folding: Folding?

  private struct Folding {
    /// How many records of a long branch are shown.
    let branch: Int
    let hidesLastLevel: Bool

    static let ofOneRecord = Folding(branch: 5, hidesLastLevel: false)
    static let ofSeveral = Folding(branch: 3, hidesLastLevel: true)
  }

  /// Whether something was left out.
  package private(set) var isFolded = false

  /// - Parameter fields: the fields to show, as paths of the outermost records; `nil` for the id
  ///   and the name of all records.
  package init(_ records: Records, fields: [FieldPath]? = nil, style: TextStyle = .plain) {
    root = TreeLevel(records, fields: fields, depth: 0)
    self.style = style
    if style.width == nil {
      folding = nil
    } else if records.shown.count == 1 {
      folding = .ofOneRecord
    } else {
      folding = .ofSeveral
    }
  }

  /// Writes the shown records and their embedded records.
  package mutating func write(to output: inout OutputBuffer) {
    for row in root.records.shown {
      writeLine("", of: row, in: root, to: &output)
      writeBranches(of: row, in: root, indentation: "", to: &output)
    }
  }

  /// Writes the records that are embedded in a record. A parent follows its relation's name on the
  /// same line. A list is below its name if the record has several relations.
  private mutating func writeBranches(
    of row: Int, in level: TreeLevel, indentation: String, to output: inout OutputBuffer
  ) {
    if level.branches.isEmpty { return }
    let branches = visibleBranches(of: row, in: level)
    for (index, branch) in branches.enumerated() {
      let isLast = index + 1 == branches.count
      let name = branch.embedded.relation.name
      if branch.embedded.isMissing {
        writeRemark("\(name) missing", indentation, isLast: isLast, to: &output)
      } else if !branch.embedded.relation.isList {
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

  /// The relations of a record that have lines: missing ones, and those with records that aren't
  /// only counted.
  private mutating func visibleBranches(of row: Int, in level: TreeLevel) -> [TreeBranch] {
    var visible: [TreeBranch] = []
    for branch in level.branches {
      if branch.embedded.isMissing {
        visible.append(branch)
        continue
      }
      if branch.embedded.rows(ofParent: row).isEmpty { continue }
      if isOnlyCounted(branch) {
        isFolded = true
      } else {
        visible.append(branch)
      }
    }
    return visible
  }

  /// Whether the records of a list are counted on their parent's line and have no lines.
  private func isOnlyCounted(_ branch: TreeBranch) -> Bool {
    guard let folding, folding.hidesLastLevel, branch.embedded.relation.isList else { return false }
    let isLastLevel = branch.level.branches.isEmpty
    // The level below the roots is always shown.
    return isLastLevel && branch.level.depth > 1
  }

  /// Writes the record that a record belongs to, and what is embedded in it.
  private mutating func writeParent(
    _ parents: TreeBranch, of row: Int, indentation: String, isLast: Bool,
    to output: inout OutputBuffer
  ) {
    let start = Self.start(in: indentation, isLast: isLast) + parents.embedded.relation.name + " "
    let inner = Self.indentation(in: indentation, isLast: isLast)
    for parent in parents.embedded.rows(ofParent: row) {
      writeLine(start, of: Int(parent), in: parents.level, to: &output)
      writeBranches(of: Int(parent), in: parents.level, indentation: inner, to: &output)
    }
  }

  /// Writes the records of a list that belong to a record, and what is embedded in them.
  private mutating func writeList(
    _ list: TreeBranch, of row: Int, indentation: String, isLast: Bool,
    to output: inout OutputBuffer
  ) {
    let rows = list.embedded.rows(ofParent: row)
    var count = rows.count
    // A line that says "1 more" has no advantage over the record's own line.
    if let folding, count > folding.branch + 1 {
      count = folding.branch
    }
    let middle = Self.start(in: indentation, isLast: false)
    let end = Self.start(in: indentation, isLast: true)
    for (index, row) in rows.prefix(count).enumerated() {
      let isLast = isLast && index + 1 == rows.count
      let start = isLast ? end : middle
      writeLine(start, of: Int(row), in: list.level, to: &output)
      if list.level.branches.isEmpty { continue }
      let inner = Self.indentation(in: indentation, isLast: isLast)
      writeBranches(of: Int(row), in: list.level, indentation: inner, to: &output)
    }
    guard count < rows.count else { return }
    isFolded = true
    let remark = "… \(rows.count - count) more \(list.embedded.relation.name)"
    writeRemark(remark, indentation, isLast: isLast, to: &output)
  }

  /// The beginning of a line.
  ///
  /// - Parameter isLast: whether no other branch of the same record follows.
  private static func start(in indentation: String, isLast: Bool) -> String {
    if isLast { return indentation + "└── " }
    return indentation + "├── "
  }

  /// The indentation of the lines below a line.
  private static func indentation(in indentation: String, isLast: Bool) -> String {
    if isLast { return indentation + "    " }
    return indentation + "│   "
  }

  // MARK: Lines

  /// Writes a line that isn't a record's: the name of a list, or what is missing or left out.
  private func writeRemark(
    _ text: String, _ indentation: String, isLast: Bool, to output: inout OutputBuffer
  ) {
    let start = Self.start(in: indentation, isLast: isLast)
    var text = text
    if let width = style.width {
      text = text.cut(to: max(1, width - start.count))
    }
    output.append(style.dim(start + text))
    output.append(.lineFeed)
  }

  /// Writes a record's line.
  ///
  /// - Parameter start: what precedes the record's label.
  private func writeLine(
    _ start: String, of row: Int, in level: TreeLevel, to output: inout OutputBuffer
  ) {
    let details = level.details(ofRow: row)
    if style == .plain {
      output.append(start)
      level.labels.write(row, to: &output)
      if !details.isEmpty { output.append(details) }
    } else {
      var text = LineText(label: level.labels.text(ofRow: row), details: details)
      if let width = style.width {
        text.cut(to: max(1, width - start.count))
      }
      output.append(style.dim(start))
      writeLabel(text.label, of: row, in: level, to: &output)
      output.append(style.dim(text.details))
    }
    output.append(.lineFeed)
  }

  /// Writes a label in colour: its id is dimmed, and the rest is bold in the outermost records.
  private func writeLabel(
    _ label: String, of row: Int, in level: TreeLevel, to output: inout OutputBuffer
  ) {
    let (sign, id) = level.labels.beginning(ofRow: row)
    var name = label.utf8[...]
    // The id is dimmed only if the label still has all of it.
    if name.starts(with: sign), name.dropFirst(sign.count).starts(with: id) {
      name = name.dropFirst(sign.count + id.count)
      output.append(String(utf8: sign))
      output.append(style.dim(String(utf8: id)))
    }
    let text = String(Substring(name))
    if level.depth == 0 {
      output.append(style.bold(text))
    } else {
      output.append(text)
    }
  }
}

/// The texts of a record's line.
private struct LineText {
  var label: String
  /// The numbers of records that belong to the record.
  var details: String

  /// The fewest columns that a label is cut to, and the fewest in which the details after it are
  /// shown.
  private static let leastLabel = 12
  private static let leastDetails = 8

  /// Cuts the label to make room for the details, but leaves it ``leastLabel`` columns. Then cuts
  /// the details, or drops them if they have fewer than ``leastDetails``.
  ///
  /// - Parameter room: the columns for both, at least 1.
  mutating func cut(to room: Int) {
    let leastLabel = min(Self.leastLabel, room)
    let roomForLabel = max(leastLabel, room - details.displayWidth)
    let roomForDetails = room - label.cut(to: roomForLabel).displayWidth
    if roomForDetails < Self.leastDetails {
      details = ""
    } else {
      details = details.cut(to: roomForDetails)
    }
    label = label.cut(to: room - details.displayWidth)
  }
}
