import JPCore

/// What help, the manual page and completion say about a command.
struct CommandDescription {
  let name: CommandName

  /// The words after `jpfetch`, without the options.
  let usage: String

  /// Other words after `jpfetch`, if there is a second way to use it.
  var otherUsage: String?

  /// What the command does. Shells show it next to the name, so it has at most 44 columns.
  let summary: String

  /// Command lines with their effects.
  let examples: [HelpPage.Row]

  /// The words that can follow the command.
  var operands: [Choice] = []

  /// The options that the command takes, and its formats.
  let rules: CommandRules

  /// What completion offers after the operands typed so far, of which the first is the command;
  /// `nil` for one of ``operands``, and then nothing.
  var next: (@Sendable (_ typed: [String]) -> Offer)?

  /// More about the command, below its options.
  var details: [HelpPage.Section] = []

  /// What completion offers for an operand.
  enum Offer {
    case nothing
    /// Words in groups, each once in a line.
    case words([[Choice]])
    /// The ids of a resource's records, or other words.
    case ids(Resource, or: [Choice])
    /// The shell completes the name of a directory.
    case directory
  }

  /// What completion offers after the operands typed so far, of which the first is the command.
  func offer(after typed: [String]) -> Offer {
    if let next { return next(typed) }
    return typed.count == 1 ? .words([operands]) : .nothing
  }

  /// The command as a word of help and completion.
  var choice: Choice { Choice(word: name.rawValue, meaning: summary) }

  /// The words after `jpfetch`, with the options, for each way to use it.
  var usages: [String] {
    var usages = ["\(usage) [<options>]"]
    if let otherUsage { usages.append("\(otherUsage) [<options>]") }
    return usages
  }

  /// `jpfetch get {<path>|<url>} [<options>]`, a line for each way to use it.
  var usageLines: String { usages.map { "  jpfetch \($0)" }.joined(separator: "\n") }

  /// - Parameter isShort: whether to leave out what isn't on the first screen.
  func page(isShort: Bool) -> HelpPage {
    var sections: [HelpPage.Section] = [
      .init("USAGE", .lines(usageLines)), .init("ARGUMENTS", .rows(operands.rows)),
      .init("EXAMPLES", .rows(examples)),
    ]
    if isShort {
      sections.append(.init("", .lines("jpfetch help \(name.rawValue) has the options.")))
    } else {
      sections += options { rules.takes($0.name) }
      sections += details
    }
    return HelpPage("jpfetch \(name.rawValue) - \(summary)", sections)
  }

  /// A section for each group of options.
  func options(where isShown: (OptionDeclaration) -> Bool) -> [HelpPage.Section] {
    var sections: [HelpPage.Section] = []
    for group in OptionDeclaration.Group.allCases {
      var rows: [HelpPage.Row] = []
      for option in OptionDeclaration.all where option.group == group && isShown(option) {
        rows.append(option.row(for: rules))
      }
      sections.append(.init(group.rawValue, .rows(rows)))
    }
    return sections
  }
}

extension [Choice] {
  /// Each word with its meaning.
  var rows: [HelpPage.Row] {
    var rows: [HelpPage.Row] = []
    for choice in self { rows.append((choice.word, choice.meaning)) }
    return rows
  }
}

extension OptionDeclaration {
  /// The option's row in help.
  fileprivate func row(for rules: CommandRules) -> HelpPage.Row {
    var left = "    "
    if let short { left = "-\(short), " }
    left += name.typed
    let placeholder = placeholder(for: rules)
    if !placeholder.isEmpty { left += " \(placeholder)" }
    return (left, meaning(for: rules))
  }

  /// What the option does, with its default and its variable.
  func meaning(for rules: CommandRules) -> String {
    var text = help
    if let usual { text += " (default: \(usual))" }
    if let variable, !rules.ignoredVariables.contains(name) { text += " [\(variable)]" }
    if let optionsOfAction = rules.optionsOfAction {
      var actions: [String] = []
      for action in CacheAction.allCases where optionsOfAction(action).contains(name) {
        actions.append(action.rawValue)
      }
      if actions.count < CacheAction.allCases.count {
        text += " (\(actions.joined(separator: ", ")))"
      }
    }
    return text
  }
}
