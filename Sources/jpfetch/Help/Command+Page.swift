import JPCore

extension Command {
  /// The command's name and summary, for help and completion.
  var choice: Choice { Choice(word: name.rawValue, meaning: summary) }

  /// The command line with placeholders, `jpfetch get {<path>|<url>} [<options>]`.
  var commandLine: String { "jpfetch \(usage) [<options>]" }

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
  var optionSections: [HelpPage.Section] {
    var sections: [HelpPage.Section] = []
    for group in OptionDeclaration.Group.allCases {
      sections.append(.init(group.rawValue, .rows(optionRows(of: group))))
    }
    return sections
  }

  /// The rows of a group's options. If several commands take an option, its row is that of the
  /// first command.
  func optionRows(of group: OptionDeclaration.Group) -> [HelpPage.Row] {
    var rows: [HelpPage.Row] = []
    for option in OptionDeclaration.all where option.group == group {
      guard let command = first(where: { $0.takes(option.name) }) else { continue }
      rows.append(option.row(for: command))
    }
    return rows
  }
}

extension [Choice] {
  var rows: [HelpPage.Row] {
    var rows: [HelpPage.Row] = []
    for choice in self { rows.append((choice.word, choice.meaning)) }
    return rows
  }
}

extension OptionDeclaration {
  /// The option's row in help: its effect on a command, its default and its variable.
  fileprivate func row(for command: Command) -> HelpPage.Row {
    var left = "    "
    if let short { left = "-\(short), " }
    left += name.typed
    let placeholder = placeholder(for: command)
    if !placeholder.isEmpty { left += " \(placeholder)" }
    var right = help
    if let defaultValue { right += " (default: \(defaultValue))" }
    if let variable { right += " [\(variable)]" }
    return (left, right)
  }
}
