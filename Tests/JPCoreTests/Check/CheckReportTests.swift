import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif
import TestSupport
import Testing

@testable import JPCore

@Suite("Reports about checks")
struct CheckReportTests {
  private static let report = CheckReport(
    points: [
      .init(
        name: "reach", verdict: .passed, sentences: ["Every resource answers"],
        accepted: ["a <b>\nc"]),
      .init(
        name: "a # b \\ c\nd <e> & \"f\" \u{1B}\u{0}\u{85}", verdict: .failed,
        sentences: ["x: \"y\" # z\n- \u{1B}[31m]]>", "more"]),
      .init(name: "refs", verdict: .notRun, sentences: ["not looked at: photos"]),
    ], sources: [.init(name: "users", duration: .milliseconds(1234))])

  private func text(_ write: (CheckReport, inout OutputBuffer) -> Void) -> String {
    String(decoding: OutputBuffer.bytes { write(Self.report, &$0) }, as: UTF8.self)
  }

  @Test("TAP 14, each point on one line, what could not run not ok")
  func tap() {
    #expect(
      text { $0.writeTAP(to: &$1) } == ##"""
        TAP version 14
        1..3
        ok 1 - reach
        # accepted: a <b> c
        not ok 2 - a \# b \\ c d <e> & "f"    
          ---
          severity: fail
          message: "x: \"y\" # z\n- \u001b[31m]]>\nmore"
          ...
        not ok 3 - refs
          ---
          severity: error
          message: "not looked at: photos"
          ...

        """##)
  }

  /// A system's smallest perl has none.
  private static let hasTAPParser: Bool = {
    let perl = Places.program("perl")
    return (try? perl.map { try run($0, ["-MTAP::Parser", "-e", "1"]).status == 0 }) ?? false
  }()

  @Test(
    "A TAP parser reads it, plan equal to points",
    .enabled(if: hasTAPParser, "perl's TAP::Parser isn't installed"))
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
    #expect(outcome.text == "1..3 3 1 2 0 0")
  }

  @Test("JUnit's XML is XML, whatever the words are, and its counts agree")
  func junit() throws {
    let xml = text { $0.writeJUnit(to: &$1) }
    let reader = Reader()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(
      reader.suite == [
        "name": "jpfetch check", "tests": "3", "failures": "1", "errors": "1", "skipped": "0",
        "time": "1.234",
      ])
    #expect(reader.elements == ["testcase": 3, "failure": 1, "error": 1, "system-out": 1])
    #expect(reader.message == "x: \"y\" # z\n- \u{FFFD}[31m]]>")
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var suite: [String: String] = [:]
    var elements: [String: Int] = [:]
    var message: String?

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      switch name {
      case "testsuites": break
      case "testsuite": suite = attributes
      default: elements[name, default: 0] += 1
      }
      if name == "failure" { message = attributes["message"] }
    }
  }

  @Test("JSON tells the same as facts")
  func json() throws {
    let bytes = OutputBuffer.bytes { JSONWriter(.compact).write(Self.report.tree, to: &$0) }
    let root = try JSONDocument(bytes).root
    #expect(["passed", "failed", "notRun"].map { root[$0]?.integer } == [1, 1, 1])
    #expect(root["checks"]?.elements.map { $0["problems"]?.elements.count } == [0, 2, 1])
    #expect(root["sources"]?.elements.first?["milliseconds"]?.integer == 1234)
  }
}
