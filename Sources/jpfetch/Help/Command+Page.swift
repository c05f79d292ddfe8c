import JPCore

/// The command in help, in the manual page and in completion.
extension Command {
  /// The command as a word of help and completion.
  var choice: Choice { Choice(word: name.rawValue, meaning: summary) }

  /// The words after `jpfetch`, with the options.
  var wholeUsage: String { "\(usage) [<options>]" }

  /// - Parameter isShort: whether to leave out the options and the details.
  func page(isShort: Bool) -> HelpPage {
    var sections: [HelpPage.Section] = [
      .init("USAGE", .lines("  jpfetch \(wholeUsage)")),
      .init("ARGUMENTS", .rows(operands.rows)),
      .init("EXAMPLES", .rows(examples)),
    ]
    if isShort {
      sections.append(.init("", .lines("jpfetch help \(name.rawValue) has the options.")))
    } else {
      sections += optionSections
      sections += details
    }
    return HelpPage("jpfetch \(name.rawValue) - \(summary)", sections)
  }

  /// A section for each group of options.
  private var optionSections: [HelpPage.Section] {
    var sections: [HelpPage.Section] = []
    for group in OptionDeclaration.Group.allCases {
      var rows: [HelpPage.Row] = []
      for option in OptionDeclaration.all where option.group == group && takes(option.name) {
        rows.append(option.row(for: self, option.meaning(for: self)))
      }
      sections.append(.init(group.rawValue, .rows(rows)))
    }
    return sections
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
  /// The option's row in help.
  func row(for command: Command, _ meaning: String) -> HelpPage.Row {
    var left = "    "
    if let short { left = "-\(short), " }
    left += name.typed
    let placeholder = placeholder(for: command)
    if !placeholder.isEmpty { left += " \(placeholder)" }
    return (left, meaning)
  }

  /// The option's effect on a command, with its default and its variable.
  fileprivate func meaning(for command: Command) -> String {
    var text = help
    var defaultValue = self.defaultValue
    if name == .format { defaultValue = command.formats.defaultWord }
    if let defaultValue { text += " (default: \(defaultValue))" }
    if let variable, command.readsVariable(of: name) { text += " [\(variable)]" }
    return text
  }
}
