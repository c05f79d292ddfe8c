import JPCore

/// The manual page for man(1): pages of help in the macros of groff_man(7).
enum ManualPage {
  /// - Parameter chapters: pages of help. Each becomes a section of the manual page.
  static func roff(version: String, _ chapters: [HelpPage]) -> String {
    var lines = [
      ".TH JPFETCH 1 \"\" \"jpfetch \(version)\" \"User Commands\"",
      // Names of options and files aren't hyphenated, and lines aren't stretched.
      ".nh", ".ad l",
    ]
    for chapter in chapters {
      lines.append(".SH \(safeForRoff(chapter.title))")
      for section in chapter.allSections {
        if !section.heading.isEmpty { lines.append(".SS \(safeForRoff(section.heading))") }
        for block in section.blocks { lines += roffLines(of: block) }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func roffLines(of block: HelpSection.Block) -> [String] {
    switch block {
    case .text(let text):
      return [".PP", safeForRoff(text)]
    case .rows(let rows):
      var lines: [String] = []
      for row in rows {
        lines += [".TP", ".B \(safeForRoff(row.left))"]
        if !row.right.isEmpty { lines.append(safeForRoff(row.right)) }
      }
      return lines
    case .code(let code):
      let codeLines = code.split(separator: "\n", omittingEmptySubsequences: false)
      return [".PP", ".nf"] + codeLines.map { line in safeForRoff(String(line)) } + [".fi"]
    }
  }

  /// The line in roff: special characters are escaped, and a leading point doesn't begin a request.
  private static func safeForRoff(_ line: String) -> String {
    let text = line.escaping { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "\"": "\\(dq"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      default: nil
      }
    }
    if text.hasPrefix(".") { return "\\&\(text)" }
    return text
  }
}
