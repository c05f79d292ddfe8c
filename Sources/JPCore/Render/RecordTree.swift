/// Writes records as a tree: each with its id and name, embedded records below it.
package struct RecordTree {
  private let fields: [FieldPath]?
  private let isWhole: Bool
  private let style: TextStyle

  /// - Parameters:
  ///   - fields: the fields to show of the outermost records; `nil` for the id and the name.
  ///   - isWhole: whether long branches are shown completely.
  package init(fields: [FieldPath]? = nil, isWhole: Bool = false, style: TextStyle = .plain) {
    self.fields = fields
    self.isWhole = isWhole
    self.style = style
  }

  /// How many records of a long branch are shown.
  private static let shortBranch = 5

  /// Writes the shown records and what is embedded in them.
  package func write(_ records: Records, to output: inout OutputBuffer) {
    let label = fields.map { records.labels($0) } ?? records.labels
    let swatch = swatches(records)
    for row in records.shown {
      write(line: "", label(row), shown: style.bold, swatch: swatch(row), to: &output)
      write(children(of: row, in: records), indentation: "", to: &output)
    }
  }

  /// One line below a record, and what is below that.
  private struct Branch {
    let label: String
    var isDim = false
    var swatch: String?
    /// The record that the line shows; `nil` for a line about missing or omitted records.
    var record: (records: Records, row: Int)?
    /// The fields of the record that are shown.
    var fields: [FieldPath]?
  }

  /// The fields that are shown of embedded records; `nil` for the usual ones.
  private func below(_ embedded: Embedded) -> [FieldPath]? {
    guard let fields else { return nil }
    let inner = fields.filter { $0.parts.first == embedded.name }.map { $0.dropFirst() }
    return inner.contains { $0.parts.isEmpty } ? nil : inner
  }

  private func children(of row: Int, in records: Records) -> [Branch] {
    records.embedded.filter { shows($0) }.flatMap { embedded -> [Branch] in
      if embedded.isMissing { return [Branch(label: "\(embedded.name) missing", isDim: true)] }
      let rows = embedded.rows(ofParent: row).map { Int($0) }
      // A line for "1 more" would be no shorter than that record's own line.
      let count = isWhole || rows.count <= Self.shortBranch + 1 ? rows.count : Self.shortBranch
      let prefix = embedded.isSingle ? "\(embedded.name) " : ""
      let inner = below(embedded)
      let label = inner.map { embedded.children.labels($0) } ?? embedded.children.labels
      let swatch = swatches(embedded.children)
      let branches = rows.prefix(count).map { row in
        Branch(
          label: prefix + label(row), swatch: swatch(row), record: (embedded.children, row),
          fields: inner)
      }
      guard count < rows.count else { return branches }
      let rest = "… \(rows.count - count) more \(embedded.name)"
      return branches + [Branch(label: rest, isDim: true)]
    }
  }

  /// With fields, only relations among these are shown.
  private func shows(_ embedded: Embedded) -> Bool {
    fields?.contains { $0.parts.first == embedded.name && $0.parts.last != "count" } ?? true
  }

  private func write(
    _ branches: [Branch], indentation: String, to output: inout OutputBuffer
  ) {
    for (index, branch) in branches.enumerated() {
      let isLast = index + 1 == branches.count
      write(
        line: indentation + (isLast ? "└── " : "├── "), branch.label,
        shown: branch.isDim ? style.dim : { $0 }, swatch: branch.swatch, to: &output)
      guard let (records, row) = branch.record else { continue }
      let below = RecordTree(fields: branch.fields, isWhole: isWhole, style: style)
      below.write(
        below.children(of: row, in: records),
        indentation: indentation + (isLast ? "    " : "│   "), to: &output)
    }
  }

  private func write(
    line start: String, _ label: String, shown: (String) -> String, swatch: String?,
    to output: inout OutputBuffer
  ) {
    let room = style.width.map { width in
      max(1, width - start.count - (swatch == nil ? 0 : TextStyle.swatchWidth))
    }
    let text = room.map { label.cut(to: $0) } ?? label
    output.append(style.dim(start))
    if let swatch { output.append(swatch) }
    output.append(shown(text) + "\n")
  }

  private func swatches(_ records: Records) -> (Int) -> String? {
    let urls = records.cells(of: FieldPath("url"))
    return { style.isColored ? style.swatch(for: urls($0)) : nil }
  }
}

extension Records {
  /// Gives a row's id and name, `3 Mina Okafor`, safe for a terminal.
  fileprivate var labels: (Int) -> String {
    let names = cells(of: resource.label)
    return { row in
      let name = String(decoding: names(row), as: UTF8.self)
      guard let id = id(ofRow: row)?.text, !id.isEmpty else { return name.safeForTerminal }
      return (name.isEmpty ? id : "\(id) \(name)").safeForTerminal
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
      columns.map { String(decoding: $0(row), as: UTF8.self).safeForTerminal }
        .joined(separator: "  ")
    }
  }
}
