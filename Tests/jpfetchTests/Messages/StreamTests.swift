import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("Data on standard output, everything else on standard error", .limited)
struct StreamTests {
  private static let formats = OutputFormat.choices.words

  @Test(
    "In messages and reports, ids and references are cut at 40 characters",
    arguments: [
      "", "users -e albums", "check", "check -f json", "check -f junit", "users EXTRA",
      "check --ignore EXTRA",
    ])
  func longKeys(line: String) async throws {
    let directory = try TemporaryDirectory()
    let key = String(repeating: "é", count: 5000)
    let user = #"{"id":"\#(key)"}"#
    for name in Resource.all.map(\.name) { try directory.write("[]", to: "\(name).json") }
    try directory.write("[\(user),\(user)]", to: "users.json")
    try directory.write(#"[{"id":1,"userId":"\#(key)x"}]"#, to: "albums.json")
    let words = line.replacing("EXTRA", with: key + "y")
    let outcome = try await jpfetch(words, directory.options)
    var messages = outcome.errors
    if line.hasPrefix("check") { messages += outcome.text }
    // A key that isn't plain is shown as JSON spells it, and the quote counts.
    #expect(messages.contains(String(repeating: "é", count: 38) + "…"), "\(outcome)")
    #expect(!messages.contains(String(repeating: "é", count: 41)), "\(outcome)")
  }

  @Test(
    "In usage errors, typed words are cut at 40 characters",
    arguments: [
      "EXTRA", "users EXTRA=", "users albums EXTRA", "users -F EXTRA --sample",
      "users -w EXTRA --sample",
      "users -w albums.count=EXTRA", "users -S EXTRA --sample", "users -e EXTRA", "users -f EXTRA",
      "users -n EXTRA", "users --EXTRA", "check EXTRA", "check --assert EXTRA", "search x EXTRA",
      "get ./EXTRA", "get /x --query EXTRA", "get http://h --base-url /EXTRA", "cache EXTRA",
      "help EXTRA",
    ])
  func longWords(line: String) async throws {
    let word = String(repeating: "é", count: 5000)
    let outcome = try await jpfetch(line.replacing("EXTRA", with: word))
    outcome.expect(status: 2, text: "")
    #expect(outcome.errors.contains("éé…"), "\(outcome)")
    #expect(!outcome.errors.contains(String(repeating: "é", count: 41)), "\(outcome)")
  }

  @Test(
    "Warnings don't change the data on standard output, in any format", .needsLibcurl,
    arguments: formats)
  func warnings(format: String) async throws {
    let users = #"[{"id":1}]"#
    let album = #"{"id":5,"userId":1}"#
    let site = try ServerAndStore { request in
      .reply(request.path == "/users" ? users : #"[\#(album),{"id":6,"userId":7}]"#)
    }
    try site.directory.write(users, to: "users.json")
    try site.directory.write("[\(album)]", to: "albums.json")
    let line = "users -e albums -f \(format)"
    let expected = try await jpfetch(line, site.directory.options)
    expected.expect(status: 0, errors: "")
    let online = try await site.jpfetch(line)
    online.expect(text: expected.text)
    site.server.stop()
    let stale = try await site.jpfetch(line)
    stale.expect(status: 0, text: expected.text)
    // The server is gone, and an album has no user.
    #expect(
      stale.errors.contains("stored") && stale.errors.contains("left out 1 album"), "\(stale)")
    let quiet = try await site.jpfetch(line + " -q")
    quiet.expect(text: expected.text, errors: "")
  }

  @Test(
    "A message is one line of JSON with a JSON format, and text with any other format",
    arguments: formats)
  func messages(format: String) async throws {
    let outcome = try await jpfetch("users 99 --sample -f \(format)")
    outcome.expect(status: 4, text: "")
    if format.hasSuffix("json") {
      #expect(outcome.codes == ["record.missing"], "\(outcome)")
    } else {
      #expect(outcome.firstError.hasPrefix("jpfetch: error: "), "\(outcome)")
      #expect(outcome.errorLines.dropFirst().allSatisfy { $0.hasPrefix("  ") }, "\(outcome)")
    }
  }

  @Test("Standard input is never read")
  func input() async throws {
    for line in ["users 1 -F id -f csv --sample", "cache path", "check ids --sample -q", "-h"] {
      let script = "printf left | { '\(Places.jpfetch)' \(line) >/dev/null; cat; }"
      try await run("/bin/sh", ["-c", script]).expect(text: "left")
    }
  }

  @Test(
    "A usage error names the wrong argument, gives advice below, and sends no request",
    .needsLibcurl,
    arguments: [
      ("usrs", "\"usrs\""), ("users --bogus", "--bogus"), ("users -n x", "\"x\""),
      ("users -w 'albums > ten'", "albums"), ("users -F a..b", "\"a..b\""),
      ("check ref", "\"ref\""),
      ("get /x --query a", "\"a\""), ("cache wram", "\"wram\""), ("users -f sql", "\"sql\""),
      ("users a/b", "\"a/b\""), ("users -e album", "\"album\""),
      ("users --timeout soon", "\"soon\""),
    ])
  func usage(line: String, word: String) async throws {
    let site = try ServerAndStore()
    let outcome = try await site.jpfetch(line)
    outcome.expect(status: 2, text: "")
    #expect(
      outcome.firstError.hasPrefix("jpfetch: error: ") && outcome.firstError.contains(word),
      "\(outcome)")
    #expect(outcome.errorLines.count > 1, "\(outcome)")
    #expect(site.requests.isEmpty)
  }
}
