import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("--dry-run prints requests, and sends nothing", .needsLibcurl, .limited)
struct DryRunTests {
  @Test("It predicts what the next run does with stored responses")
  func prediction() async throws {
    let site = try ServerAndStore { request in
      // A response without a validator is requested without conditions.
      let fields = [
        "/users": ["Cache-Control: max-age=600", "ETag: \"1\""], "/albums": ["ETag: \"2\""],
      ]
      return .reply(fields: fields[request.path] ?? ["Cache-Control: max-age=0"], "[]")
    }
    func expectWords(_ expected: [String], _ option: String = "") async throws {
      let outcome = try await site.jpfetch("--dry-run --json \(option)")
      outcome.expect(status: 0)
      let rows = try JSONDocument(Array(outcome.output)).root.elements
      #expect(rows.map { $0["cache"]?.string } == expected, "\(outcome)")
      let lines = try await site.jpfetch("--dry-run \(option)").text.split(separator: "\n")
      #expect(lines.count == expected.count)
      for (line, word) in zip(lines, expected) { #expect(line.contains("# \(word)")) }
    }
    try await expectWords(["miss", "miss", "miss"])
    try await expectWords(["missing", "missing", "missing"], "--offline")
    #expect(site.requests.isEmpty)
    _ = try await site.jpfetch()
    try await expectWords(["hit", "revalidate", "miss"])
    try await expectWords(["revalidate", "revalidate", "miss"], "--refresh")
    try await expectWords(["offline", "offline", "offline"], "--offline")
    try await expectWords(["miss", "miss", "miss"], "--no-cache")
    #expect(site.requests.count == 3)
    let plan = try await site.jpfetch("albums --dry-run -H 'Pragma: a b'")
    let line =
      /curl -gsSfL --compressed -H 'Pragma: a b' \S+\/albums  # revalidate, stored .+ ago\n/
    #expect(plan.text.wholeMatch(of: line) != nil, "\(plan)")
    let own = try await site.jpfetch("albums --dry-run -H 'X-One: a b'")
    let curl = "curl -gsSfL --compressed -H 'X-One: a b' \(site.url)/albums"
    own.expect(text: "\(curl)  # miss\n")
    let row = try await site.jpfetch("albums --dry-run --json --compact -H 'X-One: a b'")
    row.expect(
      text: #"[{"method":"GET","url":"\#(site.url)/albums","cache":"miss","curl":"\#(curl)"}]"#
        + "\n")
  }

  @Test(
    "A stored response that can't answer is no hit",
    arguments: [
      ("X-Total-Count: 20", "users 1", "miss"), ("X-Total-Count: 20", "users", "hit"),
      ("X-Total-Count: 2", "users 1", "hit"), ("X-Total-Count: 2", "users 3", "hit"),
    ])
  func partOfList(field: String, line: String, word: String) async throws {
    let site = try ServerAndStore { _ in
      .reply(fields: ["Cache-Control: max-age=600", field], #"[{"id":1},{"id":2}]"#)
    }
    try await site.jpfetch("users").expect(status: 0)
    let plan = try await site.jpfetch("\(line) --dry-run")
    #expect(plan.text.contains("  # \(word)"), "\(plan)")
    #expect(site.requests.count == 1)
    _ = try await site.jpfetch(line)
    #expect((site.requests.count == 1) == (word == "hit"))
  }

  @Test("A shell that runs a line sends the same request", .needs("curl"))
  func pasted() async throws {
    let site = try ServerAndStore { _ in .reply("[]") }
    let words = ["get", "/x?q=it's&a=b", "-H", "X-Empty:", "-H", "X-One: a  b", "--retry", "0"]
    let plan = try await site.jpfetch("--dry-run --timeout 20s", words)
    plan.expect(status: 0, errors: "")
    #expect(plan.text.contains(" --max-time 20 "), "\(plan)")
    #expect(!plan.text.contains("Accept") && !plan.text.contains("User-Agent"), "\(plan)")
    #expect(site.requests.isEmpty)
    try await run("/bin/sh", ["-c", plan.text]).expect(status: 0, text: "[]")
    try await site.jpfetch("", words).expect(status: 0)
    #expect(site.requests.count == 2)
    for request in site.requests {
      #expect(request.path == "/x?q=it's&a=b")
      #expect(request.head.contains("X-Empty:") && request.head.contains("X-One: a  b\r\n"))
    }
  }

  @Test("bash sends what isn't printable as it was typed", .needs("bash", "curl"))
  func pastedIntoBash() async throws {
    let site = try ServerAndStore { _ in .reply("[]") }
    let words = ["get", "/x", "-H", "X-One: a\tb'\\\u{202E}c", "--retry", "0"]
    let plan = try await site.jpfetch("--dry-run", words)
    #expect(
      plan.text.contains(#" -H $'X-One: a\tb\'\\\xe2\x80\xaec' "#), "\(plan)")
    try await run(
      try #require(Places.program("bash")), ["-c", plan.text]
    ).expect(status: 0, text: "[]")
    #expect(site.requests.first?.head.contains("X-One: a\tb'\\\u{202E}c\r\n") == true)
  }

  @Test(
    "Local data has a comment for each request, whatever JPFETCH_FORMAT says and JSON is to look like",
    arguments: [
      ("users --sample", nil, "# local sample:/users\n"),
      ("get /x --base-url file:/none", nil, "# local file:/none/x\n"),
      ("users --sample", "csv", "# local sample:/users\n"),
      ("users --sample", "json", "# local sample:/users\n"),
      ("users --sample", "wrong", "# local sample:/users\n"),
      ("get /users --sample -i", nil, "# local sample:/users\n"),
      ("get /users --sample --compact", nil, "# local sample:/users\n"),
    ] as [(String, String?, String)])
  func localData(line: String, format: String?, text: String) async throws {
    var environment: [String: String] = [:]
    environment["JPFETCH_FORMAT"] = format
    try await jpfetch(line + " --dry-run", environment: environment).expect(status: 0, text: text)
  }

  @Test(
    "With --against, each request is shown as that of its own server, files or store",
    arguments: [
      ("--base-url http://h --against file:/none", ["curl ", "# local file:/none/users"]),
      ("--base-url file:/none --against http://h", ["# local file:/none/users", "curl "]),
      ("--base-url http://h --against cache", ["curl ", "# missing http://h/users"]),
    ])
  func baseline(line: String, starts: [String]) async throws {
    let outcome = try await jpfetch("check drift users --dry-run \(line)")
    outcome.expect(status: 0, errors: "")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 2 && zip(lines, starts).allSatisfy { $0.hasPrefix($1) }, "\(outcome)")
  }

  @Test("--json and --meta print JSON, and other formats are refused, with any command")
  func formats() async throws {
    let json = #"[{"method":"GET","url":"sample:/users","cache":"local","curl":null}]"# + "\n"
    for options in ["--json --compact", "-f json --compact", "--meta --compact"] {
      try await jpfetch("users --sample --dry-run \(options)").expect(status: 0, text: json)
    }
    let reports = ReportFormat.allCases.map { ("check ids users", $0.rawValue) }
    let answers = OutputFormat.allCases.map { ("users", $0.rawValue) }
    for (line, format) in answers + reports + [("get /users", "table")] where format != "json" {
      let refused = try await jpfetch("\(line) --sample --dry-run -f \(format)")
      refused.expect(status: 2, text: "")
    }
    try await jpfetch("check ids users --sample --dry-run --json").expect(status: 0, errors: "")
  }
}
