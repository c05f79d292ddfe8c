import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif
import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

@Suite("Reports about checks", .limited)
struct CheckReportTests {
  private static let report = CheckReport(
    results: [
      .init(name: "reach", meaning: "Fine (users and photos)", checked: ["users", "photos"]),
      .init(
        name: "a # b \\ c\nd <e>, \"f\": \u{1B}\u{0}\u{85}", meaning: "",
        findings: [
          .init(
            list: "users", sentence: "x: \"y\" # z\n- \u{1B}[31m]]>", expected: "b|c",
            found: "::error::", place: "users[0].a"),
          .init(list: "users", sentence: "##[set-output name=a]b ##vso[c]"),
        ], checked: ["users"], times: ["users": .milliseconds(7)]),
      .init(
        name: "refs", meaning: "", notRun: [.init(list: "photos", sentence: "why|")],
        checked: ["users"]),
      .init(name: "status", meaning: "no server", isSkipped: true),
    ],
    sources: [
      .init(
        name: "users", url: "http://a/users?b&c", records: 10, duration: .milliseconds(1234)),
      .init(name: "photos", url: "http://a/photos"),
    ])

  private func text(
    _ report: CheckReport = report, _ write: (CheckReport, inout OutputBuffer) -> Void
  ) -> String {
    String(decoding: OutputBuffer.bytes { write(report, &$0) }, as: UTF8.self)
  }

  private static let others = "not fetched: albums, posts, comments and todos"

  @Test(
    "The text is aligned, with words in a pipe and signs on a terminal; --quiet prints failures only"
  )
  func lines() {
    let report = CheckReport(
      results: [
        .init(name: "reach", meaning: "Every request got a response", checked: ["users"]),
        .init(
          name: "ids", meaning: "",
          findings: [
            .init(list: "users", sentence: "one\u{1B}"), .init(list: "users", sentence: "two"),
          ], notRun: [.init(list: "photos", sentence: "why")]),
        .init(name: "refs", meaning: "", notRun: [.init(list: "photos", sentence: "why")]),
        .init(name: "users.name ~ a", meaning: "Holds"),
        .init(name: "time", meaning: "", notRun: [.init(list: "photos", sentence: "why")]),
      ],
      sources: Resource.all.map {
        .init(name: $0.name, url: "", duration: $0.name == "users" ? .milliseconds(1234) : nil)
      })
    #expect(
      text(report) { $0.writeText(to: &$1) } == """
        ok       reach  Every request got a response
        failed   ids    one\\u001b
                        two
                        not run: why
        not run  refs, time  why
        ok       users.name ~ a  Holds
        2 passed, 1 failed, 2 not run
        times: users 1234 ms

        """)
    #expect(
      text(report) {
        $0.writeText(style: TextStyle(width: 26, isColored: true), hasSigns: true, to: &$1)
      } == """
        \u{1B}[32m✓\u{1B}[0m  reach  Every request
                  got a response
        \u{1B}[31m✗\u{1B}[0m  ids    one\\u001b
                  two
                  not run: why
        \u{1B}[33m-\u{1B}[0m  refs, time  not run:
             why
        \u{1B}[32m✓\u{1B}[0m  users.name ~ a  Holds
        2 passed, 1 failed, 2 not
          run
        times: users 1234 ms

        """)
    #expect(
      text(report) { $0.writeText(isQuiet: true, to: &$1) } == """
        failed   ids  one\\u001b
                      two
                      not run: why
        not run  refs, time  why

        """)
  }

  @Test(
    "Every format says what failed and why, and contains no commands to CI systems or terminals")
  func all() {
    for format in ReportFormat.allCases {
      let text = text { $0.write(as: format, to: &$1) }
      #expect(text.contains("refs") && text.contains("why"), "\(format)")
      #expect(!text.contains("##[") && !text.contains("##vso["), "\(format)")
      let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
      #expect(lines.contains { $0.hasPrefix("::") } == (format == .github), "\(format)")
      #expect(text.unicodeScalars.allSatisfy { !$0.steersTerminal || $0 == "\n" }, "\(format)")
      let others = ReportFormat.allCases.filter { $0 != format }
      #expect(!others.contains { other in self.text { $0.write(as: other, to: &$1) } == text })
    }
  }

  @Test("TAP has one line for each check, \"not ok\" for one that could not run")
  func tap() {
    #expect(
      text { $0.writeTAP(to: &$1) } == ##"""
        TAP version 14
        1..4
        # not fetched: albums, posts, comments and todos
        ok 1 - reach
        not ok 2 - a \# b \\ c d <e>, "f":    
          ---
          severity: fail
          message: "x: \"y\" # z\n- \u001b[31m]]>\n# #[set-output name=a]b # #vso[c]"
          source: "users"
          at: "users[0].a"
          expected: "b|c"
          found: ": :error::"
          ...
        not ok 3 - refs
          ---
          severity: error
          message: "why|"
          source: "photos"
          ...
        ok 4 - status # SKIP no server

        """##)
  }

  @Test("XML and YAML have no U+FFFE and no U+FFFF", arguments: [ReportFormat.tap, .junit])
  func noncharacters(format: ReportFormat) {
    let finding = Finding(list: "users", sentence: "a\u{FFFE}\u{FFFF}", found: "b\u{FFFE}")
    let report = CheckReport(
      results: [.init(name: "ids", meaning: "", findings: [finding])],
      sources: [.init(name: "users", url: "")])
    let text = text(report) { $0.write(as: format, to: &$1) }
    #expect(text.contains("a\u{FFFD}\u{FFFD}"))
    #expect(!text.unicodeScalars.contains { ["\u{FFFE}", "\u{FFFF}"].contains($0) })
  }

  /// A system's smallest perl has none.
  private static let hasTAPParser: Bool = {
    let perl = Places.program("perl")
    return (try? perl.map { try run($0, ["-MTAP::Parser", "-e", "1"]).status == 0 }) ?? false
  }()

  @Test(
    "A TAP parser reads the report, and finds as many points as planned",
    .needs("perl's TAP::Parser", from: "perl", hasTAPParser))
  func tapParser() throws {
    let directory = try TemporaryDirectory()
    // Debian's knows nothing later than 13, which 14 is a superset of.
    let report = text(Self.report) { $0.writeTAP(to: &$1) }.replacing(
      "version 14", with: "version 13")
    try directory.write(report, to: "report.tap")
    let script = """
      use TAP::Parser; my $p = TAP::Parser->new({source => $ARGV[0]}); $p->run;
      print join ' ', $p->plan, $p->tests_run, scalar $p->passed, scalar $p->failed,
        scalar $p->skipped, scalar $p->parse_errors
      """
    let outcome = try run("/usr/bin/perl", ["-e", script, directory.path + "/report.tap"])
    #expect(outcome.text == "1..4 4 2 2 1 0")
  }

  @Test("The JUnit report is valid XML with the right counts")
  func junit() throws {
    let xml = text { $0.writeJUnit(to: &$1) }
    let reader = Reader()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    func values(_ element: String, _ names: String...) -> [String] {
      (reader.attributes[element] ?? []).map { element in
        names.compactMap { element[$0] }.joined(separator: " ")
      }
    }
    let counts = ["name", "tests", "failures", "errors", "skipped", "time"]
    #expect(
      (reader.attributes["testsuite"] ?? []).map { suite in counts.map { suite[$0] ?? "" } } == [
        ["users", "3", "1", "0", "0", "1.241"], ["photos", "2", "0", "1", "0", "0"],
        ["jpfetch", "1", "0", "0", "1", "0"],
      ])
    #expect(values("testsuites", "tests", "failures", "errors", "time") == ["6 1 1 1.241"])
    #expect(
      values("testcase", "classname", "time") == [
        "jpfetch.users 1.234", "jpfetch.users 0.007", "jpfetch.users 0",
        "jpfetch.photos 0", "jpfetch.photos 0", "jpfetch.jpfetch 0",
      ])
    #expect(values("failure", "message") == ["x: \"y\" # z\n- \u{FFFD}[31m]]>"])
    #expect(values("skipped", "message") == ["no server"])
  }

  private final class Reader: NSObject, XMLParserDelegate {
    /// Those of each element of a name, in their order.
    var attributes: [String: [[String: String]]] = [:]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      self.attributes[name, default: []].append(attributes)
    }
  }

  @Test("The JSON report has the same facts")
  func json() throws {
    let root = try JSONDocument(Array(text { $0.writeJSON(to: &$1) }.utf8)).root
    #expect(["passed", "failed", "notRun", "skipped"].map { root[$0]?.integer } == [1, 1, 1, 1])
    let checks = try #require(root["checks"]).elements
    #expect(checks.map { $0["verdict"]?.string } == ["passed", "failed", "not run", "skipped"])
    #expect(checks[3]["message"]?.string == "no server")
    let problem = try #require(checks[1]["problems"]).elements[0]
    #expect(
      ["source", "expected", "found", "place"].map { problem[$0]?.string }
        == ["users", "b|c", "::error::", "users[0].a"])
    #expect(checks[2]["notRun"]?.elements.map { $0["message"]?.string } == ["why|"])
    #expect(checks[2]["checked"]?.elements.map(\.string) == ["users"])
    #expect(root["notFetched"]?.elements.count == 4)
    #expect(root["sources"]?.elements.map { $0["milliseconds"]?.integer } == [1234, nil])
  }

  @Test("Each check is one GitHub command, which decodes to its text")
  func github() throws {
    let lines = text { $0.writeGitHub(to: &$1) }.split(separator: "\n")
    let commands = try lines.map { try #require(WorkflowCommand(String($0))) }
    #expect(commands.map(\.name) == ["error", "warning", "notice"])
    #expect(
      commands.map(\.title) == [
        #"jpfetch check a # b \ c"# + "\n" + #"d <e>, "f": \u001b\u0000\u0085"#,
        "jpfetch check refs", "jpfetch check summary",
      ])
    #expect(
      commands.map(\.message) == [
        "x: \"y\" # z\n- \\u001b[31m]]>\n# #[set-output name=a]b # #vso[c]", "why|",
        "1 passed, 1 failed, 1 not run, 1 skipped\n\(Self.others)",
      ])
  }

  @Test("The name of an assertion can't end the title of a GitHub command")
  func titles() throws {
    let name = "users.name != 'a::b, c=d'"
    let result = CheckResult(
      name: name, meaning: "", findings: [.init(list: "users", sentence: "x")])
    let report = CheckReport(results: [result], sources: [])
    let line = text(report) { $0.writeGitHub(to: &$1) }.split(separator: "\n")[0]
    let command = try #require(WorkflowCommand(String(line)))
    #expect((command.title, command.message) == ("jpfetch check \(name)", "x"))
  }

  @Test(
    "The Markdown report has the right cells",
    .needs("cmark-gfm"))
  func markdown() throws {
    let directory = try TemporaryDirectory()
    try directory.write(text { $0.writeMarkdown(to: &$1) }, to: "report.md")
    let reader = try #require(Places.program("cmark-gfm"))
    let outcome = try run(
      reader, ["--unsafe", "-e", "table", "-t", "xml", directory.path + "/report.md"])
    let parser = XMLParser(data: Data(outcome.output))
    let cells = Cells()
    parser.delegate = cells
    #expect(parser.parse())
    #expect(
      cells.rows.map { $0.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } }
        == [
          ["", "check", ""], ["✅", "reach", "Fine (users and photos)"],
          [
            "❌", #"a # b \ c\nd <e>, "f": \u001b\u0000\u0085"#,
            #"x: "y" # z\n- \u001b[31m]]> <br> # #[set-output name=a]b # #vso[c]"#,
          ],
          ["⚠️", "refs", "why|"], ["–", "status", "no server"],
          ["list", "records", "time"], ["users", "10", "1234 ms"], ["photos", "–", "–"],
        ])
  }

  private final class Cells: NSObject, XMLParserDelegate {
    var rows: [[String]] = []
    private var isInCell = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if name == "table_row" || name == "table_header" { rows.append([]) }
      if name == "table_cell" {
        rows[rows.count - 1].append("")
        isInCell = true
      }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      if name == "table_cell" { isInCell = false }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      guard isInCell, let row = rows.indices.last, let cell = rows[row].indices.last else { return }
      rows[row][cell] += string
    }
  }
}

/// A workflow command, read as GitHub's documentation says.
private struct WorkflowCommand {
  let name: String
  let title: String
  let message: String

  init?(_ line: String) {
    guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
    let head = line.dropFirst(2)[..<end.lowerBound].split(separator: " ", maxSplits: 1)
    name = String(head[0])
    let properties = (head.count > 1 ? head[1] : "").split(separator: ",")
    let values = properties.map { $0.split(separator: "=", maxSplits: 1) }
    title = Self.unescaped(
      values.first { $0[0] == "title" }.map { String($0[1]) } ?? "", isProperty: true)
    message = Self.unescaped(String(line[end.upperBound...]), isProperty: false)
  }

  private static func unescaped(_ text: String, isProperty: Bool) -> String {
    var text = text.replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    if isProperty { text = text.replacing("%3A", with: ":").replacing("%2C", with: ",") }
    return text.replacing("%25", with: "%")
  }
}
