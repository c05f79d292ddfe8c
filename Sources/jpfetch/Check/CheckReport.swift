import JPCore

/// What checks found; every report format shows it.
struct CheckReport {
  let subject: Subject

  let results: [CheckResult]

  /// The lists that were fetched.
  let sources: [List]

  /// The resources that were not fetched.
  var notFetched: [String] {
    let names = Resource.all.map(\.name)
    return names.filter { !lists.contains($0) }
  }

  private var lists: [String] { sources.map(\.name) }

  /// What was looked at: `users and photos of http://localhost:3000`.
  var scope: String { "\(lists.inWords) of \(subject.inWords)" }

  /// `6 passed, 1 failed`.
  var counts: String {
    var parts: [String] = []
    for verdict in CheckResult.Verdict.allCases {
      let count = count(verdict)
      if count > 0 { parts.append("\(count) \(verdict.rawValue)") }
    }
    return parts.joined(separator: ", ")
  }

  /// The last line: `6 passed, 1 failed · 410 records in 9 ms`.
  var summary: String { summaryParts.joined(separator: Self.summarySeparator) }

  static let summarySeparator = " · "

  /// The counts of checks, and the number of records with the time.
  var summaryParts: [String] {
    guard let records else { return [counts] }
    var amount = records.inWords("record")
    if let duration { amount += " in \(duration.roundedMilliseconds) ms" }
    return [counts, amount]
  }

  /// How many records the lists have together; `nil` if none could be fetched.
  private var records: Int? {
    let counts = sources.compactMap(\.records)
    if counts.isEmpty { return nil }
    return counts.reduce(0, +)
  }

  /// The time of the slowest list, because they are fetched at the same time; `nil` if no server
  /// answered.
  var duration: Duration? { sources.compactMap(\.serverTime).max() }

  private func count(_ verdict: CheckResult.Verdict) -> Int {
    results.count { $0.verdict == verdict }
  }
}

extension CheckReport {
  /// A list that was fetched, or is missing.
  struct List {
    let name: String

    /// The list's URL, the last one after redirects.
    let url: String

    /// How many records the list has; `nil` if it is missing.
    var records: Int?

    /// How long the server took; `nil` if none answered.
    var serverTime: Duration?
  }
}

extension CheckReport.List {
  init(_ answer: ListAnswer) {
    name = answer.resource.name
    switch answer.result {
    case .success(let list):
      url = list.source.url
      records = list.content.recordCount
      if list.source.origin.isServerNow { serverTime = list.source.duration }
    case .failure(let error):
      url = error.url
      if let sourced = error.sourced, sourced.origin.isServerNow { serverTime = error.duration }
    }
  }
}

extension CheckReport {
  /// The data that was checked, and what it was compared with.
  struct Subject {
    /// `http://localhost:3000`, `file:fixtures` or `sample:`, without secrets.
    let url: String
    /// Whether stored responses were checked; no server was asked.
    var isStored = false
    /// The same for `--against`; `cache` for stored responses, `nil` without the option.
    var baseline: String?

    var inWords: String {
      var text = url
      if url == BaseURL.sample.text { text = "the built-in data" }
      if isStored { text += ", as stored" }
      switch baseline {
      case nil: return text
      case "cache": return "\(text), against the stored responses"
      case let baseline?: return "\(text), against \(baseline)"
      }
    }
  }
}

extension CheckReport.Subject {
  init(_ fetcher: Fetcher, against baseline: Fetcher?) {
    url = fetcher.base.text.withoutSecrets
    isStored = fetcher.isOffline
    guard let baseline else { return }
    if baseline.isOffline {
      self.baseline = "cache"
    } else {
      self.baseline = baseline.base.text.withoutSecrets
    }
  }
}

// MARK: JSON

extension CheckReport {
  func writeJSON(to output: inout OutputBuffer) {
    let bytes = tree.text(.pretty)
    output.append(String(utf8: bytes).harmlessInLogs(writing: "\\u0023"))
  }

  private var sourceTrees: [JSONTree] {
    var trees: [JSONTree] = []
    for source in sources {
      trees.append([
        "source": source.name, "url": source.url, "records": source.records,
        "milliseconds": source.serverTime?.roundedMilliseconds,
      ])
    }
    return trees
  }

  private var tree: JSONTree {
    [
      "server": subject.url, "stored": subject.isStored, "against": subject.baseline,
      "lists": lists, "passed": count(.passed), "failed": count(.failed),
      "notRun": count(.notRun), "skipped": count(.skipped), "checks": results,
      "notFetched": notFetched, "sources": sourceTrees, "records": records,
      "milliseconds": duration?.roundedMilliseconds,
    ]
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
      "source": list, "message": sentence, "expected": expected, "found": found,
      "place": location,
    ]
  }
}
