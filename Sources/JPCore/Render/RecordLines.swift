/// Writes rows as CSV (RFC 4180), TSV or a Markdown table: a header, then a line for each row.
package struct RecordLines {
  /// How cells are separated, and which of their characters are escaped.
  package enum Style {
    /// Commas, CR LF; cells in quotes where needed.
    case csv
    /// Tabs, LF; tab, line feed, carriage return and backslash as `\t`, `\n`, `\r`, `\\`.
    case tsv
    /// A table of GitHub Flavored Markdown: pipes, LF; characters with a meaning are escaped.
    case markdown

    /// What precedes the first cell, separates two cells and follows the last.
    var marks: (start: StaticString, gap: StaticString, end: StaticString) {
      switch self {
      case .csv: ("", ",", "\r\n")
      case .tsv: ("", "\t", "\n")
      case .markdown: ("| ", " | ", " |\n")
      }
    }

    /// Whether a cell has characters that must be escaped.
    func needsEscapes(_ cell: Span<UInt8>) -> Bool {
      switch self {
      case .csv: cell.contains(anyOf: ["\"", ",", "\n", "\r"])
      case .tsv: cell.contains(anyOf: ["\t", "\n", "\r", "\\"])
      case .markdown: cell.hasMarkup
      }
    }

    /// A cell that needs escapes.
    func escaped(_ cell: String) -> String {
      switch self {
      case .csv: "\"" + cell.escaping { $0 == "\"" ? "\"\"" : nil } + "\""
      case .tsv:
        cell.escaping { scalar in
          switch scalar {
          case "\t": "\\t"
          case "\n": "\\n"
          case "\r": "\\r"
          case "\\": "\\\\"
          default: nil
          }
        }
      case .markdown: cell.escapedForMarkdown
      }
    }
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
    let columns = rows.columns
    if hasHeader { write(line: columns.map(\.title), to: &output) }
    if style == .markdown {
      write(line: columns.map { $0.isNumeric ? "---:" : "---" }, to: &output)
    }
    let (marks, bytes) = (style.marks, rows.bytes)
    rows.forEachRow { cells in
      output.append(marks.start)
      for column in columns.indices {
        if column > 0 { output.append(marks.gap) }
        switch cells[column] {
        case .verbatim(let range):
          let text = bytes.span.extracting(range)
          // It has no backslash and no control character.
          if style == .tsv { output.append(text) } else { write(text, to: &output) }
        case .other(let text): write(text.span, to: &output)
        }
      }
      output.append(marks.end)
    }
  }

  private func write(line titles: [String], to output: inout OutputBuffer) {
    output.append(style.marks.start)
    for (column, title) in titles.enumerated() {
      if column > 0 { output.append(style.marks.gap) }
      write(title.utf8.span, to: &output)
    }
    output.append(style.marks.end)
  }

  private func write(_ cell: Span<UInt8>, to output: inout OutputBuffer) {
    if style.needsEscapes(cell) {
      output.append(style.escaped(String(utf8: cell)))
    } else if cell.isEmpty, style == .csv, rows.columns.count == 1 {
      // CSV readers skip empty lines.
      output.append("\"\"" as StaticString)
    } else {
      output.append(cell)
    }
  }
}
