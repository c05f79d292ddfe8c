/// Completion scripts, made from the declarations.
///
/// They are static, except for stored ids, which come from `jpfetch RESOURCE --offline`.
enum CompletionScript {
  static func text(for shell: Shell, _ vocabulary: Vocabulary) -> String {
    switch shell {
    case .bash: bash(vocabulary)
    case .zsh: zsh(vocabulary)
    case .fish: fish(vocabulary)
    }
  }

  // MARK: What is completed

  /// The words that can stand first, and what they are.
  static func firstWords(_ vocabulary: Vocabulary) -> [Choice] {
    vocabulary.resources.flatMap { resource in
      [Choice(word: resource.name, meaning: "Fetch \(resource.name)")]
        + resource.aliases.map { Choice(word: $0, meaning: "The same as \(resource.name)") }
    } + typedCommands
  }

  /// What `--report` begins with: `junit=`.
  static var reportStarts: [String] { ReportFormat.allCases.map { "\($0.rawValue)=" } }

  /// The words that can follow `help`.
  static func topics(_ vocabulary: Vocabulary) -> [Choice] {
    vocabulary.resources.map { Choice(word: $0.name, meaning: "The fields of \($0.name)") }
      + typedCommands + HelpTopic.choices
  }

  private static let typedCommands: [Choice] = CommandName.typed.map { name in
    Choice(word: name.rawValue, meaning: CommandDeclaration.named(name)?.summary ?? "")
  }

  static func relations(_ resource: Vocabulary.Entry) -> [String] {
    resource.relations + ["none"]
  }

  static func fields(_ resource: Vocabulary.Entry) -> [String] { resource.fieldPaths }

  /// The shell command that prints a resource's stored ids, one per line; the resource is in a
  /// shell variable.
  ///
  /// An id is a server's word: only those are offered that need no quoting and can't be an option.
  static func storedIDs(of resource: String) -> String {
    "command jpfetch \(resource) --offline --embed none --fields id --format tsv --no-header "
      + "--quiet 2>/dev/null | env LC_ALL=C grep -Ex '[A-Za-z0-9_.][A-Za-z0-9_.-]*'"
  }

  /// The options that say where stored responses are; the command for stored ids repeats them.
  static let placeOptions = [OptionName.baseURL, .cacheDirectory].map(\.typed)

  /// The options whose value is the next word, as they are typed.
  static var valueOptions: [String] {
    var words: [String] = []
    for option in OptionDeclaration.all where option.value != nil {
      words += option.spellings.filter { !words.contains($0) }
    }
    return words
  }
}
