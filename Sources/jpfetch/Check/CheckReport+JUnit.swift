import JPCore

extension CheckReport {
  /// Writes JUnit's XML, as Jenkins and GitLab read it: a suite for each list with a case for each
  /// of its checks, and a suite for skipped checks.
  ///
  /// A check that could not run is an error. The time of `reach` is that of the request.
  func writeJUnit(to output: inout OutputBuffer) {
    let suites = suites.filter { !$0.cases.isEmpty }
    let time = suites.map(\.cases.time).max() ?? .zero
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jpfetch check\" ")
    output.append(
      "\(suites.flatMap(\.cases).counts) time=\"\(time.decimalSeconds)\">\n")
    for suite in suites {
      output.append("  <testsuite name=\"\(suite.name)\" \(suite.cases.counts) ")
      output.append("skipped=\"\(suite.cases.count { $0.verdict == .skipped })\" ")
      output.append("time=\"\(suite.cases.time.decimalSeconds)\">\n")
      for testCase in suite.cases { testCase.write(in: suite.name, to: &output) }
      output.append("  </testsuite>\n")
    }
    output.append("</testsuites>\n")
  }

  private var suites: [(name: String, cases: [TestCase])] {
    sources.map { source in (source.name, results.compactMap { TestCase($0, of: source) }) } + [
      (
        "jpfetch",
        results.filter(\.isSkipped).map {
          TestCase(name: $0.name, verdict: .skipped, sentences: [$0.meaning])
        }
      )
    ]
  }
}

/// A check of one list.
private struct TestCase {
  let name: String
  let verdict: CheckResult.Verdict
  var time = Duration.zero
  let sentences: [String]

  func write(in suite: String, to output: inout OutputBuffer) {
    output.append("    <testcase classname=\"jpfetch.\(suite)\" name=\"\(name.xml)\" ")
    output.append("time=\"\(time.decimalSeconds)\"")
    guard let element = verdict.facts.element else { return output.append("/>\n") }
    output.append(">\n      <\(element) message=\"\((sentences.first ?? "").xml)\"")
    if verdict == .skipped {
      output.append("/>\n")
    } else {
      let text = sentences.joined(separator: "\n").xml
      output.append(" type=\"\(name.xml)\">\(text)</\(element)>\n")
    }
    output.append("    </testcase>\n")
  }
}

extension TestCase {
  /// `nil` if the check isn't about the list.
  fileprivate init?(_ result: CheckResult, of source: CheckReport.Source) {
    let isOfList = { (finding: Finding) in finding.list == source.name }
    let findings = result.findings.filter(isOfList)
    let notRun = result.notRun.filter(isOfList)
    if findings.isEmpty && notRun.isEmpty && !result.checked.contains(source.name) { return nil }
    self.init(
      name: result.name, verdict: findings.isEmpty ? notRun.isEmpty ? .passed : .notRun : .failed,
      time: result.name == CheckName.reach.rawValue ? source.duration ?? .zero : .zero,
      sentences: (findings + notRun).map(\.sentence))
  }
}

extension [TestCase] {
  fileprivate var time: Duration { reduce(.zero) { $0 + $1.time } }

  fileprivate var counts: String {
    "tests=\"\(count)\" failures=\"\(count { $0.verdict == .failed })\" "
      + "errors=\"\(count { $0.verdict == .notRun })\""
  }
}

extension String {
  /// As text or attribute of XML 1.0 (§2.2, §2.4). Characters that XML doesn't allow, or that could
  /// steer a terminal, become U+FFFD.
  fileprivate var xml: String {
    withoutNoncharacters.escaping { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case _ where scalar.steersTerminal: "\u{FFFD}"
      default: nil
      }
    }
    .harmlessInLogs(writing: "&#35;")
  }
}
