import JPCore

/// The formats in which commands print answers. Reports about checks have a ``ReportFormat``.
enum OutputFormat: String, WordChoice {
  static let kind = "formats"

  case table, record, tree, json, ndjson, csv, tsv, markdown

  /// The properties of a format that options and output depend on.
  struct Traits: OptionSet {
    let rawValue: Int

    static let json = Traits(rawValue: 1)
    /// The output is one JSON document.
    static let document = Traits(rawValue: 2)
    /// Each record has one cell in each column.
    static let columns = Traits(rawValue: 4)
    /// There is a header line, which can be left out.
    static let headed = Traits(rawValue: 8)
    /// The format is for people: it fits the terminal and can have colours.
    static let people = Traits(rawValue: 16)
    static let any: Traits = [.json, .document, .columns, .headed, .people]
  }

  var meaning: String {
    switch self {
    case .table: "Aligned columns"
    case .record: "A line for each field of a record"
    case .tree: "Embedded records as branches"
    case .json: "JSON as the server spelled it"
    case .ndjson: "A JSON object on each line"
    case .csv: "Comma-separated values, RFC 4180"
    case .tsv: "Tab-separated values"
    case .markdown: "A table in GitHub's Markdown"
    }
  }

  var traits: Traits {
    switch self {
    case .table: [.people, .columns, .headed]
    case .record: [.people, .columns, .headed]
    case .tree: [.people]
    case .json: [.json, .document]
    case .ndjson: [.json]
    case .csv, .tsv: [.columns, .headed]
    case .markdown: [.columns]
    }
  }

  var endings: [String] {
    switch self {
    case .table: ["txt"]
    case .record, .tree: []
    case .json: ["json"]
    case .ndjson: ["ndjson", "jsonl"]
    case .csv: ["csv"]
    case .tsv: ["tsv"]
    case .markdown: ["md", "markdown"]
    }
  }

  var isJSON: Bool { traits.contains(.json) }
  var hasColumns: Bool { traits.contains(.columns) }
  var isForPeople: Bool { traits.contains(.people) }
}

/// The formats of a report about checks.
enum ReportFormat: String, WordChoice {
  static let kind = "formats"

  case text, tap, junit, json, github, markdown

  var meaning: String {
    switch self {
    case .text: "A line for each check, for people"
    case .tap: "Test Anything Protocol, for prove"
    case .junit: "JUnit XML, for CI servers"
    case .json: "One JSON object with all findings"
    case .github: "Annotations for GitHub Actions"
    case .markdown: "Tables in GitHub's Markdown"
    }
  }

  var endings: [String] {
    switch self {
    case .text: ["txt"]
    case .tap: ["tap"]
    case .junit: ["xml"]
    case .json: ["json"]
    case .github: []
    case .markdown: ["md", "markdown"]
    }
  }
}
