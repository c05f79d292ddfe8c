import Foundation
import TestSupport
import Testing

@Suite("The query language", .evidence, .limited)
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
    let answers = zip(QueryPair.all, lines).shuffled().prefix(Effort.isFull ? .max : 40)
    for (pair, line) in answers {
      let own = try run(
        Places.jpfetch, pair.words + ["--json", "--compact", "--base-url", "file:\(directory)"])
      #expect((own.status, own.errors) == (0, ""), "\(pair.words)")
      #expect(own.text == line + "\n", "\(pair.words)")
    }
  }

  @Test(
    "Each question's answer equals jq's, on the sample", .takesLong,
    .needs("jq"))
  func equalsJQ() throws {
    let directory = try TemporaryDirectory()
    for name in Self.names {
      let body = try #require(wholeSampleBody("/\(name)"))
      try directory.write(String(decoding: body, as: UTF8.self), to: "\(name).json")
    }
    try expectEqual(in: directory.path)
  }

  @Test(
    "Each question's answer equals jq's, on the real data",
    .takesLong, .notUnderSanitizer("the sample shows a sanitizer the same code"),
    .needsRealData, .needs("jq"))
  func equalsJQOnRealData() throws {
    try expectEqual(in: #require(Places.realData).path(percentEncoded: false))
  }

  @Test(
    "A list that only the data has is refused where one value is needed",
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
    if let message { #expect(outcome.firstError == "jpfetch: error: \(message)") }
  }

  @Test("Groups of no records still have their header")
  func noGroups() throws {
    let words = ["users", "-w", "id=99", "--count-by", "name,company.name", "--sample", "-f"]
    #expect(try run(Places.jpfetch, words + ["csv"]).text == "name,company.name,count\r\n")
    let table = try run(Places.jpfetch, words + ["table"])
    #expect((table.text, table.errors) == ("", "no users match\n"))
    #expect(try run(Places.jpfetch, words + ["json"]).text == "[]\n")
  }

  @Test(
    "A remark says that no record was found",
    arguments: [
      (["-w", "id=99"], "no users match\n"), (["-w", "id=99", "-f", "tree"], "no users match\n"),
      (["-w", "id=99", "-f", "csv"], "no users match\n"), (["-w", "id=99", "-q"], ""),
      (["-w", "name=ada,7"], "no users match (\"=\" is exact, \"~\" contains)\n"),
      (["-s", "nobody"], "no users match\n"), (["-n", "0"], ""),
      (["-w", "id=99", "-f", "ndjson"], "{\"notice\":{\"message\":\"no users match\"}}\n"),
    ])
  func nothing(words: [String], errors: String) throws {
    #expect(try run(Places.jpfetch, ["users"] + words + fromSampleFiles).errors == errors)
  }

  @Test("The caret is below the value that contains another condition")
  func caret() throws {
    let outcome = try run(Places.jpfetch, ["users", "-w", "id=1 or 2,3", "--sample"])
    #expect(outcome.errorLines.dropFirst().prefix(2) == ["    id=1 or 2,3", "         ^"])
  }

  @Test("Members that only the data has are found behind lists, in lists, and as count")
  func inData() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      #"""
      [{"id":1,"labels":["a","b"],"meta":{"count":7,"k":"v"},"tags":[{"count":3}]},
       {"id":2,"labels":[],"meta":{"count":8}}]
      """#, to: "users.json")
    try directory.write(
      #"[{"id":1,"userId":1,"plays":3},{"id":2,"userId":2,"plays":"10"}]"#, to: "albums.json")
    let place = ["--base-url", "file:\(directory.path)"]
    for (words, status, text) in [
      ("users -w labels=a --count -e none", 0, "1\n"),
      ("users -w labels~B --count -e none", 0, "1\n"),
      ("users -w labels!=a --count -e none", 0, "1\n"),
      ("users -w tags.count=3 --count -e none", 0, "1\n"),
      ("users -w albums.plays>5 --count -e none", 0, "1\n"),
      (
        "users -e none -F meta.count,meta.k --json --compact", 0,
        #"[{"meta":{"count":7,"k":"v"}},{"meta":{"count":8,"k":null}}]"# + "\n"
      ),
      (
        "users -e none -F id,tags.count -f ndjson -n 1", 0, #"{"id":1,"tags":[{"count":3}]}"# + "\n"
      ),
      ("users --count-by albums.plays -e none", 2, ""),
      ("users -S albums.plays -e none", 2, ""),
      ("users -F id,albums.plays -f csv -e none", 2, ""),
      ("users -w albums.nothing=1 -e none", 2, ""),
    ] as [(String, Int32, String)] {
      let outcome = try run(
        Places.jpfetch, words.split(separator: " ").map(String.init) + place)
      #expect((outcome.status, outcome.text) == (status, text), "\(words): \(outcome.errors)")
    }
    let claims = ["--assert", "users.albums.plays > 0", "--assert", "albums.user.meta.count > 6"]
    let asserted = try run(
      Places.jpfetch, ["check", "reach", "users", "albums"] + claims + place)
    #expect(asserted.status == 0)
  }

  @Test("Names that only the data has can be quoted, contain a dot, or be count")
  func quotedNames() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      #"[{"id":1,"x y":"a","k.l":2,"count":7,"completed":true}]"#, to: "users.json")
    let place = ["--base-url", "file:\(directory.path)", "-e", "none"]
    for (words, text) in [
      (["-F", #""x y",k\.l,count"#, "-f", "csv"], "\"\"\"x y\"\"\",k\\.l,count\r\na,2,7\r\n"),
      (["-w", #""x y" = a"#, "--count"], "1\n"), (["-w", "count = 7", "--count"], "1\n"),
      (["-w", #""completed""#, "--count"], "1\n"), (["-S", "-count", "--count-by", "x"], ""),
    ] {
      let outcome = try run(Places.jpfetch, ["users"] + words + place)
      #expect(outcome.text == text, "\(words): \(outcome.errors)")
    }
  }

  @Test(
    "--embed adds to --fields, which can select its members",
    arguments: [
      ("users -n 1 -F name -e todos -f csv", "name,todos\r\nAda Brennan,20\r\n"),
      (
        "photos -n 1 -F id,album.id -e album.user -f table",
        "id  album.id  album.user\n 1         1  Ada Brennan\n"
      ),
      (
        "posts 1 -F id,comments.id -e comments --compact --json",
        #"{"id":1,"comments":[{"id":1},{"id":2},{"id":3},{"id":4},{"id":5}]}"# + "\n"
      ),
      ("albums 1 -F city,id -f csv", "city,id\r\nGalway,1\r\n"),
    ])
  func embedding(line: String, text: String) throws {
    let words = line.split(separator: " ").map(String.init)
    #expect(try run(Places.jpfetch, words + ["--sample"]).text == text)
  }
}
