import JPCore

/// The formats of an answer.
enum OutputFormat: String, WordChoice {
  case table, record, tree, json, ndjson, csv, tsv, markdown

  /// What options and output ask about a format.
  struct Traits: OptionSet {
    let rawValue: Int

    static let json = Traits(rawValue: 1)
    /// One JSON document.
    static let document = Traits(rawValue: 2)
    /// A cell for each field named.
    static let columns = Traits(rawValue: 4)
    /// A header line that can be left out.
    static let headed = Traits(rawValue: 8)
    /// Made for people: fits the terminal, in colours.
    static let people = Traits(rawValue: 16)
    static let any: Traits = [.json, .document, .columns, .headed, .people]
  }

  private var facts: (meaning: String, traits: Traits, endings: [String]) {
    switch self {
    case .table: ("Aligned columns", [.people, .columns, .headed], ["txt"])
    // Like a table, which is printed so if there is one record, or no room for columns.
    case .record: ("A line for each field of a record", [.people, .columns, .headed], [])
    case .tree: ("Embedded records as branches", [.people], [])
    case .json: ("JSON as the server spelled it", [.json, .document], ["json"])
    case .ndjson: ("A JSON object on each line", [.json], ["ndjson", "jsonl"])
    case .csv: ("Comma-separated values, RFC 4180", [.columns, .headed], ["csv"])
    case .tsv: ("Tab-separated values", [.columns, .headed], ["tsv"])
    case .markdown: ("A table in GitHub's Markdown", [.columns], ["md", "markdown"])
    }
  }

  var meaning: String { facts.meaning }
  var traits: Traits { facts.traits }

  /// The endings of its files.
  var endings: [String] { facts.endings }

  var synonyms: [String] { self == .record ? ["expanded", "long", "vertical"] : [] }

  /// Whether `--dry-run` can print the requests.
  var canPlan: Bool { self != .tree }

  var isJSON: Bool { traits.contains(.json) }
  var hasColumns: Bool { traits.contains(.columns) }
  var isForPeople: Bool { traits.contains(.people) }
}

/// The formats of a report about checks.
enum ReportFormat: String, WordChoice {
  case text, tap, junit, json, github, markdown

  private var facts: (meaning: String, endings: [String], canPlan: Bool) {
    switch self {
    case .text: ("A line for each check, for people", ["txt"], true)
    case .tap: ("Test Anything Protocol, for prove", ["tap"], false)
    case .junit: ("JUnit XML, for CI servers", ["xml"], false)
    case .json: ("One JSON object with all findings", ["json"], true)
    case .github: ("Annotations for GitHub Actions", [], false)
    case .markdown: ("Tables in GitHub's Markdown", ["md", "markdown"], false)
    }
  }

  var meaning: String { facts.meaning }

  /// The endings of its files.
  var endings: [String] { facts.endings }

  /// Whether `--dry-run` can print the requests.
  var canPlan: Bool { facts.canPlan }
}
