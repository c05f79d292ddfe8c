import JPCore

/// `jpfetch __complete WORD...`: prints the completions of the last word for a shell. Asks no server,
/// and reports no errors while the user is typing.
enum CompleteWords {
  /// - Parameter words: the arguments up to the word that is being typed.
  static func text(_ words: [String], environment: @escaping @Sendable (String) -> String?)
    -> String
  {
    let home = environment("HOME") ?? ""
    // The shell has not expanded them yet.
    let expanded = words.map { word in
      word.utf8.starts(with: "~/".utf8) ? home + String(utf8: word.utf8.dropFirst()) : word
    }
    let arguments = ParsedArguments(["--quiet"] + expanded.dropLast())
    let options = OptionValues(arguments, environment: environment)
    let completer = Completer { resource, isWanted in
      ids(of: resource, options, where: isWanted)
    } fields: { option, resource in
      resource.choices(for: option, isInColumns: options.format.hasColumns)
    }
    return completer.completion(of: words).text
  }

  /// A shell can hardly show more ids.
  private static let maxIDs = 1000

  /// As many as the meanings of other words have at most.
  private static let maxColumns = 44

  private static func ids(
    of resource: Resource, _ options: OptionValues, where isWanted: (String) -> Bool
  ) -> [Choice] {
    // No stored list, no ids.
    guard let fetcher = try? options.fetcher(Notices(options), stored: .only),
      let list = try? blocking({ try await fetcher.lists(of: [resource]) }).first,
      let records = try? list.result.get().content
    else { return [] }
    var choices: [Choice] = []
    for row in records.shown {
      guard let id = records.id(ofRow: row)?.text, isWanted(id) else { continue }
      var name = ""
      if case .json(let value) = records.value(row: row, at: resource.label) {
        name = value.string ?? ""
      }
      choices.append(Choice(word: id, meaning: name.safeForTerminal.cut(to: maxColumns)))
      if choices.count == maxIDs { break }
    }
    return choices
  }
}
