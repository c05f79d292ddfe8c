/// Writes records as a tree: each with its id and name, embedded records below it.
///
/// On a terminal it is folded to what a person reads: of long branches the beginning, and below
/// several roots only the counts of the last level. Elsewhere it is whole, as a table is.
package struct RecordTree {
  private let fields: [FieldPath]?
  private let style: TextStyle

  /// How many records of a branch are shown, and whether the last level is.
  private let folding: Folding?

  private struct Folding {
    let branch: Int
    let hidesLastLevel: Bool
  }

  /// - Parameters:
  ///   - fields: the fields to show of the outermost records; `nil` for the id and the name.
  ///   - roots: how many records are shown.
  package init(fields: [FieldPath]? = nil, roots: Int, style: TextStyle = .plain) {
    let isAlone = roots == 1
    let folding = Folding(branch: isAlone ? 5 : 3, hidesLastLevel: !isAlone)
    self.fields = fields
    self.style = style
    self.folding = style.width == nil ? nil : folding
  }

  /// Writes the shown records and what is embedded in them.
  package func write(_ records: Records, to output: inout OutputBuffer) {
    let level = level(of: records, fields: fields)
    for row in records.shown {
      writeLine("", of: row, in: level, shown: style.bold, to: &output)
      write(below: row, in: level, indentation: "", depth: 0, to: &output)
    }
  }

  /// Records of one kind and what is shown of each, made once for all of them.
  fileprivate struct Level {
    let records: Records
    let prefix: String
    /// The columns of each line: fields, or the sign of a completed record and the name.
    let cells: RecordRows
    let hasFields: Bool
    let relations: [Relation]
  }

  /// A class, because each line would count references to all that a copy holds.
  fileprivate final class Relation {
    let embedded: Embedded
    let level: Level

    init(_ embedded: Embedded, _ level: Level) {
      self.embedded = embedded
      self.level = level
    }

    var isList: Bool { !embedded.isSingle && !embedded.isMissing }
  }

  private func level(of records: Records, fields: [FieldPath]?, prefix: String = "") -> Level {
    let relations = records.embedded.filter { embedded in
      // With fields, only relations among these are shown.
      fields?.contains { $0.relations.first?.name == embedded.name && $0.kind != .count } ?? true
    }
    let own = fields?.filter { $0.relations.isEmpty || $0.kind == .count } ?? []
    let signs = records.resource.fields.filter { $0.path == "completed" }.map(\.path)
    let usual = [records.resource.label] + signs.map { records.resource.path($0) }
    return Level(
      records: records, prefix: prefix, cells: RecordRows(records, own.isEmpty ? usual : own),
      hasFields: !own.isEmpty,
      relations: relations.map { embedded in
        Relation(
          embedded,
          level(
            of: embedded.children, fields: fields.flatMap { embedded.fields(in: $0) },
            prefix: embedded.isSingle ? "\(embedded.name) " : ""))
      })
  }

  /// What is shown below a record of one relation.
  private struct Branch {
    let relation: Relation
    let rows: ArraySlice<UInt32>
    /// How many more there are.
    let rest: Int
  }

  private func branch(of relation: Relation, below row: Int, depth: Int) -> Branch {
    let embedded = relation.embedded
    let rows = embedded.rows(ofParent: row)
    guard let folding else { return Branch(relation: relation, rows: rows, rest: 0) }
    if folding.hidesLastLevel, depth > 0, relation.isList, embedded.children.embedded.isEmpty {
      return Branch(relation: relation, rows: [], rest: 0)
    }
    // A line for "1 more" would be no shorter than that record's own line.
    let count = rows.count <= folding.branch + 1 ? rows.count : folding.branch
    return Branch(relation: relation, rows: rows.prefix(count), rest: rows.count - count)
  }

  /// Writes the branches of each relation; where there are several relations, lists below their
  /// names.
  private func write(
    below row: Int, in level: Level, indentation: String, depth: Int, to output: inout OutputBuffer
  ) {
    if level.relations.isEmpty { return }
    let branches = level.relations.map { branch(of: $0, below: row, depth: depth) }
      .filter { !$0.rows.isEmpty || $0.relation.embedded.isMissing }
    for (index, branch) in branches.enumerated() {
      let isLast = index + 1 == branches.count
      let embedded = branch.relation.embedded
      if embedded.isMissing {
        writeLine(indentation, isLast, dim: "\(embedded.name) missing", to: &output)
      } else if level.relations.count > 1, branch.relation.isList {
        writeLine(indentation, isLast, dim: embedded.name, to: &output)
        write(
          branch, indentation: indentation + (isLast ? Self.space : Self.line), isLast: true,
          depth: depth, to: &output)
      } else {
        write(branch, indentation: indentation, isLast: isLast, depth: depth, to: &output)
      }
    }
  }

  private func write(
    _ branch: Branch, indentation: String, isLast: Bool, depth: Int, to output: inout OutputBuffer
  ) {
    let level = branch.relation.level
    let (middle, end) = (indentation + Self.fork, indentation + Self.corner)
    for (index, row) in branch.rows.enumerated() {
      let isLast = isLast && branch.rest == 0 && index + 1 == branch.rows.count
      writeLine(isLast ? end : middle, of: Int(row), in: level, to: &output)
      if level.relations.isEmpty { continue }
      write(
        below: Int(row), in: level, indentation: indentation + (isLast ? Self.space : Self.line),
        depth: depth + 1, to: &output)
    }
    guard branch.rest > 0 else { return }
    writeLine(
      indentation, isLast, dim: "… \(branch.rest) more \(branch.relation.embedded.name)",
      to: &output)
  }

  private static let (fork, corner, line, space) = ("├── ", "└── ", "│   ", "    ")

  // MARK: Lines

  private func writeLine(
    _ start: String, of row: Int, in level: Level, shown: (String) -> String = { $0 },
    to output: inout OutputBuffer
  ) {
    write(
      line: start, level.prefix + level.label(ofRow: row), counts(of: row, in: level), shown: shown,
      to: &output)
  }

  /// Writes a line that shows no record.
  private func writeLine(
    _ indentation: String, _ isLast: Bool, dim text: String, to output: inout OutputBuffer
  ) {
    write(
      line: indentation + (isLast ? Self.corner : Self.fork), text, "", shown: style.dim,
      to: &output)
  }

  /// The least columns for a label that is cut, and for the counts behind it.
  private static let (leastLabel, leastCounts) = (12, 8)

  /// How many records there are below one: ` · 50 photos`.
  private func counts(of row: Int, in level: Level) -> String {
    if level.relations.isEmpty { return "" }
    let counts = level.relations.filter(\.isList).map { relation -> String in
      let list = relation.embedded
      let count = list.rows(ofParent: row).count
      return "\(count) \(count == 1 ? list.children.resource.singular : list.name)"
    }
    return counts.isEmpty ? "" : " · " + counts.joined(separator: ", ")
  }

  /// A label and its counts as they fit: the counts are cut before the label has too little room.
  private func fitted(_ label: String, _ counts: String, to room: Int) -> (String, String) {
    let cut = label.cut(to: max(min(Self.leastLabel, room), room - counts.displayWidth))
    let left = room - cut.displayWidth
    return left < Self.leastCounts ? (label.cut(to: room), "") : (cut, counts.cut(to: left))
  }

  private func write(
    line start: String, _ label: String, _ counts: String, shown: (String) -> String,
    to output: inout OutputBuffer
  ) {
    output.append(style.dim(start))
    let (label, counts) =
      style.width.map { fitted(label, counts, to: max(1, $0 - start.count)) } ?? (label, counts)
    output.append(shown(label))
    if !counts.isEmpty { output.append(style.dim(counts)) }
    output.append(.lineFeed)
  }
}

extension Embedded {
  /// The fields that are shown of these records, among those of their parents; `nil` for the usual
  /// ones.
  fileprivate func fields(in fields: [FieldPath]) -> [FieldPath]? {
    let inner = fields.filter { $0.relations.first?.name == name }.map { $0.dropFirst() }
    return inner.contains { $0.relations.isEmpty && $0.members.isEmpty } ? nil : inner
  }
}

extension RecordTree.Level {
  /// A row's id and name, `3 Mina Okafor`, with a sign before them whether it is completed,
  /// `✓ 4 et porro tempora`; or its values of some fields. Safe for a terminal.
  fileprivate func label(ofRow row: Int) -> String {
    var texts: [String] = []
    cells.withCells(ofRow: row) { cells in
      texts = self.cells.columns.indices.map { column in
        String(decoding: self.cells.text(of: cells[column]), as: UTF8.self).firstLine
          .safeForTerminal
      }
    }
    if hasFields { return texts.joined(separator: "  ") }
    let sign =
      switch texts.dropFirst().first {
      case "true": "✓ "
      case "false": "○ "
      default: ""
      }
    let parts = [(records.id(ofRow: row)?.text ?? "").safeForTerminal, texts[0]]
    return sign + parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension String {
  /// The text up to its first line break, with a sign where there is one.
  fileprivate var firstLine: String {
    // To go through characters takes twenty times as long, and most names are plain.
    if hasOnlyBytes(in: 0x20..<0x80) { return self }
    guard let end = firstIndex(where: \.isNewline) else { return self }
    return self[..<end] + " …"
  }
}
