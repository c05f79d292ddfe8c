/// The names of the catalogue, as far as the command line speaks of them.
struct Vocabulary: Sendable {
  struct Entry: Sendable {
    let name: String
    /// Other words that are understood.
    let aliases: [String]
    /// Dotted paths and the words for their types.
    let fields: [(path: String, type: String)]
    /// What `--embed` takes, dotted.
    let relations: [String]
    /// What `--fields` takes where nothing else is embedded than is usual.
    let fieldPaths: [String]
    /// What it belongs to, in words: `userId is the id of a user`.
    let reference: String?
    let expectedCount: Int
  }

  let resources: [Entry]

  /// The checks that are built in.
  let checks: [Choice]

  func resource(_ word: String) -> Entry? {
    resources.first { $0.name == word || $0.aliases.contains(word) }
  }

  /// Every word that can stand first.
  var firstWords: [String] {
    resources.flatMap { [$0.name] + $0.aliases } + CommandName.typed.map(\.rawValue)
  }
}
