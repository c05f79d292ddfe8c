import Foundation
import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

@Suite("Reports about checks", .limited)
struct CheckReportTests {
  /// A result of each kind, with characters that a format has to escape.
  private static let report = CheckReport(
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
          .init(
            list: "users", message: "x: \"y\" # z\n- \u{1B}[31m]]>", expected: "b|c",
            found: "::error::", path: "[0].a"),
          .init(list: "users", message: "##[set-output name=a]b ##vso[c]"),
        ], checked: ["users"]),
      .init(name: "refs", promise: "", checked: ["users"], notRun: ["photos"]),
    ])

  private static func report(of results: [CheckResult]) -> CheckReport {
    CheckReport(
      server: "http://a", lists: [.init(name: "users", url: "http://a/users")], results: results)
  }

  @Test("The text has a line for each fact, in columns; --quiet prints failures only")
  func lines() {
    let results: [CheckResult] = [
      .init(name: "reach", promise: "every list could be fetched and read", checked: ["users"]),
      .init(
        name: "ids", promise: "",
        findings: [
          .init(list: "users", message: "one\u{1B}", path: "[0].id"),
          .init(list: "users", message: "two words that don't fit"),
          .init(list: "posts", message: "two words that don't fit"),
        ], notRun: ["photos"]),
      .init(name: "users.name ~ a", promise: "holds"),
      .init(
        name: "drift", promise: "",
        findings: [.init(list: "users", id: "1", message: "name  a → b", path: "[0].name")]),
    ]
    let report = Self.report(of: results)
    #expect(
      report.text(as: .text) == """
        checking users of http://a
        ok       reach   every list could be fetched and read
        failed   ids     users[0].id: one\\u001b
        failed   ids     users and posts: two words that don't fit
        not run  ids     missing data for photos
        ok       users.name ~ a  holds
        failed   drift   users 1  name  a → b
        2 passed, 2 failed

        """)
    #expect(
      Self.report(of: Array(results.dropFirst())).text(style: TextStyle(width: 40, isColored: true))
        == """
        checking users of http://a
        \u{1B}[31mfailed   \u{1B}[0mids     users[0].id: one\\u001b
        \u{1B}[31mfailed   \u{1B}[0mids     users and posts: two
                        words that don't fit
        \u{1B}[33mnot run  \u{1B}[0mids     missing data for photos
        \u{1B}[32mok       \u{1B}[0musers.name ~ a  holds
        \u{1B}[31mfailed   \u{1B}[0mdrift   users 1  name  a → b
        \u{1B}[31m1 passed, 2 failed\u{1B}[0m

        """)
    #expect(
      report.text(isQuiet: true) == """
        failed   ids     users[0].id: one\\u001b
        failed   ids     users and posts: two words that don't fit
        not run  ids     missing data for photos
        failed   drift   users 1  name  a → b

        """)
  }

  @Test("The last line is red if a check failed, yellow if one was not run, else green")
  func colors() {
    let passed = CheckResult(name: "reach", promise: "fine", checked: ["users"])
    var notRun = passed
    notRun.notRun = ["users"]
    var failed = passed
    failed.findings = [Finding(list: "users", message: "x")]
    for (results, line) in [
      ([passed, notRun, failed], "\u{1B}[31m1 passed, 1 failed, 1 not run\u{1B}[0m"),
      ([passed, notRun], "\u{1B}[33m1 passed, 1 not run\u{1B}[0m"),
      ([passed, passed], "\u{1B}[32m2 passed\u{1B}[0m"),
    ] {
      let text = Self.report(of: results).text(style: TextStyle(isColored: true))
      #expect(text.hasSuffix("\n\(line)\n"), "\(text)")
    }
  }

  @Test("The report in each format equals its snapshot", arguments: ReportFormat.allCases)
  func formats(format: ReportFormat) throws {
    try expectSnapshot("report-\(format).txt", of: Self.report.text(as: format))
  }

  @Test(
    "A report names the source of the checked lists, and the source that they were compared with",
    arguments: [
      ("http://a", false, nil, "users of http://a"), ("file:b", false, nil, "users of file:b"),
      ("sample:", false, nil, "users of the built-in data"),
      ("http://a", true, nil, "users of http://a, as stored"),
      ("http://a", false, "file:b", "users of http://a, against file:b"),
      ("http://a", false, "cache", "users of http://a, against the stored responses"),
    ] as [(String, Bool, String?, String)])
  func scope(server: String, isStored: Bool, baseline: String?, words: String) throws {
    let report = CheckReport(
      server: server, isStored: isStored, baseline: baseline,
      lists: [.init(name: "users", url: "")], results: [.init(name: "reach", promise: "")])
    func lines(_ format: ReportFormat) -> [Substring] {
      report.text(as: format).split(separator: "\n")
    }
    #expect(lines(.text)[0] == "checking \(words)")
    #expect(lines(.tap)[1...2] == ["1..1", "# checking \(words)"])
    #expect(lines(.junit)[1].hasPrefix("<testsuites name=\"jpfetch check: \(words)\" "))
    #expect(lines(.github)[0] == "::notice title=jpfetch check scope::checking \(words)")
    #expect(lines(.markdown)[1] == "checking \(words)")
    let members = try JSONDocument(Array(lines(.json).joined().utf8)).root
    #expect(members["server"]?.string == server)
    #expect(members["against"]?.string == baseline)
    #expect(members["lists"]?.elements.map { $0["list"]?.string } == ["users"])
  }

  @Test(
    "TAP and JUnit reports replace U+FFFE and U+FFFF, which YAML and XML don't allow",
    arguments: [ReportFormat.tap, .junit])
  func noncharacters(format: ReportFormat) {
    let finding = Finding(list: "users", message: "a\u{FFFE}\u{FFFF}")
    let report = Self.report(of: [.init(name: "ids", promise: "", findings: [finding])])
    let text = report.text(as: format)
    #expect(text.contains("users: a\u{FFFD}\u{FFFD}\"") && !text.contains("\u{FFFE}"))
  }

  @Test(
    "No report prints a line break or a terminal control from a name or a sentence",
    arguments: ReportFormat.allCases)
  func oddCharacters(format: ReportFormat) {
    func lines(_ words: String) -> [Substring] {
      let finding = Finding(list: "users", message: words, found: words, path: words)
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

  @Test("A JUnit report has a case for each check of a list, if the check concerns the list")
  func cases() async throws {
    let run = try await jpfetch("check ids refs users albums --sample -f junit")
    run.expect(status: 0)
    let suites = Array(run.text.split(separator: "<testsuite ").dropFirst())
    try #require(suites.count == 2, "\(run)")
    let counts = "failures=\"0\" errors=\"0\" time=\"0\" skipped=\"0\">"
    #expect(suites[0].hasPrefix("name=\"users\" tests=\"1\" \(counts)"), "\(run)")
    #expect(suites[1].hasPrefix("name=\"albums\" tests=\"2\" \(counts)"), "\(run)")
  }

  @Test(
    "A check that none of the lists concern is in no report, and isn't counted",
    arguments: ReportFormat.allCases)
  func leftOut(format: ReportFormat) async throws {
    let run = try await jpfetch("check users --max-time 1s --sample -f \(format)")
    run.expect(status: 0)
    let counts = ["4 passed", "\"passed\": 4,", "tests=\"4\"", "\n1..4\n"]
    #expect(counts.contains { run.text.contains($0) }, "\(run)")
    #expect(!run.text.contains("refs"), "\(run)")
  }

  @Test(
    "No report shows a secret in a response's field, or the value it is compared with",
    .needsLibcurl, arguments: ReportFormat.allCases)
  func secretFields(format: ReportFormat) async throws {
    let fields = [
      "Set-Cookie: sid=SEKRIT", "X-Auth-Token: SEKRIT", "X-A: plain",
      "Link: </users?access_token=SEKRIT>; rel=x", "Location: http://me:SEKRIT@h/",
    ]
    let site = try ServerAndStore { _ in .reply(fields: fields, "[]") }
    var words: [String] = []
    for claim in [
      "set-cookie != sid=SEKRIT", "X-Auth-Token = 'SEKRIT'", "link = x", "location = x", "x-a = b",
    ] {
      words += ["--assert", "users.response.header.\(claim)"]
    }
    let run = try await site.jpfetch("check reach users -f \(format)", words)
    run.expect(status: 1)
    #expect(!run.text.contains("SEKRIT") && !run.errors.contains("SEKRIT"), "\(run)")
    let text = run.text.replacing("\\", with: "")  // Markdown escapes asterisks.
    #expect(text.contains("found ***") && text.contains("found plain"), "\(run)")
    #expect(text.contains("access_token=***"), "\(run)")
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
}

extension CheckReport {
  /// The report in a format, as in a pipe.
  func text(as format: ReportFormat) -> String {
    let bytes = OutputBuffer.bytes { output in write(as: format, to: &output) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text report, as on a terminal.
  fileprivate func text(
    style: TextStyle = .plain, isQuiet: Bool = false
  ) -> String {
    let bytes = OutputBuffer.bytes { output in
      writeText(style: style, isQuiet: isQuiet, to: &output)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
