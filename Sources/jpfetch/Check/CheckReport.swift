import JPCore

/// What checks found. This file has what all formats need, and JSON; the other formats have their
/// own files.
struct CheckReport {
  /// The server, folder or built-in data: `http://localhost:3000`, `file:fixtures` or `sample:`.
  let server: String
  /// Whether the lists came from the store, and no server was asked (`--offline`).
  var isStored = false
  /// What `--against` compared with; ``store`` for stored responses, `nil` without the option.
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

  /// The ``baseline`` for stored responses.
  static let store = "cache"

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
    case Self.store: text += ", against the stored responses"
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
    if let duration { text += " in \(duration.measured())" }
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

  func write(as format: ReportFormat, to output: inout OutputBuffer) {
    switch format {
    case .text: writeText(to: &output)
    case .tap: writeTAP(to: &output)
    case .junit: writeJUnit(to: &output)
    case .json: writeJSON(to: &output)
    case .github: writeGitHub(to: &output)
    case .markdown: writeMarkdown(to: &output)
    }
  }
}

extension CheckReport.List {
  init(_ answer: ListAnswer) {
    let name = answer.resource.name
    switch answer.result {
    case .success(let list):
      self.init(name: name, url: list.source.url.withoutSecrets, records: list.content.elementCount)
      if list.source.origin.isServerNow { time = list.source.duration }
    case .failure(let error):
      self.init(name: name, url: error.url)
      if let source = error.source, source.origin.isServerNow { time = error.duration }
    }
  }
}

// MARK: JSON

extension CheckReport {
  private func writeJSON(to output: inout OutputBuffer) {
    let bytes = tree.text(.pretty)
    output.append(String(utf8: bytes).harmlessInLogs(writing: "\\u0023"))
  }

  private var tree: JSONTree {
    [
      "server": server, "stored": isStored, "against": baseline, "passed": count(.passed),
      "failed": count(.failed), "notRun": count(.notRun), "checks": results, "lists": lists,
      "records": records, "milliseconds": duration?.roundedMilliseconds,
    ]
  }
}

extension CheckReport.List: JSONTreeConvertible {
  var tree: JSONTree {
    ["list": name, "url": url, "records": records, "milliseconds": time?.roundedMilliseconds]
  }
}

extension CheckResult: JSONTreeConvertible {
  var tree: JSONTree {
    [
      "name": name, "verdict": verdict.rawValue, "message": lines.joined(separator: "\n"),
      "checked": checked, "problems": findings, "notRun": notRun,
    ]
  }
}

extension Finding: JSONTreeConvertible {
  var tree: JSONTree {
    [
      "list": list, "id": id, "message": message, "expected": expected, "found": found,
      "path": path,
    ]
  }
}
