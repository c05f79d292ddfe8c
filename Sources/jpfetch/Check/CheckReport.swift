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
    Resource.all.map(\.name).filter { name in !sources.contains { $0.name == name } }
  }

  /// `6 passed, 1 failed`.
  var counts: String {
    CheckResult.Verdict.allCases.map { ($0, count($0)) }.filter { $0.1 > 0 }
      .map { "\($1) \($0.rawValue)" }.joined(separator: ", ")
  }

  /// The same, and which resources were left out.
  var summary: [String] {
    [counts] + (notFetched.isEmpty ? [] : ["not fetched: \(notFetched.inWords)"])
  }

  private func count(_ verdict: CheckResult.Verdict) -> Int {
    results.count { $0.verdict == verdict }
  }

  func writeJSON(to output: inout OutputBuffer) {
    let bytes = tree.text(.pretty)
    output.append(String(utf8: bytes).harmlessInLogs(writing: "\\u0023"))
  }

  private var tree: JSONTree {
    return [
      "passed": count(.passed), "failed": count(.failed),
      "notRun": count(.notRun), "skipped": count(.skipped),
      "checks": JSONTree.array(
        results.map { result in
          [
            "name": result.name, "verdict": result.verdict.rawValue,
            "message": result.lines.joined(separator: "\n"),
            "checked": result.checked, "problems": result.findings,
            "notRun": result.notRun,
          ]
        }), "notFetched": notFetched,
      "sources": JSONTree.array(
        sources.map {
          [
            "source": $0.name, "url": $0.url, "records": $0.records,
            "milliseconds": $0.duration?.roundedMilliseconds,
          ]
        }),
    ]
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

extension Finding: JSONTreeConvertible {
  var tree: JSONTree {
    [
      "source": list, "message": sentence, "expected": expected,
      "found": found, "place": place,
    ]
  }
}
