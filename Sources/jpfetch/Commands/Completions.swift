import JPCore

/// `jpfetch completions SHELL`: prints a script that asks `jpfetch __complete WORD...`.
struct Completions {
  static let command = Command(
    name: .completions, usage: "completions {bash|zsh|fish}",
    summary: "Print a completion script for a shell",
    examples: [
      (#"eval "$(jpfetch completions bash)""#, ""),
      ("jpfetch completions zsh > ~/.zfunc/_jpfetch", ""),
      ("jpfetch completions fish > ~/.config/fish/completions/jpfetch.fish", ""),
    ],
    operands: Shell.choices, options: OptionName.everywhere)

  let script: String

  init(_ operands: [String]) throws(UsageError) {
    let shell = try Shell.named(operands.first, by: .completions)
    if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    script = CompletionScript.text(for: shell)
  }

  // MARK: Requests of the scripts

  /// Returns the completions of the last word, which `jpfetch __complete WORD...` prints. Asks no
  /// server, and reports no errors while the user is typing.
  ///
  /// - Parameter words: the arguments up to the word that is being typed.
  static func answer(
    _ words: [String], environment: @escaping @Sendable (String) -> String?
  ) -> String {
    var home = ""
    if let directory = environment("HOME") { home = directory }
    var expanded = ["--quiet"]
    for word in words.dropLast() {
      if word.utf8.starts(with: "~/".utf8) {
        // The shell has not expanded the "~" yet.
        expanded.append(home + String(utf8: word.utf8.dropFirst()))
      } else {
        expanded.append(word)
      }
    }
    let arguments = ParsedArguments(expanded)
    let options = Options(arguments, of: arguments.command.declaration, environment: environment)
    // A file of header fields may be a pipe, so it isn't read. Wrong arguments give no ids, and no
    // message while the user is typing.
    let settings = try? Settings(options, readsFiles: false)
    func storedIDs(_ resource: Resource, _ isWanted: (String) -> Bool) -> [Choice] {
      ids(of: resource, settings, where: isWanted)
    }
    func fields(_ use: FieldUse, _ resource: Resource, _ start: String) -> [Choice] {
      var use = use
      use.isInColumns = options.answerFormat.hasColumns
      return resource.choices(for: use, beginning: start)
    }
    let completer = Completer(
      commands: CommandName.typed.map(\.declaration),
      main: Show.command,
      ids: storedIDs,
      fields: fields)
    return completer.completion(of: words).text
  }

  /// A shell can hardly show more ids.
  private static let maxIDs = 1000

  /// The maximum width of a record's name in columns, the same as for a command's summary.
  private static let maxColumns = 44

  private static func ids(
    of resource: Resource, _ settings: Settings?, where isWanted: (String) -> Bool
  ) -> [Choice] {
    guard let settings, var records = storedRecords(of: resource, settings) else {
      return []
    }
    var selection = RecordSelection()
    selection.order = [RecordSelection.SortKey(resource.path("id"))]
    records.select(selection)
    var ids: [String] = []
    var rows: [Int] = []
    for row in records.shown {
      guard let id = records.id(ofRow: row)?.text, isWanted(id) else {
        continue
      }
      ids.append(id)
      rows.append(row)
      if rows.count == maxIDs { break }
    }
    let labels = records.values(of: resource.label, rows: rows)
    var choices: [Choice] = []
    for (index, id) in ids.enumerated() {
      var name = ""
      if case .json(let value) = labels[index], let string = value.string {
        name = string
      }
      choices.append(Choice(word: id, meaning: name.safeForTerminal.cut(to: maxColumns)))
    }
    return choices
  }

  /// - Returns: `nil` if no list is stored that can be read: the shell then offers no ids.
  private static func storedRecords(of resource: Resource, _ settings: Settings) -> Records? {
    guard let fetcher = try? settings.fetcher(Notices(settings.options), stored: .only) else {
      return nil
    }
    let lists = try? runOnMainThread { try await fetcher.lists(of: [resource]) }
    guard let list = lists?.first, case .success(let answer) = list.result else {
      return nil
    }
    return answer.content
  }
}
