/// Writes a table as CSV (RFC 4180), TSV or a Markdown table: a header, then a line for each row.
package struct RecordLines {
  /// How cells are separated, and which of their characters are escaped.
  package enum Style {
    /// Commas, CR LF; cells in quotes where needed.
    case csv
    /// Tabs, LF; tab, line feed, carriage return and backslash as `\t`, `\n`, `\r`, `\\`.
    case tsv
    /// A table of GitHub Flavored Markdown: pipes, LF; characters of its syntax are escaped.
    case markdown

    /// What precedes the first cell, separates two cells and follows the last.
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
    func escaped(_ cell: String) -> String {
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
      output.append(style.escaped(String(utf8: cell)))
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
    inRow row: Int, in style: RecordLines.Style, to output: inout OutputBuffer
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

extension String {
  /// This text as a cell of a GitHub Flavored Markdown table (GFM §4.10). Pipes, backslashes, and
  /// characters that could be part of emphasis, strikethrough, code, a link, a tag or an entity are
  /// escaped (CommonMark §2.4). A line break becomes `<br>`.
  ///
  /// In a URL that Markdown makes a link (GFM §6.9), only pipes are escaped: a backslash would be
  /// part of the URL.
  package var safeForMarkdown: String {
    let hasMarkup = withUTF8Span { text in text.hasMarkup }
    guard hasMarkup else { return self }
    // No URL has `##` (RFC 3986 §3.5), but a command to a CI system has, and must be escaped.
    let mayHaveURL = !contains(ascii: "##")
    var isInURL = false
    return escapingInContext { scalar, before, rest in
      if isInURL {
        isInURL = !scalar.endsURL
      } else if mayHaveURL, mayPrecedeURL(before) {
        isInURL = beginsURL(scalar, rest)
      }
      if isInURL {
        if scalar == "|" { return "\\|" }
        return nil
      }
      let isWithinWord = isLetter(before) && isLetter(rest.first)
      return switch scalar {
      case "\r" where rest.first == "\n": ""
      case "\r", "\n": "<br>"
      // `_` within a word doesn't begin emphasis (CommonMark §6.2).
      case "_" where isWithinWord: nil
      case _ where scalar.isMarkup: "\\\(scalar)"
      default: nil
      }
    }
  }
}

extension Span<UInt8> {
  /// Whether a UTF-8 text has characters that must be escaped in a cell of a Markdown table.
  var hasMarkup: Bool {
    contains(anyOf: "`*_[]<>&~|\\\r\n")
  }
}

/// Whether a URL can follow a scalar, or begin a text.
private func mayPrecedeURL(_ scalar: Unicode.Scalar?) -> Bool {
  guard let scalar else { return true }
  return " \t\r\n*_~(".unicodeScalars.contains(scalar)
}

/// Whether a text begins a URL that Markdown makes a link: `https://a`, `http://a`, `www.a`.
private func beginsURL(
  _ first: Unicode.Scalar, _ rest: Substring.UnicodeScalarView
) -> Bool {
  if first != "h", first != "w" { return false }
  for start in ["http://", "https://", "www."] {
    let scalars = start.unicodeScalars
    if scalars.first != first || !rest.starts(with: scalars.dropFirst()) { continue }
    guard let host = rest.dropFirst(scalars.count - 1).first else { return false }
    return host.properties.isAlphabetic || ("0"..."9").contains(host)
  }
  return false
}

extension Unicode.Scalar {
  /// Whether a URL in Markdown ends before this scalar.
  fileprivate var endsURL: Bool { " \t\r\n<".unicodeScalars.contains(self) }

  fileprivate var isMarkup: Bool { "\\`*_[]<>&~|\r\n".unicodeScalars.contains(self) }
}

private func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
  guard let scalar else { return false }
  return scalar.properties.isAlphabetic
}
