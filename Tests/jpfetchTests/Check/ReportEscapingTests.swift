import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif
import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

/// All characters of ASCII in the names of checks and in findings.
@Suite("Every character of a report is escaped if its format needs it", .limited)
struct ReportEscapingTests {
  private static let ascii = (0..<128).map { Unicode.Scalar(UInt8($0)) }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F
  }

  /// `\u001b`
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// A failed check for each character, with the character between two letters.
  private static var report: CheckReport {
    CheckReport(
      server: "http://a", lists: [.init(name: "users", url: "http://a/users")],
      results: ascii.map { scalar in
        .init(
          name: "a\(scalar)b", promise: "",
          findings: [.init("users", .value, "c\(scalar)d")], checked: ["users"])
      })
  }

  /// Reads the attributes of a kind of element.
  private final class Reader: NSObject, XMLParserDelegate {
    var names: [String] = []
    var messages: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if element == "testcase" { names.append(attributes["name"] ?? "") }
      if element == "failure" { messages.append(attributes["message"] ?? "") }
    }
  }

  @Test("An XML parser reads each name and sentence back, with control characters replaced")
  func xml() {
    let parser = XMLParser(data: Data(Self.report.text(as: .junit).utf8))
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse())
    let shown = Self.ascii.map { scalar in
      let isReplaced = Self.isControl(scalar) && !["\t", "\n", "\r"].contains(scalar)
      return isReplaced ? "\u{FFFD}" : "\(scalar)"
    }
    #expect(reader.names == shown.map { "a\($0)b" })
    #expect(reader.messages == shown.map { "users: c\($0)d" })
  }

  @Test(
    "GitHub commands escape percent signs and line breaks and, in titles, also colons and commas")
  func github() {
    let escapes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
    let text = Self.report.text(as: .github)
    let lines = text.unicodeScalars.split(separator: "\n")
    for (scalar, line) in zip(Self.ascii, lines.dropFirst()) {
      let control = Self.isControl(scalar) ? Self.escape(scalar) : "\(scalar)"
      let message = escapes[scalar] ?? control
      let title = [":": "%3A", ",": "%2C"][scalar] ?? message
      #expect(String(line) == "::error title=jpfetch check a\(title)b::users: c\(message)d")
    }
    #expect(lines.count == 130)
  }

  @Test("TAP escapes number signs and backslashes, and replaces control characters by spaces")
  func tap() {
    let text = Self.report.text(as: .tap)
    let lines = text.unicodeScalars.split(separator: "\n").map(String.init)
    let points = lines.filter { $0.hasPrefix("not ok ") }
    let expected = Self.ascii.enumerated().map { index, scalar in
      let shown =
        switch scalar {
        case "#", "\\": "\\\(scalar)"
        case _ where Self.isControl(scalar): " "
        default: "\(scalar)"
        }
      return "not ok \(index + 1) - a\(shown)b"
    }
    #expect(points == expected)
  }

  @Test("bash reads each quoted word back unchanged", .needs("bash"))
  func shell() async throws {
    var words = Self.ascii.dropFirst().map { "a\($0)b" }
    words += Self.ascii.dropFirst().map { "\($0)" }
    words += ["", "=x", "~", "-n", "'", "''", "é"]
    let line = words.map(\.safeForShell).joined(separator: " ")
    let outcome = try await run(
      try #require(Places.program("bash")), ["-c", "printf '%s\\0' \(line)"])
    outcome.expect(status: 0, text: words.map { "\($0)\0" }.joined())
    // zsh takes the rest for the name of a command, bash looks for an earlier line.
    for word in ["=x", "a!b"] { #expect(word.safeForShell == "'\(word)'") }
  }
}
