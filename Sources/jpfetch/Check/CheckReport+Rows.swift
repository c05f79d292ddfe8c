/// The rows of reports for people, in which no fact is repeated.
extension CheckReport {
  /// A verdict on some checks, and the facts that explain it.
  struct Row {
    let verdict: CheckResult.Verdict
    fileprivate(set) var names: [String]
    /// Whether the first name is an assertion, whose text says what holds.
    let isAssertion: Bool
    /// What the check found, or why it didn't run, a line for each fact; at least one line.
    let lines: [String]

    var name: String { names.joined(separator: ", ") }

    /// The lines. The first one begins with the verdict if the checks were skipped or could not
    /// run.
    var linesWithVerdict: [String] {
      var lines = lines
      if verdict.isInconclusive { lines[0] = "\(verdict.rawValue): \(lines[0])" }
      return lines
    }
  }

  /// A row for each check. Checks that were skipped, or could not run, for the same reason share a
  /// row.
  var rows: [Row] {
    var rows = Rows()
    for result in results {
      switch result.verdict {
      case .passed: rows.append(.passed, [result.meaning], for: result)
      case .failed: rows.append(.failed, result.problems, for: result)
      case .skipped:
        for reason in result.reasonsToSkip { rows.addReason(.skipped, reason, for: result) }
      case .notRun: break  // The loop below adds its reasons.
      }
      for reason in result.reasons { rows.addReason(.notRun, reason, for: result) }
    }
    return rows.rows
  }

  private struct Rows {
    /// A verdict and a line that the checks of a row share.
    private struct Reason: Hashable {
      let verdict: CheckResult.Verdict
      let text: String
    }

    private(set) var rows: [Row] = []

    /// The positions of the rows that have a reason.
    private var indices: [Reason: Int] = [:]

    /// Adds a row for one check.
    mutating func append(
      _ verdict: CheckResult.Verdict, _ lines: [String], for result: CheckResult
    ) {
      rows.append(
        Row(
          verdict: verdict, names: [result.name], isAssertion: result.isAssertion, lines: lines))
    }

    /// Adds a check to the row of a reason.
    mutating func addReason(
      _ verdict: CheckResult.Verdict, _ text: String, for result: CheckResult
    ) {
      let reason = Reason(verdict: verdict, text: text)
      if let index = indices[reason] {
        rows[index].names.append(result.name)
      } else {
        indices[reason] = rows.count
        append(verdict, [text], for: result)
      }
    }
  }
}
