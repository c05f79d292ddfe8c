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
    let completer = Completer(ids: { ids(of: $0, options) }, fields: { $1.choices(for: $0) })
    return completer.completion(of: words).text
  }

  private static func ids(of resource: Resource, _ options: OptionValues) -> [String] {
    // No stored list, no ids.
    guard let fetcher = try? options.fetcher(Notices(options), stored: .only),
      let list = try? blocking({ try await fetcher.lists(of: [resource]) }).first,
      let records = try? list.result.get().content
    else { return [] }
    return records.shown.compactMap { records.id(ofRow: $0)?.text }
  }
}
