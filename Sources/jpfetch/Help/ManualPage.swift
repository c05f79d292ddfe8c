import JPCore

/// The manual page in roff, for man(1) (groff_man(7)): the tables and texts of help in a layout of
/// its own. Paragraphs follow the width of the terminal.
struct ManualPage {
  private var lines: [String] = []

  static func text(version: String) -> String {
    var page = ManualPage()
    page.lines.append(".TH JPFETCH 1 \"\" \"jpfetch \(escaped(version))\"")
    // Names of options and files aren't hyphenated, and lines aren't stretched.
    page.lines += [".nh", ".ad l"]
    page.addName()
    page.addSynopsis()
    page.addDescription()
    page.addCommands()
    page.addOptions()
    page.addTopic("QUERY LANGUAGE", HelpText.whereTopic)
    page.addTopic("FIELDS", HelpText.fieldsTopic)
    page.addChecks()
    page.addHeading("STORED RESPONSES")
    page.add(HelpText.storing)
    page.addTopic("ERRORS", HelpText.topic(.errors))
    page.addHeading("EXIT STATUS")
    page.add([.rows(HelpText.exitStatus), .paragraph(HelpText.severalFailures)])
    page.addHeading("ENVIRONMENT")
    page.add([.paragraph("An option wins over its variable."), .rows(HelpText.variables)])
    page.addFiles()
    page.addExamples()
    page.lines += [".SH SEE ALSO", ".BR curl (1),", ".BR jq (1)"]
    return page.lines.joined(separator: "\n") + "\n"
  }

  // MARK: Sections

  private mutating func addName() {
    addHeading("NAME")
    lines.append(Self.escaped(HelpText.purpose))
  }

  private mutating func addSynopsis() {
    addHeading("SYNOPSIS")
    for (number, command) in CommandName.allCases.enumerated() {
      if number > 0 { lines.append(".br") }
      lines.append(
        "\(Self.bold("jpfetch")) \(Self.usage(command.declaration.usage + " [<options>]"))")
    }
  }

  private mutating func addDescription() {
    addHeading("DESCRIPTION")
    let names = Resource.all.map(\.name).joined(separator: ", ")
    add([
      .paragraph(
        """
        jpfetch fetches the users, albums and photos of JSONPlaceholder at the same time, joins \
        them, and prints a table or JSON. It stores the responses, so it also answers without a \
        network. It only reads.
        """),
      .paragraph(
        """
        Without a command, it prints the records of a resource: \(names). Without a resource, it \
        prints the users with their albums and photos.
        """),
    ])
  }

  private mutating func addCommands() {
    addHeading("COMMANDS")
    for command in CommandName.typed {
      addRow(Self.bold("jpfetch \(command.rawValue)"), command.declaration.summary)
      if command == .help || command.operands.isEmpty { continue }
      lines.append(".RS")
      add([.rows(HelpText.rows(of: command.operands))])
      lines.append(".RE")
    }
    add([
      .paragraph("jpfetch help takes the name of a resource, a command, or one of these topics:"),
      .rows(HelpText.rows(of: HelpTopic.choices)),
    ])
  }

  private mutating func addOptions() {
    addHeading("OPTIONS")
    for group in OptionDeclaration.Group.allCases {
      lines.append(".SS \(group.rawValue)")
      for option in OptionDeclaration.all where option.group == group {
        let command = CommandName.allCases.first { $0.options.contains(option.name) }
        addOption(option, with: command ?? .show)
      }
    }
  }

  /// - Parameter command: the command whose formats and variables are named.
  private mutating func addOption(_ option: OptionDeclaration, with command: CommandName) {
    var tag = option.spellings.reversed().map { Self.bold($0) }.joined(separator: ", ")
    let placeholder = option.placeholder(for: command)
    if !placeholder.isEmpty { tag += " \(Self.italic(placeholder))" }
    var meaning = HelpText.meaning(of: option, with: command)
    if option.name == .format {
      let formats = ReportFormat.choices.map(\.word).joined(separator: ", ")
      meaning += "; check: \(formats)"
    }
    addRow(tag, meaning)
  }

  private mutating func addChecks() {
    addHeading("CHECKS")
    add(HelpText.checking)
    lines.append(".SS The JSON report")
    add([.rows(HelpText.reportMembers)])
  }

  private mutating func addFiles() {
    addHeading("FILES")
    add([
      .rows([
        ("~/.cache/jpfetch", "Stored responses; on macOS ~/Library/Caches/jpfetch"),
        ("DIR/users.json", "The answer to /users with --base-url file:DIR"),
      ])
    ])
  }

  private mutating func addExamples() {
    addHeading("EXAMPLES")
    for command in CommandName.allCases {
      add([.rows(command.declaration.examples)])
    }
    lines.append(".SS In a CI job")
    add([.lines(HelpText.jobs)])
  }

  /// A page of help as a section.
  private mutating func addTopic(_ heading: String, _ page: HelpPage) {
    addHeading(heading)
    for section in page.sections {
      if !section.heading.isEmpty { lines.append(".SS \(Self.quoted(section.heading))") }
      add(section.blocks)
    }
  }

  // MARK: Blocks

  private mutating func addHeading(_ heading: String) {
    lines.append(".SH \(Self.quoted(heading))")
  }

  private mutating func add(_ blocks: [HelpPage.Block]) {
    for block in blocks {
      switch block {
      case .paragraph(let text):
        lines += [".PP", Self.escaped(text)]
      case .words(let words):
        lines += [".PP", Self.escaped(words.joined(separator: ", "))]
      case .rows(let rows):
        for row in rows { addRow(Self.bold(row.left), row.right) }
      case .lines(let text):
        lines += [".PP", ".nf", Self.escaped(text), ".fi"]
      }
    }
  }

  /// A name, and below it, indented, what it means.
  ///
  /// - Parameter tag: in roff.
  private mutating func addRow(_ tag: String, _ meaning: String) {
    lines += [".TP", tag]
    if !meaning.isEmpty { lines.append(Self.escaped(meaning)) }
  }

  // MARK: Roff

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  private static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A usage line: words to type are bold, `<names>` of values italic.
  private static func usage(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while !rest.isEmpty {
      let word = rest.prefix { $0 != "<" }
      if !word.isEmpty { result += bold(String(word)) }
      rest = rest[word.endIndex...]
      let name = rest.prefix { $0 != ">" }
      if !name.isEmpty { result += italic("\(name)>") }
      rest = rest[name.endIndex...].dropFirst()
    }
    return result
  }

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
