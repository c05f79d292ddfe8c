import Foundation
import Synchronization
import TestSupport
import Testing

@testable import jpfetch

/// Runs every format and command with hostile data of two sizes. Only ratios are compared, and only
/// of processor time and of sizes, so other programs on the machine don't matter.
@Suite("Time and output grow with the input, never with its square", .limited)
struct GrowthTests {
  /// What is large in the data.
  enum Input: Hashable, CaseIterable {
    /// The values of one record, and its name of a member; there are many other records.
    case texts
    /// Ids and references, which messages and reports name.
    case keys
    /// The number of members: other names in each record.
    case names

    static let some: [Input] = Effort.isFull ? allCases : [.texts]
  }

  private static let formats = OutputFormat.choices.words

  private static let reports =
    Effort.isFull ? ReportFormat.choices.words : ["text", "json"]

  /// The formats of any document, which are written as records are.
  private static let documentFormats =
    Effort.isFull ? formats.filter { $0 != "tree" } : ["table", "json"]

  private static let commands: [String] =
    formats.map { "users -e none -f \($0)" } + documentFormats.map { "get /users -f \($0)" }
    + reports.map { "check -f \($0)" } + [
      "", "users 1", "users -e albums --meta", "albums -e user", "users -e none -S name",
      "users --count-by name", "users -e none -w 'name ~ q'", "users -e none -s q", "search q",
      "check --assert 'users.name = q' --assert 'users.id unique'",
    ]

  @Test(
    "Eight times the data takes at most 24 times as long, and prints at most 24 times as much",
    arguments: Input.some, commands)
  func data(input: Input, line: String) async throws {
    let words = shellWords(line)
    let small = try await cost(words + options(input, bytes: Self.smallSize))
    let large = try await cost(words + options(input, bytes: 8 * Self.smallSize))
    expectLinear(small, large, "\(input): jpfetch \(line)")
  }

  /// What a server can write into a head, with `%` in place of a long text of so many bytes. libcurl
  /// allows 100 KiB. Names are compared with a table of secrets, which takes long without
  /// optimization.
  private static let fields = [
    ("Link: <http://h/?%=1>; rel=x", 32_000), ("Link: <http://h/>; %=x", 80_000),
    ("Cache-Control: max-age=9, %", 80_000), ("Content-Location: /?%=1", 32_000), ("%: 1", 32_000),
    ("ETag: %", 80_000), ("X-Total-Count: %", 80_000), ("Vary: %", 80_000), ("Date: %", 80_000),
  ]

  @Test(
    "A header field costs no square of its length, when it arrives and when it is stored",
    .needsLibcurl, arguments: fields)
  func heads(field: String, size: Int) async throws {
    func cost(of bytes: Int) async throws -> Cost {
      let site = try ServerAndStore { _ in
        .reply(fields: [field.replacing("%", with: Self.marks(bytes))], #"[{"id":1}]"#)
      }
      let script = """
        "$JPFETCH" users -vv "$@"; "$JPFETCH" users 1 --offline "$@"; "$JPFETCH" cache "$@"
        """
      let options = ["--timeout", "60s"] + site.options
      return try await self.cost(["-c", script, "sh"] + options, of: "/bin/sh")
    }
    // Sixteen times the input, because much of the time isn't the text's.
    expectLinear(try await cost(of: size / 16), try await cost(of: size), field)
  }

  @Test("A redirect's URL costs no square of its length", .needsLibcurl)
  func redirect() async throws {
    func cost(of bytes: Int) async throws -> Cost {
      let target = "Location: /users?\(Self.marks(bytes))=1"
      let site = try ServerAndStore { request in
        if request.path != "/users" { return .reply(#"[{"id":1}]"#) }
        return .reply(status: 302, fields: [target], "")
      }
      return try await self.cost(["users", "-vv", "--timeout", "60s"] + site.options)
    }
    expectLinear(try await cost(of: 2000), try await cost(of: 32_000), "redirect")
  }

  @Test(
    "A word of the command line costs no square of its length",
    arguments: [("\u{E01}", "\u{316}\u{301}"), ("\u{E01}", "x"), ("./", "/")])
  func words(start: String, part: String) async throws {
    for line in [
      "", "users", "users -F", "users -w", "users -s", "get", "check", "check ids --against", "--x",
      "cache", "cache path --cache-dir",
    ] {
      func cost(of count: Int) async throws -> Cost {
        let word = start + String(repeating: part, count: count)
        var words = shellWords(line) + [word]
        // `cache` takes no --sample.
        if words[0] != "cache" { words.append("--sample") }
        return try await self.cost(words)
      }
      // Linux allows 128 KiB.
      expectLinear(try await cost(of: 3000), try await cost(of: 24_000), "jpfetch \(line)")
    }
  }

  @Test(
    "The time for all members of wide records grows with their number",
    arguments: [
      "users -f csv", "users --json", "users -f record", "users -S m0 -f ndjson",
      "check ids users --assert 'users.m0 != x'",
    ])
  func members(line: String) async throws {
    func cost(of count: Int) async throws -> Cost {
      let directory = try TemporaryDirectory()
      let names = (0..<count).map { "m\($0)" }
      let record = names.map { "\"\($0)\":\"value\"" }.joined(separator: ",")
      let records = (0..<40).map { "{\"id\":\($0),\(record)}" }.joined(separator: ",")
      try directory.write("[\(records)]", to: "users.json")
      var words = shellWords(line) + directory.options
      if !line.hasPrefix("check") { words += ["-F", names.joined(separator: ",")] }
      return try await self.cost(words)
    }
    expectLinear(try await cost(of: 120), try await cost(of: 960), "jpfetch \(line)")
  }

  @Test(
    "A search for text in any script takes time that grows with the data",
    arguments: [
      ("\u{E01}", ["users -s", "users -w", "search"]), ("я", Self.searches),
      ("山", Self.searches), ("é", Self.searches), ("각", Self.searches),
    ])
  func scripts(text: String, lines: [String]) async throws {
    for line in lines {
      func cost(of bytes: Int) async throws -> Cost {
        let directory = try TemporaryDirectory()
        let marks = text + Self.marks(bytes)
        try directory.write(
          "[{\"id\":1,\"name\":\"\(marks)\",\"\(marks)\":\"\(text)\"}]", to: "users.json")
        for list in ["albums", "photos", "posts", "comments", "todos"] {
          try directory.write("[]", to: "\(list).json")
        }
        let word = line.hasSuffix("-w") ? "name ~ \(text)" : text
        return try await self.cost(shellWords(line) + [word] + directory.options)
      }
      let small = try await cost(of: Self.smallSize)
      expectLinear(small, try await cost(of: 8 * Self.smallSize), "jpfetch \(line) \(text)")
    }
  }

  private static let searches = Effort.isFull ? ["users -s", "users -w", "search"] : ["users -s"]

  @Test("Trailer fields cost no square of their number")
  func trailers() async throws {
    let server = try LoopbackServer { request in
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n"
      let count = Int(request.path.split(separator: "=").last ?? "") ?? 0
      return [.send(head + String(repeating: "X: 1\r\n", count: count) + "\r\n"), .close]
    }
    defer { server.stop() }
    func costOfTrailers(_ count: Int) async throws -> Cost {
      try await cost(["get", "\(server.url)/?count=\(count)"])
    }
    expectLinear(try await costOfTrailers(5000), try await costOfTrailers(40_000), "trailers")
  }

  // MARK: Costs

  /// What a run costs.
  private struct Cost {
    let seconds: Double
    let bytes: Int
  }

  /// Large enough for a square to take seconds with eight times as much.
  private static let smallSize = 20_000

  private func expectLinear(_ small: Cost, _ large: Cost, _ comment: String) {
    // Eight times the input: 8 if it is linear, 64 if it is not. The start of a process takes some
    // hundredths of a second.
    #expect(large.seconds < 24 * max(small.seconds, 0.03), "\(comment): \(small), \(large)")
    #expect(large.bytes < 24 * max(small.bytes, 10_000), "\(comment): \(small), \(large)")
  }

  /// Runs jpfetch, or another program, in a shell, which counts its processor time.
  private func cost(_ words: [String], of program: String = Places.jpfetch) async throws -> Cost {
    let script = """
      ulimit -t 30
      ("$PROGRAM" "$@" 2>&1; echo $? >"$HOME/status") | head -c 100000000 | wc -c
      cat "$HOME/status"
      times
      """
    let run = try await run(
      "/bin/sh", ["-c", script, "sh"] + words,
      environment: ["JPFETCH": Places.jpfetch, "PROGRAM": program])
    let lines = run.text.split(separator: "\n")
    try #require(lines.count == 4, "\(run)")
    let status = try #require(Int(lines[1]))
    #expect(status <= 8, "\(run)")
    // The last line has the time of all children: user, system.
    let user = try #require(lines[3].split(separator: " ").first)
    let parts = user.dropLast().split(separator: "m")
    let minutes = try #require(Double(parts[0]))
    let seconds = try #require(Double(parts[1]))
    return Cost(
      seconds: 60 * minutes + seconds,
      bytes: try #require(Int(lines[0].trimmingCharacters(in: .whitespaces))))
  }

  // MARK: Data

  private struct DataKey: Hashable {
    let input: Input
    let bytes: Int
  }

  /// Without optimization, the data takes longer to make than to read.
  private static let directories = Mutex<[DataKey: TemporaryDirectory]>([:])

  private func options(_ input: Input, bytes: Int) throws -> [String] {
    let key = DataKey(input: input, bytes: bytes)
    return try Self.directories.withLock { directories in
      if let known = directories[key] { return known.options }
      let directory = try TemporaryDirectory.shared()
      for (name, records) in Self.lists(input, bytes) {
        let text = try JSONSerialization.data(withJSONObject: records, options: .sortedKeys)
        try directory.write(String(decoding: text, as: UTF8.self), to: "\(name).json")
      }
      directories[key] = directory
      return directory.options
    }
  }

  private static func lists(_ input: Input, _ bytes: Int) -> [String: [[String: Any]]] {
    var lists: [String: [[String: Any]]] = [:]
    for name in ["users", "albums", "photos", "posts", "comments", "todos"] { lists[name] = [] }
    switch input {
    case .texts:
      let part = bytes / 8
      func text(_ piece: String) -> String {
        String(repeating: piece, count: part / piece.utf8.count)
      }
      var users: [[String: Any]] = [
        [
          "id": 1, "name": marks(part), "username": text("x\n"), "email": text("山"),
          "phone": text("\u{1B}\u{202E}\"\\|`<"), "website": text(":: ##[a] http://a/&_ "),
          "company": ["name": text("👨\u{200D}"), marks(part / 2): 1], text("k"): text("x"),
        ]
      ]
      for id in 2..<part / 5 { users.append(["id": id]) }
      lists["users"] = users
      lists["albums"] = [
        ["id": 1, "userId": 1, "title": marks(part)], ["id": 2, "userId": marks(part)],
      ]
    case .keys:
      let key = marks(bytes / 4)
      lists["users"] = [["id": key, "name": "n"], ["id": key, "name": "n"], ["id": [key]]]
      lists["albums"] = [["id": key, "userId": key + "q", "title": "t"]]
    case .names:
      lists["users"] = (1...bytes / 20).map { id in ["id": id, "name\(id)": id] }
    }
    return lists
  }

  /// One character with many marks, in an order that takes long to normalize.
  private static func marks(_ bytes: Int) -> String {
    "\u{E01}" + String(repeating: "\u{316}\u{301}", count: bytes / 4)
  }
}
