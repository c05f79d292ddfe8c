import JPCore

/// What checks found. This file has what all formats need, and JSON; the other formats have their
/// own files.
struct CheckReport {
  /// The server, folder or built-in data: `http://localhost:3000`, `file:fixtures` or `sample:`.
  let server: String
  /// Whether the lists came from the store, and no server was asked (`--offline`).
  var isStored = false
  /// What `--against` compared with; ``Baseline/storeWord`` for stored responses, `nil` without the
  /// option.
  var baseline: String?

  let lists: [List]
  let results: [CheckResult]

  /// A list to check, whether or not it could be fetched.
  struct List {
    let name: String
    let url: String
    /// The number of records; `nil` if the list is missing.
    var records: Int?
    /// How long the server took; `nil` if none answered.
    var time: Duration?
  }

  /// What was checked. If not all lists were, they are named:
  ///
  ///     http://localhost:3000
  ///     users and photos of http://localhost:3000, against file:fixtures
  var scope: String {
    var text = server
    if server == BaseURL.sample.text { text = "the built-in data" }
    if isStored { text += ", as stored" }
    switch baseline {
    case nil: break
    case Baseline.storeWord: text += ", against the stored responses"
    case let baseline?: text += ", against \(baseline)"
    }
    if lists.count == Resource.all.count { return text }
    return "\(lists.map(\.name).inWords) of \(text)"
  }

  /// `6 passed, 1 failed`.
  var counts: String {
    var parts: [String] = []
    for verdict in CheckResult.Verdict.allCases {
      let count = count(verdict)
      if count > 0 { parts.append("\(count) \(verdict.rawValue)") }
    }
    return parts.joined(separator: ", ")
  }

  /// The verdict of all checks together: the worst one.
  var verdict: CheckResult.Verdict {
    if count(.failed) > 0 { return .failed }
    if count(.notRun) > 0 { return .notRun }
    return .passed
  }

  /// The last line: `6 passed, 1 failed · 410 records in 9 ms`.
  var summary: String {
    guard let records else { return counts }
    var text = "\(counts) · \(records.inWords("record"))"
    if let duration { text += " in \(duration.measuredInWords())" }
    return text
  }

  /// How many records the lists have together; `nil` if all are missing.
  private var records: Int? {
    let counts = lists.compactMap(\.records)
    if counts.isEmpty { return nil }
    return counts.reduce(0, +)
  }

  /// The time of the slowest list, because they are fetched at the same time; `nil` if no server
  /// answered.
  var duration: Duration? { lists.compactMap(\.time).max() }

  private func count(_ verdict: CheckResult.Verdict) -> Int {
    results.count { $0.verdict == verdict }
  }

  /// - Parameter layout: the layout of JSON.
  func write(
    as format: ReportFormat, _ layout: JSONWriter.Layout = .pretty, to output: inout OutputBuffer
  ) {
    switch format {
    case .text: writeText(to: &output)
    case .tap: writeTAP(to: &output)
    case .junit: writeJUnit(to: &output)
    case .json: writeJSON(layout, to: &output)
    case .github: writeGitHub(to: &output)
    case .markdown: writeMarkdown(to: &output)
    }
  }
}

extension CheckReport.List {
  init(_ answer: ListOutcome) {
    let name = answer.resource.name
    switch answer.result {
    case .success(let list):
      self.init(name: name, url: list.source.url.withoutSecrets, records: list.content.elementCount)
      if list.source.origin.isConfirmedByServer { time = list.source.duration }
    case .failure(let error):
      self.init(name: name, url: error.url)
      if let source = error.source, source.origin.isConfirmedByServer { time = error.duration }
    }
  }
}

// MARK: JSON

extension CheckReport {
  private func writeJSON(_ layout: JSONWriter.Layout, to output: inout OutputBuffer) {
    // Values of the data are copied as they are spelled.
    let text = String(utf8: JSONTree(self, Self.members).jsonText(layout))
    output.append(text.safeLinesForTerminal.escapingLogCommands(with: "\\u0023"))
  }

  static let members: [JSONMember<CheckReport>] = [
    .init("server", "text", "the URL of the server or the folder; sample: for built-in data") {
      $0.server
    },
    .init("stored", "boolean", "whether its stored responses were checked") { $0.isStored },
    .init("against", "text or null", "the URL to compare with, or cache") { $0.baseline },
    .init("passed", "number", "checks that passed") { $0.count(.passed) },
    .init("failed", "number", "checks that failed") { $0.count(.failed) },
    .init("notRun", "number", "checks that could not run on all lists, and didn't fail") {
      $0.count(.notRun)
    },
    .init("checks", "array", "an object for each check") { $0.results },
    .init("lists", "array", "an object for each list") { $0.lists },
    .init("records", "number or null", "records of all lists that arrived; null: none did") {
      $0.records
    },
    .init("milliseconds", "number or null", "that of the slowest list; null: no server answered") {
      $0.duration?.roundedMilliseconds
    },
  ]
}

extension CheckReport.List: JSONTreeConvertible {
  static let members: [JSONMember<CheckReport.List>] = [
    .init("list", "text", "the list") { $0.name },
    .init("url", "text", "its URL") { $0.url },
    .init("records", "number or null", "its records; null: it could not be fetched or read") {
      $0.records
    },
    .init("milliseconds", "number or null", "the time of its request; null: no server answered") {
      $0.time?.roundedMilliseconds
    },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}
