/// Writes rows as CSV (RFC 4180), TSV or a Markdown table: a header, then a line for each row.
package struct RecordLines {
  /// The two ways to separate cells.
  package enum Style {
    /// Commas, CR LF; cells in quotes where needed.
    case csv
    /// Tabs, LF; tab, line feed, carriage return and backslash as `\t`, `\n`, `\r`, `\\`.
    case tsv
    /// A table of GitHub Flavored Markdown: pipes, LF; what Markdown would read is escaped.
    case markdown
  }

  private let style: Style
  private let rows: RecordRows
  private let hasHeader: Bool

  package init(_ style: Style, _ rows: RecordRows, hasHeader: Bool = true) {
    self.style = style
    self.rows = rows
    self.hasHeader = hasHeader
  }

  /// Writes the header and the rows.
  package func write(to output: inout OutputBuffer) {
    if hasHeader { write(line: rows.columns.map { Array($0.title.utf8)[...] }, to: &output) }
    if style == .markdown {
      write(
        line: rows.columns.map { Array(($0.isNumeric ? "---:" : "---").utf8)[...] }, to: &output)
    }
    let bytes = rows.document.bytes
    let columns = rows.columns.map { (plain: $0.plain(rows.rows), cell: $0.cell) }
    for (line, row) in rows.rows.enumerated() {
      let cells = columns.lazy.map { column in
        column.plain[line].map { bytes[$0.range] } ?? column.cell(row)
      }
      write(line: cells, to: &output)
    }
  }

  private func write(
    line cells: some Collection<ArraySlice<UInt8>>, to output: inout OutputBuffer
  ) {
    let isAlone = cells.count == 1
    for (column, cell) in cells.enumerated() {
      switch style {
      case .csv:
        if column > 0 { output.append(.comma) }
        write(quotedIfNeeded: cell.span, isAlone: isAlone, to: &output)
      case .tsv:
        if column > 0 { output.append(0x09) }
        write(escaped: cell.span, to: &output)
      case .markdown:
        output.append(column == 0 ? "| " : " ")
        output.append(String(decoding: cell, as: UTF8.self).escapedForMarkdown)
        output.append(" |")
      }
    }
    output.append(style == .csv ? "\r\n" : "\n")
  }

  /// Writes a cell. An empty cell that is alone on its line is quoted: many readers ignore empty
  /// lines.
  private func write(
    quotedIfNeeded cell: Span<UInt8>, isAlone: Bool, to output: inout OutputBuffer
  ) {
    let isSpecial = { (byte: UInt8) in
      byte == .quote || byte == .comma || byte == .lineFeed || byte == 0x0D
    }
    guard cell.contains(where: isSpecial) || isAlone && cell.isEmpty else {
      return output.append(cell)
    }
    output.append(.quote)
    for index in cell.indices {
      if cell[index] == .quote { output.append(.quote) }
      output.append(cell[index])
    }
    output.append(.quote)
  }

  private func write(escaped cell: Span<UInt8>, to output: inout OutputBuffer) {
    let isSpecial = { (byte: UInt8) in
      byte == 0x09 || byte == .lineFeed || byte == 0x0D || byte == .backslash
    }
    guard cell.contains(where: isSpecial) else { return output.append(cell) }
    for index in cell.indices {
      switch cell[index] {
      case 0x09: output.append("\\t")
      case .lineFeed: output.append("\\n")
      case 0x0D: output.append("\\r")
      case .backslash: output.append("\\\\")
      default: output.append(cell[index])
      }
    }
  }
}
