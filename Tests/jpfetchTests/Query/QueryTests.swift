import Foundation
import TestSupport
import Testing

@Suite("The query language")
struct QueryTests {
  private static let names = ["users", "albums", "photos", "posts", "comments", "todos"]

  /// Runs each pair's command line and all the jq programs, on the lists in a directory.
  private func expectEqual(in directory: String) throws {
    let jq = try #require(Places.program("jq"))
    let files = Self.names.flatMap { ["--slurpfile", $0 + "_", "\(directory)/\($0).json"] }
    let lists = Self.names.map { "$\($0)_[0] as $\($0)" }.joined(separator: " | ")
    let programs = QueryPair.all.map { "(\($0.jq))" }.joined(separator: ",\n")
    let theirs = try run(
      jq, ["-n", "-c"] + files + ["\(lists) | \(QueryPair.functions)\n\(programs)"])
    #expect((theirs.status, theirs.errors) == (0, ""))
    let lines = theirs.text.split(separator: "\n")
    try #require(lines.count == QueryPair.all.count)
    for (pair, line) in zip(QueryPair.all, lines) {
      let own = try run(
        Places.jpfetch, pair.words + ["--json", "--compact", "--base-url", "file:\(directory)"])
      #expect((own.status, own.errors) == (0, ""), "\(pair.words)")
      #expect(own.text == line + "\n", "\(pair.words)")
    }
  }

  @Test(
    "Each question's answer equals jq's, on the sample",
    .enabled(if: Places.has("jq"), "jq isn't installed"))
  func equalsJQ() throws {
    let directory = try TemporaryDirectory()
    for name in Self.names {
      let body = try #require(sampleBody("/\(name)"))
      try directory.write(String(decoding: body, as: UTF8.self), to: "\(name).json")
    }
    try expectEqual(in: directory.path)
  }

  @Test(
    "Each question's answer equals jq's, on the real data",
    .disabled(if: Places.isSanitized, "the sample shows a sanitizer the same code"),
    .enabled(if: Places.hasRealData, "the API's real data isn't beside the checkout"),
    .enabled(if: Places.has("jq"), "jq isn't installed"))
  func equalsJQOnRealData() throws {
    try expectEqual(in: #require(Places.realData).path(percentEncoded: false))
  }

  @Test(
    "A list that is only in the data has several values: told where there is room for one",
    arguments: [
      (["-F", "id,tags.name"], "--fields tags.name: a record has several of them"),
      (["-F", "id,tags.name", "-f", "csv"], "--fields tags.name: a record has several of them"),
      (["-S", "tags.name"], "--sort tags.name: a record has several of them"),
      (["--count-by", "tags.name"], "--count-by tags.name: a record has several of them"),
      (["-w", "tags.name = y", "-F", "id", "-f", "csv"], nil),
      (["-F", "tags.name", "-f", "ndjson"], nil),
    ] as [([String], String?)])
  func listInData(words: [String], message: String?) throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1,"tags":[{"name":"x"},{"name":"y"}]}]"#, to: "users.json")
    let place = ["users", "-e", "none", "--base-url", "file:\(directory.path)"]
    let outcome = try run(Places.jpfetch, place + words)
    #expect(outcome.status == (message == nil ? 0 : 2))
    #expect(outcome.text.isEmpty == (message != nil))
    if let message { #expect(outcome.errorLines.first == "jpfetch: \(message)") }
  }

  @Test("Where no record is left, groups still have their header")
  func noGroups() throws {
    let words = ["users", "-w", "id=99", "--count-by", "name,company.name", "--sample", "-f"]
    #expect(try run(Places.jpfetch, words + ["csv"]).text == "name,company.name,count\r\n")
    #expect(try run(Places.jpfetch, words + ["table"]).text == "NAME  COMPANY.NAME  COUNT\n")
    #expect(try run(Places.jpfetch, words + ["json"]).text == "[]\n")
  }

  @Test("The caret stands under the value that holds another condition")
  func caret() throws {
    let outcome = try run(Places.jpfetch, ["users", "-w", "id=1 or 2,3", "--sample"])
    #expect(outcome.errorLines.dropFirst().prefix(2) == ["    id=1 or 2,3", "       ^"])
  }
}
