/// Writes a table as CSV (RFC 4180), TSV or a Markdown table: a header, then a line for each row.
package struct DelimitedRows {
  /// How cells are separated, and which of their characters are escaped.
  package enum Style {
    /// Commas, CR LF; cells in quotes where needed.
    case csv
    /// Tabs, LF; tab, line feed, carriage return and backslash as `\t`, `\n`, `\r`, `\\`.
    case tsv
    /// A table of GitHub Flavored Markdown: pipes, LF; characters of its syntax are escaped.
    case markdown

    /// The text before the first cell, between two cells, and after the last one.
    fileprivate var separators: Separators {
      switch self {
      case .csv: Separators(start: "", gap: ",", end: "\r\n")
      case .tsv: Separators(start: "", gap: "\t", end: "\n")
      case .markdown: Separators(start: "| ", gap: " | ", end: " |\n")
      }
    }

    fileprivate struct Separators {
      let start: StaticString
      let gap: StaticString
      let end: StaticString
    }

    /// Whether a cell has characters that must be escaped.
    func needsEscapes(_ cell: Span<UInt8>) -> Bool {
      switch self {
      case .csv: cell.contains(anyOf: "\",\n\r")
      case .tsv: cell.contains(anyOf: "\t\n\r\\")
      case .markdown: cell.hasMarkup
      }
    }

    /// The spelling of a cell that needs escapes.
    func escapedCell(_ cell: String) -> String {
      switch self {
      case .csv:
        let content = cell.escaping { scalar in
          switch scalar {
          case "\"": "\"\""
          default: nil
          }
        }
        return "\"" + content + "\""
      case .tsv:
        return cell.escaping { scalar in
          switch scalar {
          case "\t": "\\t"
          case "\n": "\\n"
          case "\r": "\\r"
          case "\\": "\\\\"
          default: nil
          }
        }
      case .markdown:
        return cell.safeForMarkdown
      }
    }
  }

  private let style: Style
  private let table: Table
  private let hasHeader: Bool

  package init(_ style: Style, _ table: Table, hasHeader: Bool = true) {
    self.style = style
    self.table = table
    self.hasHeader = hasHeader
  }

  package func write(to output: inout OutputBuffer) {
    let columns = table.columns
    if hasHeader {
      writeHeaderLine(of: columns.map(\.title), to: &output)
    }
    if style == .markdown {
      writeHeaderLine(of: columns.map(\.markdownAlignment), to: &output)
    }
    let marks = style.separators
    for row in 0..<table.count {
      output.append(marks.start)
      for column in columns.indices {
        if column > 0 { output.append(marks.gap) }
        // Fast path: most cells are copied from the document.
        let isWritten = columns.span[column].appendCopiedCell(inRow: row, in: style, to: &output)
        if !isWritten { writeCell(table.cell(row, column).text.span, to: &output) }
      }
      output.append(marks.end)
    }
  }

  /// Writes the header, or the line below it.
  private func writeHeaderLine(of cells: [String], to output: inout OutputBuffer) {
    output.append(style.separators.start)
    for (column, cell) in cells.enumerated() {
      if column > 0 { output.append(style.separators.gap) }
      cell.withUTF8Span { text in writeCell(text, to: &output) }
    }
    output.append(style.separators.end)
  }

  private func writeCell(_ cell: Span<UInt8>, to output: inout OutputBuffer) {
    if style.needsEscapes(cell) {
      output.append(style.escapedCell(String(utf8: cell)))
    } else if cell.isEmpty, style == .csv, table.columns.count == 1 {
      // CSV readers skip empty lines, so a row with one empty cell is written as `""`.
      output.append("\"\"" as StaticString)
    } else {
      output.append(cell)
    }
  }
}

extension Table.Column {
  /// Appends a cell, if it is plain, isn't empty and needs no escapes.
  ///
  /// - Returns: whether it was appended.
  @inline(__always)
  fileprivate func appendCopiedCell(
    inRow row: Int, in style: DelimitedRows.Style, to output: inout OutputBuffer
  ) -> Bool {
    guard let range = safeASCIIRange(row), !range.isEmpty else { return false }
    let cell = values.document.bytes[range]
    if style != .tsv, style.needsEscapes(cell.span) { return false }
    output.append(cell.span)
    return true
  }
}

// MARK: Markdown

extension Table.Column {
  /// The column's cell in the line below the header, which aligns numbers right.
  fileprivate var markdownAlignment: String {
    if isNumeric { return "---:" }
    return "---"
  }
}
