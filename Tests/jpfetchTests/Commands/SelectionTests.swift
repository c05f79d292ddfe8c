import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("Requested lists, formats and columns", .limited)
struct SelectionTests {
  // MARK: Formats

  /// Names that are difficult for a format: wide, combining or joined characters, control
  /// characters, separators.
  private static let hostile = [
    "日本語", "e\u{301}", "👩‍👩‍👧", "\u{1B}]0;x\u{7}", "tab\there", "say \"hi\", you", "two\nlines\r\n",
    "\u{202E}right", "\u{7F}\u{85}\u{9B}31m", "back\\slash", "", " spaces ", "a,b;c", "=1+1",
  ]

  static func hostileDirectory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let records = hostile.enumerated().map {
      ["userId": 1, "id": $0, "title": $1] as [String: Any]
    }
    let data = try JSONSerialization.data(withJSONObject: records, options: .sortedKeys)
    try data.write(to: directory.url.appending(path: "albums.json"))
    return directory
  }

  @Test(
    "More than 1,000 columns are refused with the advice --json; NDJSON prints them",
    arguments: ["table", "csv", "tsv", "markdown"])
  func manyColumns(format: String) async throws {
    let directory = try TemporaryDirectory()
    func writeRecord(members count: Int) throws {
      let members = (0..<count).map { #""k\#($0)":1"# }.joined(separator: ",")
      try directory.write("[{\(members)}]", to: "users.json")
    }
    try writeRecord(members: 1001)
    let arguments = ["get", "/users"] + directory.options
    let table = try await jpfetch(arguments + ["-f", format])
    table.expect(status: 6, text: "")
    #expect(table.errorLines.last == "  use --json", "\(table)")
    try await jpfetch(arguments + ["-f", "ndjson"]).expect(status: 0)
    try writeRecord(members: 1000)
    try await jpfetch(arguments + ["-f", format]).expect(status: 0)
  }

  @Test(
    "Each format escapes hostile text in a list",
    arguments: ["table", "record", "tree", "json", "ndjson", "csv", "tsv"])
  func formats(format: String) async throws {
    let directory = try Self.hostileDirectory()
    let outcome = try await jpfetch("albums -F id,title -f \(format)", directory.options)
    outcome.expect(status: 0, errors: "")
    let name = "hostile-\(format).txt"
    try expectSnapshot(name, of: outcome.text)
  }

  @Test(
    "Each field is a column, with dotted names for members of objects and counts for lists",
    arguments: [
      (
        "-w id=2 -f csv",
        "id,name,username,email,address.street,address.suite,address.city,address.zipcode,"
          + "address.geo.lat,address.geo.lng,phone,website,company.name,company.catchPhrase,"
          + "company.bs,albums,photos\r\n2,"
      ),
      (
        "albums 1 -f csv -e user -F user.address.geo,user.address",
        "user.address.geo.lat,user.address.geo.lng,user.address.street,"
      ),
      ("users 2 -f tsv -F address.geo,albums", "address.geo.lat\taddress.geo.lng\talbums\n"),
      ("albums 1 -f csv -e photos,user", "userId,id,title,photos,user.id,user.name,"),
      ("albums -n 1 -f csv -F user", "user\r\nAda Brennan\r\n"),
      (
        "albums -n 1 -f markdown -F id,user", "| id | user |\n| ---: | --- |\n| 1 | Ada Brennan |\n"
      ),
      ("photos 1 -f tsv -F album.user,album", "album.user\talbum\nAda Brennan\tWinter in Malmö\n"),
      // The record view shows every field of a parent.
      ("albums -n 1 -f record -F user", "user.id                   1\nuser.name "),
      ("users -n 1 -F address.geo", "address.geo.lat  address.geo.lng\n"),
      // The album's user is only needed for the condition.
      (
        "photos 1 -e album -w album.user.id=1 -f csv",
        "albumId,id,title,url,thumbnailUrl,album.userId,album.id,album.title\r\n"
      ),
      ("get /albums/2 -f tsv --no-header", "1\t2\t"),
      // Quotes are the query language's.
      (
        #"users -F '"name","address"."city"' -n 1 -f csv"#,
        "name,address.city\r\n"
      ),
      (#"users --count-by '"name"' -f tsv"#, "name\tcount\n"),
      ("users -e none --no-header", " 1  Ada Brennan"),
    ])
  func columns(line: String, start: String) async throws {
    let outcome = try await jpfetch(line, ["--sample"])
    #expect(outcome.text.hasPrefix(start), "\(outcome)")
  }
}

@Suite(
  "On a terminal", .needs("util-linux's script", from: "bsdutils") { Places.hasScript },
  .limited)
struct TerminalTests {
  /// ``fromSampleFiles`` as a shell takes it.
  private static let files = fromSampleFiles.joined(separator: " ")

  /// Both streams on a terminal of this width.
  func terminal(
    _ command: String, columns: Int, in directory: String = "/",
    _ environment: [String: String] = ["TERM": "xterm"]
  ) async throws -> String {
    try await screen("cd '\(directory)'; \"$JPFETCH\" \(command)", columns: columns, environment)
  }

  private static func uncolored(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  @Test("A tree on a terminal has the colours of the snapshot")
  func tree() async throws {
    try await expectSnapshot("terminal-tree-80.txt", of: terminal("--sample -f tree", columns: 80))
  }

  @Test(
    "On a terminal, each format escapes hostile text in a list, with and without colours",
    arguments: [
      ("table", "albums -f table"), ("tree", "albums -e none -f tree"), ("json", "get /albums"),
      ("ndjson", "albums -f ndjson"), ("csv", "albums -f csv"), ("tsv", "albums -f tsv"),
      ("markdown", "albums -f markdown"),
    ])
  func hostile(format: String, command: String) async throws {
    let directory = try SelectionTests.hostileDirectory()
    let line = "\(command) --base-url 'file:\(directory.path)'"
    let text = try await terminal(line, columns: 40)
    try expectSnapshot("terminal-hostile-\(format).txt", of: text)
    let plain = try await terminal(line + " --color never", columns: 40)
    #expect(difference(between: plain, and: Self.uncolored(text)) == nil)
  }

  @Test(
    "No line is wider than the terminal, for each resource and each width",
    .notUnderSanitizer("the other tests show a sanitizer the same code"),
    arguments: Resource.all.map(\.name), Effort.isFull ? [40, 60, 80, 100, 132] : [80])
  func looks(name: String, columns: Int) async throws {
    let resource = try #require(Resource.named(name))
    let all = resource.relations.map(\.path).joined(separator: ",")
    let commands = [
      "-e none -n 3", "-e \(all) -n 3", "2 -e none", "-e \(all) -n 2 -f tree",
    ]
    var text = ""
    for words in commands {
      let line = "\(name) \(words)"
      text += "$ jpfetch \(line)\n"
      text += try await terminal("\(line) \(Self.files) --color never", columns: columns)
    }
    let tooWide = text.split(separator: "\n").filter {
      !$0.hasPrefix("$") && $0.displayWidth > columns
    }
    #expect(tooWide == [])
    try expectSnapshot("looks/\(name)-\(columns).txt", of: text)
  }

  @Test(
    "Errors and check reports are wrapped to the width of the terminal", .needsLibcurl,
    arguments: [80, 40])
  func screens(columns: Int) async throws {
    let directory = try TemporaryDirectory()
    for list in Resource.all { try directory.write("[]", to: "\(list.name).json") }
    try directory.write("[{\n  \"id\": 1,", to: "broken/posts.json")
    let reply = Mutex<[LoopbackServer.Step]?>(nil)
    let server = try LoopbackServer { request in reply.withLock(\.self) ?? sampleReply(request) }
    defer { server.stop() }
    let environment = [
      "TERM": "dumb", "JPFETCH_BASE_URL": server.url, "XDG_CACHE_HOME": directory.path,
    ]
    var text = ""
    func show(_ lines: String...) async throws {
      for line in lines {
        let screen = try await terminal(line, columns: columns, in: directory.path, environment)
        text += "$ jpfetch \(line)\n\(screen)"
      }
    }
    try await show("check --sample", "check --base-url file:.", "posts --base-url file:broken")
    reply.withLock { $0 = .reply(status: 503, "closed for today") }
    try await show("todos --retry 0")
    reply.withLock { $0 = .reply(fields: ["Content-Type: text/html"], "<title>Sign in</title>") }
    try await show("todos")
    reply.withLock { $0 = nil }
    try await show("users -e none -n 1")
    server.stop()
    try await show("users -e none -n 1 --retry 0", "albums --retry 0", "check --retry 0")
    // libcurl's line has the port, too.
    let port = try #require(server.url.split(separator: ":").last)
    text = text.replacing(port, with: "PORTS")
      // The line may be broken in it, depending on its length.
      .replacing(/\d+\s+seconds?\s+(ago|old)/) { "0 seconds \($0.1)" }
    try expectSnapshot("screens-\(columns).txt", of: text)
  }

  @Test(
    "A line of a tree keeps twelve columns for the name, and the rest for the counts",
    arguments: [
      (40, "1 Ada Brenn… · 10 albums, 10 posts, 20 …"), (24, "1 Ada Brenn… · 10 album…"),
      (19, "1 Ada Brennan"), (8, "1 Ada B…"),
    ])
  func narrowTree(columns: Int, line: String) async throws {
    let text = try await terminal(
      "users -n 1 -e albums,posts,todos -f tree --sample --color never", columns: columns)
    #expect(text.split(separator: "\n").first == line[...])
  }

  @Test(
    "Nothing is cut with --wide where that fits, and in a pipe")
  func wide() async throws {
    let environment = ["COLUMNS": "20", "TERM": "xterm"]
    let piped = try await jpfetch("--wide", fromSampleFiles, environment: environment)
    #expect(!piped.text.contains("\u{1B}") && !piped.text.contains("…"), "\(piped)")
    let line = "\(Self.files) --wide --color never -q"
    let shown = try await terminal(line, columns: 400)
    #expect(difference(between: shown, and: piped.text) == nil)
  }

  @Test("A list of stored responses fits any terminal", .needsLibcurl, arguments: [1, 2, 3, 7, 50])
  func storedResponses(columns: Int) async throws {
    let directory = try TemporaryDirectory()
    let server = try LoopbackServer { _ in .reply(fields: ["Cache-Control: max-age=600"], "[]") }
    defer { server.stop() }
    let url = "\(server.url)/\(String(repeating: "山", count: 30))"
    _ = try await jpfetch("get \(url) --cache-dir", [directory.path])
    let text = try await terminal(
      "cache list --color never --cache-dir '\(directory.path)'", columns: columns)
    let lines = text.split(separator: "\n")
    #expect(lines.filter { $0.displayWidth > columns } == [])
    if columns == 50 {
      #expect(lines[0] == server.url)
      // A path that doesn't fit is whole on lines of its own.
      #expect(lines[2].hasPrefix("/%E5%B1%B1") && lines[3].hasPrefix("%"), "\(lines)")
    }
  }

  @Test(
    "Colours follow --color, NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE and TERM, in this order",
    arguments: [
      ("", [:], true), ("", ["NO_COLOR": "1"], false), ("", ["NO_COLOR": ""], true),
      ("", ["TERM": "dumb"], false), ("", ["TERM": ""], false), ("", ["TERM": nil], false),
      ("--color never", ["FORCE_COLOR": "1"], false),
      ("--color always", ["NO_COLOR": "1"], true),
      ("--color auto", ["NO_COLOR": "1"], true), ("--color auto", ["FORCE_COLOR": "0"], true),
      ("--color auto", ["TERM": "dumb", "FORCE_COLOR": "1"], false),
      ("", ["TERM": "dumb", "CLICOLOR_FORCE": "1"], true),
      ("", ["NO_COLOR": "1", "FORCE_COLOR": "1"], false), ("", ["FORCE_COLOR": "0"], false),
      ("", ["FORCE_COLOR": "false"], false), ("", ["CLICOLOR_FORCE": "0"], true),
      ("", ["TERM": "dumb", "CLICOLOR_FORCE": "0"], false),
      ("", ["FORCE_COLOR": "0", "CLICOLOR_FORCE": "1"], false),
    ] as [(String, [String: String?], Bool)])
  func colors(options: String, environment: [String: String?], isColored: Bool) async throws {
    var all = ["TERM": "xterm"]
    for (name, value) in environment { all[name] = value }
    let table = try await terminal("todos 1 --sample \(options)", columns: 80, all)
    #expect(table.contains("\u{1B}[1m") == isColored)
  }

  @Test(
    "--color always colours a pipe too, and changes nothing else in JSON",
    arguments: [
      ("users 1 -e albums --sample --json", "\u{1B}[0;32m\"Ada Brennan\""),
      ("users 1 -e none --sample --meta", "\u{1B}[0;32m\"sample:/users\""),
    ])
  func forced(line: String, value: String) async throws {
    let plain = try await jpfetch(line)
    let colored = try await jpfetch(line + " --color always")
    #expect(colored.text.contains(value))
    #expect(difference(between: Self.uncolored(colored.text), and: plain.text) == nil)
  }

  @Test("Only a table or tree on a terminal ends with a dim line of counts")
  func summary() async throws {
    let table = try await terminal(Self.files + " --color never", columns: 80)
    #expect(
      table.hasSuffix("\n10 users, 100 albums, 220 photos · more: 11 fields (--wide)\n"))
    #expect(
      try await terminal("todos -n 1 --sample", columns: 80).hasSuffix(
        "\n\u{1B}[2m1 of 200 todos\u{1B}[0m\n"))
    let line = "users -e none -n 1 --sample --color never"
    #expect(
      try await terminal(line, columns: 200).hasSuffix(
        "\n1 of 10 users · more: 9 fields (--wide)\n"))
    for options in [" --wide", " -F id,name"] {
      #expect(try await terminal(line + options, columns: 200).hasSuffix("\n1 of 10 users\n"))
    }
    let tree = try await terminal("\(Self.files) -f tree --color never", columns: 80)
    #expect(
      tree.hasSuffix("\n10 users, 100 albums, 220 photos · folded: --wide shows all\n"))
    let some = try await terminal("users 1 2 3 -e none -n 1 --sample --color never", columns: 80)
    #expect(some.hasSuffix("\n1 of 3 users · more: 10 fields (--wide)\n"))
    let document = try await terminal("get /posts -f table --sample --color never", columns: 80)
    #expect(document.hasSuffix("\n100 posts\n"))
    for options in [" --json", " -f csv", " -q"] {
      #expect(try await !terminal(Self.files + options, columns: 200).contains("10 users"))
    }
  }

  @Test("The dim line says when stored records were checked or stored", .needsLibcurl)
  func ages() async throws {
    let server = try LoopbackServer { request in
      let isStored = request.head.contains("If-None-Match")
      let body = isStored ? "" : #"[{"id":1,"userId":1}]"#
      return .reply(status: isStored ? 304 : 200, fields: ["ETag: \"1\""], body)
    }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    for (options, line) in [
      ("", "\n1 album\n"), ("", "\n1 album · checked just now\n"),
      ("--offline", "\n1 album · cached "),
    ] {
      let text = try await terminal(
        "albums \(options) --base-url \(server.url) --cache-dir \(directory.path) --color never",
        columns: 80)
      #expect(text.contains(line))
    }
  }
}
