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
}
