import JPCore

/// `jpfetch completions SHELL`: prints a script that asks `jpfetch __complete WORD...`.
struct Completions {
  static let description = CommandDescription(
    name: .completions, usage: "completions {bash|zsh|fish}",
    summary: "Print a completion script for a shell",
    examples: [("jpfetch completions fish > ~/.config/fish/completions/jpfetch.fish", "")],
    operands: Shell.choices, rules: CommandRules(options: OptionName.everywhere))

  let script: String

  init(_ operands: [String]) throws(UsageError) {
    let shell = try Shell.named(operands.first, by: .completions)
    if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    script = CompletionScript.text(for: shell)
  }

  // MARK: Requests of the scripts

  /// Answers `jpfetch __complete WORD...` with the completions of the last word. Asks no server, and
  /// reports no errors while the user is typing.
  ///
  /// - Parameter words: the arguments up to the word that is being typed.
  static func answer(
    _ words: [String], environment: @escaping @Sendable (String) -> String?
  ) -> String {
    let home = environment("HOME") ?? ""
    var expanded: [String] = []
    for word in words.dropLast() {
      // The shell has not expanded it yet.
      let isBelowHome = word.utf8.starts(with: "~/".utf8)
      expanded.append(isBelowHome ? home + String(utf8: word.utf8.dropFirst()) : word)
    }
    let arguments = ParsedArguments(["--quiet"] + expanded) { $0.description.rules }
    let options = OptionReader(arguments, environment: environment)
    // A file of header fields may be a pipe. While the arguments are wrong there are no ids, and no
    // message.
    let settings = try? Settings(options, readsFiles: false)
    let completer = Completer(
      commands: Help.pages.commands.map(\.choice), description: { $0.description }
    ) { resource, isWanted in
      ids(of: resource, settings, where: isWanted)
    } fields: { option, resource, start in
      resource.choices(
        for: option, beginning: start, isInColumns: options.answerFormat.hasColumns)
    }
    return completer.completion(of: words).text
  }

  /// A shell can hardly show more ids.
  private static let maxIDs = 1000

  /// As many as the meanings of other words have at most.
  private static let maxColumns = 44

  private static func ids(
    of resource: Resource, _ settings: Settings?, where isWanted: (String) -> Bool
  ) -> [Choice] {
    // No stored list, no ids.
    guard let settings, let fetcher = try? settings.fetcher(Notices(settings), stored: .only),
      let list = try? runOnMainThread({ try await fetcher.lists(of: [resource]) }).first,
      var records = try? list.result.get().content
    else { return [] }
    var selection = RecordSelection()
    selection.order = [RecordSelection.SortKey(resource.path("id"))]
    records.select(selection)
    var ids: [String] = []
    var rows: [Int] = []
    for row in records.shown {
      guard let id = records.id(ofRow: row)?.text, isWanted(id) else { continue }
      ids.append(id)
      rows.append(row)
      if rows.count == maxIDs { break }
    }
    let labels = records.values(of: resource.label, rows: rows)
    var choices: [Choice] = []
    for (index, id) in ids.enumerated() {
      var name = ""
      if case .json(let value) = labels[index] { name = value.string ?? "" }
      choices.append(Choice(word: id, meaning: name.safeForTerminal.cut(to: maxColumns)))
    }
    return choices
  }
}
