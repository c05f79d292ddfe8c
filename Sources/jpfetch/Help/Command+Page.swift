import JPCore

extension Command {
  /// The command's name and summary, for help and completion.
  var choice: Choice { Choice(word: name.rawValue, meaning: summary) }

  /// The command line with placeholders, `jpfetch get {<path>|<url>} [<options>]`. Options that every
  /// command takes aren't mentioned.
  var commandLine: String {
    if options == OptionName.everywhere { return "jpfetch \(usage)" }
    return "jpfetch \(usage) [<options>]"
  }

  var page: HelpPage {
    HelpPage(
      "jpfetch \(name.rawValue) - \(summary)",
      [
        .init("USAGE", .code(commandLine)),
        .init("ARGUMENTS", .rows(operands.rows)),
        .init("EXAMPLES", .rows(examples)),
      ],
      more: [self].optionSections + details)
  }
}

extension [Command] {
  /// A section for each group of options, with those that the commands take.
  var optionSections: [HelpSection] {
    var sections: [HelpSection] = []
    for group in OptionDeclaration.HelpHeading.allCases {
      sections.append(.init(group.rawValue, .rows(optionRows(of: group))))
    }
    return sections
  }

  /// The rows of a group's options. If several commands take an option, its row is that of the
  /// first command.
  func optionRows(of group: OptionDeclaration.HelpHeading) -> [HelpSection.Row] {
    var rows: [HelpSection.Row] = []
    for option in OptionDeclaration.all where option.group == group {
      let commands = filter { command in command.takes(option.name) }
      if !commands.isEmpty { rows.append(option.helpRow(for: commands)) }
    }
    return rows
  }
}

extension [Choice] {
  var rows: [HelpSection.Row] {
    var rows: [HelpSection.Row] = []
    for choice in self { rows.append((choice.word, choice.meaning)) }
    return rows
  }
}

extension OptionDeclaration {
  /// The option's row in help: its effect on the first of the commands, its default and its
  /// variable.
  fileprivate func helpRow(for commands: [Command]) -> HelpSection.Row {
    var left = "    "
    if let short { left = "-\(short), " }
    left += name.typed
    let placeholder = placeholder(for: commands[0])
    if !placeholder.isEmpty { left += " \(placeholder)" }
    var right = help
    if let defaultValue = defaultValue(for: commands) { right += " (default: \(defaultValue))" }
    if let variable { right += " [\(variable)]" }
    return (left, right)
  }

  /// The default, which for `--format` is the first command's, with those of others that differ:
  /// `table; get: json; check: text`.
  private func defaultValue(for commands: [Command]) -> String? {
    if name != .format { return defaultValue }
    let first = commands[0].defaultFormat
    var text = first
    for command in commands {
      let word = command.defaultFormat
      if word != first { text += "; \(command.name.rawValue): \(word)" }
    }
    return text
  }
}
