import Synchronization
import TestSupport
import Testing

@Suite(
  "NDJSON as it arrives",
  .evidence, .needsLibcurl)
struct StreamTests {
  private static func todos(_ ids: ClosedRange<Int>) -> String {
    ids.map { #"{"userId":\#($0 % 3 + 1),"id":\#($0),"title":"t\#($0)","completed":true}"# }
      .joined(separator: ",")
  }

  private static let users = #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}]"#

  /// Sends a list in two parts, the second one after a request for `/go`.
  private func server(_ first: String, _ second: String) throws -> LoopbackServer {
    let gate = Gate(for: 2)
    return try LoopbackServer { request in
      switch request.path {
      case "/go":
        gate.pass()
        return .reply("{}")
      case "/users": return .reply(Self.users)
      default:
        let length = first.utf8.count + second.utf8.count
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
        return [.send(head + first), .perform { gate.pass() }, .send(second)]
      }
    }
  }

  /// Runs jpfetch with a reader that asks for `/go` when the first lines are there. Otherwise the
  /// server would wait for longer than jpfetch does.
  private func lines(
    _ words: String, _ server: LoopbackServer, first count: Int = 1
  ) throws -> CommandRun {
    let go = "'\(Places.jpfetch)' get /go --no-cache --base-url \(server.url) >/dev/null"
    return try run(
      "/bin/bash",
      [
        "-c",
        """
        set -o pipefail
        '\(Places.jpfetch)' \(words) -f ndjson --base-url \(server.url) --timeout 15s |
          { for n in $(seq \(count)); do read -r line; echo "$line"; done; \(go); cat; }
        """,
      ])
  }

  @Test(
    "A record is printed before the next one has come",
    arguments: [
      ("todos", #"{"userId":2,"id":1,"title":"t1","completed":true}"#),
      ("todos -e user -F id,user.name", #"{"id":1,"user":{"name":"b"}}"#),
      ("todos -F id -w user.name=b", #"{"id":1}"#),
      ("todos --skip 1 -F id", #"{"id":2}"#),
    ])
  func firstLine(words: String, line: String) throws {
    let server = try server("[" + Self.todos(1...3) + ",", Self.todos(4...9) + "]")
    defer { server.stop() }
    let outcome = try lines(words, server)
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.text.hasPrefix(line + "\n"))
  }

  @Test("With lists in it, a record is printed when those are whole, or can't belong to it")
  func lists() throws {
    let gate = Gate(for: 1)
    let albums = #"[{"id":1,"userId":2,"title":"a"},{"id":2,"userId":2,"title":"b"}]"#
    let server = try LoopbackServer { request in
      switch request.path {
      case "/go":
        gate.pass()
        return .reply("{}")
      case "/users": return .reply(Self.users)
      case "/albums": return .reply(albums)
      default: return [.perform { gate.pass() }] + .reply("[]")
      }
    }
    defer { server.stop() }
    let words = "users -e albums.photos -F id,albums.id,albums.photos.id"
    let outcome = try lines(words, server)
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(
      outcome.text == """
        {"id":1,"albums":[]}
        {"id":2,"albums":[{"id":1,"photos":[]},{"id":2,"photos":[]}]}
        {"id":3,"albums":[]}

        """)
  }

  @Test("A fault behind the first line: told, nothing retried, replaced or stored")
  func fault() throws {
    let directory = try TemporaryDirectory()
    let good = try LoopbackServer { _ in .reply("[\(Self.todos(1...1))]") }
    let gate = Gate(for: 2)
    let bad = try LoopbackServer { request in
      if request.path == "/go" {
        gate.pass()
        return .reply("{}")
      }
      return [
        .send("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n[" + Self.todos(1...5)),
        .perform { gate.pass() }, .reset,
      ]
    }
    defer {
      good.stop()
      bad.stop()
    }
    let store = directory.path + "/c"
    _ = try jpfetch("todos", "--cache-dir", store, "--base-url", good.url)
    let outcome = try lines(
      "todos -F id --cache-dir '\(store)'", bad, first: 4)
    #expect(outcome.status == 3)
    #expect(outcome.text == (1...4).map { "{\"id\":\($0)}\n" }.joined())
    #expect(bad.requests.count { $0.path == "/todos" } == 1)
    #expect(outcome.linesOfFailure.first?.contains("before the answer was whole") == true)
  }

  /// Sends one list, and the other one after the first has come or failed.
  private func failing(
    albums: [LoopbackServer.Step], photos: @escaping @Sendable (Int) -> [LoopbackServer.Step]
  ) throws -> LoopbackServer {
    let gate = Gate(for: 2)
    let tries = Mutex(0)
    return try LoopbackServer { request in
      if request.path == "/albums" { return [.perform { gate.pass() }] + albums }
      let attempt = tries.withLock { count in
        count += 1
        return count
      }
      return [.perform { if attempt == 1 { gate.pass() } }] + photos(attempt)
    }
  }

  private static let photo = #"{"id":1,"albumId":1}"#

  @Test("Where what they belong to fails, nothing is printed")
  func failedParents() throws {
    let half = "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n[\(Self.photo),"
    let server = try failing(albums: .reply(status: 500, "{}", after: .milliseconds(50))) { _ in
      [.send(half), .hang]
    }
    defer { server.stop() }
    let outcome = try jpfetch(
      "photos", "-e", "album", "-f", "ndjson", "--retry", "0", "--base-url", server.url)
    #expect((outcome.status, outcome.text) == (5, ""))
  }

  @Test("What only waits isn't printed yet: a retry may still replace it")
  func retriedWhileWaiting() throws {
    let half = "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n[\(Self.photo),"
    // The albums come when the photos have been asked for again.
    let again = Gate(for: 2)
    let albums =
      [LoopbackServer.Step.perform { again.pass() }]
      + .reply(#"[{"id":1,"userId":1,"title":"a"}]"#)
    let server = try failing(albums: albums) { attempt in
      attempt == 1
        ? [.send(half), .reset] : [.perform { again.pass() }] + .reply("[\(Self.photo)]")
    }
    defer { server.stop() }
    let outcome = try jpfetch(
      "photos", "-e", "album", "-F", "id,album.title", "-f", "ndjson", "--base-url", server.url)
    #expect((outcome.status, outcome.text) == (0, #"{"id":1,"album":{"title":"a"}}"# + "\n"))
    #expect(server.requests.filter { $0.path == "/photos" }.count == 2)
  }

  @Test("A record that doesn't fit ends it, and is told as ever")
  func misfit() throws {
    let server = try LoopbackServer { _ in
      .reply("[" + Self.todos(1...2) + #",{"id":"x"},{"id":3}]"#)
    }
    defer { server.stop() }
    let outcome = try jpfetch(
      "todos", "-f", "ndjson", "-F", "id", "--base-url", server.url)
    #expect(outcome.status == 6)
    #expect(outcome.toldLines.first?.contains("todos[2].id") == true)
    let lenient = try jpfetch(
      "todos", "-f", "ndjson", "-F", "id", "--base-url", server.url, "--lenient")
    #expect((lenient.status, lenient.text) == (8, "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"))
  }

  @Test(
    "In pieces of any size it prints what it prints at once",
    arguments: 0..<Effort.rounds(2, all: 10))
  func pieces(round: Int) throws {
    let repeated = Bool.random() ? #",{"id":2,"name":"d"}"# : ""
    let lists = [
      "/todos": "[\(Self.todos(1...60))]",
      "/users": "[\(Self.users.dropFirst().dropLast())\(repeated),\(Self.moreUsers)]",
      "/albums": #"[{"id":1,"userId":9,"title":"a"},{"id":2,"userId":3,"title":"b"}]"#,
    ]
    let server = try LoopbackServer { request in
      Self.inPieces(Array((lists[request.path] ?? "").utf8))
    }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    for (path, text) in lists { try directory.write(text, to: path.dropFirst() + ".json") }
    for words in [
      "todos", "todos -e user", "todos -w userId=1 --skip 3 -n 9", "todos -w user.name=c",
      "todos -S -id -n 5", "users -e todos", "users -e albums,todos", "albums -e user.todos",
      "users -e none -w todos.count>3 -n 2", "users -e none -F id,albums.count",
      "todos -w user.todos.count>19 -F id", "todos -F id,user.todos.count -n 2",
      "albums -w user.albums.count=null",
    ] {
      let all = words.split(separator: " ").map(String.init) + ["-f", "ndjson"]
      let own = try run(Places.jpfetch, all + ["--base-url", server.url])
      let whole = try run(Places.jpfetch, all + ["--base-url", "file:\(directory.path)"])
      #expect((own.status, own.errors) == (whole.status, whole.errors), "\(words)")
      #expect(own.output == whole.output, "\(words)")
    }
  }

  @Test("Where numbers are followed by texts, or texts by numbers, in pieces as at once")
  func mixedKeys() throws {
    let lists = [
      #"[{"id":1},{"id":"2"},{"id":3},{"id":"4"},{"id":5}]"#,
      #"[{"id":"1"},{"id":"2"},{"id":3},{"id":"4"},{"id":5}]"#,
      #"[{"id":1,"userId":"1"},{"id":2,"userId":1},{"id":3,"userId":1},{"id":4,"userId":1}]"#,
      #"[{"id":"1"},{"id":"2"},{"id":"3"},{"id":"4"},{"id":"5"}]"#,
    ]
    for list in lists {
      let server = try LoopbackServer { request in
        guard request.path == "/todos" else { return .reply(#"[{"id":1,"name":"a"}]"#) }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(list.utf8.count)\r\n\r\n"
        var steps = [LoopbackServer.Step.send(head)]
        var rest = Array(list.utf8)[...]
        while !rest.isEmpty {
          steps += [.send(Array(rest.prefix(12))), .pause(.milliseconds(1))]
          rest = rest.dropFirst(12)
        }
        return steps
      }
      defer { server.stop() }
      let directory = try TemporaryDirectory()
      try directory.write(list, to: "todos.json")
      try directory.write(#"[{"id":1,"name":"a"}]"#, to: "users.json")
      for words in [["-F", "id"], ["-e", "user", "-F", "id,user.id"], ["-n", "2"]] {
        let all = ["todos", "--lenient", "-f", "ndjson"] + words
        let own = try run(Places.jpfetch, all + ["--base-url", server.url])
        let whole = try run(Places.jpfetch, all + ["--base-url", "file:\(directory.path)"])
        #expect((own.status, own.text) == (whole.status, whole.text), "\(list) \(words)")
      }
    }
  }

  @Test("Of a part, 206, nothing is printed")
  func part() throws {
    let server = try LoopbackServer { _ in .reply(status: 206, "[\(Self.todos(1...5))]") }
    defer { server.stop() }
    let outcome = try jpfetch("todos", "-f", "ndjson", "--base-url", server.url)
    #expect((outcome.status, outcome.text) == (5, ""))
  }

  private static let moreUsers = (4...40).map { #"{"id":\#($0),"name":"u\#($0)"}"# }
    .joined(separator: ",")

  /// A body in pieces of any size, at any time.
  private static func inPieces(_ body: [UInt8]) -> [LoopbackServer.Step] {
    var steps: [LoopbackServer.Step] = [
      .pause(.milliseconds(.random(in: 0...20))),
      .send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n"),
    ]
    var rest = body[...]
    while !rest.isEmpty {
      let piece = rest.prefix(.random(in: 1...600))
      steps += [.send(Array(piece)), .pause(.milliseconds(.random(in: 0...1)))]
      rest = rest.dropFirst(piece.count)
    }
    return steps
  }
}
