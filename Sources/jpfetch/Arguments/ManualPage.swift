import JPCore

/// The manual page, man(7): the pages of help.
enum ManualPage {
  static func text(version: String) -> String {
    let pages =
      CommandName.typed.dropLast().map { ("jpfetch \($0.rawValue)", HelpText.command($0)) }
      + HelpTopic.allCases.map { ("jpfetch help \($0.rawValue)", HelpText.topic($0)) }
    // The title is NAME, the usage SYNOPSIS.
    let overview = HelpText.overview.sections.dropFirst(2).map { section(".SH", $0) }
    return """
      .TH JPFETCH 1 "" "jpfetch \(escaped(version))"
      .SH NAME
      \(escaped(HelpText.purpose))
      \(section(".SH", ("SYNOPSIS", HelpText.usages)))
      \(overview.joined())
      """
        + pages.map { title, page in
          ".SH \(quoted(title))\n" + page.sections.map { section(".SS", $0) }.joined()
        }.joined() + ".SH \"SEE ALSO\"\n.BR curl (1),\n.BR jq (1)\n"
  }

  /// A section with its lines unchanged.
  private static func section(_ request: String, _ section: HelpPage.Section) -> String {
    let heading = section.heading.isEmpty ? ".PP" : "\(request) \(quoted(section.heading))"
    return "\(heading)\n.nf\n\(escaped(section.text))\n.fi\n"
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The text in roff (groff(7)): special characters and hyphens are escaped, and no line is read
  /// as a request.
  static func escaped(_ text: String) -> String {
    text.escaping { scalar, before, _ in
      let isFirst = before == nil || before == "\n"
      return switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "\"": "\\(dq"
      case "'": "\\(aq"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "." where isFirst: "\\&."
      default: nil
      }
    }
  }
}
