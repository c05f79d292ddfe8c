import JPCore

extension CheckReport {
  /// Writes JUnit's XML, as Jenkins and GitLab read it: a suite for each list, in it a case for
  /// each check of the list; and one suite for what was skipped.
  ///
  /// A check that could not run is an error. The time of `reach` is that of the fetch.
  func writeJUnit(to output: inout OutputBuffer) {
    let suites = suites
    let cases = suites.flatMap(\.cases)
    let time = suites.map(\.time).max() ?? .zero
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.append("<testsuites name=\"jpfetch check\" \(cases.counts) ")
    output.append("time=\"\(time.inSeconds)\">\n")
    for suite in suites {
      output.append("  <testsuite name=\"\(suite.name.xml)\" \(suite.cases.counts) ")
      output.append("skipped=\"\(suite.cases.count { $0.kind == .skipped })\" ")
      output.append("time=\"\(suite.time.inSeconds)\">\n")
      if !suite.properties.isEmpty {
        output.append("    <properties>\n")
        for (name, value) in suite.properties {
          output.append("      <property name=\"\(name)\" value=\"\(value.xml)\"/>\n")
        }
        output.append("    </properties>\n")
      }
      for testCase in suite.cases { testCase.write(to: &output) }
      output.append("  </testsuite>\n")
    }
    output.append("</testsuites>\n")
  }

  private var suites: [TestSuite] {
    let lists = sources.map { source in
      var properties = [("url", source.url)]
      if let records = source.records { properties.append(("records", "\(records)")) }
      return TestSuite(
        name: source.name, properties: properties,
        cases: points.compactMap { TestCase($0, of: source) })
    }
    .filter { !$0.cases.isEmpty }
    let skipped = skipped.map { TestCase(skipped: $0) }
    let properties = [("not fetched", leftOut), ("ignored", ignored)]
      .filter { !$0.1.isEmpty }.map { ($0, $1.joined(separator: ", ")) }
    let rest = TestSuite(name: "jpfetch", properties: properties, cases: skipped)
    return lists + (rest.cases.isEmpty && properties.isEmpty ? [] : [rest])
  }
}

private struct TestSuite {
  let name: String
  let properties: [(name: String, value: String)]
  let cases: [TestCase]

  var time: Duration { cases.reduce(.zero) { $0 + $1.time } }
}

/// A check of one list.
private struct TestCase {
  enum Kind { case passed, failure, error, skipped }

  let name: String
  let suite: String
  let kind: Kind
  var time = Duration.zero
  var sentences: [String] = []
  var accepted: [String] = []

  /// `nil` where the check isn't about the list.
  init?(_ point: CheckReport.Point, of source: CheckReport.Source) {
    let list = source.name
    let problems = point.problems.filter { $0.list == list }
    name = point.name
    suite = list
    accepted = point.accepted.filter { $0.list == list }.map(\.sentence)
    let fetch = point.name == CheckName.reach.rawValue ? source.duration : nil
    time = fetch ?? point.times[list] ?? .zero
    if !problems.isEmpty {
      kind = .failure
      sentences = problems.map(\.sentence)
    } else if point.untested.contains(list) {
      kind = .error
      sentences = ["not checked" + (point.obstacles[list].map { ": \($0)" } ?? "")]
    } else if point.tested.contains(list) {
      kind = .passed
    } else {
      return nil
    }
  }

  init(skipped check: CheckReport.Skipped) {
    name = check.name
    suite = "jpfetch"
    kind = .skipped
    sentences = [check.reason]
  }

  func write(to output: inout OutputBuffer) {
    output.append("    <testcase classname=\"jpfetch.\(suite.xml)\" name=\"\(name.xml)\" ")
    output.append("time=\"\(time.inSeconds)\"")
    if kind == .passed && accepted.isEmpty { return output.append("/>\n") }
    output.append(">\n")
    let first = (sentences.first ?? "").xml
    switch kind {
    case .passed: break
    case .skipped: output.append("      <skipped message=\"\(first)\"/>\n")
    case .failure, .error:
      let element = kind == .failure ? "failure" : "error"
      output.append("      <\(element) message=\"\(first)\" type=\"\(name.xml)\">")
      output.append("\(sentences.joined(separator: "\n").xml)</\(element)>\n")
    }
    if !accepted.isEmpty {
      let text = accepted.map { "accepted: \($0)" }.joined(separator: "\n").xml
      output.append("      <system-out>\(text)</system-out>\n")
    }
    output.append("    </testcase>\n")
  }
}

extension [TestCase] {
  fileprivate var counts: String {
    "tests=\"\(count)\" failures=\"\(count { $0.kind == .failure })\" "
      + "errors=\"\(count { $0.kind == .error })\""
  }
}

extension Duration {
  /// Seconds, with three decimals.
  fileprivate var inSeconds: String {
    let milliseconds = roundedMilliseconds
    let rest = String(milliseconds % 1000 + 1000).dropFirst()
    return "\(milliseconds / 1000).\(rest)"
  }
}

extension String {
  /// As text or attribute of XML 1.0 (§2.2, §2.4). Characters that XML doesn't allow, or that could
  /// steer a terminal, become U+FFFD.
  fileprivate var xml: String {
    escaping { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}",
        _ where scalar.steersTerminal:
        "\u{FFFD}"
      default: nil
      }
    }
  }
}
