import JPCore

/// What help, the manual page and completion say about a command.
struct CommandDescription {
  let name: CommandName

  /// The words after `jpfetch`, without the options.
  let usage: String

  /// What the command does. Shells show it next to the name, so it has at most 44 columns.
  let summary: String

  /// Command lines with their effects.
  let examples: [HelpPage.Row]

  /// The words that can follow the command.
  var operands: [Choice] = []

  /// What completion offers for the operand after those typed, of which the first is the command.
  let next: @Sendable (_ operands: [String]) -> Offer

  /// More about the command, below its options.
  var details: [HelpPage.Section] = []

  /// What completion offers for an operand.
  enum Offer {
    case nothing
    /// Words in groups, each once in a line.
    case words([[Choice]])
    /// The ids of a resource's records.
    case ids(Resource)
    /// The shell completes the name of a directory.
    case directory
  }

  /// The command as a word of help and completion.
  var choice: Choice { Choice(word: name.rawValue, meaning: summary) }

  /// `jpfetch get {<path>|<url>} [<options>]`.
  var usageLine: String { "jpfetch \(usage) [<options>]" }

  /// - Parameter isShort: whether to leave out what isn't on the first screen.
  func page(isShort: Bool) -> HelpPage {
    var sections: [HelpPage.Section] = [
      .init("USAGE", .lines("  \(usageLine)")), .init("ARGUMENTS", .rows(operands.rows)),
      .init("EXAMPLES", .rows(examples)),
    ]
    if isShort {
      sections.append(.init("", .lines("jpfetch help \(name.rawValue) has the options.")))
    } else {
      sections += OptionDeclaration.options(of: name).sections(for: name)
      sections += details
    }
    return HelpPage("jpfetch \(name.rawValue) - \(summary)", sections)
  }
}

extension [Choice] {
  /// Each word with its meaning.
  var rows: [HelpPage.Row] { map { ($0.word, $0.meaning) } }
}

extension [OptionDeclaration] {
  /// A section for each group of options.
  func sections(for command: CommandName) -> [HelpPage.Section] {
    OptionDeclaration.Group.allCases.map { group in
      let options = filter { $0.group == group }
      return HelpPage.Section(group.rawValue, .rows(options.map { $0.row(for: command) }))
    }
  }
}

extension OptionDeclaration {
  /// The option's row in help.
  fileprivate func row(for command: CommandName) -> HelpPage.Row {
    var left = "    "
    if let short { left = "-\(short), " }
    left += name.typed
    let placeholder = placeholder(for: command)
    if !placeholder.isEmpty { left += " \(placeholder)" }
    return (left, meaning(for: command))
  }

  /// The option's row in help, in one line.
  func line(for command: CommandName) -> String {
    let row = row(for: command)
    return "\(row.left.drop { $0 == " " })  \(row.right)"
  }

  /// What the option does, with its default and its variable.
  func meaning(for command: CommandName) -> String {
    var text = help
    if let usual { text += " (default: \(usual))" }
    if let variable, !ignoringVariable.contains(command) { text += " [\(variable)]" }
    if command == .cache {
      let actions = CacheAction.allCases.filter { $0.options.contains(name) }
      if actions.count < CacheAction.allCases.count {
        text += " (\(actions.map(\.rawValue).joined(separator: ", ")))"
      }
    }
    return text
  }
}
