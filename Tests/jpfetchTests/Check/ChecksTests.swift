import Testing

@testable import JPCore
@testable import jpfetch

@Suite("Checks")
struct ChecksTests {
  /// The API's three lists as they should be, as small as can be.
  private static let users = #"""
    [{"id":1,"name":"A","username":"a","email":"a@b","address":{"street":"","suite":"","city":"",
    "zipcode":"","geo":{"lat":"0","lng":"0"}},"phone":"","website":"",
    "company":{"name":"","catchPhrase":"","bs":""}}]
    """#
  private static let albums = #"[{"userId":1,"id":1,"title":"t"},{"userId":1,"id":2,"title":"t"}]"#
  private static let photos = #"[{"albumId":2,"id":1,"title":"t","url":"u","thumbnailUrl":"u"}]"#

  private func results(
    users: String? = Self.users, albums: String? = Self.albums, photos: String? = Self.photos,
    type: String? = "application/json", _ change: (inout Checks) -> Void = { _ in }
  ) async throws -> [CheckName: CheckResult] {
    let fields = HeaderFields(type.map { [.init(name: "Content-Type", value: $0)] } ?? [])
    let texts = ["/users": users, "/albums": albums, "/photos": photos]
    let transport = CannedTransport(
      texts.mapValues { text in
        guard let text else { return .failure(.notConnected) }
        return .status(Int(text) ?? 200, text, fields: fields)
      })
    let fetcher = Fetcher(base: .sample) { RetryingTransport(transport, policy: .never) }
    var checks = Checks(Set(CheckName.allCases))
    checks.expectedCounts = ["users": 1, "albums": 2, "photos": 1]
    let answers = try await fetcher.lists(of: Array(Resource.all.prefix(3)))
    checks.before = answers
    change(&checks)
    let results = checks.results(for: answers)
    #expect(
      results.map(\.name) == CheckName.allCases.filter(checks.names.contains).map(\.rawValue))
    return Dictionary(
      uniqueKeysWithValues: results.compactMap { result in
        CheckName(rawValue: result.name).map { ($0, result) }
      })
  }

  /// The checks that failed, with all their problems.
  private func problems(_ results: [CheckName: CheckResult]) -> [String: [String]] {
    let failed = results.filter { $0.value.verdict == .failed }
    return Dictionary(
      uniqueKeysWithValues: failed.map { ($0.rawValue, $1.problems.map { "\($0)" }) })
  }

  @Test("All pass where all is as it should be")
  func pass() async throws {
    let results = try await results()
    #expect(results.values.allSatisfy { $0.verdict == .passed })
    #expect(results.count == CheckName.allCases.count)
  }

  @Test(
    "What is wrong with records fails the check that looks for it, and no other",
    arguments: [
      (
        "[]", #"[]"#, "ids", "none"
      ),
      (
        #"[{"userId":1,"id":1,"title":"t"},{"userId":9,"id":2,"title":"t"}]"#, photos, "refs",
        #"dangling(of: "albums", field: "userId", count: 1, first: 1, id: Optional("2"), key: Optional("9"), "#
          + #"parent: "user")"#
      ),
      (
        #"[{"userId":1,"id":2,"title":"t"},{"userId":1,"id":2,"title":"t"}]"#, photos, "ids",
        #"duplicateID(of: "albums", count: 1, first: 1, id: "2")"#
      ),
      (
        #"[{"userId":1,"id":2,"title":"t"},{"userId":1,"id":-2,"title":"t"}]"#, photos, "ids",
        #"badID(of: "albums", count: 1, first: 1, id: Optional("-2"))"#
      ),
    ] as [(String, String, String, String)])
  func records(albums: String, photos: String, check: String, problem: String) async throws {
    let results = try await results(albums: albums, photos: photos) {
      if albums == "[]" { $0.expectedCounts = ["users": 1, "albums": 0, "photos": 0] }
    }
    let failed = problems(results)
    #expect(failed == (problem == "none" ? [:] : [check: [problem]]))
  }

  @Test("A field that is missing, null or of another type fails the schema, three told one by one")
  func schema() async throws {
    let albums =
      #"[{"userId":1,"id":2},{"id":3,"userId":1,"title":null},{"id":4,"userId":1,"title":5},7]"#
    let results = try await results(albums: albums) { $0.expectedCounts["albums"] = 4 }
    let problems = try #require(results[.schema]).problems
    let told = problems.compactMap { problem -> String? in
      guard case .mismatch(_, let mismatch) = problem else { return nil }
      return "\(mismatch.path) \(mismatch.found ?? "-")"
    }
    #expect(told == ["[0].title -", "[1].title null", "[2].title 5"])
    guard case .moreMismatches("albums", count: 1)? = problems.last else {
      Issue.record("the fourth isn't counted")
      return
    }
    // Records with an odd field still have an id and a reference.
    #expect(results[.ids]?.verdict == .failed)
    #expect(results[.refs]?.untested.isEmpty == true)
    #expect(results[.counts]?.verdict == .passed)
    let users = Self.users.replacing(#""lng":"0""#, with: #""lng":0"#)
    let deep = try await self.results(users: users)
    #expect(deep[.schema]?.verdict == .failed)
    #expect(deep[.refs]?.verdict == .passed)
    let missing = try await self.results(albums: #"[{"id":1},{"id":2,"userId":null}]"#)
    guard case .dangling(_, _, count: 2, first: 0, _, key: nil, _)? = missing[.refs]?.problems.first
    else {
      Issue.record("missing references pass")
      return
    }
  }

  @Test("A list that isn't there fails one check; those behind it could not run, and don't pass")
  func missing() async throws {
    for (text, check) in [
      (nil, CheckName.reach), ("503", .status), ("<html>", .type), ("", .type), ("{}", .schema),
    ] as [(String?, CheckName)] {
      let results = try await results(albums: text)
      for name in CheckName.allCases {
        let verdict: CheckResult.Verdict =
          name < check ? .passed : name == check ? .failed : .notRun
        #expect(results[name]?.verdict == verdict, "\(name) where \(check) fails")
      }
      // Photos refer to albums.
      #expect(results[.refs]?.untested.map(\.name) == ["albums", "photos"])
    }
  }

  @Test(
    "JSON has to be called JSON",
    arguments: [
      ("application/json", true), ("Application/JSON ; charset=utf-8", true),
      ("application/vnd.api+json", true), ("text/html", false), ("text/json", false), (nil, false),
      ("application/jsonp", false),
    ] as [(String?, Bool)])
  func contentType(type: String?, passes: Bool) async throws {
    let results = try await results(type: type)
    #expect(results[.type]?.verdict == (passes ? .passed : .failed))
  }

  @Test("Counts and times are compared with what is expected")
  func expectations() async throws {
    let results = try await results {
      $0.expectedCounts["users"] = 2
      $0.maxTime = .nanoseconds(-1)
    }
    #expect(problems(results)["counts"] == [#"count(of: "users", found: 1, expected: 2)"#])
    #expect(results[.time]?.problems.count == 3)
    let some = try await self.results { $0.expectedCounts = ["albums": 2] }
    #expect(some[.counts]?.tested.map(\.name) == ["albums"])
  }
}
