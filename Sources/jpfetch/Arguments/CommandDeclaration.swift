/// The declaration of a command.
struct CommandDeclaration: Sendable {
  let name: CommandName
  /// The words after `jpfetch`, without the options.
  let usage: String
  let summary: String
  /// Command lines and what they do.
  let examples: [(line: String, meaning: String)]

  static let all = [
    CommandDeclaration(
      name: .show, usage: "[<resource> [<id>...]]",
      summary: "Fetch records, join what belongs to them, print them",
      examples: [
        ("jpfetch", "Users with the counts of their albums and photos"),
        ("jpfetch --json", "Users with their albums and photos"),
        ("jpfetch photos 17 --json", "One photo"),
        ("jpfetch users -e posts.comments", "With other relations"),
        ("jpfetch users -F name,address.city", "Only some columns"),
        ("jpfetch photos -w 'albumId = 3' -S -id", "Selected records, sorted"),
        ("jpfetch --sample", "Try it without a network"),
        ("jpfetch --offline", "What was stored by earlier runs"),
      ]),
    CommandDeclaration(
      name: .get, usage: "get {<path>|<url>}", summary: "Fetch any JSON and print it",
      examples: [
        ("jpfetch get /users/1/todos", "Any path of the API"),
        ("jpfetch get /posts --query userId=1", "With a query"),
      ]),
    CommandDeclaration(
      name: .check, usage: "check [<check>|<resource>...]",
      summary: "Check that the API is up, complete and correct",
      examples: [
        ("jpfetch check", "Everything; exit 0 if all pass, 1 if one fails"),
        ("jpfetch check refs ids posts", "Some checks, of some resources"),
        ("jpfetch check --wait 10s --max-time 2s", "For a job that starts the server first"),
        ("jpfetch check -f tap --report junit=junit.xml", "Machine-readable reports"),
        ("jpfetch check drift --against file:fixtures", "Compare with files, or a server"),
        ("jpfetch check --assert 'users.email ~ @'", "With a condition of your own: help where"),
      ]),
    CommandDeclaration(
      name: .cache, usage: "cache {info|list|warm|export|clear|path} [<path>...]",
      summary: "Manage the cache",
      examples: [
        ("jpfetch cache warm", "Store all six lists for --offline"),
        ("jpfetch cache export fixtures", "Files for --base-url file:fixtures"),
        ("jpfetch cache clear /photos", "Remove one stored response"),
      ]),
    CommandDeclaration(
      name: .completions, usage: "completions {bash|zsh|fish}",
      summary: "Print a completion script for a shell",
      examples: [("jpfetch completions fish > ~/.config/fish/completions/jpfetch.fish", "")]),
    CommandDeclaration(
      name: .help, usage: "help [<topic>]", summary: "Show help about a command or topic",
      examples: [
        ("jpfetch help users", "The fields and relations of a resource"),
        ("jpfetch --man | man -l -", "The manual page"),
      ]),
  ]

  static func named(_ name: CommandName) -> CommandDeclaration? { all.first { $0.name == name } }
}

/// The commands by name; `show` is never typed, as a resource's name, or nothing, stands for it.
enum CommandName: String, CaseIterable, Sendable {
  case show, get, check, cache, completions, help

  /// The commands that fetch, or print in a format what was fetched before.
  static let fetching: [CommandName] = [.show, .get, .cache]

  /// The commands that may ask a server.
  static let asking = fetching + [.check]

  /// The commands that are typed by their names.
  static let typed = allCases.filter { $0 != .show }
}

/// What `jpfetch cache` can do.
enum CacheAction: String, WordChoice, Sendable {
  case info, list, warm, export, clear, path

  var meaning: String {
    switch self {
    case .info: "Show the directory, its responses and their size"
    case .list: "List the stored responses"
    case .warm: "Fetch and store all six lists"
    case .export: "Write the six stored lists to files, users.json and so on"
    case .clear: "Remove all stored responses, or those of some paths"
    case .path: "Print the directory's path"
    }
  }
}

/// The topics of help, besides commands and resources.
enum HelpTopic: String, WordChoice, Sendable {
  case `where`, fields
  case exitCodes = "exit-codes"
  case errors

  var meaning: String {
    switch self {
    case .where: "Conditions, with ten questions and their answers"
    case .fields: "How fields are named"
    case .exitCodes: "What the exit status means"
    case .errors: "The codes of errors"
    }
  }
}
