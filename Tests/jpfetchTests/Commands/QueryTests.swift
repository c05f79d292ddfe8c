import Foundation
import TestSupport
import Testing

@Suite("The query language", .limited)
struct QueryTests {
  private static let names = ["users", "albums", "photos", "posts", "comments", "todos"]

  /// Runs each command line and all the jq programs, on the lists in a directory.
  private func expectEqual(in directory: String) async throws {
    let files = Self.names.flatMap { ["--slurpfile", $0 + "_", "\(directory)/\($0).json"] }
    let lists = Self.names.map { "$\($0)_[0] as $\($0)" }.joined(separator: " | ")
    let programs = QueryPairs.all.map { "(\($0.jq))" }.joined(separator: ",\n")
    let theirs = try await run(
      try #require(Places.program("jq")),
      ["-n", "-c"] + files + ["\(lists) | \(QueryPairs.functions)\n\(programs)"])
    theirs.expect(status: 0, errors: "")
    let answers = theirs.text.split(separator: "\n")
    try #require(answers.count == QueryPairs.all.count)
    for (pair, answer) in zip(QueryPairs.all, answers) {
      let own = try await jpfetch(
        pair.line.split(separator: "|").map(String.init) + [
          "-q", "--json", "--compact", "--base-url", "file:\(directory)",
        ])
      own.expect(status: 0, text: answer + "\n", errors: "")
    }
  }

  @Test("jpfetch and jq give the same answer to each question about the sample", .needs("jq"))
  func equalsJQ() async throws {
    try await expectEqual(in: String(fromSampleFiles[1].dropFirst("file:".count)))
  }

  @Test(
    "jpfetch and jq give the same answer to each question about the real data",
    .takesLong, .notUnderSanitizer("the sample shows a sanitizer the same code"),
    .needsRealData, .needs("jq"))
  func equalsJQOnRealData() async throws {
    try await expectEqual(in: #require(Places.realData).path(percentEncoded: false))
  }

  @Test("If no record matches, --count-by still prints the header of CSV")
  func noGroups() async throws {
    for (format, text) in [("csv", "name,company.name,count\r\n"), ("table", ""), ("json", "[]\n")]
    {
      let outcome = try await jpfetch(
        "users -w id=99 --count-by name,company.name --sample -f \(format)")
      outcome.expect(text: text)
    }
  }

  @Test("--meta counts the records that arrived, that match and that are shown, but not groups")
  func metaCounts() async throws {
    for (line, counts) in [
      (
        "todos -w completed -n 2", #"{"todos":{"total":200,"matching":102,"shown":2}}"#
      ),
      (
        "todos --count-by completed", #"{"todos":{"total":200,"matching":200,"shown":0}}"#
      ),
      (
        "users 1 2 -e albums",
        #"{"users":{"total":2,"matching":2,"shown":2},"#
          + #""albums":{"total":100,"matching":null,"shown":20}}"#
      ),
    ] {
      let outcome = try await jpfetch(line, ["--sample", "--meta", "--json", "--compact"])
      #expect(outcome.text.hasSuffix(#","counts":\#(counts)}"# + "\n"), "\(outcome)")
    }
  }

  @Test(
    "In a pipe there is no message if no record matches",
    arguments: [
      ("-w id=99", ""), ("-s nobody", ""), ("-n 0", ""), ("-w id=99 --json", "[]\n"),
      ("-w id=99 -f ndjson", ""),
    ])
  func nothing(line: String, text: String) async throws {
    try await jpfetch(line, fromSampleFiles).expect(status: 0, text: text, errors: "")
  }

  @Test(
    "--embed adds relations to --fields, and columns have the names as typed",
    arguments: [
      ("users -n 1 -F name -e todos -f csv", "name,todos\r\nAda Brennan,20\r\n"),
      (
        "photos -n 1 -F id,album.id -e album.user -f table",
        "id  album.id  album.user\n 1         1  Ada Brennan\n"
      ),
      ("albums 1 -F city,id -f csv", "city,id\r\nGalway,1\r\n"),
    ])
  func embedding(line: String, text: String) async throws {
    try await jpfetch(line, ["--sample"]).expect(text: text)
  }
}

@Suite("Members that aren't in the catalogue of fields", .limited)
struct DataMemberTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      #"[{"id":1,"x y":"a","k.l":2,"q\"":3,"count":0,"count":7,"completed":true,"labels":["a","b"],"#
        + #""meta":{"count":7,"k":"v"},"tags":[{"count":3},{"count":4}]},"#
        + #"{"id":2,"labels":[],"meta":{"count":8}}]"#, to: "users.json")
    try directory.write(
      #"[{"id":1,"userId":1,"plays":3},{"id":2,"userId":2,"plays":"10"}]"#, to: "albums.json")
  }

  private static let qAndMeta = #"[{"q\"":3,"meta":{"count":7,"k":"v"}}]"# + "\n"

  @Test(
    "Members outside the catalogue are found in lists, by quoted names, and if named count",
    arguments: [
      ("-w labels~B --count", "1\n"), ("-w labels!=a --count", "1\n"),
      ("-w tags.count=3 --count", "1\n"), ("-w albums.plays>5 --count", "1\n"),
      ("-F tags.count -f ndjson -n 1", "{\"tags\":[{\"count\":3},{\"count\":4}]}\n"),
      (
        "-F meta.count,meta.k --json --compact",
        #"[{"meta":{"count":7,"k":"v"}},{"meta":{"count":8,"k":null}}]"# + "\n"
      ),
      (#"-F '"x y","k.l",count' -n 1 -f csv"#, "x y,k.l,count\r\na,2,7\r\n"),
      (#"-F '"q""",meta.k,meta' -n 1 --json --compact"#, qAndMeta),
      (#"-w '"x y" = a' --count"#, "1\n"), ("-w count=7 --count", "1\n"),
      (#"-w '"completed"' --count"#, "1\n"),
    ])
  func found(line: String, text: String) async throws {
    let outcome = try await jpfetch(line + " -e none", directory.options)
    outcome.expect(text: text)
  }

  @Test(
    "A field with several values in one record is refused if one value is needed",
    arguments: [
      "-F id,tags.count -f csv", "-S tags.count", "--count-by tags.count", "-S albums.plays",
      "--count-by albums.plays", "-F albums.plays -f csv",
    ])
  func several(line: String) async throws {
    let outcome = try await jpfetch(line + " -e none", directory.options)
    outcome.expect(status: 2, text: "")
    #expect(outcome.firstError.contains(" can have several "), "\(outcome)")
  }

  @Test("Assertions can use members that aren't in the catalogue")
  func asserted() async throws {
    let claims = ["--assert", "users.albums.plays > 0", "--assert", "albums.user.meta.count > 6"]
    let outcome = try await jpfetch("check reach users albums", claims + directory.options)
    outcome.expect(status: 0)
  }
}
