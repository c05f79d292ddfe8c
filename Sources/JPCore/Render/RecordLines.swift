/// Writes rows as CSV (RFC 4180), TSV or a Markdown table: a header, then a line for each row.
package struct RecordLines {
  /// How cells are separated.
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
    if hasHeader { write(line: rows.columns.map(\.title), to: &output) }
    if style == .markdown {
      write(line: rows.columns.map { $0.isNumeric ? "---:" : "---" }, to: &output)
    }
    let plain = rows.plainCells(unless: isSpecial)
    let bytes = rows.document.bytes
    // An empty cell that is alone on its line is no line of CSV.
    let isAlone = rows.columns.count == 1
    for (line, row) in rows.rows.enumerated() {
      for column in rows.columns.indices {
        begin(column, &output)
        if let text = plain[line, column], !isAlone || text.count > 0 {
          output.append(bytes.span.extracting(text.range))
        } else {
          write(rows.columns[column].cell(row).span, to: &output)
        }
      }
      endLine(to: &output)
    }
  }

  private func write(line titles: [String], to output: inout OutputBuffer) {
    for (column, title) in titles.enumerated() {
      begin(column, &output)
      write(title.utf8.span, to: &output)
    }
    endLine(to: &output)
  }

  /// Writes what precedes a cell.
  private func begin(_ column: Int, _ output: inout OutputBuffer) {
    switch style {
    case .csv: if column > 0 { output.append(.comma) }
    case .tsv: if column > 0 { output.append(0x09) }
    case .markdown where column > 0: output.append(" | " as StaticString)
    case .markdown: output.append("| " as StaticString)
    }
  }

  private func endLine(to output: inout OutputBuffer) {
    switch style {
    case .csv: output.append("\r\n" as StaticString)
    case .tsv: output.append(.lineFeed)
    case .markdown: output.append(" |\n" as StaticString)
    }
  }

  /// Whether a text of printable ASCII without a backslash can't be copied; `nil` where each can.
  private var isSpecial: ((Span<UInt8>) -> Bool)? {
    switch style {
    case .csv: return { $0.contains(anyOf: ["\"", ","]) }
    case .tsv: return nil
    case .markdown: return { $0.hasPlainMarkup }
    }
  }

  private func write(_ cell: Span<UInt8>, to output: inout OutputBuffer) {
    switch style {
    case .csv: write(quotedIfNeeded: cell, to: &output)
    case .tsv: write(escaped: cell, to: &output)
    case .markdown: write(escapedForMarkdown: cell, to: &output)
    }
  }

  /// Writes a cell. An empty cell that is alone on its line is quoted: many readers ignore empty
  /// lines.
  private func write(quotedIfNeeded cell: Span<UInt8>, to output: inout OutputBuffer) {
    guard
      cell.contains(anyOf: ["\"", ",", "\n", "\r"]) || rows.columns.count == 1 && cell.isEmpty
    else { return output.append(cell) }
    output.append(.quote)
    for index in cell.indices {
      if cell[index] == .quote { output.append(.quote) }
      output.append(cell[index])
    }
    output.append(.quote)
  }

  private func write(escaped cell: Span<UInt8>, to output: inout OutputBuffer) {
    guard cell.contains(anyOf: ["\t", "\n", "\r", "\\"]) else { return output.append(cell) }
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

  private func write(escapedForMarkdown cell: Span<UInt8>, to output: inout OutputBuffer) {
    guard cell.hasMarkup else { return output.append(cell) }
    output.append(String(utf8: cell).escapedForMarkdown)
  }
}
