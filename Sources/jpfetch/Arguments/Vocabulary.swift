/// The catalogue's names that the command line uses.
struct Vocabulary: Sendable {
  /// A path that names a field, a count or what is embedded.
  struct Path: Sendable {
    let name: String
    /// Its type, or what it is, in a word.
    let kind: String
    /// Whether `--sort` takes it.
    let isSortable: Bool
    /// Whether `--count-by` takes it.
    let isCountable: Bool
    /// Whether `--where` takes it.
    let isComparable: Bool
  }

  struct Entry: Sendable {
    let name: String
    /// Other names for it.
    let aliases: [String]
    /// Dotted paths and the words for their types.
    let fields: [(path: String, type: String)]
    /// What `--embed` takes, dotted.
    let relations: [String]
    /// What `--fields` takes.
    let fieldPaths: [Path]
    /// What it belongs to, in words: `userId is the id of a user`.
    let reference: String?
    let expectedCount: Int
  }

  let resources: [Entry]

  /// What `check` takes: checks and resources.
  var checkWords: [Choice] {
    CheckName.choices
      + resources.map { Choice(word: $0.name, meaning: "Only this list and those it refers to") }
  }

  func resource(_ word: String) -> Entry? {
    let word = word.lowercased()
    return resources.first { $0.name == word || $0.aliases.contains(word) }
  }

  /// Every word that can stand first.
  var firstWords: [String] {
    resources.flatMap { [$0.name] + $0.aliases } + CommandName.typed.map(\.rawValue)
  }
}
