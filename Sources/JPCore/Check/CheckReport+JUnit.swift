extension CheckReport {
  /// Writes JUnit's XML: a test case for each check; one that could not run is an error.
  package func writeJUnit(to output: inout OutputBuffer) {
    let attributes =
      "name=\"jpfetch check\" tests=\"\(points.count)\" failures=\"\(count(.failed))\" "
      + "errors=\"\(count(.notRun))\" skipped=\"0\" time=\"\(seconds)\""
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    output.append("  <testsuite \(attributes)>\n")
    if !leftOut.isEmpty {
      output.append("    <properties>\n      <property name=\"left out\" ")
      output.append("value=\"\(leftOut.joined(separator: ", ").xml)\"/>\n    </properties>\n")
    }
    for point in points {
      let start = "    <testcase classname=\"jpfetch.check\" name=\"\(point.name.xml)\" time=\"0\""
      if point.verdict == .passed && point.accepted.isEmpty {
        output.append("\(start)/>\n")
        continue
      }
      output.append("\(start)>\n")
      if let first = point.sentences.first, point.verdict != .passed {
        let element = point.verdict == .failed ? "failure" : "error"
        let text = point.sentences.joined(separator: "\n").xml
        output.append("      <\(element) message=\"\(first.xml)\" type=\"\(point.name.xml)\">")
        output.append("\(text)</\(element)>\n")
      }
      if !point.accepted.isEmpty {
        let text = point.accepted.map { "accepted: \($0)" }.joined(separator: "\n").xml
        output.append("      <system-out>\(text)</system-out>\n")
      }
      output.append("    </testcase>\n")
    }
    output.append("  </testsuite>\n</testsuites>\n")
  }

  private var seconds: String {
    let milliseconds = duration.roundedMilliseconds
    let rest = String(milliseconds % 1000 + 1000).dropFirst()
    return "\(milliseconds / 1000).\(rest)"
  }
}

extension String {
  /// As text or attribute of XML 1.0 (§2.2, §2.4). Characters that XML doesn't allow, or that could
  /// steer a terminal, become U+FFFD.
  fileprivate var xml: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}",
        _ where scalar.steersTerminal:
        text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
