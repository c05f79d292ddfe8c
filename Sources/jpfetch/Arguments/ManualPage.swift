import JPCore

/// The manual page, man(7), made from the declarations.
enum ManualPage {
  static func text(_ vocabulary: Vocabulary, version: String) -> String {
    let commands = CommandDeclaration.all
    let sections = [
      ".TH JPFETCH 1 \"\" \(quoted("jpfetch \(version)"))",
      // No hyphenation, so that the names of fields and options stay whole.
      ".nh\n.ad l",
      section("NAME", escaped(HelpText.purpose)),
      section("SYNOPSIS", commands.map { synopsis($0.usage) }.joined(separator: "\n.br\n")),
      section(
        "COMMANDS",
        items(commands.map { (bold($0.name == .show ? "jpfetch" : $0.name.rawValue), $0.summary) })),
      section(
        "RESOURCES",
        items(
          vocabulary.resources.map { resource in
            (bold(resource.name), resource.fields.map(\.path).joined(separator: ", "))
          })),
      section(
        "CHECKS",
        items(CheckName.choices.map { (bold($0.word), $0.meaning) }) + "\n.PP\n"
          + paragraphs(HelpText.checking)),
      section("OPTIONS", options),
      section("ENVIRONMENT", items(HelpText.variables.map { (bold($0), $1) })),
      section("EXIT STATUS", items(HelpText.exitStatuses.map { (bold($0), $1) })),
      section("STORED RESPONSES", paragraphs(HelpText.storing)),
      section("JSON REPORTS OF CHECKS", items(HelpText.reportMembers.map { (bold($0), $1) })),
      section("JOBS", verbatim(HelpText.jobs)),
      section("THE QUERY LANGUAGE", verbatim(HelpText.whereTopic)),
      section("FIELDS", verbatim(HelpText.fieldsTopic(vocabulary))),
      section("EXAMPLES", items(commands.flatMap(\.examples).map { (bold($0.line), $0.meaning) })),
      section("SEE ALSO", ".BR curl (1),\n.BR jq (1)"),
    ]
    return sections.joined(separator: "\n") + "\n"
  }

  /// The options under their headings, each with its value, its default and its variable.
  private static var options: String {
    OptionDeclaration.Group.allCases.map { group in
      let options = OptionDeclaration.all.filter { $0.group == group }
      let rows = options.map { option in
        let names = ((option.short.map { ["-\($0)"] } ?? []) + [option.name.typed]).map(bold)
        let placeholder = option.placeholder(for: .show)
        let value = placeholder.isEmpty ? "" : " " + escaped(placeholder)
        let usual = option.usual.map { " (default: \($0))" } ?? ""
        let variable = option.variable.map { " [\($0)]" } ?? ""
        return (names.joined(separator: ", ") + value, option.help + usual + variable)
      }
      return ".SS \(quoted(group.rawValue))\n" + items(rows)
    }.joined(separator: "\n")
  }

  private static func synopsis(_ usage: String) -> String {
    "\(bold("jpfetch")) \(escaped("\(usage) [<options>]"))"
  }

  /// Empty lines part them.
  private static func paragraphs(_ text: String) -> String {
    escaped(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ".PP" : String($0) }.joined(separator: "\n")
  }

  /// Lines as they are.
  private static func verbatim(_ text: String) -> String {
    ".nf\n\(escaped(text))\n.fi"
  }

  private static func section(_ title: String, _ text: String) -> String {
    ".SH \(quoted(title))\n\(text)"
  }

  /// - Parameter rows: tags, in roff, and plain texts.
  private static func items(_ rows: [(tag: String, text: String)]) -> String {
    rows.map { ".TP\n\($0.tag)\n\($0.text.isEmpty ? "\\&" : escaped($0.text))" }
      .joined(separator: "\n")
  }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The text in roff (groff(7)): special characters and hyphens are escaped, and no line is read
  /// as a request.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = [".", "'"].contains(line.first) ? "\\&" : ""
      return start
        + String(line).escaping { scalar in
          switch scalar {
          case "\\": "\\e"
          case "-": "\\-"
          case "\"": "\\(dq"
          case "'": "\\(aq"
          case "^": "\\(ha"
          case "~": "\\(ti"
          default: nil
          }
        }
    }.joined(separator: "\n")
  }
}
