import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Runs with built-in data", .limited)
struct SampleTests {
  @Test(
    "Standard output equals the snapshot of each command",
    arguments: [
      ("users", "users"), ("comment", "comments 500"), ("todos-by-id", "todos 7 8"),
      ("user-compact", "get users/10 --compact"), ("fields", "-F id,address.city,company,albums"),
      ("tree", "-n 2 -e posts,todos -f tree"),
      ("tree-parents", "photos 7 8 -f tree -e album.user"),
      ("parents", "photos 1 5000 --embed album.user"), ("markdown", "todos -n 3 -f markdown"),
      ("count-by", "todos --count-by user.name,completed -n 5"),
    ])
  func snapshots(name: String, line: String) async throws {
    let outcome = try await jpfetch(line, ["--sample"])
    outcome.expect(status: 0, errors: "")
    try expectSnapshot("\(name).txt", of: outcome.text)
  }

  @Test(
    "Local data answers filters and pages, and no other query",
    arguments: [
      ("/todos?userId=3&_page=2&_limit=2", [43, 44]), ("/todos?userId=3&_limit=2", [41, 42]),
      ("/todos?id=2&id=1", [1, 2]), ("/users?_limit=", Array(1...10)), ("/users?", Array(1...10)),
      ("/todos?q=a", nil), ("/users/1/todos?_sort=id", nil),
      ("/users/1?x=1", nil),
    ] as [(String, [Int64]?)])
  func queries(path: String, ids: [Int64]?) async throws {
    let outcome = try await jpfetch("get --sample --compact", [path])
    guard let ids else { return outcome.expect(status: 4, text: "") }
    let records = try JSONDocument(Array(outcome.text.utf8)).root.elements
    #expect(records.map { $0["id"]?.integer } == ids)
  }

  @Test(
    "If get can't answer from local data, the error has the path as typed, and says what there is",
    arguments: ["/users?a=b", "/users/1/todos?_sort=id"])
  func unknownToLocalData(path: String) async throws {
    for source in [["--sample"], fromSampleFiles] {
      let outcome = try await jpfetch("get", [path] + source)
      outcome.expect(status: 4, text: "")
      #expect(outcome.firstError.hasSuffix(path), "\(outcome)")
      let advice = try #require(outcome.errorLines.last)
      #expect(advice.hasPrefix("  local data has lists (/users), records (/users/1"), "\(advice)")
    }
  }

  @Test("If a list's file is missing, the error names the files that are needed")
  func missingFile() async throws {
    let directory = try TemporaryDirectory()
    let missing = try await jpfetch("get /users", directory.options)
    #expect(missing.errors.contains("name a directory with users.json"), "\(missing)")
  }

  @Test("The locale doesn't change the output and the errors", arguments: ["--sample", "--bogus"])
  func locales(option: String) async throws {
    let plain = try await jpfetch(option)
    let turkish = try await jpfetch(option, environment: ["LC_ALL": "tr_TR.UTF-8"])
    turkish.expect(status: plain.status, text: plain.text, errors: plain.errors)
  }

  @Test(
    "A resource can be called by its other names, such as photo and picture for photos",
    arguments: ["photo", "pictures", "picture"])
  func aliases(word: String) async throws {
    let outcome = try await jpfetch([word, "17", "-F", "id,albumId", "-f", "csv", "--sample"])
    outcome.expect(text: "id,albumId\r\n17,1\r\n")
  }

  @Test(
    "A resource can be called by its singular",
    arguments: ["user", "album", "photo", "post", "comment", "todo"])
  func singular(word: String) async throws {
    let one = try await jpfetch([word, "7", "--json", "--sample"])
    one.expect(status: 0)
    try await jpfetch([word + "s", "7", "--json", "--sample"]).expect(status: 0, text: one.text)
  }

  @Test("--version prints one line")
  func version() async throws {
    let outcome = try await jpfetch("--version")
    #expect(outcome.text.wholeMatch(of: /jpfetch \d+\.\d+\.\d+\n/) != nil, "\(outcome)")
  }

  @Test(
    "--sample, --version and --help open no socket and don't load libcurl",
    .needs("strace"), arguments: [["--sample", "--json"], ["--version"], ["--help"]])
  func noNetwork(arguments: [String]) async throws {
    let (outcome, calls) = try await traced("network,openat", arguments)
    outcome.expect(status: 0)
    #expect(!calls.contains { $0.contains("socket(") || $0.contains("libcurl") })
  }

  @Test(
    "Without libcurl, --sample works, and a request is the error net.other",
    .only(if: Places.isLinux, "libcurl has a fixed path on this system"))
  func withoutLibcurl() async throws {
    let directory = try TemporaryDirectory()
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { try directory.write("no", to: name) }
    let environment = ["LD_LIBRARY_PATH": directory.path]
    try await jpfetch("todos --sample", environment: environment).expect(status: 0)
    let online = try await jpfetch("--json --base-url http://127.0.0.1:9", environment: environment)
    online.expect(status: 3, text: "")
    #expect(online.codes == ["net.other"], "\(online)")
  }
}
