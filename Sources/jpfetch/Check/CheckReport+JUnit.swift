import JPCore

extension CheckReport {
  /// Writes JUnit's XML, as Jenkins and GitLab read it: a suite for each list, with a case for each
  /// check of the list. The name of the report says what was checked.
  ///
  /// A check that could not run is an error, because readers count a skipped one as passed. The
  /// time of `reach` is the time of the list's request.
  func writeJUnit(to output: inout OutputBuffer) {
    var suites: [(list: List, cases: [CheckResult])] = []
    for list in lists {
      let cases = results.compactMap { $0.part(about: list.name) }
      suites.append((list, cases))
    }
    let counts = countAttributes(suites.flatMap(\.cases), duration)
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.append("<testsuites name=\"jpfetch check: \(scope.safeForXML)\" \(counts)>\n")
    for (list, cases) in suites {
      let counts = countAttributes(cases, list.time)
      output.append("  <testsuite name=\"\(list.name)\" \(counts) skipped=\"0\">\n")
      for result in cases { writeTestCase(result, of: list, to: &output) }
      output.append("  </testsuite>\n")
    }
    output.append("</testsuites>\n")
  }

  private func writeTestCase(_ result: CheckResult, of list: List, to output: inout OutputBuffer) {
    var time = Duration.zero
    if result.name == CheckName.reach.rawValue, let duration = list.time { time = duration }
    output.append(
      "    <testcase classname=\"jpfetch.\(list.name)\" name=\"\(result.name.safeForXML)\" ")
    output.append("time=\"\(time.decimalSeconds)\"")
    let element: String
    switch result.verdict {
    case .passed: return output.append("/>\n")
    case .failed: element = "failure"
    case .notRun: element = "error"
    }
    let lines = result.lines(.none)
    let text = lines.joined(separator: "\n").safeForXML
    output.append(
      ">\n      <\(element) message=\"\(lines[0].safeForXML)\" type=\"\(result.name.safeForXML)\">")
    output.append("\(text)</\(element)>\n    </testcase>\n")
  }

  /// The attributes that a suite and the whole report have in common.
  private func countAttributes(_ cases: [CheckResult], _ time: Duration?) -> String {
    let failures = cases.count { $0.verdict == .failed }
    let errors = cases.count { $0.verdict == .notRun }
    let seconds = (time ?? .zero).decimalSeconds
    return
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds)\""
  }
}

extension CheckResult {
  /// The part of the result that is about a list; `nil` if there is none, as for an assertion about
  /// another list.
  fileprivate func part(about list: String) -> CheckResult? {
    var part = self
    part.findings = findings.filter { $0.list == list }
    part.checked = checked.filter { $0 == list }
    part.notRun = notRun.filter { $0 == list }
    if part.findings.isEmpty, part.checked.isEmpty, part.notRun.isEmpty { return nil }
    return part
  }
}

extension String {
  /// The text in XML 1.0, as content or in an attribute (§2.2, §2.4). Characters that XML doesn't
  /// allow, or that could steer a terminal, become U+FFFD.
  fileprivate var safeForXML: String {
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
    return escaped.escapingLogCommands(with: "&#35;")
  }
}
