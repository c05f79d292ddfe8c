import JPCore

extension CheckReport {
  /// Writes JUnit's XML, as Jenkins and GitLab read it: a suite for each list, with a case for each
  /// check. The name of the report and the suites' properties say what was checked.
  ///
  /// A check that could not run is an error, because readers count a skipped one as passed. The
  /// time of `reach` is the time of the list's request.
  func writeJUnit(to output: inout OutputBuffer) {
    let suites = suites
    var cases: [TestCase] = []
    // The lists are fetched at the same time, so the longest time is that of all.
    var time = Duration.zero
    for suite in suites {
      cases += suite.cases
      time = max(time, suite.time)
    }
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.append("<testsuites name=\"jpfetch check: \(scope.xml)\" ")
    output.append("\(cases.counts) time=\"\(time.decimalSeconds)\">\n")
    for suite in suites { suite.write(to: &output) }
    output.append("</testsuites>\n")
  }

  private var suites: [TestSuite] {
    var suites: [TestSuite] = []
    for source in sources {
      var properties = [TestSuite.Property(name: "url", value: source.url)]
      if let records = source.records {
        properties.append(TestSuite.Property(name: "records", value: "\(records)"))
      }
      let cases = cases(of: source)
      suites.append(TestSuite(name: source.name, properties: properties, cases: cases))
    }
    return suites
  }

  private func cases(of source: List) -> [TestCase] {
    var cases: [TestCase] = []
    for result in results {
      guard var testCase = TestCase(result, of: source.name) else { continue }
      if result.name == CheckName.reach.rawValue, let time = source.serverTime {
        testCase.time = time
      }
      cases.append(testCase)
    }
    return cases
  }
}

/// The checks of one list.
private struct TestSuite {
  let name: String
  let properties: [Property]
  let cases: [TestCase]

  struct Property {
    let name: String
    let value: String
  }

  var time: Duration {
    var time = Duration.zero
    for testCase in cases { time += testCase.time }
    return time
  }

  func write(to output: inout OutputBuffer) {
    let skipped = cases.count { $0.verdict == .skipped }
    output.append("  <testsuite name=\"\(name)\" \(cases.counts) ")
    output.append("skipped=\"\(skipped)\" time=\"\(time.decimalSeconds)\">\n")
    output.append("    <properties>\n")
    for property in properties {
      let value = property.value.xml
      output.append("      <property name=\"\(property.name)\" value=\"\(value)\"/>\n")
    }
    output.append("    </properties>\n")
    for testCase in cases { testCase.write(in: name, to: &output) }
    output.append("  </testsuite>\n")
  }
}

/// A check of one list.
private struct TestCase {
  let name: String
  let verdict: CheckResult.Verdict
  var time = Duration.zero
  /// Why the check didn't pass.
  let sentences: [String]

  /// - Returns: `nil` if the check says nothing about the list, such as an assertion about another
  ///   list.
  init?(_ result: CheckResult, of list: String) {
    let findings = result.findings.filter { $0.list == list }
    let notRun = result.notRun.filter { $0.list == list }
    let skipped = result.skipped.filter { $0.list == list }
    if !findings.isEmpty {
      verdict = .failed
    } else if !notRun.isEmpty {
      verdict = .notRun
    } else if !skipped.isEmpty {
      verdict = .skipped
    } else if result.checked.contains(list) {
      verdict = .passed
    } else {
      return nil
    }
    name = result.name
    sentences = (findings + notRun + skipped).map(\.sentence)
  }

  func write(in suite: String, to output: inout OutputBuffer) {
    output.append("    <testcase classname=\"jpfetch.\(suite)\" name=\"\(name.xml)\" ")
    output.append("time=\"\(time.decimalSeconds)\"")
    guard let element = verdict.signs.element else {
      output.append("/>\n")
      return
    }
    let message = sentences.first ?? ""
    output.append(">\n      <\(element) message=\"\(message.xml)\"")
    if verdict == .skipped {
      output.append("/>\n")
    } else {
      let text = sentences.joined(separator: "\n").xml
      output.append(" type=\"\(name.xml)\">\(text)</\(element)>\n")
    }
    output.append("    </testcase>\n")
  }
}

extension [TestCase] {
  /// The attributes that a suite and the whole report have in common.
  fileprivate var counts: String {
    let failures = count { $0.verdict == .failed }
    let errors = count { $0.verdict == .notRun }
    return "tests=\"\(count)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }
}

extension String {
  /// The text in XML 1.0, as content or in an attribute (§2.2, §2.4). Characters that XML doesn't
  /// allow, or that could steer a terminal, become U+FFFD.
  fileprivate var xml: String {
    let escaped = withoutNoncharacters.escaping { scalar in
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
    return escaped.harmlessInLogs(writing: "&#35;")
  }
}
