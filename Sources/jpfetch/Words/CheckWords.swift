import JPCore

extension CheckName {
  /// What holds if the check passes.
  var meaning: String {
    switch self {
    case .reach: "Every resource answers"
    case .status: "Every status is 2xx"
    case .type: "Every answer is JSON, and says so"
    case .schema: "Every record has all fields, with their types"
    case .counts: "Every list has as many records as expected"
    case .ids: "Every id is there, unique and positive"
    case .refs: "Every reference leads to a record"
    case .time: "No answer takes longer than --max-time"
    case .drift: "Every list is as the stored one, or accepted"
    }
  }
}

extension CheckReport {
  /// Puts results into words.
  init(_ results: [CheckResult], _ answers: [ListAnswer]) {
    let points = results.map { result in
      Point(
        name: result.name, verdict: result.verdict, sentences: result.sentences(of: answers),
        accepted: result.accepted.map(\.inWords))
    }
    let sources = answers.compactMap { answer in
      (try? answer.result.get()).map {
        Source(name: answer.resource.name, duration: $0.provenance.duration)
      }
    }
    let asked = answers.map(\.resource.name)
    self.init(
      points: points, sources: sources,
      leftOut: Resource.all.map(\.name).filter { !asked.contains($0) })
  }
}

extension CheckResult {
  /// A check that passed names the lists it looked at, unless they are all.
  fileprivate func sentences(of answers: [ListAnswer]) -> [String] {
    if verdict == .passed {
      guard let meaning = CheckName(rawValue: name)?.meaning else { return ["Holds"] }
      let lists = answers.map(\.resource.name).inWords
      return [answers.count == Resource.all.count ? meaning : "\(meaning) (\(lists))"]
    }
    let untested = untested.isEmpty ? [] : ["not looked at: \(untested.map(\.name).inWords)"]
    return problems.map(\.inWords) + untested
  }
}

extension CheckProblem {
  var inWords: String {
    switch self {
    case .failure(let error): ErrorReport(error).message
    case .contentType(let list, let found):
      "\(list): the Content-Type is \(found.map { "\"\($0)\"" } ?? "missing"), not application/json"
    case .mismatch(let list, let mismatch): mismatch.inWords(source: list)
    case .moreMismatches(let list, let count): "\(list): \(count) more don't fit"
    case .count(let list, let found, let expected):
      "\(list): expected \(expected), found \(found)"
    case .missingID(let list, let count, let first):
      "\(counted(count, list)) without id: the first is \(list)[\(first)]"
    case .badID(let list, let count, let first, let id):
      "\(counted(count, list)) with an id that isn't positive: the first is \(list)[\(first)] (id \(id))"
    case .duplicateID(let list, let count, let first, let id):
      "\(counted(count, list)) with an id that an earlier one has: the first is "
        + "\(list)[\(first)] (id \(id))"
    case .dangling(let list, let field, let count, let first, let id, let key, let parent):
      "\(counted(count, list)) without \(parent): the first is \(list)[\(first)]"
        + "\(id.map { " (id \($0))" } ?? ""), \(field) \(key ?? "missing")"
    case .irregular(let irregularity): irregularity.inWords
    case .values(let list, let count, let first, let id, let found):
      "\(counted(count, list)) for which it doesn't hold: the first is \(list)[\(first)]"
        + "\(id.map { " (id \($0))" } ?? ""), found \(found ?? "nothing")"
    case .otherCount(let list, let found): "\(list): found \(found)"
    case .otherTime(let list, let took): "\(list) took \(took.roundedMilliseconds) ms"
    case .slow(let list, let took, let limit):
      "\(list) took \(took.roundedMilliseconds) ms, longer than \(limit.inWords)"
    case .drift(let list, let drift): drift.inWords(list)
    case .new(let list): "\(list): nothing that could be used was stored"
    case .notAccepted(let list):
      "\(list): not accepted: it was not stored (records that don't fit, a server or credentials that "
        + "forbid it, or a directory that can't be written)"
    }
  }
}
