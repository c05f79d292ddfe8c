import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

/// Stored users of an hour, albums of two days, photos of three hours; the albums are stale.
@Suite("An answer of parts with different ages", .limited)
struct AgesTests {
  private let directory: TemporaryDirectory
  private static let base = "http://127.0.0.1:1"

  init() throws {
    directory = try TemporaryDirectory()
    let now = HTTPDate.systemClock()
    for (name, secondsAgo, maxAge) in [
      ("users", 3600, 86_400), ("albums", 2 * 86_400, 3600), ("photos", 3 * 3600, 86_400),
    ] {
      let time = HTTPDate(seconds: now.seconds - secondsAgo)
      try Self.store(name, at: time, maxAge: maxAge, in: directory)
    }
  }

  private static func store(
    _ name: String, at time: HTTPDate, maxAge: Int, in directory: TemporaryDirectory
  ) throws {
    let url = "\(base)/\(name)"
    let response = HTTPResponse(
      status: 200, statusLine: "HTTP/1.1 200 OK",
      headerFields: ["Cache-Control": "max-age=\(maxAge)", "Age": "7"],
      body: sampleBody("/\(name)") ?? [], url: url)
    let reply = Reply(response: response, requested: time, received: time)
    let key = RequestKey(HTTPRequest(url: url))
    let store = ResponseStore(directory: directory.path)
    try store.apply(.store(StoredResponse(reply, to: key)), to: key)
  }

  private var options: [String] { ["--base-url", Self.base, "--cache-dir", directory.path] }

  @Test(
    "With --strict, an answer with one stale part is exit 8",
    arguments: [("", 8), ("users", 0), ("albums -e photos", 8)])
  func strict(line: String, status: Int32) async throws {
    try await jpfetch("\(line) --offline --strict", options).expect(status: status)
    try await jpfetch("\(line) --offline", options).expect(status: 0)
  }

  @Test("--meta has the ages of the oldest and of the newest part")
  func meta() async throws {
    let outcome = try await jpfetch("--offline --json --meta", options)
    let root = try JSONDocument(Array(outcome.output)).root
    // The run may begin much later, and takes a while.
    #expect((172_800..<176_000).contains(root["oldest"]?.integer ?? 0))
    #expect((3600..<7000).contains(root["newest"]?.integer ?? 0))
  }

  @Test("After a failure, the warning names only the lists that are stale", .needsLibcurl)
  func warning() async throws {
    let outcome = try await jpfetch("--retry 0", options)
    outcome.expect(status: 0)
    #expect(outcome.firstError == "jpfetch: warning: showing albums stored 2 days ago")
  }

  @Test(
    "The line below a table shows the age of the oldest part",
    .needs("util-linux's script", from: "bsdutils") { Places.hasScript })
  func summary() async throws {
    let line = options.joined(separator: " ")
    let text = try await screen("\"$JPFETCH\" --offline --color never \(line)", columns: 100)
    #expect(text.contains(" · cached 2d ago"))
  }

  @Test("A response that was stored while the clock was ahead has no age", .needsLibcurl)
  func unknown() async throws {
    let tomorrow = HTTPDate(seconds: HTTPDate.systemClock().seconds + 86_400)
    try Self.store("albums", at: tomorrow, maxAge: 86_400, in: directory)
    let list = try await jpfetch("cache list", ["--cache-dir", directory.path])
    #expect(list.text.contains("\n     ?  "), "\(list)")
    let entries = try await jpfetch("cache list --json", ["--cache-dir", directory.path])
    let ages = try JSONDocument(Array(entries.output)).root.elements.map { $0["age"]?.integer }
    #expect(ages.count == 3 && ages.first == .some(nil), "\(entries)")
    let never = try await jpfetch("albums --retry 0 --max-stale 999d", options)
    never.expect(status: 3, text: "")
    #expect(never.errors.contains("a response stored at an unknown time is not shown"), "\(never)")
    #expect(never.errorLines.last == "  show it with --offline", "\(never)")
    let shown = try await jpfetch("--retry 0 -v", options)
    shown.expect(status: 0)
    let warning = "jpfetch: warning: showing albums stored at an unknown time"
    #expect(shown.errorLines.contains(warning), "\(shown)")
    #expect(shown.errors.contains("stale, of unknown age: net.refused"), "\(shown)")
    let meta = try await jpfetch("--offline --json --meta", options)
    let root = try JSONDocument(Array(meta.output)).root
    #expect(root["oldest"]?.kind == .null && root["newest"]?.integer ?? 0 >= 3600, "\(meta)")
    #expect(root["sources"]?.elements.map { $0["age"]?.kind == .null } == [false, true, false])
    let plan = try await jpfetch("albums --offline --dry-run", options)
    #expect(plan.text.contains(", stored at an unknown time"), "\(plan)")
    let head = try await jpfetch("get /albums -i --offline", options)
    #expect(head.text.hasPrefix("HTTP/1.1 200 OK\r\n") && !head.text.contains("Age: "), "\(head)")
  }

  @Test("cache list shows each response's age and state")
  func list() async throws {
    let outcome = try await jpfetch("cache list", ["--cache-dir", directory.path])
    let lines = outcome.text.split(separator: "\n")
    for (age, state) in [
      ("1h", "fresh  /users"), ("2d", "stale  /albums"), ("3h", "fresh  /photos"),
    ] {
      let rows = lines.filter { $0.hasPrefix("    \(age)  ") && $0.hasSuffix("  \(state)") }
      #expect(rows.count == 1, "\(outcome)")
    }
  }
}
