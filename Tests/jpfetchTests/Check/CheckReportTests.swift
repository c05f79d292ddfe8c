import Foundation
import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

@Suite("Reports about checks", .limited)
struct CheckReportTests {
  /// A result of each kind, with characters that a format has to escape.
  private static var report: CheckReport {
    CheckReport(
      server: "http://a", baseline: "file:b|c",
      lists: [
        .init(name: "users", url: "http://a/users?b&c", records: 10, time: .milliseconds(1234)),
        .init(name: "photos", url: "http://a/photos"),
      ],
      results: [
        .init(name: "reach", promise: "fine", checked: ["users", "photos"]),
        .init(
          name: "a # b \\ c\nd <e>, \"f::\" \u{1B}\u{0}\u{85}", promise: "",
          findings: [
            finding(
              "x: \"y\" # z\n- \u{1B}[31m]]>", expected: "b|c", found: "::error::", at: "[0].a"),
            finding("##[set-output name=a]b ##vso[c]"),
          ], checked: ["users"]),
        .init(name: "refs", promise: "", checked: ["users"], notRun: ["photos"]),
      ])
  }

  private static func finding(
    _ message: String, expected: String? = nil, found: String? = nil, at path: String? = nil
  ) -> Finding {
    var finding = Finding("users", .value, message)
    finding.expected = expected?.tree
    finding.found = found?.tree
    finding.path = path
    return finding
  }

  private static func report(of results: [CheckResult]) -> CheckReport {
    CheckReport(
      server: "http://a", lists: [.init(name: "users", url: "http://a/users")], results: results)
  }

  @Test(
    "TAP and JUnit reports replace U+FFFE and U+FFFF, which YAML and XML don't allow",
    arguments: [ReportFormat.tap, .junit])
  func noncharacters(format: ReportFormat) {
    let finding = Self.finding("a\u{FFFE}\u{FFFF}")
    let result = CheckResult(name: "ids", promise: "", findings: [finding], checked: ["users"])
    let report = Self.report(of: [result])
    let text = report.text(as: format)
    #expect(text.contains("users: a\u{FFFD}\u{FFFD}\"") && !text.contains("\u{FFFE}"))
  }

  @Test(
    "No report prints a line break or a terminal control from a name or a sentence",
    arguments: ReportFormat.allCases)
  func oddCharacters(format: ReportFormat) {
    func lines(_ words: String) -> [Substring] {
      var finding = Self.finding(words, found: words, at: words)
      finding.file = words
      finding.position = TextPosition()
      let result = CheckResult(name: words, promise: "", findings: [finding], checked: ["users"])
      let report = CheckReport(
        server: words, baseline: words, lists: [.init(name: "users", url: words)],
        results: [result])
      return report.text(as: format).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
    var odd = ""
    for number in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(number), scalar.steersTerminal else { continue }
      odd.unicodeScalars.append(scalar)
    }
    let found = lines("a\(odd)b")
    #expect(found.count == lines("ab").count)
    for line in found {
      let steering = line.unicodeScalars.filter(\.steersTerminal)
      #expect(steering.isEmpty)
    }
  }

  /// A system's smallest perl has none.
  private static func hasTAPParser() async -> Bool {
    guard let perl = Places.program("perl") else { return false }
    let outcome = try? await run(perl, ["-MTAP::Parser", "-e", "1"])
    return outcome?.status == 0
  }

  @Test(
    "A TAP parser reads the report without errors, and finds as many tests as the plan says",
    .needs("perl's TAP::Parser", from: "perl", if: hasTAPParser))
  func tapParser() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.report.text(as: .tap), to: "report.tap")
    let script = """
      use TAP::Parser; my $p = TAP::Parser->new({source => $ARGV[0]}); $p->run;
      print join ' ', $p->plan, $p->tests_run, scalar $p->passed, scalar $p->failed,
        scalar $p->skipped, scalar $p->parse_errors
      """
    let outcome = try await run("/usr/bin/perl", ["-e", script, directory.path + "/report.tap"])
    outcome.expect(text: "1..3 3 1 2 0 0")
  }

  @Test(
    "The program prove accepts a TAP report in which all checks passed",
    .needs("prove", from: "perl") { Places.program("prove") != nil })
  func prove() async throws {
    let directory = try TemporaryDirectory()
    let report = try await jpfetch("check ids refs albums --sample -f tap")
    try directory.write(report.text, to: "api.t")
    let program = try #require(Places.program("prove"))
    let outcome = try await run(program, ["-e", "cat", directory.path + "/api.t"])
    #expect(outcome.status == 0 && outcome.text.hasSuffix("Result: PASS\n"), "\(outcome)")
  }

  @Test("cmark-gfm renders the Markdown report as the snapshot's table", .needs("cmark-gfm"))
  func markdown() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.report.text(as: .markdown), to: "report.md")
    let html = try await run(
      #require(Places.program("cmark-gfm")),
      ["--unsafe", "-e", "table", directory.path + "/report.md"]
    )
    try expectSnapshot("report-markdown.html", of: html.text)
  }
}

extension CheckReport {
  /// The report in a format, as in a pipe.
  func text(as format: ReportFormat) -> String {
    let bytes = OutputBuffer.collect { output in write(as: format, to: &output) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
