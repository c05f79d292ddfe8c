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
  /// A result of each kind, with characters that a format has to escape.
  private static let report = CheckReport(
    subject: .init(url: "http://a", baseline: "file:b|c"),
    results: [
      .init(name: "reach", meaning: "fine", checked: ["users", "photos"]),
      .init(
        name: "a # b \\ c\nd <e>, \"f::\" \u{1B}\u{0}\u{85}", meaning: "",
        findings: [
          .init(
            list: "users", sentence: "x: \"y\" # z\n- \u{1B}[31m]]>", expected: "b|c",
            found: "::error::", location: "users[0].a"),
          .init(list: "users", sentence: "##[set-output name=a]b ##vso[c]"),
        ], checked: ["users"]),
      .init(
        name: "refs", meaning: "", notRun: [.init(list: "photos", sentence: "why|")],
        checked: ["users"]),
      .init(
        name: "status", meaning: "",
        skipped: [
          .init(list: "users", sentence: "no server"), .init(list: "photos", sentence: "no server"),
        ]),
    ],
    sources: [
      .init(
        resource: "users", url: "http://a/users?b&c", records: 10, time: .milliseconds(1234),
        isAnsweredNow: true, state: "miss"),
      .init(resource: "photos", url: "http://a/photos", state: "miss"),
    ])

  @Test(
    "Verdicts are words in a pipe and signs on a terminal, in columns; --quiet prints failures only"
  )
  func lines() {
    let report = CheckReport(
      subject: .init(url: "http://a"),
      results: [
        .init(name: "reach", meaning: "every request got a response", checked: ["users"]),
        .init(
          name: "ids", meaning: "",
          findings: [
            .init(list: "users", sentence: "one\u{1B}"), .init(list: "users", sentence: "two"),
          ], notRun: [.init(list: "photos", sentence: "why")]),
        .init(name: "refs", meaning: "", notRun: [.init(list: "photos", sentence: "why")]),
        .init(name: "users.name ~ a", meaning: "holds"),
        .init(
          name: "users.id unique", meaning: "holds",
          findings: [.init(list: "users", sentence: "1 of 10 users fails")]),
        .init(name: "time", meaning: "", notRun: [.init(list: "photos", sentence: "why")]),
      ],
      sources: [
        .init(
          resource: "users", url: "", records: 10, time: .milliseconds(1234),
          isAnsweredNow: true, state: "miss"),
        .init(resource: "photos", url: "", state: "miss"),
      ])
    #expect(
      report.text(as: .text) == """
        checking users and photos of http://a
        ok       reach  every request got a response
        failed   ids    one\\u001b
                        two
        not run  ids, refs, time  why
        ok       users.name ~ a
        failed   users.id unique
                        1 of 10 users fails
        2 passed, 2 failed, 2 not run · 10 records in 1234 ms

        """)
    #expect(
      report.text(style: TextStyle(width: 26, isColored: true), hasSigns: true) == """
        checking users and photos
          of http://a
        \u{1B}[32m✓\u{1B}[0m  reach  every request
                  got a response
        \u{1B}[31m✗\u{1B}[0m  ids    one\\u001b
                  two
        \u{1B}[33m-\u{1B}[0m  ids, refs, time
                  not run: why
        \u{1B}[32m✓\u{1B}[0m  users.name ~ a
        \u{1B}[31m✗\u{1B}[0m  users.id unique
                  1 of 10 users
                  fails
        2 passed, 2 failed, 2 not
          run
        10 records in 1234 ms

        """)
    #expect(
      report.text(isQuiet: true) == """
        failed   ids  one\\u001b
                      two
        not run  ids, refs, time  why
        failed   users.id unique
                      1 of 10 users fails

        """)
  }

  @Test(
    "The report in each format equals its snapshot, and has no control characters for terminals",
    arguments: ReportFormat.allCases)
  func formats(format: ReportFormat) throws {
    let text = Self.report.text(as: format)
    try expectSnapshot("report-\(format).txt", of: text)
    let scalars = text.unicodeScalars.filter(\.steersTerminal)
    #expect(scalars.allSatisfy { $0 == "\n" })
  }

  @Test("Checks that couldn't run for the same reason share one annotation and one row of Markdown")
  func sharedReasons() {
    var results: [CheckResult] = []
    for name in ["ids", "refs"] {
      let reason = Finding(list: "photos", sentence: "photos could not be fetched")
      results.append(CheckResult(name: name, meaning: "", notRun: [reason]))
    }
    let report = CheckReport(subject: .init(url: "http://a"), results: results, sources: [])
    let annotations = report.text(as: .github)
    #expect(
      annotations.contains(
        "::warning title=jpfetch check ids%2C refs::not run: photos could not be fetched\n"))
    let table = report.text(as: .markdown)
    #expect(table.contains("| ⚠️ | ids, refs | not run: photos could not be fetched |\n"))
  }

  @Test(
    "A report names the source of the checked lists, and the source that they were compared with",
    arguments: [
      (.init(url: "http://a"), "users of http://a"),
      (.init(url: "file:b"), "users of file:b"),
      (.init(url: "sample:"), "users of the built-in data"),
      (.init(url: "http://a", isStored: true), "users of http://a, as stored"),
      (.init(url: "http://a", baseline: "file:b"), "users of http://a, against file:b"),
      (
        .init(url: "http://a", baseline: "cache"),
        "users of http://a, against the stored responses"
      ),
    ] as [(CheckReport.Subject, String)])
  func scope(subject: CheckReport.Subject, words: String) throws {
    let report = CheckReport(
      subject: subject, results: [.init(name: "reach", meaning: "")],
      sources: [.init(resource: "users", url: "", state: "miss")])
    func lines(_ format: ReportFormat) -> [Substring] {
      report.text(as: format).split(separator: "\n")
    }
    #expect(lines(.text)[0] == "checking \(words)")
    #expect(lines(.tap)[2] == "# checking \(words)")
    #expect(lines(.junit)[1].hasPrefix("<testsuites name=\"jpfetch check: \(words)\" "))
    #expect(lines(.github)[0] == "::notice title=jpfetch check scope::checking \(words)")
    #expect(lines(.markdown)[1] == "checking \(words)")
    let members = try JSONDocument(Array(lines(.json).joined().utf8)).root
    #expect(members["server"]?.string == subject.url)
    #expect(members["against"]?.string == subject.baseline)
    #expect(members["lists"]?.elements.map(\.string) == ["users"])
  }

  @Test(
    "TAP and JUnit reports replace U+FFFE and U+FFFF, which YAML and XML don't allow",
    arguments: [ReportFormat.tap, .junit])
  func noncharacters(format: ReportFormat) {
    let finding = Finding(list: "users", sentence: "a\u{FFFE}\u{FFFF}")
    let report = CheckReport(
      subject: .init(url: "http://a"),
      results: [.init(name: "ids", meaning: "", findings: [finding])],
      sources: [.init(resource: "users", url: "", state: "miss")])
    let text = report.text(as: format)
    #expect(text.contains("\"a\u{FFFD}\u{FFFD}\"") && !text.contains("\u{FFFE}"))
  }

  @Test(
    "No report prints a line break or a terminal control from a name or a sentence",
    arguments: ReportFormat.allCases)
  func oddCharacters(format: ReportFormat) {
    func lines(_ words: String) -> [Substring] {
      let finding = Finding(list: "users", sentence: words, found: words, location: words)
      let result = CheckResult(name: words, meaning: "", findings: [finding], checked: ["users"])
      let report = CheckReport(
        subject: .init(url: words, baseline: words), results: [result],
        sources: [.init(resource: "users", url: words, state: "miss")])
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

  @Test(
    "On a narrow terminal, a URL moves to its own line or is cut at its start, but isn't broken",
    arguments: [
      (
        40, "http://127.0.0.1:8765/hang/users",
        ["✗  reach  connection refused:", "  http://127.0.0.1:8765/hang/users", "✗  ids    ends"]
      ),
      (
        30, "http://127.0.0.1:8765/hang/users",
        ["✗  reach  connection refused:", "  …//127.0.0.1:8765/hang/users", "✗  ids    ends"]
      ),
      (
        40, "http://a/users",
        ["✗  reach  connection refused:", "          http://a/users", "✗  ids    ends"]
      ),
      (
        40, "http://127.0.0.1:8765/hang/users (all 6 lists)",
        [
          "✗  reach  connection refused:", "  http://127.0.0.1:8765/hang/users (all",
          "  6 lists)", "✗  ids    ends",
        ]
      ),
    ])
  func longURL(width: Int, url: String, lines: [String]) {
    let refused = Finding(list: "users", sentence: "connection refused: \(url)")
    let other = Finding(list: "users", sentence: "ends")
    let report = CheckReport(
      subject: .init(url: "http://a"),
      results: [
        .init(name: "reach", meaning: "", findings: [refused]),
        .init(name: "ids", meaning: "", findings: [other]),
      ], sources: [])
    let style = TextStyle(width: width, isColored: false)
    let text = report.text(style: style, hasSigns: true, isQuiet: true)
    #expect(text == lines.joined(separator: "\n") + "\n")
  }

  @Test("On a narrow terminal, a URL in the name of an assertion is broken, but not cut")
  func longName() {
    let name = "users.website~http://www.example.com/a/b/c/d/e/f/g"
    let finding = Finding(list: "users", sentence: "10 of 10 users fail")
    let report = CheckReport(
      subject: .init(url: "sample:"),
      results: [
        .init(name: name, meaning: "holds", checked: ["users"]),
        .init(name: name, meaning: "holds", findings: [finding], checked: ["users"]),
      ], sources: [.init(resource: "users", url: "", state: "sample")])
    #expect(
      report.text(style: TextStyle(width: 40, isColored: false), hasSigns: true) == """
        checking users of the built-in data
        ✓  users.website~http://www.example.com/
             a/b/c/d/e/f/g
        ✗  users.website~http://www.example.com/
             a/b/c/d/e/f/g
             10 of 10 users fail
        1 passed, 1 failed

        """)
  }

  @Test(
    "A JUnit report has a case for each check and list, skipped if the list has nothing to check")
  func skippedLists() async throws {
    let run = try await jpfetch("check refs users albums --sample -f junit")
    run.expect(status: 0)
    let skipped = "<skipped message=\"users refer to no other list\"/>"
    let suites = Array(run.text.split(separator: "<testsuite ").dropFirst())
    try #require(suites.count == 2, "\(run)")
    let counts = "tests=\"1\" failures=\"0\" errors=\"0\""
    #expect(suites[0].hasPrefix("name=\"users\" \(counts) skipped=\"1\""), "\(run)")
    #expect(suites[0].contains(skipped), "\(run)")
    #expect(suites[1].hasPrefix("name=\"albums\" \(counts) skipped=\"0\""), "\(run)")
    #expect(!suites[1].contains("<skipped"), "\(run)")
  }

  @Test("The JUnit report is well-formed XML")
  func xml() {
    #expect(XMLParser(data: Data(Self.report.text(as: .junit).utf8)).parse())
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
    outcome.expect(text: "1..4 4 2 2 1 0")
  }

  @Test(
    "The program prove accepts a TAP report in which all checks passed",
    .needs("prove", from: "perl") { Places.program("prove") != nil })
  func prove() async throws {
    let directory = try TemporaryDirectory()
    let report = try await jpfetch("check ids refs --sample -f tap")
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

  @Test("Any number of checks that can't run for the same reason are joined in linear time")
  func alike() {
    func seconds(for count: Int) -> Double {
      let results = (0..<count).map { number in
        var result = CheckResult(name: "users.id = \(number)", meaning: "holds")
        result.notRun = [Finding(list: "users", sentence: "no answer")]
        return result
      }
      let report = CheckReport(subject: .init(url: "http://a"), results: results, sources: [])
      let start = secondsOfThisThread()
      let text = report.text(as: .text)
      let end = secondsOfThisThread()
      let names = results.map(\.name).joined(separator: ", ")
      #expect(text.contains("\nnot run  \(names)  no answer\n"))
      return end - start
    }
    // Sixteen times the checks: 16 if it is linear, 256 if it is not.
    #expect(seconds(for: 4000) / seconds(for: 250) < 64)
  }
}

extension CheckReport {
  /// The report in a format, as in a pipe.
  func text(as format: ReportFormat) -> String {
    let bytes = OutputBuffer.bytes { output in write(as: format, to: &output) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text report, as on a terminal.
  fileprivate func text(
    style: TextStyle = .plain, hasSigns: Bool = false, isQuiet: Bool = false
  ) -> String {
    let bytes = OutputBuffer.bytes { output in
      writeText(style: style, hasSigns: hasSigns, isQuiet: isQuiet, to: &output)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
