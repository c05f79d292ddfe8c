import JPCore

extension CheckName {
  /// What holds if the check passes.
  var meaning: String {
    switch self {
    case .reach: "Every resource answers"
    case .status: "Every status is 2xx"
    case .type: "Every response is JSON and labelled so"
    case .schema: "Every record has all fields, with the right types"
    case .counts: "Every list has as many records as expected"
    case .ids: "Every record has a unique, positive id"
    case .refs: "Every reference points to a record"
    case .time: "No answer takes longer than --max-time"
    case .drift: "Every list equals the one from --against"
    }
  }

  /// Why it is skipped where it concerns none of the resources.
  var needInWords: String {
    switch self {
    case .counts: "--expect names none of these resources"
    case .refs: "these resources have no references"
    default: "local data has no HTTP response"
    }
  }
}

extension CheckResult.Obstacle {
  fileprivate var inWords: String {
    switch self {
    case .failure(let error): ErrorReport(error).sentence
    case .misfits(let count): "\(count) of its records \(count == 1 ? "doesn't" : "don't") fit"
    case .noResponse: "no server answered"
    }
  }
}

extension CheckReport {
  /// Puts results into words.
  ///
  /// - Parameter other: what the lists are compared with, in words.
  init(
    _ results: [CheckResult], _ answers: [ListAnswer], against other: String, skipped: [Skipped],
    ignored: [String]
  ) {
    let points = results.map { result in
      Point(
        name: result.name, verdict: result.verdict,
        meaning: result.meaning(of: answers, against: other),
        problems: result.problems.map(\.finding), accepted: result.accepted.map(\.finding),
        tested: result.tested.map(\.name), untested: result.untested.map(\.name),
        obstacles: result.obstacles.mapValues(\.inWords), times: result.times)
    }
    let asked = answers.map(\.resource.name)
    self.init(
      points: points, sources: answers.map(\.source), skipped: skipped,
      leftOut: Resource.all.map(\.name).filter { !asked.contains($0) }, ignored: ignored)
  }
}

extension ListAnswer {
  fileprivate var source: CheckReport.Source {
    switch result {
    case .success(let (records, provenance)):
      CheckReport.Source(
        name: resource.name, url: provenance.url.withoutUserInfo,
        records: records.recordCount, duration: provenance.duration)
    case .failure(let error):
      CheckReport.Source(
        name: resource.name, url: error.url.withoutUserInfo, records: nil, duration: nil)
    }
  }
}

extension CheckResult {
  /// What holds: with the lists that were looked at, unless they are all.
  fileprivate func meaning(of answers: [ListAnswer], against other: String) -> String {
    guard let name = CheckName(rawValue: name) else { return "Holds" }
    let meaning =
      switch name {
      case .drift: "Every list equals \(other)"
      case .reach: answers.reachInWords
      default: name.meaning
      }
    let whole = Resource.all.count { name != .refs || $0.reference != nil }
    return tested.count == whole ? meaning : "\(meaning) (\(tested.map(\.name).inWords))"
  }
}

extension [ListAnswer] {
  /// What holds where all of them are there, by where they came from.
  fileprivate var reachInWords: String {
    let sources = compactMap { try? $0.result.get().provenance }
    if sources.isEmpty { return CheckName.reach.meaning }
    if !sources.contains(where: \.isOfServer) { return "Every list can be read" }
    let isStored = sources.allSatisfy { if case .offline = $0.origin { true } else { false } }
    return isStored ? "Every list is stored" : CheckName.reach.meaning
  }
}

extension CheckProblem {
  /// In words, and the facts behind them.
  var finding: CheckReport.Finding {
    func finding(
      _ sentence: String, expected: String? = nil, found: String? = nil, at place: String? = nil
    ) -> CheckReport.Finding {
      CheckReport.Finding(of: list, sentence, expected: expected, found: found, at: place)
    }
    switch self {
    case .failure(_, let error):
      let report = ErrorReport(error)
      return finding(
        report.sentence, found: report.httpStatus.map { "\($0)" }, at: report.url)
    case .contentType(_, let found):
      let type = "application/json"
      return finding(
        "\(list): the Content-Type is \(found.map { "\"\($0)\"" } ?? "missing"), not \(type)",
        expected: type, found: found)
    case .mismatch(_, let mismatch):
      return finding(
        mismatch.inWords(source: list), expected: mismatch.expected.inWords,
        found: mismatch.found, at: mismatch.placeInWords(source: list))
    case .moreMismatches(_, let count):
      return finding(
        "\(list): \(count) more \(count == 1 ? "record doesn't" : "records don't") fit")
    case .count(_, let count, let expected):
      return finding(
        "\(list): expected \(expected), found \(count)", expected: "\(expected)",
        found: "\(count)")
    case .badID(_, let count, let first, let id):
      let place = "\(list)[\(first)]"
      return finding(
        "\(counted(count, list)) \(count == 1 ? "has" : "have") no valid id; first: \(place), id \(id ?? "missing")",
        expected: "a positive integer or a string", found: id, at: "\(place).id")
    case .duplicateID(_, let count, let first, let id):
      let place = "\(list)[\(first)]"
      return finding(
        "\(counted(count, list)) \(count == 1 ? "repeats" : "repeat") an earlier id; first: \(place) "
          + "(id \(id))", expected: "a unique id", found: id, at: "\(place).id")
    case .dangling(_, let field, let count, let first, let id, let key, let parent):
      let place = "\(list)[\(first)]"
      return finding(
        "\(counted(count, list)) \(count == 1 ? "has" : "have") no \(parent); first: \(place)"
          + "\(id.map { " (id \($0))" } ?? ""), \(field) \(key ?? "missing")",
        expected: "the id of \(parent.withArticle)", found: key, at: "\(place).\(field)")
    case .irregular(_, let irregularity): return finding(irregularity.inWords)
    case .values(_, let field, let count, let first, let id, let found):
      let place = "\(list)[\(first)]"
      return finding(
        "fails for \(counted(count, list)); first: \(place)"
          + "\(id.map { " (id \($0))" } ?? ""), found \(found ?? "nothing")", found: found,
        at: "\(place).\(field)")
    case .otherCount(_, let found): return finding("\(list): found \(found)", found: "\(found)")
    case .otherTime(_, let took):
      let time = "\(took.roundedMilliseconds) ms"
      return finding("\(list) took \(time)", found: time)
    case .response(_, let part, let found):
      return finding("\(list).\(part): found \(found ?? "nothing")", found: found, at: part)
    case .slow(_, let took, let limit):
      let time = "\(took.roundedMilliseconds) ms"
      return finding(
        "\(list) took \(time), longer than \(limit.inWords)",
        expected: "at most \(limit.inWords)", found: time)
    case .drift(_, let drift): return finding(drift.inWords(list))
    case .new: return finding("\(list): no usable stored response")
    case .notAccepted:
      return finding(
        "\(list): could not be stored: records don't fit, the server or credentials forbid it, "
          + "or the directory cannot be written")
    }
  }
}

extension String {
  /// `a user`, `an album`.
  fileprivate var withArticle: String { ("aeio".contains(first ?? " ") ? "an " : "a ") + self }
}
