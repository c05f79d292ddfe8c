import JPCore

/// The formats in which commands print answers. Reports about checks have a ``ReportFormat``.
enum OutputFormat: String, WordChoice {
  static let noun = "formats"

  case table, record, tree, json, ndjson, csv, tsv, markdown

  /// The formats of any JSON document: only records have the branches of a tree.
  static var choicesForDocuments: [Choice] { choices.filter { $0.word != tree.rawValue } }

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

  var isJSON: Bool {
    switch self {
    case .json, .ndjson: true
    case .table, .record, .tree, .csv, .tsv, .markdown: false
    }
  }

  /// Whether the format writes a row or a line for each element of a document.
  var writesRows: Bool {
    switch self {
    case .json: false
    case .table, .record, .tree, .ndjson, .csv, .tsv, .markdown: true
    }
  }

  /// Whether each record has one cell in each column.
  var hasColumns: Bool {
    switch self {
    case .table, .record, .csv, .tsv, .markdown: true
    case .tree, .json, .ndjson: false
    }
  }

  /// Whether the format fits the terminal and can have colours.
  var isForPeople: Bool {
    switch self {
    case .table, .record, .tree: true
    case .json, .ndjson, .csv, .tsv, .markdown: false
    }
  }
}

/// The formats of a report about checks.
enum ReportFormat: String, WordChoice {
  static let noun = "formats"

  case text, tap, junit, json, github, markdown

  var meaning: String {
    switch self {
    case .text: "A line for each check, for people"
    case .tap: "Test Anything Protocol, for prove"
    case .junit: "JUnit XML, for CI servers"
    case .json: "One JSON object: jpfetch help json"
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

  /// The names of files that choose a format: `<file>.json, .md, .tap, .txt or .xml`.
  static var fileNames: String {
    var endings = allCases.compactMap(\.endings.first).sorted()
    let last = endings.removeLast()
    return "<file>.\(endings.joined(separator: ", .")) or .\(last)"
  }
}
