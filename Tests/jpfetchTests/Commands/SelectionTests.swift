import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite("Choosing and formatting", .evidence, .limited)
struct SelectionTests {
  @Test(
    "Only the lists that the output needs are requested",
    .needsLibcurl,
    arguments: [
      (["users", "--embed", "albums"], ["/albums", "/users"]),
      (["users", "--fields", "name"], ["/users"]),
      (["users", "--fields", "name,albums"], ["/albums", "/users"]),
      (["users", "--fields", "name,albums", "--json"], ["/albums", "/photos", "/users"]),
      (["users", "-F", "albums.count", "-f", "csv"], ["/albums", "/users"]),
      (["users", "-F", "albums", "-S", "albums.count", "-f", "tree"], ["/albums", "/users"]),
      (["users", "--fields", "name", "-w", "albums.count > 1"], ["/albums", "/users"]),
      (
        ["users", "-e", "posts,todos", "-F", "id", "-S", "todos.count"],
        ["/posts", "/todos", "/users"]
      ),
      (
        ["photos", "-e", "album.user", "-F", "title,album.title"], ["/albums", "/photos", "/users"]
      ),
      (["photos", "-F", "title,album.title"], ["/albums", "/photos"]),
      (
        ["photos", "-e", "album.user", "-F", "id", "-w", "album.user.id = 1"],
        ["/albums", "/photos", "/users"]
      ),
      (["albums", "-e", "none", "-F", "id"], ["/albums"]),
    ])
  func requests(arguments: [String], paths: [String]) throws {
    let server = try LoopbackServer { sampleReply($0) }
    defer { server.stop() }
    let outcome = try run(Places.jpfetch, arguments + ["--base-url", server.url])
    #expect(outcome.status == 0)
    #expect(server.requests.map(\.path).sorted() == paths)
  }

  // MARK: Formats

  /// Names that are difficult for a format: wide, combining or joined characters, control
  /// characters, separators.
  private static let hostile = [
    "日本語", "e\u{301}", "👩‍👩‍👧", "\u{1B}]0;x\u{7}", "tab\there", "say \"hi\", you", "two\nlines\r\n",
    "\u{202E}right", "back\\slash", "", " spaces ", "a,b;c", "=1+1",
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
    "Each format escapes a hostile list",
    arguments: ["table", "tree", "json", "ndjson", "csv", "tsv"])
  func formats(format: String) throws {
    let directory = try Self.hostileDirectory()
    let outcome = try jpfetch(
      "albums", "-F", "id,title", "-f", format, "--base-url", "file:\(directory.path)")
    #expect((outcome.status, outcome.errors) == (0, ""))
    let name = "hostile-\(format).txt"
    #expect(
      outcome.text == (try Snapshot.text(name, recording: outcome.text, beside: #filePath)))
  }

  @Test(
    "Python reads the same cells from CSV",
    .needs("python3"))
  func csv() throws {
    let directory = try Self.hostileDirectory()
    let file = directory.path + "/out.csv"
    let places = ["--base-url", "file:\(directory.path)"]
    _ = try run(Places.jpfetch, ["albums", "-f", "csv", "-o", file] + places)
    let python = try run(
      try #require(Places.program("python3")),
      [
        "-c",
        "import csv,json,sys; print(json.dumps(list(csv.reader(open(sys.argv[1],newline='',encoding='utf-8'),strict=True))))",
        file,
      ])
    let rows = try #require(
      try JSONSerialization.jsonObject(with: python.output) as? [[String]])
    #expect(rows[0] == ["userId", "id", "title"])
    #expect(
      rows.dropFirst().map { $0[2] }.elementsEqual(Self.hostile) { $0.utf8.elementsEqual($1.utf8) })
    let text = try Data(contentsOf: URL(filePath: file))
    #expect(text.suffix(2) == Data("\r\n".utf8))
  }

  @Test("A file has columns for all fields, objects dotted, lists as counts")
  func fileColumns() throws {
    let csv = try jpfetch("users", "2", "--sample", "-f", "csv").text.split(separator: "\r\n")
    #expect(
      csv[0] == "id,name,username,email,address.street,address.suite,address.city,"
        + "address.zipcode,address.geo.lat,address.geo.lng,phone,website,company.name,"
        + "company.catchPhrase,company.bs,albums,photos")
    #expect(csv[1].hasSuffix(",10,500"))
    let one = try jpfetch("get", "/albums/2", "--sample", "-f", "tsv", "--no-header")
    #expect(one.text.hasPrefix("1\t2\t"))
    let parents = try jpfetch(
      "albums", "1", "--sample", "-f", "csv", "-e", "user", "-F", "user.address.geo,user.address")
    #expect(
      parents.text.hasPrefix("user.address.geo.lat,user.address.geo.lng,user.address.street,"))
    let fields = try jpfetch("users", "2", "--sample", "-f", "tsv", "-F", "address.geo,albums")
    #expect(fields.text.hasPrefix("address.geo.lat\taddress.geo.lng\talbums\n"))
    let rows = try jpfetch("users", "-e", "none", "--sample", "--no-header")
    #expect(rows.text.hasPrefix(" 1  Ada Brennan"))
    let ordered = try jpfetch("albums", "-n", "1", "-e", "photos,user", "--sample", "-f", "csv")
    #expect(ordered.text.hasPrefix("userId,id,title,photos,user.id,user.name,"))
    let whole = try jpfetch("albums", "-n", "1", "-F", "user", "--sample", "-f", "csv")
    #expect(whole.text.hasPrefix("user.id,user.name,"))
  }

  @Test("The same id twice is one record")
  func repeatedID() throws {
    #expect(
      try jpfetch("users", "2", "1", "2", "-F", "id", "--sample", "-f", "csv").text
        == "id\r\n2\r\n1\r\n")
  }
}

@Suite(
  "On a terminal", .evidence, .needs("util-linux's script", from: "bsdutils", Places.hasScript),
  .limited)
struct TerminalTests {
  /// ``fromSampleFiles`` as a shell takes it.
  private static let files = fromSampleFiles.joined(separator: " ")

  /// Both streams on a terminal of this width.
  private func terminal(
    _ command: String, columns: Int, in directory: String = "/",
    _ environment: [String: String] = ["TERM": "xterm"]
  ) throws -> String {
    let all = environment.merging(["JPFETCH": Places.jpfetch]) { own, _ in own }
    let script = "cd '\(directory)'; stty cols \(columns) rows 50; \"$JPFETCH\" \(command)"
    let outcome = try run(
      try #require(Places.program("script")), ["-qec", script, "/dev/null"], environment: all)
    return outcome.text.replacing("\r\n", with: "\n")
  }

  @Test(
    "Tables and trees use colours",
    arguments: [(40, "table"), (80, "table"), (200, "table"), (80, "tree")])
  func widths(columns: Int, format: String) throws {
    let text = try terminal("--sample -f \(format)", columns: columns)
    let name = "terminal-\(format)-\(columns).txt"
    #expect(text == (try Snapshot.text(name, recording: text, beside: #filePath)))
  }

  @Test("A terminal of unknown width doesn't limit a table")
  func unknownWidth() throws {
    let command = "posts 1 2 --sample -q"
    let piped = try run(Places.jpfetch, command.split(separator: " ").map(String.init)).text
    #expect(try terminal(command + " --color never", columns: 0) == piped)
  }

  @Test(
    "Each format escapes a hostile list on a terminal",
    arguments: ["table", "tree", "json", "ndjson", "csv", "tsv"])
  func hostile(format: String) throws {
    let directory = try SelectionTests.hostileDirectory()
    let text = try terminal(
      "albums -f \(format) --base-url 'file:\(directory.path)'", columns: 40)
    #expect(!text.replacing(/\u{1B}\[[0-9;]*m/, with: "").utf8.contains(0x1B))
    let name = "terminal-hostile-\(format).txt"
    #expect(text == (try Snapshot.text(name, recording: text, beside: #filePath)))
  }

  @Test(
    "Without colour, control characters are escaped on a terminal; a pipe gets the bytes of the data",
    arguments: ["json", "ndjson", "csv", "tsv"])
  func hostileWithoutColor(format: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "[{\"id\":1,\"title\":\"a\u{7F}\u{85}\u{9B}31m\u{202E}b\"}]", to: "albums.json")
    let command = "albums -f \(format) --base-url 'file:\(directory.path)'"
    let text = try terminal(command, columns: 80, ["TERM": "xterm", "NO_COLOR": "1"])
    #expect(text.contains("a\\u007f\\u0085\\u009b31m\\u202eb"))
    #expect(
      text.unicodeScalars.allSatisfy {
        $0 == "\r" || $0 == "\n" || $0 == "\t" || (" "..<"\u{7F}").contains($0)
      })
    let piped = try run(
      Places.jpfetch, ["albums", "-f", format, "--base-url", "file:\(directory.path)"])
    #expect(piped.text.contains("a\u{7F}\u{85}\u{9B}31m\u{202E}b"))
    let get = try terminal(
      "get /albums --base-url 'file:\(directory.path)'", columns: 80, ["NO_COLOR": "1"])
    #expect(get.contains("a\\u007f\\u0085"))
  }

  @Test(
    "Each resource at each width: no line is wider than the terminal",
    .notUnderSanitizer("the other tests show a sanitizer the same code"),
    arguments: Resource.all, Effort.isFull ? [40, 60, 80, 100, 132, 200] : [80])
  func looks(resource: Resource, columns: Int) throws {
    let all = resource.relations.joined(separator: ",")
    let commands = [
      "-e none -n 3", "-e \(all) -n 3", "2 -e none", "-e \(all) -n 2 -f tree",
    ]
    var text = ""
    for words in commands {
      let line = "\(resource.name) \(words)"
      // A few photos look like all of them, and are faster.
      let source = resource.name == "photos" ? Self.files : "--sample"
      text += "$ jpfetch \(line) --sample\n"
      text += try terminal("\(line) \(source) --color never", columns: columns)
    }
    let tooWide = text.split(separator: "\n").filter {
      !$0.hasPrefix("$") && $0.displayWidth > columns
    }
    #expect(tooWide == [])
    let name = "looks/\(resource.name)-\(columns).txt"
    #expect(text == (try Snapshot.text(name, recording: text, beside: #filePath)))
  }

  @Test(
    "The first screens show answers, failures, checks and help", .needsLibcurl,
    arguments: [80, 40])
  func screens(columns: Int) throws {
    let directory = try TemporaryDirectory()
    for list in Resource.all {
      try directory.write("[]", to: "empty/\(list.name).json")
      let text = String(decoding: sampleBody("/\(list.name)") ?? [], as: UTF8.self)
      let isCut = list.name == "posts"
      try directory.write(isCut ? String(text.prefix(999)) : text, to: "broken/\(list.name).json")
    }
    let reply = Mutex<[LoopbackServer.Step]?>(nil)
    let server = try LoopbackServer { request in reply.withLock(\.self) ?? sampleReply(request) }
    defer { server.stop() }
    var text = ""
    func show(_ lines: String...) throws {
      for line in lines {
        let places =
          line.contains("--base-url") || line.contains("--sample") || line == "-h"
          ? "" : " --base-url \(server.url) --cache-dir c --retry 0"
        let screen = try terminal(
          line + places + " --color never", columns: columns, in: directory.path,
          ["TERM": "dumb"])
        text += "$ jpfetch \(line)\n\(screen)"
      }
    }
    try show(
      "--sample -n 3", "todos --sample -n 3", "posts 1 2 -e user,comments --sample",
      "photos -n 3 --sample", "users -f tree -n 2 --sample", "check --sample",
      "check --base-url file:empty", "check --base-url file:broken",
      "posts --base-url file:broken", "-h")
    reply.withLock { $0 = .reply(status: 503, "closed for today") }
    try show("todos -n 1")
    reply.withLock { $0 = .reply(fields: ["Content-Type: text/html"], "<title>Sign in</title>") }
    try show("todos -n 1")
    reply.withLock { $0 = nil }
    try show("users -e none -n 1", "users -e none -n 1")
    server.stop()
    try show("users -e none -n 1", "albums", "check")
    text = text.replacing(server.url, with: "http://127.0.0.1:PORTS")
      // The line may be broken in it, depending on its length.
      .replacing(/\d+\s+seconds?\s+(ago|old)/) { "0 seconds \($0.1)" }
    let name = "screens-\(columns).txt"
    #expect(text == (try Snapshot.text(name, recording: text, beside: #filePath)))
  }

  @Test(
    "A line of a tree keeps twelve columns for the name, and the rest for the counts",
    arguments: [
      (80, "1 Ada Brennan · 10 albums, 10 posts, 20 todos"),
      (40, "1 Ada Brenn… · 10 albums, 10 posts, 20 …"), (24, "1 Ada Brenn… · 10 album…"),
      (19, "1 Ada Brennan"), (12, "1 Ada Brenn…"), (8, "1 Ada B…"),
    ])
  func narrowTree(columns: Int, line: String) throws {
    let text = try terminal(
      "users -n 1 -e albums,posts,todos -f tree --sample --color never", columns: columns)
    #expect(text.split(separator: "\n").first == line[...])
  }

  @Test("--wide cuts nothing; a pipe is never cut or coloured")
  func wide() throws {
    let plain = try run(Places.jpfetch, fromSampleFiles).text
    let wide = try terminal(Self.files + " --wide --color never -q", columns: 40)
    #expect(wide == plain)
    #expect(!plain.contains("\u{1B}") && !plain.contains("…"))
    let environment = ["COLUMNS": "20", "TERM": "xterm"]
    #expect(try run(Places.jpfetch, fromSampleFiles, environment: environment).text == plain)
  }

  @Test(
    "Options and variables decide about colours",
    arguments: [
      ("", [:], true), ("", ["NO_COLOR": "1"], false), ("", ["NO_COLOR": ""], true),
      ("", ["TERM": "dumb"], false), ("--color never", ["FORCE_COLOR": "1"], false),
      ("--color always", ["NO_COLOR": "1"], true),
      ("", ["TERM": "dumb", "CLICOLOR_FORCE": "1"], true),
      ("", ["NO_COLOR": "1", "FORCE_COLOR": "1"], false),
    ] as [(String, [String: String], Bool)])
  func colors(options: String, environment: [String: String], isColored: Bool) throws {
    let all = environment.merging(["TERM": "xterm"]) { own, _ in own }
    let json = try terminal("todos 1 --sample --json \(options)", columns: 80, all)
    #expect(json.contains("\u{1B}[34;1m\"id\"\u{1B}[0m") == isColored)
    let table = try terminal("todos 1 --sample \(options)", columns: 80, all)
    #expect(table.contains("\u{1B}[1m") == isColored)
  }

  @Test("--color always colours a pipe too, and changes nothing else in JSON")
  func forced() throws {
    let words = ["users", "1", "-e", "albums", "--sample", "--json"]
    let colored = try run(Places.jpfetch, words + ["--color", "always"]).text
    let plain = try run(Places.jpfetch, words).text
    #expect(colored != plain)
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test("Only a table or tree on a terminal ends with a dim line of counts")
  func summary() throws {
    let table = try terminal(Self.files + " --color never", columns: 80)
    #expect(
      table.hasSuffix("\n10 users, 100 albums, 220 photos · hidden: city, company (--wide)\n"))
    #expect(
      try terminal("todos -n 1 --sample", columns: 80).hasSuffix("\n\u{1B}[2m1 todo\u{1B}[0m\n"))
    #expect(try terminal("todos 1 --sample", columns: 80).hasSuffix("  true\n"))
    let tree = try terminal("users -f tree --sample --color never", columns: 80)
    #expect(
      tree.hasSuffix("\n10 users, 100 albums, 5000 photos · folded: --wide shows all\n"))
    for options in [" --json", " -f csv", " -q"] {
      #expect(try !terminal(Self.files + options, columns: 200).contains("10 users"))
    }
  }

  @Test("The dim line says where stored records came from", .needsLibcurl)
  func ages() throws {
    let server = try LoopbackServer { request in
      let isStored = request.head.contains("If-None-Match")
      let body = isStored ? "" : #"[{"id":1,"userId":1}]"#
      return .reply(status: isStored ? 304 : 200, fields: ["ETag: \"1\""], body)
    }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    for (options, line) in [
      ("", "\n1 album\n"), ("", "\n1 album · checked just now\n"),
      ("--offline", "\n1 album · from the cache, "),
    ] {
      let text = try terminal(
        "albums \(options) --base-url \(server.url) --cache-dir \(directory.path) --color never",
        columns: 80)
      #expect(text.contains(line))
    }
  }

  @Test(
    "A slow run shows its progress on a line, and erases it",
    .needsLibcurl)
  func progress() throws {
    let server = try LoopbackServer { request in
      sampleReply(request, after: request.path == "/photos" ? .milliseconds(1800) : .zero)
    }
    defer { server.stop() }
    let text = try terminal("--base-url \(server.url) --color never", columns: 100)
    #expect(text.contains("\r\u{1B}[K2/3 lists  "))
    #expect(text.contains("\r\u{1B}[Kid "))
    let line = "stty cols 80; timeout -s INT 1 \"$JPFETCH\" --no-cache --base-url \(server.url)"
    let interrupted = try run(
      try #require(Places.program("script")), ["-qec", line, "/dev/null"],
      environment: ["JPFETCH": Places.jpfetch, "TERM": "xterm"])
    // On a busy machine, the line may not be there yet.
    if interrupted.text.contains("albums ✓") {
      #expect(interrupted.text.hasSuffix("\r\u{1B}[K"))
    }
    // A shell without job control ignores Ctrl-C for commands in the background.
    let command = "\"$JPFETCH\" --no-cache --color never --base-url \(server.url)"
    let ignoring = try run(
      try #require(Places.program("script")),
      ["-qec", "stty cols 80; \(command) & sleep 1; kill -INT $!; wait", "/dev/null"],
      environment: ["JPFETCH": Places.jpfetch, "TERM": "xterm"])
    #expect(ignoring.text.contains("\r\u{1B}[Kid "))
    let quiet = try terminal("--base-url \(server.url) --refresh -q", columns: 100)
    #expect(!quiet.contains("albums ✓"))
    let piped = try jpfetch("--base-url", server.url)
    #expect(piped.errors == "")
  }
}
