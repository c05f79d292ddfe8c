import JPCore

/// The command in help, in the manual page and in completion.
extension Command {
  /// The command as a word of help and completion.
  var choice: Choice { Choice(word: name.rawValue, meaning: summary) }

  /// The command line, with placeholders.
  var commandLine: String { "jpfetch \(usage) [<options>]" }

  /// The command's page of help.
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
  /// The options that the commands take, in a section for each group.
  var optionSections: [HelpPage.Section] {
    var sections: [HelpPage.Section] = []
    for group in OptionDeclaration.Group.allCases {
      sections.append(.init(group.rawValue, .rows(optionRows(of: group))))
    }
    return sections
  }

  /// The options of a group that the commands take. If several commands take an option, the row is
  /// that of the first.
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
  /// Rows of help, each with a word and its meaning.
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
