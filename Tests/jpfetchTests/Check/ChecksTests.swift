import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

/// Checks of three small lists, without a server.
struct ListFixture {
  static let users = #"""
    [{"id":1,"name":"A","username":"a","email":"a@b","address":{"street":"","suite":"","city":"",
    "zipcode":"","geo":{"lat":"0","lng":"0"}},"phone":"","website":"",
    "company":{"name":"","catchPhrase":"","bs":""}}]
    """#
  static let albums = #"[{"userId":1,"id":1,"title":"t"},{"userId":1,"id":2,"title":"t"}]"#
  static let photos = #"[{"albumId":2,"id":1,"title":"t","url":"u","thumbnailUrl":"u"}]"#

  /// - Parameter texts: other content for a list, or a status.
  static func answers(
    _ texts: [String: String?] = [:], type: String? = "application/json"
  ) async throws -> [ListAnswer] {
    var fields: HeaderFields = []
    if let type { fields = [.init(name: "Content-Type", value: type)] }
    var replies: [String: CannedTransport.Response] = [:]
    for (name, defaultText) in [("users", users), ("albums", albums), ("photos", photos)] {
      let text: String? = texts[name] ?? defaultText
      if let text, let status = Int(text) {
        replies["/\(name)"] = .status(status, "{}", headerFields: fields)
      } else if let text {
        replies["/\(name)"] = .status(200, text, headerFields: fields)
      } else {
        replies["/\(name)"] = .failure(.connectionRefused)
      }
    }
    let transport = CannedTransport(replies)
    let fetcher = Fetcher(base: "http://h") {
      RetryingTransport(transport, policy: .never)
    }
    return try await fetcher.lists(of: Array(Resource.all.prefix(3)))
  }
}

@Suite("Checks", .limited)
struct ChecksTests {
  /// A response for a list, and the lines of the checks that don't pass.
  struct Case: Sendable {
    let list: String
    let text: String?
    let lines: [CheckName: [String]]

    init(_ list: String, _ text: String?, _ lines: [CheckName: [String]] = [:]) {
      self.list = list
      self.text = text
      self.lines = lines
    }
  }

  static let cases: [Case] = [
    Case("users", ListFixture.users),
    Case(
      "albums", #"[{"userId":1,"id":1,"title":"t"},{"userId":9,"id":2,"title":"t"}]"#,
      [
        .refs: ["albums[1].userId: expected the id of an existing user, found 9"],
        .drift: ["albums 2  userId  1 → 9"],
      ]
    ),
    Case(
      "albums", #"[{"userId":1,"id":2,"title":"t"},{"userId":1,"id":2,"title":"t"}]"#,
      [
        .ids: ["albums[1].id: expected a unique id, found 2"],
        .drift: ["albums: missing id 1", "albums 2  1 record → 2 records"],
      ]
    ),
    Case(
      "albums", #"[{"userId":1,"id":2,"title":"t"},{"userId":1,"id":-2,"title":"t"}]"#,
      [
        .ids: ["albums[1].id: expected a positive whole number, found -2"],
        .drift: ["albums: missing id 1", "albums: extra id -2"],
      ]
    ),
    Case(
      "photos", #"[{"albumId":2,"id":1,"title":null,"url":"u","thumbnailUrl":"u"}]"#,
      [
        .schema: ["photos[0].title: expected a string, found null (line 1 column 30)"],
        .drift: ["photos 1  title  \"t\" → null"],
      ]
    ),
    Case(
      "photos", "[5,6]",
      [
        .schema: [
          "photos[0]: expected an object, found 5 (line 1 column 2)",
          "photos[1]: expected an object, found 6 (line 1 column 4)",
        ],
        .counts: ["photos: expected 1, found 2"],
        .ids: ["photos[0].id: expected a positive whole number, found nothing (2 records)"],
        .refs: [
          "photos[0].albumId: expected the id of an existing album, found nothing (2 records)"
        ],
        .drift: ["photos: missing id 1", "photos: extra id (none)"],
      ]
    ),
    Case(
      "photos", "[]", [.counts: ["photos: expected 1, found 0"], .drift: ["photos: missing id 1"]]
    ),
    Case(
      "albums", "[]",
      [
        .counts: ["albums: expected at least 1, found 0"],
        .refs: ["photos[0].albumId: expected the id of an existing album, found 2"],
        .drift: ["albums: missing ids 1 and 2"],
      ]
    ),
    Case("albums", nil, missing("connection refused")),
    Case("albums", "503", missing("status 503")),
    Case("albums", "", missing("no content")),
    Case("albums", "{}", missing("line 1 column 1: expected an array, found {}")),
  ]

  /// The lines if albums, which photos refer to, are missing.
  private static func missing(_ sentence: String) -> [CheckName: [String]] {
    var lines: [CheckName: [String]] = [:]
    for name in CheckName.allCases { lines[name] = ["missing data for albums"] }
    lines[.refs] = ["missing data for albums and photos"]
    lines[.reach] = ["albums: \(sentence)"]
    return lines
  }

  private func checks(
    _ names: Set<CheckName> = Set(CheckName.allCases), _ change: (inout Checks) -> Void = { _ in }
  ) -> Checks {
    var checks = Checks(names: names)
    checks.expectedCounts = ["users": 1, "photos": 1]
    checks.maxTime = .seconds(60)
    change(&checks)
    return checks
  }

  private func parsed(_ line: String) throws -> Checks {
    let arguments = ParsedArguments(["check"] + shellWords(line))
    let settings = try Settings(Options(["check"] + shellWords(line)) { _ in nil })
    return try Checks(Array(arguments.operands.dropFirst()), settings)
  }

  @Test(
    "Operands and options select the checks and lists; the refs check adds the lists that it needs",
    arguments: [
      ("posts refs ids", [.ids, .refs], ["users", "posts"]),
      ("comments refs", [.refs], ["users", "posts", "comments"]),
      ("comments ids", [.ids], ["comments"]),
      ("users ids --expect comments=500", [.counts, .ids], ["users", "comments"]),
      ("users ids --assert 'todos.user.name ~ a'", [.ids], ["users", "todos"]),
      ("time --max-time 1s", [.time], Resource.all.map(\.name)),
      // Checks that would look at nothing are left out.
      ("users", [.reach, .schema, .counts, .ids], ["users"]),
      ("albums ids --max-time 1s --offline", [.ids], ["albums"]),
      ("albums ids --max-time 1s --sample", [.ids], ["albums"]),
      ("users refs --assert 'albums.id > 0'", [.refs], ["users", "albums"]),
      (
        "todos --against cache", Set(CheckName.allCases).subtracting([.time]), ["users", "todos"]
      ),
    ] as [(String, Set<CheckName>, [String])])
  func selection(line: String, names: Set<CheckName>, lists: [String]) throws {
    let checks = try parsed(line)
    #expect(checks.names == names)
    #expect(checks.resources.map(\.name) == lists)
  }

  @Test(
    "The public counts are expected from the public service, --sample and --expect public",
    arguments: [
      ("", 5000), ("--sample", 5000), ("--base-url http://jsonplaceholder.typicode.com", 5000),
      ("--base-url http://h", nil), ("--base-url http://h --expect public", 5000),
      ("--expect photos=7,public", 7), ("--expect users=7", nil),
    ])
  func expectedCounts(line: String, photos: Int?) throws {
    #expect(try parsed(line).expectedCounts["photos"] == photos)
  }

  @Test("Each check either passes or reports the problems of its list", arguments: cases)
  func lines(check: Case) async throws {
    let lines = check.lines
    let answers = try await ListFixture.answers([check.list: check.text])
    let results = checks().results(for: answers, against: try await ListFixture.answers())
    #expect(results.map(\.name) == CheckName.allCases.map(\.rawValue))
    for (result, name) in zip(results, CheckName.allCases) {
      let isPassed = lines[name] == nil
      #expect((result.verdict == .passed) == isPassed, "\(name): \(result.lines)")
      if !isPassed { #expect(result.lines == lines[name], "\(name)") }
    }
  }

  @Test(
    "The ids check wants positive whole numbers, as numbers or as text, that occur once",
    arguments: [
      ("[1,2]", nil), (#"["1","2"]"#, nil), ("[18446744073709551616]", nil),
      (#"[1,"x"]"#, #"[1].id: expected a positive whole number, found "x""#),
      (#"["-5",0]"#, #"[0].id: expected a positive whole number, found "-5" (2 records)"#),
      (#"["05"]"#, #"[0].id: expected a positive whole number, found "05""#),
      (#"[""]"#, #"[0].id: expected a positive whole number, found """#),
      ("[1.5]", "[0].id: expected a positive whole number, found 1.5"),
      (#"[5,"5"]"#, #"[1].id: expected a unique id, found "5""#),
      (
        #"["18446744073709551616",18446744073709551616]"#,
        "[1].id: expected a unique id, found 18446744073709551616"
      ),
    ] as [(String, String?)])
  func ids(ids: String, line: String?) async throws {
    let list = ids.replacing("[", with: "[{\"id\":").replacing(",", with: "},{\"id\":")
      .replacing("]", with: "}]")
    let results = checks([.ids]).results(for: try await ListFixture.answers(["albums": list]))
    var lines: [String] = []
    if let line { lines = ["albums\(line)"] }
    #expect(results[0].findings.map(\.line) == lines)
  }

  @Test(
    "A reference has to lead to a record, and the finding shows what it is",
    arguments: [
      ("1", nil), (#""1""#, nil), (#""9""#, "9"), ("9", "9"), ("3.5", "3.5"), ("true", "true"),
      ("{}", "{}"), (#""""#, #""""#), ("null", "null"),
    ] as [(String, String?)])
  func references(value: String, found: String?) async throws {
    let albums = #"[{"userId":\#(value),"id":1}]"#
    let results = checks([.refs]).results(for: try await ListFixture.answers(["albums": albums]))
    let findings = results[0].findings.filter { $0.list == "albums" }
    #expect(findings.map(\.found) == (found == nil ? [] : [found]))
  }

  @Test("In assertions, \"unique\" ignores missing and null values")
  func missingValues() async throws {
    let albums = #"[{"id":1,"title":null},{"id":2,"title":null},{"id":3},{"id":4}]"#
    let assertion = try Assertion("albums.title unique") { Duration(argument: $0) }
    let checks = checks([]) { $0.assertions = [assertion] }
    let results = checks.results(for: try await ListFixture.answers(["albums": albums]))
    #expect(results.map(\.lines) == [["holds"]])
  }

  @Test(
    "A list may take as long as --max-time, and no longer",
    arguments: [(999, true), (1000, true), (1001, false)])
  func timeLimit(milliseconds: Int, isMet: Bool) async throws {
    let records = try await ListFixture.answers()[0].result.get().content
    let findings = records.timeFindings(.milliseconds(milliseconds), limit: .seconds(1))
    #expect(findings.isEmpty == isMet)
  }

  @Test("A time that is longer than --max-time is rounded up, so that it also looks longer")
  func roundedTime() async throws {
    let records = try await ListFixture.answers()[0].result.get().content
    let findings = records.timeFindings(.microseconds(1400), limit: .milliseconds(1))
    #expect(findings.first?.found == "2 ms")
  }

  @Test("Lists that fail alike are one line")
  func together() async throws {
    let answers = try await ListFixture.answers(["users": "500", "photos": "500", "albums": "[]"])
    #expect(
      checks([.reach, .ids]).results(for: answers).map(\.lines) == [
        ["users and photos: status 500"], ["missing data for users and photos"],
      ])
  }

  @Test("A list names ten findings of a kind, and counts the others")
  func many() async throws {
    let records = (1...13).map { #"{"albumId":\#($0 + 10),"id":\#($0),"title":"t"}"# }
    let photos = "[\(records.joined(separator: ","))]"
    let answers = try await ListFixture.answers(["photos": photos])
    let results = checks([.schema, .refs]).results(for: answers)
    for (result, rest) in zip(
      results,
      [
        "photos: 3 more records with missing or unexpected fields",
        "photos: 3 more values of albumId lead to no record",
      ])
    {
      let lines = result.lines.filter { $0.hasPrefix("photos") }
      #expect(lines.count == 11 && lines.last == rest)
    }
  }

  @Test("Several lists whose records changed their order are reported in one line")
  func otherOrder() async throws {
    let two = #"[{"id":1},{"id":2}]"#
    let turned = #"[{"id":2},{"id":1}]"#
    let old = try await ListFixture.answers(["users": two, "albums": two])
    let new = try await ListFixture.answers(["users": turned, "albums": turned])
    let drift = checks([.drift]).results(for: new, against: old)[0]
    #expect(drift.lines == ["users and albums: the records have another order"])
  }

  @Test(
    "Only a list with a JSON Content-Type is read as promised",
    arguments: [
      ("Application/JSON ; charset=utf-8", true), ("application/vnd.api+json", true),
      ("text/x+json", false), ("text/json", false), ("application/jsonp", false), (nil, false),
    ] as [(String?, Bool)])
  func contentType(type: String?, passes: Bool) async throws {
    let result = checks([.reach]).results(for: try await ListFixture.answers(type: type))[0]
    #expect(result.verdict == (passes ? .passed : .failed))
    var words = "missing"
    if let type { words = "\"\(type)\"" }
    #expect(
      passes
        || result.lines == [
          "users, albums and photos: the Content-Type is \(words), not application/json"
        ])
  }

  @Test(
    "A comparison pairs records by id, and says for each what changed",
    arguments: [
      (#"[{"id":1,"a":"x"}]"#, #"[ {"a" : "\u0078", "id":1} ]"#, []),
      (#"[{"id":1},{"id":1,"a":2}]"#, #"[{"id":1}, {"id":1,"a":2}]"#, []),
      (#"[{"id":1,"a":[{"b":1,"c":[]}]}]"#, #"[{"id":1,"a":[{"c":[ ],"b":1}]}]"#, []),
      (#"[{"id":1,"a":1,"a":2}]"#, #"[{"id":1,"a":2}]"#, []),
      (#"[{"id":1}]"#, #"[{"id":"1"}]"#, [#" 1  id  1 → "1""#]),
      (#"[{"id":1},{"id":2}]"#, #"[{"id":2},{"id":1}]"#, [": the records have another order"]),
      (#"[{"id":1,"a":"\ud800"}]"#, #"[{"id":1,"a":"\uD800"}]"#, []),
      (#"[{"id":1,"a":"\ud800"}]"#, #"[{"id":1,"a":"\ud801"}]"#, [#" 1  a  "\ud800" → "\ud801""#]),
      (
        #"[{"id":"é"}]"#, #"[{"id":"e\u0301"}]"#,
        [#": missing id "\u00e9""#, #": extra id "e\u0301""#]
      ),
      (#"[{"id":"é"},{"id":"1 "}]"#, "[]", [#": missing ids "é" and "1 ""#]),
      (#"[{"id":1.0}]"#, #"[{"id":1}]"#, [": missing id 1.0", ": extra id 1"]),
      (
        #"[{"id":1},{"id":2},{"id":3}]"#, #"[{"id":3},{"id":4},{"id":1}]"#,
        [": missing id 2", ": extra id 4", ": the records have another order"]
      ),
      (
        #"[{"id":1},{"id":1},{"id":2}]"#, #"[{"id":1},{"id":2},{"id":2},{"id":2}]"#,
        [" 1  2 records → 1 record", " 2  1 record → 3 records"]
      ),
      (
        #"[{"id":1,"a":{"b":1,"c":1}},{"id":2,"a":null}]"#,
        #"[{"id":1,"a":{"b":2,"d":1}},{"id":2,"a":[]}]"#,
        [
          " 1  a.b  1 → 2", " 1  a.c  1 → nothing", " 1  a.d  nothing → 1", " 2  a  null → []",
        ]
      ),
      (
        #"[{"id":1,"a":1},{"id":2,"a":"x y"}]"#, #"[{"id":1,"a":1.0},{"id":2,"a":"x"}]"#,
        [" 1  a  1 → 1.0", " 2  a  x y → x"]
      ),
      (
        #"[{"id":1,"a":[1,{"b":1}]}]"#, #"[{"id":1,"a":[2,{"b":2}]}]"#,
        [
          " 1  a[0]  1 → 2", " 1  a[1].b  1 → 2",
        ]
      ),
      (#"[{"id":1,"a":[1]}]"#, #"[{"id":1,"a":[1,2]}]"#, [" 1  a  [1] → [1,2]"]),
      (#"[{"id":1,"skip":1,"a":{"skip":1}}]"#, #"[{"id":1,"skip":2,"a":{}}]"#, []),
      (#"[{"id":1},7]"#, #"[{"id":1},"7"]"#, [#" (none)  7 → "7""#]),
      (#"[{"id":1,"é":1,"e\u0301":2}]"#, #"[{"id":1,"é":9,"e\u0301":2}]"#, [" 1  é  1 → 9"]),
    ] as [(String, String, [String])])
  func differences(before: String, now: String, lines: [String]) async throws {
    let old = try await ListFixture.answers(["users": before])
    let new = try await ListFixture.answers(["users": now])
    let result = checks([.drift]) { $0.ignored = ["skip"] }.results(for: new, against: old)[0]
    #expect(result.findings.map(\.line) == lines.map { "users\($0)" })
  }

  @Test(
    "Values that look alike are shown so that they differ",
    arguments: [
      (#""Anna ""#, #""Anna""#, #""Anna " → "Anna""#),
      (#""\t\"x\"""#, #""\"x\"""#, #""\u0009\"x\"" → "\"x\"""#),
      (#""Zoë René""#, #""Zoë Rene\u0301""#, #""Zoë Ren\u00e9" → "Zoë Rene\u0301""#),
      (#""a\u00a0b""#, #""a b""#, #""a\u00a0b" → "a b""#),
      (#""a\u200bb""#, #""ab""#, #""a\u200bb" → "ab""#),
      (#""a\ud83d\udc4d\ufe0f""#, #""a\ud83d\udc4d""#, #""a👍\ufe0f" → "a👍""#),
      (#"["é"]"#, #"["e\u0301"]"#, #""\u00e9" → "e\u0301""#),
      // What doesn't look alike stays as it is.
      (#""José""#, #""Jose""#, "José → Jose"), (#""a  b""#, #""a b""#, "a  b → a b"),
    ])
  func lookalikes(before: String, now: String, words: String) async throws {
    func answers(_ value: String) async throws -> [ListAnswer] {
      try await ListFixture.answers(["users": #"[{"id":1,"a":\#(value)}]"#])
    }
    let drift = checks([.drift]).results(
      for: try await answers(now), against: try await answers(before))
    let isElement = before.hasPrefix("[")
    #expect(drift[0].lines == ["users 1  a\(isElement ? "[0]" : "")  \(words)"])
  }

  @Test("Of two long texts, a comparison shows the first difference")
  func longTexts() async throws {
    let same = String(repeating: "a", count: 50) + "0123456789"
    func answers(_ end: String) async throws -> [ListAnswer] {
      try await ListFixture.answers(["users": #"[{"id":1,"a":"\#(same)\#(end)"}]"#])
    }
    let rest = String(repeating: "c", count: 50)
    let drift = checks([.drift]).results(
      for: try await answers("c" + rest), against: try await answers("b"))
    let shown = String(rest.prefix(28)) + "…"
    #expect(drift[0].lines == ["users 1  a  …0123456789b → …0123456789\(shown)"])
    let alike = checks([.drift]).results(
      for: try await answers("é"), against: try await answers("e\u{301}"))
    #expect(alike[0].lines == [#"users 1  a  "…0123456789e\u0301" → "…0123456789\u00e9""#])
  }

  @Test("A comparison names ten ids and ten changes of a list, and counts the others")
  func manyDifferences() async throws {
    func list(_ ids: ClosedRange<Int>, _ value: Int) async throws -> [ListAnswer] {
      let records = ids.map { #"{"id":\#($0),"a":\#(value)}"# }.joined(separator: ",")
      return try await ListFixture.answers(["users": "[\(records)]"])
    }
    let result = checks([.drift]).results(
      for: try await list(13...36, 2), against: try await list(1...24, 1))[0]
    #expect(result.lines.count == 13)
    #expect(result.lines[0] == "users: missing ids 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more")
    #expect(result.lines[1].hasPrefix("users: extra ids 25, 26, "))
    #expect(result.lines[2] == "users 13  a  1 → 2")
    #expect(result.lines[12] == "users: 2 more changes")
  }

  @Test("A comparison takes linear time, even for many fields below a long name")
  func linearDifferences() async throws {
    func seconds(for count: Int) async throws -> Double {
      func list(_ value: Int) -> String {
        let members = (0..<count).map { #""\#($0)":\#(value)"# }.joined(separator: ",")
        return #"[{"id":1,"\#(String(repeating: "a", count: 20 * count))":{\#(members)}}]"#
      }
      let old = try await ListFixture.answers(["users": list(1)])
      let new = try await ListFixture.answers(["users": list(2)])
      let drift = checks([.drift])
      let start = secondsOfThisThread()
      let result = drift.results(for: new, against: old)[0]
      let end = secondsOfThisThread()
      #expect(result.lines.last == "users: \(count - 10) more changes")
      return end - start
    }
    // Sixteen times the fields: 16 if it is linear, 256 if it is not.
    #expect(try await seconds(for: 8000) / seconds(for: 500) < 64)
  }
}
