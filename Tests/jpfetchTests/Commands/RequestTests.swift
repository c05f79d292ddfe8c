import Foundation
import TestSupport
import Testing

/// Which requests 30 commands send, in six states of the store and the server. Never a filter.
@Suite("Requests", .needsLibcurl, .limited)
struct RequestTests {
  /// What earlier runs have stored.
  enum Stored: CaseIterable {
    /// The lists of users and todos.
    case lists
    /// User 3, photo 17 and the list of todos.
    case records

    /// The runs that store it.
    var lines: [String] {
      switch self {
      case .lists: ["users", "todos"]
      case .records: ["users 3", "photos 17", "todos"]
      }
    }
  }

  /// A command, and what it asks for.
  struct Case: CustomTestStringConvertible, Sendable {
    let line: String
    /// The paths without a store, sorted.
    let paths: [String]
    private let withLists: Int32
    private let withRecords: Int32

    var testDescription: String { line }

    /// The exit status offline.
    func status(with stored: Stored) -> Int32 {
      switch stored {
      case .lists: withLists
      case .records: withRecords
      }
    }

    init(_ line: String, _ paths: String, lists: Int32, records: Int32) {
      self.line = line
      self.paths = paths.split(separator: " ").map(String.init)
      withLists = lists
      withRecords = records
    }
  }

  static let cases: [Case] = [
    Case("users", "/users", lists: 0, records: 7),
    Case("users 3", "/users/3", lists: 0, records: 0),
    Case("users 2", "/users/2", lists: 0, records: 7),
    Case("users 3 2", "/users", lists: 0, records: 7),
    Case("users 99", "/users/99", lists: 4, records: 7),
    Case("users 3 todos", "/todos /users/3", lists: 0, records: 0),
    Case("users 2 todos", "/todos /users/2", lists: 0, records: 7),
    Case("users 3,2 todos", "/todos /users", lists: 0, records: 7),
    Case("users 3 albums", "/albums /users/3", lists: 7, records: 7),
    Case("users 3 comments", "/comments /posts /users/3", lists: 7, records: 7),
    Case("todos", "/todos", lists: 0, records: 0),
    Case("todos 5", "/todos/5", lists: 0, records: 0),
    Case("todos 5 user", "/todos/5 /users", lists: 0, records: 7),
    Case("todos users", "/todos /users", lists: 0, records: 7),
    Case("todos -w userId=3", "/todos", lists: 0, records: 0),
    Case("todos -w user.name~a", "/todos /users", lists: 0, records: 7),
    Case("todos --count", "/todos", lists: 0, records: 0),
    Case("todos --count-by user", "/todos /users", lists: 0, records: 7),
    Case("users 3 -e todos", "/todos /users/3", lists: 0, records: 0),
    Case("users -e todos", "/todos /users", lists: 0, records: 7),
    Case("users 3 -F name,todos.count", "/todos /users/3", lists: 0, records: 0),
    Case("users -f tree -e todos", "/todos /users", lists: 0, records: 7),
    Case("users -F name,todos.count", "/todos /users", lists: 0, records: 7),
    Case("photos 17", "/photos/17", lists: 7, records: 0),
    Case("photos 17 user", "/albums /photos/17 /users", lists: 7, records: 7),
    Case("get /users/3", "/users/3", lists: 0, records: 0),
    Case("get /users/3/todos", "/users/3/todos", lists: 0, records: 0),
    Case("get /todos?userId=3", "/todos?userId=3", lists: 0, records: 0),
    Case("get /users?_limit=2", "/users?_limit=2", lists: 7, records: 7),
    Case("get /users/99", "/users/99", lists: 4, records: 7),
  ]

  private static let fresh = ["Cache-Control: max-age=600"]

  /// Runs a command; the paths that it asks for are sorted.
  private func run(
    _ line: String, at site: ServerAndStore, store: String? = nil, _ options: String = ""
  ) async throws -> (status: Int32, paths: [String]) {
    let before = site.requests.count
    let run = try await jpfetch(
      "\(line) --json \(options) --base-url", [site.url, "--cache-dir", store ?? site.store])
    return (run.status, site.requests.dropFirst(before).map(\.path).sorted())
  }

  /// A server with the built-in data, and a store that a few commands fill.
  private func site(storing lines: [String]) async throws -> ServerAndStore {
    let site = try ServerAndStore { request in
      let path = String(request.path.prefix { $0 != "?" })
      guard let body = wholeSampleBody(path) else { return .reply(status: 404, "{}") }
      return .reply(fields: Self.fresh, body)
    }
    for line in lines { _ = try await site.jpfetch(line) }
    return site
  }

  @Test(
    "Without a store, each resource is asked for once: its list, or one record", arguments: cases)
  func cold(_ tested: Case) async throws {
    let site = try await site(storing: [])
    #expect(try await run(tested.line, at: site, "--no-cache").paths == tested.paths)
  }

  @Test(
    "Only the lists that the output needs are requested",
    arguments: [
      ("--count", ["/users"]), ("-F name", ["/users"]), ("users -f csv", ["/users"]),
      ("users -f tree", ["/albums", "/posts", "/todos", "/users"]),
      ("-f tree", ["/albums", "/photos", "/users"]), ("posts -f tree", ["/comments", "/posts"]),
      ("todos -f tree", ["/todos", "/users"]), ("users -F name,albums", ["/albums", "/users"]),
      ("users -F name,albums --json", ["/albums", "/users"]),
      ("users -F name -w 'albums.count > 1'", ["/albums", "/users"]),
      ("users -e posts,todos -F id -S todos.count", ["/posts", "/todos", "/users"]),
      ("photos -e album.user -F title,album.title", ["/albums", "/photos", "/users"]),
      ("photos -F title,album.title", ["/albums", "/photos"]),
    ])
  func needed(line: String, paths: [String]) async throws {
    let site = try ServerAndStore()
    try await site.jpfetch(line).expect(status: 0, errors: "")
    #expect(site.requests.map(\.path).sorted() == paths)
  }

  @Test("Fresh lists answer without a request; get asks for its own URL")
  func fresh() async throws {
    let site = try await site(storing: Stored.lists.lines)
    for (number, tested) in Self.cases.enumerated() {
      var paths = tested.paths
      if !tested.line.hasPrefix("get") {
        paths = paths.filter { path in !path.hasPrefix("/users") && !path.hasPrefix("/todos") }
      }
      // A run stores what it asks for.
      let copy = "\(site.directory.path)/\(number)"
      try FileManager.default.copyItem(atPath: site.store, toPath: copy)
      let run = try await run(tested.line, at: site, store: copy)
      #expect(run.paths == paths, "\(tested.line)")
    }
  }

  @Test(
    "Offline, lists and records answer, and nothing is asked for", arguments: Stored.allCases)
  func offline(stored: Stored) async throws {
    let site = try await site(storing: stored.lines)
    for tested in Self.cases {
      let run = try await run(tested.line, at: site, "--offline")
      #expect(run == (tested.status(with: stored), []), "\(tested.line)")
    }
  }

  @Test(
    "If the server fails, what is stored answers as it does offline", arguments: Stored.allCases)
  func failing(stored: Stored) async throws {
    let site = try await site(storing: stored.lines)
    // All requests arrive before the first failure ends the run.
    site.answer { _ in .reply(status: 503, "{}", after: .milliseconds(100)) }
    for tested in Self.cases {
      // A list that doesn't have the record can't tell whether the server has it.
      var expected: Int32 = 5
      if tested.status(with: stored) == 0 { expected = 0 }
      let run = try await run(tested.line, at: site, "--max-age 0 --retry 0")
      #expect(run == (expected, tested.paths), "\(tested.line)")
    }
  }
}
