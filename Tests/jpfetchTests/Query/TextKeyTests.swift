import TestSupport
import Testing

/// json-server 1 gives `"id": "1"` beside `"userId": 1`.
@Suite("Ids that are text beside references that are numbers", .evidence, .limited)
struct TextKeyTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      #"[{"id":"2","name":"b"},{"id":"10","name":"a"},{"id":"x"}]"#, to: "users.json")
    try directory.write(
      #"[{"userId":2,"id":"1","title":"t"},{"userId":10,"id":"2"},{"userId":2,"id":"3"},"#
        + #"{"userId":9,"id":"4"}]"#, to: "albums.json")
  }

  private func jpfetch(_ words: String...) throws -> CommandRun {
    try run(Places.jpfetch, words + ["--base-url", "file:\(directory.path)"])
  }

  private static let told =
    "jpfetch: warning: albums.userId and users.id have different types, number and string: joined as text"

  @Test("They are joined by their text, with a warning; --strict exits 8")
  func joined() throws {
    let words = ["users", "-e", "albums", "-F", "id,albums.id", "-f", "ndjson"]
    let outcome = try run(Places.jpfetch, words + ["--base-url", "file:\(directory.path)"])
    #expect(outcome.status == 0)
    #expect(
      outcome.text == """
        {"id":"2","albums":[{"id":"1"},{"id":"3"}]}
        {"id":"10","albums":[{"id":"2"}]}
        {"id":"x","albums":[]}

        """)
    #expect(outcome.codes == ["data.misfits", "data.orphans"])
    let strict = try run(
      Places.jpfetch, words + ["--strict", "--base-url", "file:\(directory.path)"])
    #expect(strict.status == 8)
  }

  @Test("Parents are joined by their text as well")
  func parents() throws {
    let outcome = try jpfetch("albums", "1", "2", "-F", "id,user.name", "-f", "csv")
    #expect(outcome.text == "id,user.name\r\n1,b\r\n2,a\r\n")
    #expect(outcome.firstError == Self.told)
  }

  @Test(
    "Such ids are selected and sorted like numbers",
    arguments: [
      (["users", "10", "2"], "10\r\n2\r\n"), (["users", "-w", "id=10,2"], "2\r\n10\r\n"),
      (["users", "-w", "id < 10"], "2\r\n"), (["users", "-S", "-id", "-n", "2"], "x\r\n10\r\n"),
      (["users", "-w", "id=x"], "x\r\n"), (["users", "-w", "id > 3", "-w", "id < 11"], "10\r\n"),
    ])
  func chosen(words: [String], text: String) throws {
    let outcome = try run(
      Places.jpfetch,
      words + ["-e", "none", "-F", "id", "-f", "csv", "--no-header"]
        + ["--base-url", "file:\(directory.path)"])
    #expect((outcome.status, outcome.text, outcome.errors) == (0, text, ""))
  }

  @Test("A record with a missing parent is found and counted")
  func missingParent() throws {
    let none = try jpfetch("albums", "-w", "user = null", "-F", "id", "-f", "csv", "--no-header")
    #expect((none.status, none.text) == (0, "4\r\n"))
    let some = try jpfetch("albums", "-w", "user != null", "--count")
    #expect(some.text == "3\n")
    let counts = try jpfetch("albums", "--count-by", "user.name", "-f", "csv")
    #expect(counts.text == "user.name,count\r\nb,2\r\na,1\r\n,1\r\n")
  }

  @Test("Values at the maximum depth can be grouped")
  func deepGroups() throws {
    let deep = String(repeating: "[", count: 510) + String(repeating: "]", count: 510)
    try directory.write("[{\"id\":1,\"x\":\(deep)}]", to: "users.json")
    let outcome = try jpfetch("users", "1", "--count-by", "x", "--json", "--compact")
    #expect((outcome.status, outcome.text) == (0, "[{\"x\":\(deep),\"count\":1}]\n"))
  }

  @Test("A field of a list that is missing is null, not unknown")
  func partial() throws {
    let other = try TemporaryDirectory()
    try other.write(#"[{"userId":1,"id":1}]"#, to: "albums.json")
    let outcome = try run(
      Places.jpfetch,
      ["albums", "-F", "id,user.nickname", "--partial", "-f", "csv"]
        + ["--base-url", "file:\(other.path)"])
    #expect((outcome.status, outcome.text) == (8, "id,user.nickname\r\n1,\r\n"))
  }

  @Test("check schema reports them, check refs doesn't")
  func check() throws {
    let schema = try jpfetch("check", "schema", "albums", "users")
    #expect(schema.status == 1)
    #expect(schema.text.contains("albums.userId and users.id have different types"))
    try directory.write(#"[{"userId":2,"id":"1","title":"t"}]"#, to: "albums.json")
    #expect(try jpfetch("check", "refs", "albums", "users").status == 0)
  }
}
