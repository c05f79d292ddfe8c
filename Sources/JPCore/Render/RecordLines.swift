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
    let plain = rows.plainCells()
    let bytes = rows.document.bytes
    for (line, row) in rows.rows.enumerated() {
      for column in rows.columns.indices {
        begin(column, &output)
        if let text = plain[line, column] {
          write(plain: bytes.span.extracting(text.range), to: &output)
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
    case .markdown: if column > 0 { output.append(" | ") } else { output.append("| ") }
    }
  }

  private func endLine(to output: inout OutputBuffer) {
    switch style {
    case .csv: output.append("\r\n")
    case .tsv: output.append("\n")
    case .markdown: output.append(" |\n")
    }
  }

  /// Writes a cell of printable ASCII without a backslash.
  private func write(plain cell: Span<UInt8>, to output: inout OutputBuffer) {
    let mayBeSpecial =
      switch style {
      case .csv: cell.isEmpty || cell.contains(anyOf: SIMD2(.quote, .comma))
      case .tsv: false
      case .markdown: true
      }
    if mayBeSpecial { write(cell, to: &output) } else { output.append(cell) }
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
    let special = SIMD4<UInt8>(.quote, .comma, .lineFeed, 0x0D)
    guard cell.contains(anyOf: special) || rows.columns.count == 1 && cell.isEmpty else {
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
    let special = SIMD4<UInt8>(0x09, .lineFeed, 0x0D, .backslash)
    guard cell.contains(anyOf: special) else { return output.append(cell) }
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
