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
    self.init(fields: fields, style: style, folding: style.width == nil ? nil : folding)
  }

  private init(fields: [FieldPath]?, style: TextStyle, folding: Folding?) {
    self.fields = fields
    self.style = style
    self.folding = folding
  }

  /// Writes the shown records and what is embedded in them.
  package func write(_ records: Records, to output: inout OutputBuffer) {
    let label = fields.map { records.labels($0) } ?? records.labels
    let swatch = swatches(records)
    for row in records.shown {
      let children = children(of: row, in: records, level: 0)
      write(
        line: "", label(row), counts(of: row, in: records), shown: style.bold, swatch: swatch(row),
        to: &output)
      write(children, indentation: "", level: 1, to: &output)
    }
  }

  /// One line below a record, and what is below that.
  private struct Branch {
    let label: String
    /// What stands behind the label, and isn't cut.
    var counts = ""
    var isDim = false
    var swatch: String?
    /// The record that the line shows; `nil` for a line about missing or omitted records.
    var record: (records: Records, row: Int)?
    /// The fields of the record that are shown.
    var fields: [FieldPath]?
    /// What is below a relation's name.
    var branches: [Branch] = []
  }

  /// The fields that are shown of embedded records; `nil` for the usual ones.
  private func below(_ embedded: Embedded) -> [FieldPath]? {
    guard let fields else { return nil }
    let inner = fields.filter { $0.parts.first == embedded.name }.map { $0.dropFirst() }
    return inner.contains { $0.parts.isEmpty } ? nil : inner
  }

  /// The branches of each relation; where there are several relations, below its name.
  private func children(of row: Int, in records: Records, level: Int) -> [Branch] {
    let relations = records.embedded.filter { shows($0) }
    let branches = relations.map { lines(of: $0, below: row, level: level) }
    guard relations.count > 1 else { return branches.first ?? [] }
    return zip(relations, branches).flatMap { relation, branches -> [Branch] in
      if relation.isSingle || relation.isMissing || branches.isEmpty { return branches }
      return [Branch(label: relation.name, isDim: true, branches: branches)]
    }
  }

  private func lines(of embedded: Embedded, below row: Int, level: Int) -> [Branch] {
    if embedded.isMissing { return [Branch(label: "\(embedded.name) missing", isDim: true)] }
    if let folding, folding.hidesLastLevel, level > 0, !embedded.isSingle,
      embedded.children.embedded.isEmpty
    {
      return []
    }
    let rows = embedded.rows(ofParent: row).map { Int($0) }
    // A line for "1 more" would be no shorter than that record's own line.
    let most = folding?.branch ?? rows.count
    let count = rows.count <= most + 1 ? rows.count : most
    let prefix = embedded.isSingle ? "\(embedded.name) " : ""
    let inner = below(embedded)
    let label = inner.map { embedded.children.labels($0) } ?? embedded.children.labels
    let swatch = swatches(embedded.children)
    let lower = RecordTree(fields: inner, style: style, folding: folding)
    let branches = rows.prefix(count).map { row in
      Branch(
        label: prefix + label(row), counts: lower.counts(of: row, in: embedded.children),
        swatch: swatch(row), record: (embedded.children, row), fields: inner)
    }
    guard count < rows.count else { return branches }
    let rest = "… \(rows.count - count) more \(embedded.name)"
    return branches + [Branch(label: rest, isDim: true)]
  }

  /// How many records there are below one: ` · 50 photos`.
  private func counts(of row: Int, in records: Records) -> String {
    let lists = records.embedded.filter { shows($0) && !$0.isSingle && !$0.isMissing }
    let counts = lists.map { list -> String in
      let count = list.rows(ofParent: row).count
      return "\(count) \(count == 1 ? list.children.resource.singular : list.name)"
    }
    return counts.isEmpty ? "" : " · " + counts.joined(separator: ", ")
  }

  /// With fields, only relations among these are shown.
  private func shows(_ embedded: Embedded) -> Bool {
    fields?.contains { $0.parts.first == embedded.name && $0.parts.last != "count" } ?? true
  }

  private func write(
    _ branches: [Branch], indentation: String, level: Int, to output: inout OutputBuffer
  ) {
    for (index, branch) in branches.enumerated() {
      let isLast = index + 1 == branches.count
      write(
        line: indentation + (isLast ? "└── " : "├── "), branch.label, branch.counts,
        shown: branch.isDim ? style.dim : { $0 }, swatch: branch.swatch, to: &output)
      let inside = indentation + (isLast ? "    " : "│   ")
      write(branch.branches, indentation: inside, level: level, to: &output)
      guard let (records, row) = branch.record else { continue }
      let below = RecordTree(fields: branch.fields, style: style, folding: folding)
      below.write(
        below.children(of: row, in: records, level: level), indentation: inside,
        level: level + 1, to: &output)
    }
  }

  private func write(
    line start: String, _ label: String, _ counts: String, shown: (String) -> String,
    swatch: String?, to output: inout OutputBuffer
  ) {
    let room = style.width.map { width in
      max(
        1,
        width - start.count - counts.displayWidth - (swatch == nil ? 0 : TextStyle.swatchWidth))
    }
    let text = room.map { label.cut(to: $0) } ?? label
    output.append(style.dim(start))
    if let swatch { output.append(swatch) }
    output.append(shown(text) + style.dim(counts) + "\n")
  }

  private func swatches(_ records: Records) -> (Int) -> String? {
    let urls = records.cells(of: FieldPath("url"))
    return { style.isColored ? style.swatch(for: urls($0)) : nil }
  }
}

extension Records {
  /// Gives a row's id and name, `3 Mina Okafor`, safe for a terminal; with a sign before them
  /// whether it is completed, `✓ 4 et porro tempora`.
  fileprivate var labels: (Int) -> String {
    let names = cells(of: resource.label)
    let sign = signs
    return { row in
      let name = String(decoding: names(row), as: UTF8.self).firstLine
      let id = id(ofRow: row)?.text ?? ""
      return sign(row) + [id, name].filter { !$0.isEmpty }.joined(separator: " ").safeForTerminal
    }
  }

  /// Gives the sign of a record that is completed, or isn't; empty for others.
  private var signs: (Int) -> String {
    guard resource.fields.contains(where: { $0.path == "completed" }) else { return { _ in "" } }
    let values = cells(of: FieldPath("completed"))
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
    let columns = fields.filter { field in
      let relation = embedded.first { $0.name == field.parts.first }
      return relation == nil || field.parts.last == "count"
    }.map(cells)
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
    let isPlain = utf8.withContiguousStorageIfAvailable {
      $0.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
    }
    if isPlain ?? false { return self }
    guard let end = firstIndex(where: \.isNewline) else { return self }
    return self[..<end] + " …"
  }
}
