import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif
import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

@Suite("Reports about checks")
struct CheckReportTests {
  private static let report = CheckReport(
    points: [
      .init(
        name: "reach", verdict: .passed, meaning: "Every resource answers",
        accepted: [.init(of: "users", "a <b>\nc")], tested: ["users", "photos"]),
      .init(
        name: "a # b \\ c\nd <e> & \"f\" \u{1B}\u{0}\u{85}", verdict: .failed,
        problems: [
          .init(
            of: "users", "x: \"y\" # z\n- \u{1B}[31m]]>", expected: "b|c", found: "::error::",
            at: "users[0].a"),
          .init(of: "users", "more"),
        ], tested: ["users"], times: ["users": .milliseconds(7)]),
      .init(
        name: "refs", verdict: .notRun, tested: ["users"], untested: ["photos", "todos"],
        obstacles: ["photos": "why|"]),
    ],
    sources: [
      .init(
        name: "users", url: "http://a/users?b&c", records: 10, duration: .milliseconds(1234)),
      .init(name: "photos", url: "http://a/photos", records: nil, duration: nil),
    ], skipped: [.init(name: "counts", reason: "this server needs --expect")], leftOut: ["todos"])

  private func text(_ write: (CheckReport, inout OutputBuffer) -> Void) -> String {
    String(decoding: OutputBuffer.bytes { write(Self.report, &$0) }, as: UTF8.self)
  }

  @Test("TAP 14, each point on one line, what could not run not ok")
  func tap() {
    #expect(
      text { $0.writeTAP(to: &$1) } == ##"""
        TAP version 14
        1..4
        # not fetched: todos
        ok 1 - reach
        # accepted: a <b>\nc
        not ok 2 - a \# b \\ c d <e> & "f"    
          ---
          severity: fail
          message: "x: \"y\" # z\n- \u001b[31m]]>\nmore"
          source: "users"
          at: "users[0].a"
          expected: "b|c"
          found: ": :error::"
          ...
        not ok 3 - refs
          ---
          severity: error
          message: "not checked: photos: why|\nnot checked: todos"
          ...
        ok 4 - counts # SKIP this server needs --expect

        """##)
  }

  /// A system's smallest perl has none.
  private static let hasTAPParser: Bool = {
    let perl = Places.program("perl")
    return (try? perl.map { try run($0, ["-MTAP::Parser", "-e", "1"]).status == 0 }) ?? false
  }()

  @Test(
    "A TAP parser reads it, plan equal to points",
    .needs("perl's TAP::Parser", from: "perl", hasTAPParser))
  func tapParser() throws {
    let directory = try TemporaryDirectory()
    // Debian's knows nothing later than 13, which 14 is a superset of.
    let report = text { $0.writeTAP(to: &$1) }.replacing("version 14", with: "version 13")
    try directory.write(report, to: "report.tap")
    let script = """
      use TAP::Parser; my $p = TAP::Parser->new({source => $ARGV[0]}); $p->run;
      print join ' ', $p->plan, $p->tests_run, scalar $p->passed, scalar $p->failed,
        scalar $p->skipped, scalar $p->parse_errors
      """
    let outcome = try run("/usr/bin/perl", ["-e", script, directory.path + "/report.tap"])
    #expect(outcome.text == "1..4 4 2 2 1 0")
  }

  @Test("JUnit's XML is XML, whatever the words are, and its counts agree")
  func junit() throws {
    let xml = text { $0.writeJUnit(to: &$1) }
    let reader = Reader()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(
      reader.attributes["testsuites"] == [
        ["name": "jpfetch check", "tests": "6", "failures": "1", "errors": "1", "time": "1.241"]
      ])
    #expect(
      reader.attributes["testsuite"] == [
        [
          "name": "users", "tests": "3", "failures": "1", "errors": "0", "skipped": "0",
          "time": "1.241",
        ],
        [
          "name": "photos", "tests": "2", "failures": "0", "errors": "1", "skipped": "0",
          "time": "0.000",
        ],
        [
          "name": "jpfetch", "tests": "1", "failures": "0", "errors": "0", "skipped": "1",
          "time": "0.000",
        ],
      ])
    #expect(
      reader.attributes["testcase"]?.map { "\($0["classname"] ?? "") \($0["time"] ?? "")" } == [
        "jpfetch.users 1.234", "jpfetch.users 0.007", "jpfetch.users 0.000",
        "jpfetch.photos 0.000", "jpfetch.photos 0.000", "jpfetch.jpfetch 0.000",
      ])
    #expect(
      reader.attributes["property"]?.map { "\($0["name"] ?? "") \($0["value"] ?? "")" } == [
        "url http://a/users?b&c", "records 10", "url http://a/photos", "not fetched todos",
      ])
    #expect(
      reader.attributes["failure"]?.first?["message"] == "x: \"y\" # z\n- \u{FFFD}[31m]]>")
    #expect(reader.attributes["system-out"]?.count == 1)
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

  @Test("JSON tells the same as facts")
  func json() throws {
    let bytes = OutputBuffer.bytes { JSONWriter(.compact).write(Self.report.tree, to: &$0) }
    let root = try JSONDocument(bytes).root
    #expect(["passed", "failed", "notRun"].map { root[$0]?.integer } == [1, 1, 1])
    let checks = try #require(root["checks"]).elements
    #expect(checks.map { $0["problems"]?.elements.count } == [0, 2, 0])
    let problem = try #require(checks[1]["problems"]).elements[0]
    #expect(
      ["source", "expected", "found", "place"].map { problem[$0]?.string }
        == ["users", "b|c", "::error::", "users[0].a"])
    #expect(checks[2]["notLookedAt"]?.elements.map { $0["reason"]?.string } == ["why|", nil])
    #expect(root["skipped"]?.elements.first?["name"]?.string == "counts")
    #expect(root["sources"]?.elements.map { $0["milliseconds"]?.integer } == [1234, nil])
  }

  @Test("GitHub's commands are read back as they were meant")
  func github() throws {
    let lines = text { $0.writeGitHub(to: &$1) }.split(separator: "\n")
    let commands = try lines.map { try #require(WorkflowCommand(String($0))) }
    #expect(commands.map(\.name) == ["error", "error", "warning", "warning", "notice", "notice"])
    #expect(commands[0].title == "jpfetch check a # b \\ c\nd <e> & \"f\" \\u001b\\u0000\\u0085")
    #expect(commands[0].message == "x: \"y\" # z\n- \\u001b[31m]]>")
    #expect(commands[2].message == "not checked: photos: why|")
    #expect(
      commands[4].message
        == "1 passed, 1 failed, 1 not run, 1 skipped; skipped: counts: this server needs --expect; "
        + "not fetched: todos")
    #expect(commands[5].message == "accepted: a <b>\nc")
  }

  @Test("Ten annotations of a kind: the first of each check, then the others; the rest are lines")
  func manyAnnotations() throws {
    let points = (1...4).map { check in
      CheckReport.Point(
        name: "c\(check)", verdict: .failed,
        problems: (1...4).map { .init(of: "users", "%0A, ::error::\r\n\(check).\($0)") },
        tested: ["users"])
    }
    let report = CheckReport(points: points, sources: [])
    let text = String(
      decoding: OutputBuffer.bytes { report.writeGitHub(to: &$0) }, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let commands = lines.compactMap { WorkflowCommand(String($0)) }
    #expect(commands.count == 11)
    let order = ["1.1", "2.1", "3.1", "4.1", "1.2", "2.2", "3.2", "4.2", "1.3", "2.3"]
    #expect(commands.prefix(10).map(\.message) == order.map { "%0A, ::error::\r\n\($0)" })
    #expect(lines.count == 17)
    #expect(lines.contains { $0 == #"error: c3: %0A, ::error::\r\n3.3"# })
  }

  @Test(
    "Markdown has the cells that it should have",
    .needs("cmark-gfm"))
  func markdown() throws {
    let directory = try TemporaryDirectory()
    try directory.write(text { $0.writeMarkdown(to: &$1) }, to: "report.md")
    let reader = try #require(Places.program("cmark-gfm"))
    let outcome = try run(reader, ["-e", "table", "-t", "xml", directory.path + "/report.md"])
    let parser = XMLParser(data: Data(outcome.output))
    let cells = Cells()
    parser.delegate = cells
    #expect(parser.parse())
    #expect(
      cells.rows.map { $0.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } } == [
        ["", "check", ""],
        ["✅", "reach", "Every resource answers"],
        [
          "❌", #"a # b \ c\nd <e> & "f" \u001b\u0000\u0085"#,
          #"x: "y" # z\n- \u001b[31m]]> (and 1 more)"#,
        ],
        ["⚠️", "refs", "not checked: photos: why| (and 1 more)"],
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
