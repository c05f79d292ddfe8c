import JPCore

/// The manual page in roff, for man(1) (groff_man(7)): the tables and texts of help in a layout of
/// its own. Paragraphs follow the width of the terminal.
struct ManualPage {
  /// Sections of help below a heading of the manual page.
  struct Chapter {
    let heading: String
    let sections: [HelpPage.Section]

    init(_ heading: String, _ sections: [HelpPage.Section]) {
      self.heading = heading
      self.sections = sections
    }
  }

  private let help: HelpPages
  private var lines: [String] = []

  /// - Parameters:
  ///   - chapters: the chapters between the options and the environment.
  ///   - examples: the examples after those of the commands.
  static func text(
    version: String, _ help: HelpPages, chapters: [Chapter], examples: HelpPage.Section
  ) -> String {
    var page = ManualPage(help: help)
    page.lines.append(".TH JPFETCH 1 \"\" \"jpfetch \(escaped(version))\" \"User Commands\"")
    // Names of options and files aren't hyphenated, and lines aren't stretched.
    page.lines += [".nh", ".ad l"]
    page.addName()
    page.addSynopsis()
    page.addDescription()
    page.addCommands()
    page.addOptions()
    for chapter in chapters {
      page.addHeading(chapter.heading)
      for section in chapter.sections { page.add(section) }
    }
    page.addHeading("ENVIRONMENT")
    page.add([.paragraph("An option wins over its variable."), .rows(help.variables)])
    page.addFiles()
    page.addExamples(examples)
    page.lines += [".SH SEE ALSO", ".BR curl (1),", ".BR jq (1)"]
    return page.lines.joined(separator: "\n") + "\n"
  }

  // MARK: Sections

  private mutating func addName() {
    addHeading("NAME")
    lines.append(Self.escaped(HelpPages.purpose))
  }

  private mutating func addSynopsis() {
    addHeading("SYNOPSIS")
    let usages = help.allCommands.map(\.wholeUsage)
    for (number, usage) in usages.enumerated() {
      if number > 0 { lines.append(".br") }
      lines.append("\(Self.bold("jpfetch")) \(Self.usage(usage))")
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
        prints the users with their albums and photos. Each further resource leads from the \
        records so far to its own: users 3 todos prints the todos of user 3, users 1 comments \
        those of that user's posts, photos 17 user the user to whom the photo belongs.
        """),
    ])
  }

  private mutating func addCommands() {
    addHeading("COMMANDS")
    for command in help.commands {
      addRow(Self.bold("jpfetch \(command.name.rawValue)"), command.summary)
      if command.operands.isEmpty { continue }
      lines.append(".RS")
      add([.rows(command.operands.rows)])
      lines.append(".RE")
    }
    add([
      .paragraph("jpfetch help takes the name of a resource, a command, or one of these topics:"),
      .rows(help.topics.map(\.choice).rows),
    ])
  }

  private mutating func addOptions() {
    addHeading("OPTIONS")
    for group in OptionDeclaration.Group.allCases {
      lines.append(".SS \(group.rawValue)")
      for option in OptionDeclaration.all where option.group == group {
        addOption(option)
      }
    }
  }

  private mutating func addOption(_ option: OptionDeclaration) {
    // The placeholder lists a command's formats: of the commands that take the option, the first
    // has the most.
    guard let command = help.allCommands.first(where: { $0.takes(option.name) }) else { return }
    let boldSpellings = option.spellings.reversed().map(Self.bold)
    var tag = boldSpellings.joined(separator: ", ")
    let placeholder = option.placeholder(for: command)
    if !placeholder.isEmpty { tag += " \(Self.italic(placeholder))" }
    var sentences = [option.help]
    if let note = help.note(about: option) {
      sentences[0] += "; \(note)"
    }
    if let defaultValue = option.defaultValue {
      sentences.append("Default: \(defaultValue)")
    }
    if let variable = option.variable {
      sentences.append("Variable: \(variable)")
    }
    lines += [".TP", tag]
    addLines(sentences)
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

  private mutating func addExamples(_ more: HelpPage.Section) {
    addHeading("EXAMPLES")
    for command in help.allCommands { add([.rows(command.examples)]) }
    add(more)
  }

  private mutating func add(_ section: HelpPage.Section) {
    if !section.heading.isEmpty {
      lines.append(".SS \(Self.quoted(section.heading))")
    }
    add(section.blocks)
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
        let texts = text.split(separator: "\n", omittingEmptySubsequences: false)
        lines.append(".PP")
        addLines(texts.map(String.init))
      }
    }
  }

  /// Adds lines with their own indentation. A line that is too long continues at the margin.
  private mutating func addLines(_ texts: [String]) {
    for (number, text) in texts.enumerated() {
      if text.isEmpty {
        lines.append(".sp")
        continue
      }
      if number > 0 { lines.append(".br") }
      lines.append(Self.escaped(text))
    }
  }

  /// Adds a name, with its meaning indented below it.
  ///
  /// - Parameter tag: the name, in roff.
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

  /// The text in roff (groff(7)): special characters, hyphens and aligning spaces are escaped, long
  /// words can be broken, and no line is read as a request.
  static func escaped(_ text: String) -> String {
    var words: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if word.count > longestWord {
        words.append(withBreaks(word))
      } else {
        words.append(String(word))
      }
    }
    return words.joined(separator: " ").escaping { scalar, before, after in
      let isFirst = before == nil || before == "\n"
      return switch scalar {
      case possibleBreak: "\\:"
      case " " where isFirst || before == " " || after.first == " ": "\\ "
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

  /// The most characters in a word that isn't broken: it fits below an option in 40 columns.
  private static let longestWord = 24

  /// Marks a place where a long word may be broken; escaping replaces it with roff's `\:`.
  private static let possibleBreak: Unicode.Scalar = "\u{200B}"

  /// Marks where a long word may be broken: a list of choices, a path or a piece of JSON.
  private static func withBreaks(_ word: Substring) -> String {
    var result = ""
    var rest = word[...]
    while let character = rest.popFirst() {
      result.append(character)
      guard let next = rest.first else { break }
      let isBetweenNames = character == "." && next.isLetter
      let isSeparator = "|,{/=".contains(character) && next != "/"
      if isSeparator || isBetweenNames {
        result.unicodeScalars.append(possibleBreak)
      }
    }
    return result
  }
}
