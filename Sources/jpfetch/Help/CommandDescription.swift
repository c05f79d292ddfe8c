import JPCore

/// The facts about a command for help, the manual page and completion.
struct CommandDescription {
  let name: CommandName

  /// The words after `jpfetch`, without the options.
  let usage: String

  /// The command's effect. Shells show it next to the name, so it has at most 44 columns.
  let summary: String

  /// Command lines with their effects.
  let examples: [HelpPage.Row]

  /// The words that can follow the command.
  var operands: [Choice] = []

  /// The options that the command takes, and its formats.
  let rules: CommandRules

  /// Chooses the completions after the operands typed so far, the first of which names the command
  /// or the resource. `nil` to offer ``operands`` as the second operand.
  var next: (@Sendable (_ typed: [String]) -> Offer)?

  /// More about the command, below its options.
  var details: [HelpPage.Section] = []

  /// The completions of an operand.
  enum Offer {
    case nothing
    /// Words in groups. A word that is typed already isn't offered again.
    case words([[Choice]])
    /// The ids of a resource's records, or other words.
    case ids(Resource, or: [Choice])
    /// The shell completes the name of a directory.
    case directory
  }

  /// The completions after these operands, the first of which names the command or the resource.
  func offer(after typed: [String]) -> Offer {
    if let next { return next(typed) }
    if typed.count == 1 { return .words([operands]) }
    return .nothing
  }

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

  /// A section for each group of options, then one for each action of `cache` with the options that
  /// only it takes.
  private var optionSections: [HelpPage.Section] {
    var rowsOfGroups: [OptionDeclaration.Group: [HelpPage.Row]] = [:]
    var rowsOfActions: [CacheAction: [HelpPage.Row]] = [:]
    for option in OptionDeclaration.all where rules.takes(option.name) {
      let row = option.row(for: rules, option.meaning(for: rules))
      if let action = rules.onlyAction(taking: option) {
        rowsOfActions[action, default: []].append(row)
      } else {
        rowsOfGroups[option.group, default: []].append(row)
      }
    }
    var sections: [HelpPage.Section] = []
    for group in OptionDeclaration.Group.allCases {
      if let rows = rowsOfGroups[group] {
        sections.append(.init(group.rawValue, .rows(rows)))
      }
    }
    for action in CacheAction.allCases {
      guard let rows = rowsOfActions[action] else { continue }
      sections.append(.init("ONLY WITH \(action.rawValue)", .rows(rows)))
    }
    return sections
  }
}

extension CommandRules {
  /// The actions of `cache` that take an option; empty for other commands.
  fileprivate func actions(taking option: OptionDeclaration) -> [CacheAction] {
    guard let optionsOfAction else { return [] }
    return CacheAction.allCases.filter { optionsOfAction($0).contains(option.name) }
  }

  /// The only action of `cache` that takes an option; `nil` if several actions take it, or none.
  fileprivate func onlyAction(taking option: OptionDeclaration) -> CacheAction? {
    let actions = actions(taking: option)
    if actions.count == 1 { return actions[0] }
    return nil
  }

  /// The default format; `nil` for a command without formats.
  fileprivate var defaultFormat: String? {
    switch formats {
    case .none: nil
    case .answer(_, let format): format.rawValue
    case .report: ReportFormat.text.rawValue
    }
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
  func row(for rules: CommandRules, _ meaning: String) -> HelpPage.Row {
    var left = "    "
    if let short { left = "-\(short), " }
    left += name.typed
    let placeholder = placeholder(for: rules)
    if !placeholder.isEmpty { left += " \(placeholder)" }
    return (left, meaning)
  }

  /// The option's effect on a command, with its default and its variable.
  fileprivate func meaning(for rules: CommandRules) -> String {
    var text = help
    var defaultValue = self.defaultValue
    if name == .format { defaultValue = rules.defaultFormat }
    if let defaultValue { text += " (default: \(defaultValue))" }
    if let variable, !rules.ignoredVariables.contains(name) {
      text += " [\(variable)]"
    }
    let takingActions = rules.actions(taking: self)
    let otherActions = CacheAction.allCases.filter { !takingActions.contains($0) }
    // No note is needed if all actions take the option, or if a heading names the only one. Other
    // commands have no actions.
    if takingActions.count < 2 || otherActions.isEmpty { return text }
    if otherActions.count == 1 {
      return "\(text) (not \(otherActions[0].rawValue))"
    }
    let names = takingActions.map(\.rawValue).joined(separator: ", ")
    return "\(text) (\(names))"
  }
}
