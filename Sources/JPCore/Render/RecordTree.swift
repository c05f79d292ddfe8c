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
  private struct Level {
    let records: Records
    let prefix: String
    /// The names that can be copied as they stand, for lines that are neither cut nor coloured.
    let plainNames: [PlainText?]
    let label: (Int) -> String
    let swatch: (Int) -> String?
    let relations: [Relation]
  }

  /// A class, because each line would count references to all that a copy holds.
  private final class Relation {
    let embedded: Embedded
    let level: Level

    init(_ embedded: Embedded, _ level: Level) {
      self.embedded = embedded
      self.level = level
    }

    var isList: Bool { !embedded.isSingle && !embedded.isMissing }
  }

  private func level(of records: Records, fields: [FieldPath]?, prefix: String = "") -> Level {
    let labels = fields.map { records.labels($0) } ?? records.labels
    let relations = records.embedded.filter { embedded in
      // With fields, only relations among these are shown.
      fields?.contains { $0.relations.first?.name == embedded.name && $0.kind != .count } ?? true
    }
    let isPlain = style == .plain && fields == nil && records.signs == nil
    return Level(
      records: records, prefix: prefix,
      plainNames: isPlain
        ? records.document.plainTexts(
          ofMembers: records.resource.label.members, ofObjectsAt: records.objects) : [],
      label: prefix.isEmpty ? labels : { prefix + labels($0) },
      swatch: swatches(records),
      relations: relations.map { embedded in
        Relation(
          embedded,
          level(
            of: embedded.children, fields: fields.flatMap { embedded.fields(in: $0) },
            prefix: embedded.isSingle ? "\(embedded.name) " : ""))
      })
  }

  private func swatches(_ records: Records) -> (Int) -> String? {
    guard style.hasSwatches else { return { _ in nil } }
    let urls = records.cells(of: records.resource.path("url"))
    return { style.swatch(for: urls($0)) }
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
    let counts = counts(of: row, in: level)
    guard case .integer(let id)? = level.records.id(ofRow: row), !level.plainNames.isEmpty,
      let name = level.plainNames[row]
    else {
      let swatch = level.swatch(row)
      return write(line: start, level.label(row), counts, shown: shown, swatch: swatch, to: &output)
    }
    output.append(start)
    if !level.prefix.isEmpty { output.append(level.prefix) }
    output.append(decimal: id)
    if !name.range.isEmpty { output.append(.space) }
    output.append(level.records.document.bytes.span.extracting(name.range))
    if !counts.isEmpty { output.append(counts) }
    output.append(.lineFeed)
  }

  /// Writes a line that shows no record.
  private func writeLine(
    _ indentation: String, _ isLast: Bool, dim text: String, to output: inout OutputBuffer
  ) {
    write(
      line: indentation + (isLast ? Self.corner : Self.fork), text, "", shown: style.dim,
      swatch: nil, to: &output)
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

  /// Not inlined, so that the plain line's way stays short.
  @inline(never)
  private func write(
    line start: String, _ label: String, _ counts: String, shown: (String) -> String,
    swatch: String?, to output: inout OutputBuffer
  ) {
    output.append(style.dim(start))
    if let swatch { output.append(swatch) }
    let used = start.count + (swatch == nil ? 0 : TextStyle.swatchWidth)
    let (label, counts) =
      style.width.map { fitted(label, counts, to: max(1, $0 - used)) } ?? (label, counts)
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

extension Records {
  /// Gives a row's id and name, `3 Mina Okafor`, safe for a terminal; with a sign before them
  /// whether it is completed, `✓ 4 et porro tempora`.
  fileprivate var labels: (Int) -> String {
    let names = cells(of: resource.label)
    let sign = signs
    return { row in
      var label = id(ofRow: row)?.text ?? ""
      let name = String(decoding: names(row), as: UTF8.self).firstLine
      if !label.isEmpty, !name.isEmpty { label += " " }
      label += name
      return sign.map { $0(row) + label.safeForTerminal } ?? label.safeForTerminal
    }
  }

  /// Gives the sign of a record that is completed, or isn't; `nil` for records that have none.
  fileprivate var signs: ((Int) -> String)? {
    guard resource.fields.contains(where: { $0.path == "completed" }) else { return nil }
    let values = cells(of: resource.path("completed"))
    return { row in
      switch String(decoding: values(row), as: UTF8.self) {
      case "true": "✓ "
      case "false": "○ "
      default: ""
      }
    }
  }

  /// Gives the values of fields in a row, without embedded relations.
  fileprivate func labels(_ fields: [FieldPath]) -> (Int) -> String {
    let columns = fields.filter { $0.relations.isEmpty || $0.kind == .count }.map(cells)
    if columns.isEmpty { return labels }
    return { row in
      columns.map { String(decoding: $0(row), as: UTF8.self).firstLine.safeForTerminal }
        .joined(separator: "  ")
    }
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
