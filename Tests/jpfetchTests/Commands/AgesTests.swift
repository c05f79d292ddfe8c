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
      let url = "\(Self.base)/\(name)"
      let response = HTTPResponse(
        status: 200, headerFields: ["Cache-Control": "max-age=\(maxAge)"],
        body: sampleBody("/\(name)") ?? [], url: url)
      let time = HTTPDate(seconds: now.seconds - secondsAgo)
      let reply = Reply(response: response, requested: time, received: time)
      let key = RequestKey(HTTPRequest(url: url))
      let store = ResponseStore(directory: directory.path)
      try store.apply(.store(StoredResponse(reply, to: key)), to: key)
    }
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

  @Test("cache list shows each response's age and state, and the ages of the server's")
  func list() async throws {
    let outcome = try await jpfetch("cache list", ["--cache-dir", directory.path])
    let lines = outcome.text.split(separator: "\n")
    #expect(lines[0].hasSuffix("  1h to 2d old"), "\(outcome)")
    for (age, state) in [
      ("1h", "fresh  /users"), ("2d", "stale  /albums"), ("3h", "fresh  /photos"),
    ] {
      let rows = lines.filter { $0.hasPrefix("    \(age)  ") && $0.hasSuffix("  \(state)") }
      #expect(rows.count == 1, "\(outcome)")
    }
  }
}
