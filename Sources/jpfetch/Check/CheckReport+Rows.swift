/// The rows of reports for people, in which each fact is once.
extension CheckReport {
  /// A verdict on some checks, and the facts that explain it.
  struct Row {
    let verdict: CheckResult.Verdict
    fileprivate(set) var names: [String]
    /// Whether the first name is an assertion, which says itself what holds.
    let isAssertion: Bool
    /// At least one.
    let lines: [String]

    var name: String { names.joined(separator: ", ") }

    /// The lines, which say first whether the checks were skipped or could not run.
    var linesWithVerdict: [String] {
      var lines = lines
      if verdict.isInconclusive { lines[0] = "\(verdict.rawValue): \(lines[0])" }
      return lines
    }
  }

  /// A row for each check, but one for all that were skipped, or could not run, for the same reason.
  var rows: [Row] {
    var rows = Rows()
    for result in results {
      switch result.verdict {
      case .passed: rows.append(result, [result.meaning])
      case .failed: rows.append(result, result.problems)
      case .skipped: rows.addReason(result.meaning, .skipped, for: result)
      case .notRun: break  // There are reasons.
      }
      for reason in result.reasons { rows.addReason(reason, .notRun, for: result) }
    }
    return rows.rows
  }

  private struct Rows {
    private(set) var rows: [Row] = []

    /// The indices of rows by their verdict and reason.
    private var indices: [[String]: Int] = [:]

    /// Adds a row of its own.
    mutating func append(_ result: CheckResult, _ facts: [String]) {
      rows.append(
        Row(
          verdict: result.verdict, names: [result.name], isAssertion: result.isAssertion,
          lines: facts))
    }

    /// Adds the check to the row with the reason.
    mutating func addReason(
      _ reason: String, _ verdict: CheckResult.Verdict, for result: CheckResult
    ) {
      let key = [verdict.rawValue, reason]
      if let index = indices[key] {
        rows[index].names.append(result.name)
        return
      }
      indices[key] = rows.count
      rows.append(
        Row(
          verdict: verdict, names: [result.name], isAssertion: result.isAssertion,
          lines: [reason]))
    }
  }
}
