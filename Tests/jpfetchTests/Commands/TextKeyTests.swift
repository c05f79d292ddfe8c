import TestSupport
import Testing

/// json-server 1 gives `"id": "1"` together with `"userId": 1`.
@Suite("Ids that are text with references that are numbers", .limited)
struct TextKeyTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      #"[{"id":"2","name":"b"},{"id":"10","name":"a"},{"id":"help"}]"#, to: "users.json")
    try directory.write(
      #"[{"userId":2,"id":"1","title":"t"},{"userId":10,"id":"2"},{"userId":2,"id":"3"},"#
        + #"{"userId":9,"id":"4"}]"#, to: "albums.json")
  }

  @Test("An id that is text is joined with references that are the same number")
  func joined() async throws {
    let line = "users -e albums -F id,albums.id -f ndjson"
    let outcome = try await jpfetch(line, directory.options)
    outcome.expect(status: 0)
    #expect(outcome.codes == ["data.orphans"], "\(outcome)")
    outcome.expect(
      text: """
        {"id":"2","albums":[{"id":"1"},{"id":"3"}]}
        {"id":"10","albums":[{"id":"2"}]}
        {"id":"help","albums":[]}

        """)
  }

  @Test(
    "Ids that are text are selected, sorted and grouped like numbers",
    arguments: [
      ("users 10 2 -F id", "10\r\n2\r\n"), ("users -w id=10,2 -F id", "2\r\n10\r\n"),
      ("users -w 'id < 10' -F id", "2\r\n"), ("users -w id=help -F id", "help\r\n"),
      ("users -S -id -n 2 -F id", "help\r\n10\r\n"),
      ("albums 1 2 -F id,user.name", "1,b\r\n2,a\r\n"),
      ("albums -w 'user = null' -F id", "4\r\n"),
      ("albums --count-by user.name", "b,2\r\na,1\r\n,1\r\n"),
    ])
  func chosen(line: String, text: String) async throws {
    let outcome = try await jpfetch(line + " -f csv --no-header", directory.options)
    outcome.expect(status: 0, text: text)
  }

  @Test("Values at the maximum depth can be grouped")
  func deepGroups() async throws {
    let deep = String(repeating: "[", count: 510) + String(repeating: "]", count: 510)
    try directory.write("[{\"id\":1,\"x\":\(deep)}]", to: "users.json")
    let outcome = try await jpfetch("users --count-by x --json --compact", directory.options)
    outcome.expect(status: 0, text: "[{\"x\":\(deep),\"count\":1}]\n")
  }

  @Test("A field of a list that couldn't be fetched is null, and not an unknown field")
  func partial() async throws {
    try directory.write("<html>", to: "users.json")
    let outcome = try await jpfetch(
      "albums 1 -F id,user.nickname --partial -f csv", directory.options)
    outcome.expect(status: 8, text: "id,user.nickname\r\n1,\r\n")
  }
}
