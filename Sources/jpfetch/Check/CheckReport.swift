import JPCore

/// What checks found; every report format shows it.
struct CheckReport {
  let results: [CheckResult]

  /// The lists that were fetched.
  let sources: [Source]

  struct Source {
    let name: String
    let url: String
    /// How many records the list has; `nil` if it could not be fetched.
    var records: Int?
    /// How long the server took; `nil` if none answered.
    var duration: Duration?
  }

  /// The resources that were not fetched.
  var notFetched: [String] {
    let fetched = Set(sources.map(\.name))
    return Resource.all.map(\.name).filter { !fetched.contains($0) }
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

  /// Lines with the counts and the resources that were left out.
  var summary: [String] {
    var lines = [counts]
    if let line = notFetchedLine { lines.append(line) }
    return lines
  }

  /// `not fetched: photos and todos`; `nil` if all resources were fetched.
  var notFetchedLine: String? {
    if notFetched.isEmpty { return nil }
    return "not fetched: \(notFetched.inWords)"
  }

  private func count(_ verdict: CheckResult.Verdict) -> Int {
    results.count { $0.verdict == verdict }
  }
}

extension CheckReport.Source {
  init(_ answer: ListAnswer) {
    name = answer.resource.name
    switch answer.result {
    case .success(let answer):
      let provenance = answer.provenance
      url = provenance.url
      records = answer.content.recordCount
      let isAnswered = [.network, .revalidated].contains(provenance.origin)
      duration = isAnswered ? provenance.duration : nil
    case .failure(let error): url = error.url
    }
  }
}

// MARK: JSON

extension CheckReport {
  func writeJSON(to output: inout OutputBuffer) {
    let bytes = tree.text(.pretty)
    output.append(String(utf8: bytes).harmlessInLogs(writing: "\\u0023"))
  }

  private var tree: JSONTree {
    [
      "passed": count(.passed), "failed": count(.failed), "notRun": count(.notRun),
      "skipped": count(.skipped), "checks": results, "notFetched": notFetched, "sources": sources,
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

extension CheckReport.Source: JSONTreeConvertible {
  var tree: JSONTree {
    [
      "source": name, "url": url, "records": records,
      "milliseconds": duration?.roundedMilliseconds,
    ]
  }
}
