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
        .refs: ["user 9 doesn't exist: 1 album; first: albums[1]"],
        .drift: ["albums: changed userId of id 2"],
      ]
    ),
    Case(
      "albums", #"[{"userId":1,"id":2,"title":"t"},{"userId":1,"id":2,"title":"t"}]"#,
      [
        .ids: ["1 album repeats an earlier id; first: albums[1], id 2"],
        .drift: ["albums: missing id 1", "albums: extra id 2"],
      ]
    ),
    Case(
      "albums", #"[{"userId":1,"id":2,"title":"t"},{"userId":1,"id":-2,"title":"t"}]"#,
      [
        .ids: ["1 album has no valid id; first: albums[1], id -2"],
        .drift: ["albums: missing id 1", "albums: extra id -2"],
      ]
    ),
    Case(
      "photos", #"[{"albumId":2,"id":1,"title":null,"url":"u","thumbnailUrl":"u"}]"#,
      [
        .schema: ["photos[0].title, line 1 column 30: expected a string, found null"],
        .drift: ["photos: changed title of id 1"],
      ]
    ),
    Case(
      "photos", "[5,6,7,8,9]",
      [
        .schema: [
          "photos[0], line 1 column 2: expected an object, found 5",
          "photos[1], line 1 column 4: expected an object, found 6",
          "photos[2], line 1 column 6: expected an object, found 7",
          "2 more photos with missing or unexpected fields",
        ],
        .counts: ["photos: expected 1, found 5"],
        .ids: ["5 photos have no valid id; first: photos[0], id missing"],
        .refs: ["albumId is missing: 5 photos; first: photos[0]"],
        .drift: ["photos: missing id 1", "photos: extra ids (none), (none), (none) and 2 more"],
      ]
    ),
    Case(
      "photos", "[]", [.counts: ["photos: expected 1, found 0"], .drift: ["photos: missing id 1"]]
    ),
    Case(
      "albums", "[]",
      [
        .counts: ["albums: expected at least 1, found 0"],
        .refs: ["album 2 doesn't exist: 1 photo; first: photos[0]"],
        .drift: ["albums: missing ids 1 and 2"],
      ]
    ),
    Case(
      "albums", nil, notRun(from: .reach, "connection refused: http://h/albums")
    ),
    Case("albums", "503", notRun(from: .status, "503: http://h/albums")),
    Case("albums", "", notRun(from: .type, "no content: http://h/albums")),
    Case(
      "albums", "{}",
      notRun(
        from: .schema,
        "not a list of albums: http://h/albums: albums, line 1 column 1: expected an array, found {}"
      )
    ),
  ]

  /// The lines if albums, which photos refer to, can't be fetched.
  private static func notRun(from check: CheckName, _ sentence: String) -> [CheckName: [String]] {
    var reason = "could not be read"
    if check == .reach || check == .status { reason = "could not be fetched" }
    let stages: [CheckName] = [.reach, .status, .type, .schema]
    let passed = stages.prefix { $0 != check }
    var lines: [CheckName: [String]] = [:]
    for name in CheckName.allCases where !passed.contains(name) {
      lines[name] = ["albums \(reason)"]
    }
    lines[.refs] = ["albums \(reason)", "photos need albums"]
    lines[check] = [sentence]
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
    let settings = try Settings(OptionReader(arguments) { _ in nil })
    return try Checks(Array(arguments.operands.dropFirst()), settings)
  }

  @Test(
    "Operands and options select the checks and lists; the refs check adds the lists that it needs",
    arguments: [
      ("posts refs ids", [.ids, .refs], ["users", "posts"]),
      ("comments refs", [.refs], ["users", "posts", "comments"]),
      ("comments ids", [.ids], ["comments"]),
      ("users ids --expect comments=500", [.counts, .ids], ["users", "comments"]),
      ("users ids --assert 'todos.userId in users.id'", [.ids], ["users", "todos"]),
      ("time --max-time 1s", [.time], Resource.all.map(\.name)),
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
      (#"[1,"x"]"#, #"1 album has no valid id; first: albums[1], id "x""#),
      (#"["-5",0]"#, #"2 albums have no valid id; first: albums[0], id "-5""#),
      (#"["05"]"#, #"1 album has no valid id; first: albums[0], id "05""#),
      (#"[""]"#, #"1 album has no valid id; first: albums[0], id """#),
      ("[1.5]", "1 album has no valid id; first: albums[0], id 1.5"),
      (#"[5,"5"]"#, #"1 album repeats an earlier id; first: albums[1], id "5""#),
      (
        #"["18446744073709551616",18446744073709551616]"#,
        "1 album repeats an earlier id; first: albums[1], id 18446744073709551616"
      ),
    ] as [(String, String?)])
  func ids(ids: String, sentence: String?) async throws {
    let list = ids.replacing("[", with: "[{\"id\":").replacing(",", with: "},{\"id\":")
      .replacing("]", with: "}]")
    let results = checks([.ids]).results(for: try await ListFixture.answers(["albums": list]))
    #expect(results[0].findings.map(\.sentence) == [sentence].compactMap(\.self))
  }

  @Test("The sentence of a passed check depends on whether a list is fetched, stored or a file")
  func meanings() async throws {
    let answers = try await ListFixture.answers(["users": "[]"])
    func meanings(_ change: (inout Checks) -> Void) -> [String] {
      checks([.reach, .type, .counts], change).results(for: answers).map(\.meaning)
    }
    let counts = "every list has records, as many as expected"
    for (source, reach, type) in [
      (.server, "every request got a response", "every response is JSON"),
      (.store, "every list is stored", "every response is JSON"),
      (.local, "every list can be read", "every list is JSON"),
    ] as [(Checks.DataSource, String, String)] {
      #expect(meanings { $0.dataSource = source } == [reach, type, counts])
    }
    #expect(
      meanings { $0.expectedCounts["users"] = 0 }.last
        == "every list has as many records as expected")
    #expect(meanings { $0.expectedCounts = [:] }.last == "every list has records")
  }

  @Test(
    "A reference that leads nowhere is named as it is",
    arguments: [
      ("9", "user 9 doesn't exist"), ("\"9\"", "user 9 doesn't exist"),
      ("\"\"", "user \"\" doesn't exist"), ("\" 1\"", "user \" 1\" doesn't exist"),
      ("3.5", "userId is 3.5"), ("true", "userId is true"), ("{}", "userId is {}"),
      ("[1]", "userId is [1]"), ("null", "userId is null"),
    ])
  func danglingReference(value: String, cause: String) async throws {
    let albums = #"[{"userId":1,"id":1},{"userId":\#(value),"id":2},{"userId":\#(value),"id":3}]"#
    let results = checks([.refs]).results(for: try await ListFixture.answers(["albums": albums]))
    #expect(results[0].lines == ["\(cause): 2 albums; first: albums[1]"])
  }

  @Test("A reference that is text matches an id that is a number")
  func references() async throws {
    let albums = #"[{"userId":1,"id":1},{"userId":"1","id":2},{"userId":"9","id":3}]"#
    let results = checks([.refs]).results(for: try await ListFixture.answers(["albums": albums]))
    #expect(results[0].lines == ["user 9 doesn't exist: 1 album; first: albums[2]"])
  }

  @Test("With a negative time limit, every list is reported as longer than 0 ms")
  func late() async throws {
    let late = checks([.time]) { $0.maxTime = .nanoseconds(-1) }
    let lines = late.results(for: try await ListFixture.answers())[0].lines
    #expect(lines.count == 3)
    #expect(lines[0].hasSuffix(" ms, longer than 0 ms"))
  }

  @Test(
    "In assertions, \"unique\" ignores missing and null values, and \"in\" fails for them",
    arguments: [
      ("albums.title unique", "holds"),
      (
        "albums.title in photos.title",
        "2 of 3 albums fail; first: id 1, found null"
      ),
    ])
  func missingValues(claim: String, line: String) async throws {
    let albums = #"[{"id":1,"title":null},{"id":2},{"id":3,"title":"t"}]"#
    let assertion = try Assertion(claim) { Duration(argument: $0) }
    let checks = checks([]) { $0.assertions = [assertion] }
    let results = checks.results(for: try await ListFixture.answers(["albums": albums]))
    #expect(results.map(\.lines) == [[line]])
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

  @Test("A check that doesn't apply to a list is skipped, with the reason")
  func skipped() async throws {
    let answers = try await ListFixture.answers()
    for name in CheckName.allCases {
      let checks = checks([name]) { $0.dataSource = .local }
      for answer in answers {
        let reason = checks.reasonToSkip(name, answer.resource)
        let result = checks.results(for: [answer])[0]
        #expect(result.verdict == (reason == nil ? .passed : .skipped), "\(name)")
        #expect(reason == nil || result.lines == [reason])
      }
    }
  }

  @Test(
    "The same finding, or reason not to run, for several lists is one line that names the lists"
  )
  func together() async throws {
    func lines(_ replies: [String: String?], _ names: CheckName...) async throws -> [[String]] {
      checks(Set(names)).results(for: try await ListFixture.answers(replies)).map(\.lines)
    }
    let none: [String: String?] = ["users": nil, "albums": nil, "photos": nil]
    #expect(
      try await lines(none, .reach, .schema, .refs) == [
        ["connection refused: http://h (all 3 lists)"], ["the lists could not be fetched"],
        ["the lists could not be fetched"],
      ])
    #expect(
      try await lines(["users": "500", "photos": "500"], .status, .ids) == [
        ["500: http://h (users and photos)"], ["users and photos could not be fetched"],
      ])
    #expect(
      try await lines(none, .refs) == [["connection refused: http://h (both lists)"]])
    // Albums need users, and photos need albums.
    #expect(
      try await lines(["albums": "500"], .refs) == [["500: http://h/albums"]])
    let photos =
      #"[{"albumId":9,"id":1},{"albumId":8,"id":2},{"albumId":7,"id":3},{"albumId":6,"id":4},{"albumId":5,"id":5}]"#
    #expect(
      try await lines(["users": "[]", "photos": photos], .refs) == [
        [
          "user 1 doesn't exist: 2 albums; first: albums[0]",
          "album 9 doesn't exist: 1 photo; first: photos[0]",
          "album 8 doesn't exist: 1 photo; first: photos[1]",
          "album 7 doesn't exist: 1 photo; first: photos[2]",
          "2 more values of albumId lead to no album: 2 photos; first: photos[3]",
        ]
      ])
    let strings = #"[{"userId":"1","id":1,"title":"t"}]"#
    #expect(
      try await lines(["albums": strings], .schema, .refs) == [
        ["albums[0].userId, line 1 column 12: expected an integer, found \"1\""],
        ["album 2 doesn't exist: 1 photo; first: photos[0]"],
      ])
  }

  @Test("Several lists whose records changed their order are reported in one line")
  func otherOrder() async throws {
    let two = #"[{"id":1},{"id":2}]"#
    let turned = #"[{"id":2},{"id":1}]"#
    let old = try await ListFixture.answers(["users": two, "albums": two])
    let new = try await ListFixture.answers(["users": turned, "albums": turned])
    let drift = checks([.drift]).results(for: new, against: old)[0]
    #expect(drift.lines == ["the records have another order (users and albums)"])
  }

  @Test(
    "The type check passes only with a JSON Content-Type",
    arguments: [
      ("Application/JSON ; charset=utf-8", true), ("application/vnd.api+json", true),
      ("text/x+json", false), ("text/json", false), ("application/jsonp", false), (nil, false),
    ] as [(String?, Bool)])
  func contentType(type: String?, passes: Bool) async throws {
    let result = checks([.type]).results(for: try await ListFixture.answers(type: type))[0]
    #expect(result.verdict == (passes ? .passed : .failed))
    var words = "missing"
    if let type { words = "\"\(type)\"" }
    #expect(
      passes
        || result.lines == ["the Content-Type is \(words), not application/json (all 3 lists)"])
  }

  @Test(
    "A comparison pairs records by id and names the paths that changed",
    arguments: [
      (#"[{"id":1,"a":"x"}]"#, #"[ {"a" : "\u0078", "id":1} ]"#, []),
      (#"[{"id":1},{"id":1,"a":2}]"#, #"[{"id":1}, {"id":1,"a":2}]"#, []),
      (#"[{"id":1,"a":[{"b":1,"c":[]}]}]"#, #"[{"id":1,"a":[{"c":[ ],"b":1}]}]"#, []),
      (#"[{"id":1,"a":1,"a":2}]"#, #"[{"id":1,"a":2}]"#, []),
      (#"[{"id":1}]"#, #"[{"id":"1"}]"#, ["changed id of id 1"]),
      (#"[{"id":1},{"id":2}]"#, #"[{"id":2},{"id":1}]"#, ["the records have another order"]),
      (#"[{"id":1,"a":"\ud800"}]"#, #"[{"id":1,"a":"\uD800"}]"#, []),
      (#"[{"id":1,"a":"\ud800"}]"#, #"[{"id":1,"a":"\ud801"}]"#, ["changed a of id 1"]),
      (#"[{"id":"é"}]"#, #"[{"id":"e\u0301"}]"#, ["missing id é", "extra id e\u{301}"]),
      (
        #"[{"id":1},{"id":2},{"id":3}]"#, #"[{"id":3},{"id":4},{"id":1}]"#,
        ["missing id 2", "extra id 4", "the records have another order"]
      ),
      (
        #"[{"id":1,"a":{"b":1,"c":1}},{"id":2,"a":null}]"#,
        #"[{"id":1,"a":{"b":2,"d":1}},{"id":2,"a":[]}]"#,
        ["changed a.b, a.c and a.d of id 1", "changed a of id 2"]
      ),
      (
        #"[{"id":1,"a":1},{"id":2,"a":1}]"#, #"[{"id":1,"a":1.0},{"id":2}]"#,
        ["changed a of ids 1 and 2"]
      ),
      (#"[{"id":1,"a":[1]}]"#, #"[{"id":1,"a":[2]}]"#, ["changed a of id 1"]),
      (#"[{"id":1,"a":[1]}]"#, #"[{"id":1,"a":[1,2]}]"#, ["changed a of id 1"]),
      (#"[{"id":1,"skip":1,"a":{"skip":1}}]"#, #"[{"id":1,"skip":2,"a":{}}]"#, []),
      (#"[{"id":1},7]"#, #"[{"id":1},"7"]"#, ["changed everything of id (none)"]),
      (
        #"[{"id":1,"a":1},{"id":2,"a":1},{"id":3,"a":1,"n":1}]"#,
        #"[{"id":1,"a":2},{"id":2,"a":2},{"id":3,"a":2,"n":2}]"#,
        ["changed a of ids 1, 2 and 3", "changed n of id 3"]
      ),
      (
        #"[{"id":1,"a":1},{"id":2,"b":1},{"id":3,"c":1},{"id":4,"d":1},{"id":5,"e":1}]"#,
        #"[{"id":1},{"id":2},{"id":3},{"id":4},{"id":5}]"#,
        ["changed a of id 1", "changed b of id 2", "changed c of id 3", "changed 2 more fields"]
      ),
      (
        #"[{"id":1,"a":1,"b":1,"c":1,"d":1,"e":1}]"#, #"[{"id":1}]"#,
        ["changed a, b, c and 2 more of id 1"]
      ),
      (#"[{"id":1,"é":1,"e\u0301":2}]"#, #"[{"id":1,"é":9,"e\u0301":2}]"#, ["changed é of id 1"]),
    ] as [(String, String, [String])])
  func differences(before: String, now: String, sentences: [String]) async throws {
    let old = try await ListFixture.answers(["users": before])
    let new = try await ListFixture.answers(["users": now])
    let result = checks([.drift]) { $0.ignored = ["skip"] }.results(for: new, against: old)[0]
    #expect(result.findings.map(\.sentence) == sentences.map { "users: \($0)" })
    #expect(result.meaning.hasSuffix(", except for skip"))
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
      #expect(result.lines[0].hasSuffix("… and \(count - 3) more of id 1"))
      return end - start
    }
    // Sixteen times the fields: 16 if it is linear, 256 if it is not.
    #expect(try await seconds(for: 8000) / seconds(for: 500) < 64)
  }
}
