import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Choosing and formatting")
struct SelectionTests {
  /// A command line and the jq expression for the same, over `$users`, `$albums` and so on.
  private static let pairs: [(arguments: [String], jq: String)] = [
    (
      ["photos", "-w", "albumId = 3", "--fields", "id,title", "--sort", "-id", "--limit", "5"],
      "[$photos[] | select(.albumId == 3)] | sort_by(.id) | reverse | .[:5] | map({id, title})"
    ),
    (["photos", "-w", "albumId<=2"], "[$photos[] | select(.albumId <= 2)]"),
    (
      ["photos", "-w", "id >= 4990", "-w", "id != 4995"],
      "[$photos[] | select(.id >= 4990 and .id != 4995)]"
    ),
    (["photos", "-w", "id>4998"], "[$photos[] | select(.id > 4998)]"),
    (["photos", "-w", "id < 3"], "[$photos[] | select(.id < 3)]"),
    (["photos", "-w", "id = 10.0"], "[$photos[] | select(.id == 10)]"),
    (["photos", "-w", "id == 1e1"], "[$photos[] | select(.id == 10)]"),
    (
      ["photos", "-w", "title ~ accusamus"],
      "[$photos[] | select(.title | contains(\"accusamus\"))]"
    ),
    (["photos", "-w", "title !~ a"], "[$photos[] | select(.title | contains(\"a\") | not)]"),
    (["photos", "-w", "url ~ /92C952"], "[$photos[] | select(.url | endswith(\"/92c952\"))]"),
    (["photos", "-S", "title,-id", "-n", "50"], "$photos | sort_by(.title, -.id) | .[:50]"),
    (
      ["photos", "-S", "-albumId,title", "-n", "60"],
      "$photos | sort_by(-.albumId, .title) | .[:60]"
    ),
    (["photos", "--skip", "4990"], "$photos[4990:]"),
    (["photos", "--skip", "100", "-n", "3"], "$photos[100:103]"),
    (["photos", "--skip", "9999"], "[]"),
    (["photos", "-n", "0"], "[]"),
    (["users", "-e", "none"], "$users"),
    (
      ["users", "-e", "none", "-w", "address.city = Howemouth"],
      "[$users[] | select(.address.city == \"Howemouth\")]"
    ),
    (
      ["users", "-e", "none", "-w", "company.name ~ \"group\""],
      "[$users[] | select(.company.name | ascii_downcase | contains(\"group\"))]"
    ),
    (["users", "-e", "none", "-w", "name >= 'M'"], "[$users[] | select(.name >= \"M\")]"),
    (
      ["users", "-e", "none", "-w", "address.geo.lat < 0"],
      "[$users[] | select(.address.geo.lat < \"0\")]"
    ),
    (
      ["users", "-e", "none", "-S", "address.city", "-F", "address.city,id"],
      "$users | sort_by(.address.city) | map({\"address.city\": .address.city, id})"
    ),
    (
      ["users", "-e", "none", "-F", "address.geo,company"],
      "$users | map({\"address.geo\": .address.geo, company})"
    ),
    (
      ["users", "-e", "albums", "-F", "id,albums"],
      "$users | map({id, albums: [.id as $i | $albums[] | select(.userId == $i)]})"
    ),
    (
      ["users", "-e", "todos", "-w", "todos.count = 20", "-F", "name,todos.count"],
      "$users | map({name, \"todos.count\": 20})"
    ),
    (["users", "-e", "todos,posts", "-w", "posts.count > 10"], "[]"),
    (
      ["users", "-e", "posts.comments", "-n", "1"],
      "$users[:1] | map(. + {posts: [.id as $i | $posts[] | select(.userId == $i) | . + {comments: [.id as $p | $comments[] | select(.postId == $p)]}]})"
    ),
    (
      ["albums", "-e", "user", "-n", "2"],
      "$albums[:2] | map(. + {user: (.userId as $i | $users[] | select(.id == $i))})"
    ),
    (
      ["photos", "-e", "album.user", "--skip", "4999"],
      "$photos[4999:] | map(. + {album: (.albumId as $i | $albums[] | select(.id == $i) | . + {user: (.userId as $j | $users[] | select(.id == $j))})})"
    ),
    (
      [
        "comments", "-e", "post.user", "-w", "post.user.id = 2", "-S", "-id", "-n", "2", "-F",
        "id,post.title,post.user.name",
      ],
      "[$comments[] | . as $c | ($posts[] | select(.id == $c.postId)) as $p | ($users[] | select(.id == $p.userId)) as $u | select($u.id == 2) | {id, \"post.title\": $p.title, \"post.user.name\": $u.name}] | sort_by(-.id) | .[:2]"
    ),
    (
      [
        "albums", "-e", "photos,user", "-w", "user.username = Bret", "-n", "1", "-F",
        "id,photos.count,user.email",
      ],
      "[{id: 1, \"photos.count\": 50, \"user.email\": $users[0].email}]"
    ),
    (["todos", "-w", "completed = true"], "[$todos[] | select(.completed)]"),
    (
      ["todos", "-w", "completed != true", "-w", "userId = 7"],
      "[$todos[] | select((.completed | not) and .userId == 7)]"
    ),
    (
      ["todos", "-S", "completed,-userId", "-n", "30"],
      "$todos | sort_by(.completed, -.userId) | .[:30]"
    ),
    (
      ["posts", "-s", "QUI EST ESSE"],
      "[$posts[] | select((.title + \"\\u0000\" + .body) | contains(\"qui est esse\"))]"
    ),
    (
      ["comments", "-s", "@SYDNEY.com"],
      "[$comments[] | select(.email | ascii_downcase | contains(\"@sydney.com\"))]"
    ),
    (["posts", "3", "1", "2", "-S", "-id"], "[$posts[2], $posts[1], $posts[0]]"),
    (["posts", "3", "1", "2", "-w", "id != 1"], "[$posts[2], $posts[1]]"),
    (["users", "3", "-e", "none", "-w", "id = 4"], "null"),
  ]

  @Test(
    "Each choice equals jq's, on the real data",
    .enabled(if: Places.hasRealData, "the API's real data isn't beside the checkout"),
    .enabled(if: Places.has("jq"), "jq isn't installed"))
  func equalsJQ() throws {
    let data = try #require(Places.realData)
    let jq = try #require(Places.program("jq"))
    let lists = ["users", "albums", "photos", "posts", "comments", "todos"].flatMap { name in
      ["--slurpfile", name + "_", data.appending(path: name + ".json").path()]
    }
    let names = ["users", "albums", "photos", "posts", "comments", "todos"]
      .map { "$\($0)_[0] as $\($0)" }.joined(separator: " | ")
    for (arguments, expression) in Self.pairs {
      let own = try run(
        Places.jpfetch, arguments + ["--json", "--base-url", "file:\(data.path())"])
      #expect((own.status, own.errors) == (0, ""), "\(arguments)")
      let theirs = try run(jq, ["-n"] + lists + ["\(names) | \(expression)"])
      #expect(theirs.status == 0, "\(expression): \(theirs.errors)")
      #expect(own.text == theirs.text, "\(arguments)")
    }
  }

  @Test(
    "Only what the output needs is asked for",
    .enabled(if: Places.hasLibcurl, "libcurl isn't installed: nothing online can be tested"),
    arguments: [
      (["users", "--embed", "albums"], ["/albums", "/users"]),
      (["users", "--fields", "name"], ["/users"]),
      (["users", "--fields", "name,albums"], ["/albums", "/users"]),
      (["users", "--fields", "name,albums", "--json"], ["/albums", "/photos", "/users"]),
      (["users", "-F", "albums.count", "-f", "csv"], ["/albums", "/users"]),
      (
        ["users", "-F", "albums", "-S", "albums.count", "-f", "tree"],
        ["/albums", "/photos", "/users"]
      ),
      (["users", "--fields", "name", "-w", "albums.count > 1"], ["/albums", "/users"]),
      (["users", "-e", "posts,todos", "-F", "id", "-S", "todos.count"], ["/todos", "/users"]),
      (["photos", "-e", "album.user", "-F", "title,album.title"], ["/albums", "/photos"]),
      (
        ["photos", "-e", "album.user", "-F", "id", "-w", "album.user.id = 1"],
        ["/albums", "/photos", "/users"]
      ),
      (["albums", "-e", "user", "-F", "id"], ["/albums"]),
    ])
  func requests(arguments: [String], paths: [String]) throws {
    let server = try LoopbackServer { sampleReply($0) }
    defer { server.stop() }
    let outcome = try run(Places.jpfetch, arguments + ["--base-url", server.url])
    #expect(outcome.status == 0)
    #expect(server.requests.map(\.path).sorted() == paths)
  }

  // MARK: Formats

  /// Names that try every format: wide, combining, a family, steering, separators.
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
    "The hostile list in each format", arguments: ["table", "tree", "json", "ndjson", "csv", "tsv"])
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
    "CSV is read back equal by Python",
    .enabled(if: Places.has("python3"), "python3 isn't installed"))
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

  @Test("TSV has a line a record, a tab between two cells, and every text comes back")
  func tsv() throws {
    let directory = try Self.hostileDirectory()
    let outcome = try jpfetch(
      "albums", "-f", "tsv", "--no-header", "--base-url", "file:\(directory.path)")
    let lines = outcome.text.unicodeScalars.split(separator: "\n").map(String.init)
    #expect(lines.count == Self.hostile.count)
    for (line, title) in zip(lines, Self.hostile) {
      let cells = line.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false)
      #expect(cells.count == 3)
      let escaped = title.replacing("\\", with: "\\\\").replacing("\t", with: "\\t")
      let expected = escaped.unicodeScalars.flatMap { scalar -> String in
        scalar == "\n" ? "\\n" : scalar == "\r" ? "\\r" : String(scalar)
      }
      #expect(String(cells[2]).utf8.elementsEqual(String(expected).utf8))
    }
  }

  @Test("NDJSON is a record a line, each JSON by itself")
  func ndjson() throws {
    let outcome = try jpfetch("--sample", "-f", "ndjson")
    let lines = outcome.output.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 10)
    for (index, line) in lines.enumerated() {
      let user = try JSONDocument(Array(line)).root
      #expect(user["id"]?.integer == Int64(index + 1))
      #expect(user["albums"]?.elements.count == 10)
    }
    #expect(try jpfetch("photos", "--sample", "-f", "ndjson", "-w", "id < 0").text == "")
  }

  @Test("A file's columns are all fields, objects dotted, lists as counts")
  func fileColumns() throws {
    let csv = try jpfetch("users", "2", "--sample", "-f", "csv").text.split(separator: "\r\n")
    #expect(
      csv[0] == "id,name,username,email,address.street,address.suite,address.city,"
        + "address.zipcode,address.geo.lat,address.geo.lng,phone,website,company.name,"
        + "company.catchPhrase,company.bs,albums,photos")
    #expect(csv[1].hasSuffix(",10,500"))
    let parents = try jpfetch(
      "albums", "1", "--sample", "-f", "csv", "-e", "user", "-F", "user.address.geo,user.address")
    #expect(
      parents.text.hasPrefix("user.address.geo.lat,user.address.geo.lng,user.address.street,"))
    let fields = try jpfetch("users", "2", "--sample", "-f", "tsv", "-F", "address.geo,albums")
    #expect(fields.text.hasPrefix("address.geo.lat\taddress.geo.lng\talbums\n"))
    #expect(try jpfetch("users", "--sample", "--no-header").text.hasPrefix(" 1  Ada Brennan"))
  }

  @Test(
    "A line is there before the next record is",
    .enabled(if: Places.hasLibcurl, "libcurl isn't installed: nothing online can be tested"))
  func streamed() throws {
    let server = try LoopbackServer { request in
      request.path == "/users/3" ? [.hang] : sampleReply(request)
    }
    defer { server.stop() }
    let outcome = try run(
      Places.jpfetch,
      ["users", "1", "2", "3", "-e", "none", "-f", "ndjson", "--base-url", server.url]
        + ["--timeout", "3s", "--error-format", "text"])
    #expect(outcome.status == 3)
    #expect(outcome.text.split(separator: "\n").count == 2)
    #expect(
      outcome.errorLines.first
        == "jpfetch: cannot fetch \(server.url)/users/3: no answer within 3 s")
  }
}

@Suite("On a terminal", .enabled(if: Places.hasScript, "util-linux's script isn't installed"))
struct TerminalTests {
  /// What a terminal of some width gets, standard error and output together.
  private func terminal(
    _ command: String, columns: Int, _ environment: [String: String] = ["TERM": "xterm"]
  ) throws -> String {
    let all = environment.merging(["JPFETCH": Places.jpfetch]) { own, _ in own }
    let script = "stty cols \(columns) rows 50; \"$JPFETCH\" \(command)"
    let outcome = try run(
      try #require(Places.program("script")), ["-qec", script, "/dev/null"], environment: all)
    return outcome.text.replacing("\r\n", with: "\n")
  }

  @Test("Tables and trees in colour", arguments: [40, 80, 200], ["table", "tree"])
  func widths(columns: Int, format: String) throws {
    let text = try terminal(
      "--sample -f \(format)", columns: columns, ["TERM": "xterm", "COLORTERM": "truecolor"])
    let name = "terminal-\(format)-\(columns).txt"
    #expect(text == (try Snapshot.text(name, recording: text, beside: #filePath)))
  }

  @Test(
    "The hostile list in every format", arguments: [40, 80, 200],
    ["table", "tree", "json", "ndjson", "csv", "tsv"])
  func hostile(columns: Int, format: String) throws {
    let directory = try SelectionTests.hostileDirectory()
    let text = try terminal(
      "albums -f \(format) --base-url 'file:\(directory.path)'", columns: columns)
    #expect(!text.replacing(/\u{1B}\[[0-9;]*m/, with: "").utf8.contains(0x1B))
    let name = "terminal-hostile-\(format)-\(columns).txt"
    #expect(text == (try Snapshot.text(name, recording: text, beside: #filePath)))
  }

  @Test(
    "Without colour, nothing steers the terminal either; in a pipe the bytes are the data's",
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

  @Test("--wide cuts nothing, and a pipe is never cut or coloured")
  func wide() throws {
    let plain = try jpfetch("--sample").text
    let wide = try terminal("--sample --wide --color never -q", columns: 40)
    #expect(wide == plain)
    #expect(!plain.contains("\u{1B}") && !plain.contains("…"))
    let environment = ["COLUMNS": "20", "TERM": "xterm", "COLORTERM": "truecolor"]
    #expect(try jpfetch("--sample", environment: environment).text == plain)
  }

  @Test(
    "Who says whether there are colours",
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

  @Test("Colours can be had in a pipe, and JSON in colour is the same JSON")
  func forced() throws {
    let colored = try jpfetch("users", "1", "--sample", "--json", "--color", "always").text
    let plain = try jpfetch("users", "1", "--sample", "--json").text
    #expect(colored != plain)
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test("Below a table stands what it holds; elsewhere nothing does")
  func summary() throws {
    let table = try terminal("--sample --color never", columns: 200)
    #expect(table.hasSuffix("\n10 users, 100 albums, 5000 photos\n"))
    #expect(try terminal("todos 1 --sample", columns: 80).hasSuffix("\n1 todo\n"))
    for options in ["--sample --json", "--sample -f csv", "--sample -q"] {
      #expect(try !terminal(options, columns: 200).contains("10 users"))
    }
  }

  @Test(
    "After a while a line tells how far it is, and is erased",
    .enabled(if: Places.hasLibcurl, "libcurl isn't installed: nothing online can be tested"))
  func progress() throws {
    let server = try LoopbackServer { request in
      sampleReply(request, after: request.path == "/photos" ? .milliseconds(1800) : .zero)
    }
    defer { server.stop() }
    let text = try terminal("--base-url \(server.url) --color never", columns: 100)
    #expect(text.contains("\r\u{1B}[Kfetching users ✓  albums ✓  photos …, "))
    #expect(text.contains("\r\u{1B}[KID "))
    let quiet = try terminal("--base-url \(server.url) --refresh -q", columns: 100)
    #expect(!quiet.contains("fetching"))
    let piped = try jpfetch("--base-url", server.url)
    #expect(piped.errors == "")
  }
}
