import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Data on standard output, everything else on standard error", .evidence, .limited)
struct StreamTests {
  private static let formats = ["table", "tree", "json", "ndjson", "csv", "tsv", "markdown"]

  @Test("Warnings add nothing to the data, in any format", .needsLibcurl, arguments: formats)
  func warnings(format: String) throws {
    let users = #"[{"id":1}]"#
    let album = #"{"id":5,"userId":1}"#
    let site = try ServerAndStore { request in
      .reply(request.path == "/users" ? users : #"[\#(album),{"id":6,"userId":7}]"#)
    }
    try site.directory.write(users, to: "users.json")
    try site.directory.write("[\(album)]", to: "albums.json")
    let line = ["users", "-e", "albums", "-f", format]
    let expected = try run(
      Places.jpfetch, line + ["--base-url", "file:\(site.directory.path)"])
    #expect((expected.status, expected.errors) == (0, ""))
    #expect(try run(Places.jpfetch, line + site.places).text == expected.text)
    site.server.stop()
    let stale = try run(Places.jpfetch, line + site.places)
    #expect(stale.status == 0 && stale.text == expected.text)
    // The server is gone, and an album has no user.
    #expect(stale.errors.contains("stored") && stale.errors.contains("left out 1 album"))
    let quiet = try run(Places.jpfetch, line + site.places + ["-q"])
    #expect((quiet.text, quiet.errors) == (expected.text, ""))
  }

  @Test(
    "A message is one line of JSON with a JSON format, and text with others", arguments: formats)
  func messages(format: String) throws {
    let outcome = try jpfetch("users", "99", "--sample", "-f", format)
    #expect((outcome.status, outcome.text) == (4, ""))
    if format.hasSuffix("json") {
      #expect(outcome.codes == ["record.missing"])
    } else {
      #expect(outcome.firstError == "jpfetch: error: no user with id 99")
      #expect(outcome.errorLines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
    }
  }

  @Test(
    "The fields of one record are escaped, in a pipe too",
    arguments: [(3, "\\u001b]0;x\\u0007"), (7, "\\u202eright"), (8, "\\u007f\n        \\u009b31m")])
  func hostileRecord(id: Int, title: String) throws {
    let directory = try SelectionTests.hostileDirectory()
    let outcome = try jpfetch(
      "albums", "\(id)", "-e", "none", "--base-url", "file:\(directory.path)")
    #expect(outcome.text == "userId  1\nid      \(id)\ntitle   \(title)\n")
  }

  @Test("Standard input is never read")
  func input() throws {
    for line in ["users 1 -F id -f csv --sample", "cache path", "check ids --sample -q", "-h"] {
      let script = "printf left | { '\(Places.jpfetch)' \(line) >/dev/null; cat; }"
      #expect(try run("/bin/sh", ["-c", script]).text == "left", "\(line)")
    }
  }

  @Test(
    "Wrong usage: the first line names the word, the next says what is right, and nothing is sent",
    .needsLibcurl,
    arguments: [
      ("usrs", "\"usrs\""), ("users --bogus", "--bogus"), ("users -n x", "\"x\""),
      ("users -w 'id > ten'", "\"ten\""), ("users -F url", "\"url\""), ("check ref", "\"ref\""),
      ("get /x --query a", "\"a\""), ("cache wram", "\"wram\""), ("users -f yaml", "\"yaml\""),
      ("users 1-3", "\"1-3\""), ("users -e album", "\"album\""),
      ("users --timeout soon", "\"soon\""),
    ])
  func usage(line: String, word: String) throws {
    let site = try ServerAndStore()
    let outcome = try site.jpfetch(line)
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(outcome.firstError.hasPrefix("jpfetch: error: ") && outcome.firstError.contains(word))
    #expect(outcome.errorLines.count > 1)
    #expect(site.requests.isEmpty)
  }

  @Test(
    "Each word has its page of help on standard output",
    arguments: [
      "help users", "help albums", "help photos", "help posts", "help comments", "help todos",
      "help get", "help check", "help cache", "help completions", "help help", "help where",
      "help fields", "help exit-codes", "help errors", "help", "-h", "--help", "users --help",
      "get -h", "check --help", "cache --help",
    ])
  func help(line: String) throws {
    let outcome = try run(Places.jpfetch, shellWords(line))
    #expect((outcome.status, outcome.errors) == (0, ""))
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count > 3)
    #expect(lines.filter { $0.count > 80 } == [])
  }
}
