import TestSupport
import Testing

@testable import jpfetch

@Suite("Wrong usage: exit 2, nothing sent, nothing on stdout", .evidence)
struct UsageTests {
  @Test("Ids that really look like several are reached by a condition")
  func oddIDs() throws {
    let outcome = try jpfetch(
      "users", "-e", "none", "--sample", "-w", "id=1-3", "--json", "--compact")
    #expect((outcome.status, outcome.text) == (0, "[]\n"))
    let one = try jpfetch("users", "007", "-1", "-e", "none", "--sample")
    #expect(one.status == 4)
  }

  @Test(
    "No error shows the user information of a URL, or the value of a header field",
    arguments: [
      "--timeout http://u:s3cret@h", "users --where http://u:s3cret@h", "get u:s3cret@h/x",
      "cache http://u:s3cret@h", "-F http://u:a,s3cret@h", "http://u:s3cret@h",
      "--x=http://u:s3cret@h", "-H s3cret",
      "users -H Authorization: s3cret", "--base-url //u:s3cret@h/", "--json get me:s3cret==@host/x",
      "cache warm x -H Authorization:s3cret --cache-dir http://u:s3cret@h",
    ])
  func credentials(line: String) throws {
    let outcome = try run(Places.jpfetch, line.split(separator: " ").map(String.init))
    #expect(outcome.status == 2)
    #expect(!outcome.errors.contains("s3cret") && outcome.text.isEmpty, "\(outcome.errors)")
  }

  @Test(
    "A base URL that can't be one is wrong usage, before anything is sent",
    arguments: ["http://[x", "http://h:99999", "", "http://h:x", "http://u:p@"])
  func baseURL(text: String) throws {
    for arguments in [[], ["--dry-run"], ["get", "/x"], ["check"], ["cache", "warm"]] {
      let outcome = try run(Places.jpfetch, arguments + ["--base-url", text])
      #expect((outcome.status, outcome.text) == (2, ""), "\(arguments)")
      #expect(
        outcome.errorLines.first?.hasPrefix("jpfetch: error: --base-url takes an http, ") == true)
    }
  }

  @Test("Header fields come from a file or a pipe as well")
  func headerFile() throws {
    let directory = try TemporaryDirectory()
    try directory.write("X-One: 1\r\n\nAuthorization: Bearer s3cret\n", to: "fields")
    let file = directory.path + "/fields"
    let latin = try run(
      "/bin/sh",
      ["-c", "printf 'X-Name: caf\\351' >'\(file).1'; \(Places.jpfetch) -H '@\(file).1'"])
    #expect(latin.status == 2)
    for source in ["@\(file)", "@/dev/fd/3"] {
      let outcome = try run(
        "/bin/sh",
        [
          "-c",
          "cat \(file) | { exec 3<&0; \(Places.jpfetch) get /x --dry-run -q -H '\(source)' -H 'X-Two: 2'; }",
        ])
      #expect(outcome.status == 0)
      #expect(
        outcome.text.contains("-H 'X-One: 1' -H 'Authorization: ***' -H 'X-Two: 2'"),
        "\(outcome.text)\(outcome.errors)")
    }
    try directory.write("no field\n", to: "fields")
    let wrong = try jpfetch("get", "/x", "-H", "@\(file)")
    #expect(wrong.status == 2)
    #expect(
      wrong.errorLines[0].hasPrefix("jpfetch: error: --header takes '<name>: <value>' on one line"))
    #expect(try jpfetch("get", "/x", "-H", "@\(directory.path)/none").status == 2)
  }

  @Test("A named pipe without a writer ends by --timeout, and standard input is never read")
  func headerPipe() throws {
    let directory = try TemporaryDirectory()
    let outcome = try run(
      "/bin/sh",
      [
        "-c",
        "mkfifo '\(directory.path)/p'; \(Places.jpfetch) -H '@\(directory.path)/p' --timeout 1s",
      ])
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(outcome.errorLines[0].contains("--header takes @ and a readable file in UTF-8"))
  }

  @Test(
    "A word that isn't UTF-8 is refused",
    arguments: ["-o \"$b\"", "-s \"$b\"", "\"$b\"", "--cache-dir \"$b\"", "get \"/$b\""])
  func notUTF8(words: String) throws {
    let outcome = try run(
      "/bin/sh", ["-c", "b=$(printf 'b\\351'); \(Places.jpfetch) \(words)"])
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(outcome.errorLines[0].hasPrefix("jpfetch: error: invalid UTF-8: \""))
  }

  @Test(
    "As a container's first process, signals end it",
    .needs("pgrep"), .only(if: UsageTests.canUnshare, "unshare -rpf isn't allowed here"),
    arguments: ["INT", "TERM"])
  func firstProcess(signal: String) throws {
    let server = try LoopbackServer { _ in [.hang] }
    defer { server.stop() }
    let outcome = try run(
      "/bin/sh",
      [
        "-c",
        """
        unshare -rpf \(Places.jpfetch) get /x --base-url \(server.url) --no-cache &
        outer=$!
        until inner=$(pgrep -P $outer); do sleep 0.1; done
        while kill -\(signal) $inner 2>/dev/null; do sleep 0.3; done
        wait $outer
        """,
      ], limit: .seconds(30))
    #expect(outcome.status == (signal == "INT" ? 130 : 143))
  }

  private static let canUnshare: Bool = {
    guard let unshare = Places.program("unshare") else { return false }
    return (try? run(unshare, ["-rpf", "/bin/true"]).status) == 0
  }()

  private static let target = "get takes a path, or a URL with http:// or https://, not "

  @Test(
    "An error names the word, and the nearest known one",
    arguments: [
      (["usrs"], "unknown command or resource \"usrs\"", "users"),
      (["phtoo"], "unknown command or resource \"phtoo\"", "photo"),
      (["commnets", "3"], "unknown command or resource \"commnets\"", "comments"),
      (["todso"], "unknown command or resource \"todso\"", "todos"),
      (["pic"], "unknown command or resource \"pic\"", "pictures"),
      (["gt", "/x"], "unknown command or resource \"gt\"", "get"),
      (["chache", "list"], "unknown command or resource \"chache\"", "cache"),
      (["completion", "zsh"], "unknown command or resource \"completion\"", "completions"),
      (["hlep"], "unknown command or resource \"hlep\"", "help"),
      (["help", "usrs"], "unknown help topic \"usrs\"", "users"),
      (["help", "eror"], "unknown help topic \"eror\"", "errors"),
      (["help", "exit"], "unknown help topic \"exit\"", "exit-codes"),
      (["help", "a", "b"], "unexpected argument \"b\"", nil),
      (["bogus", "--help"], "unknown help topic \"bogus\"", nil),
      (["completions"], "completions needs a shell: bash, zsh, fish", nil),
      (["completions", "fsh"], "completions takes bash, zsh, fish, not \"fsh\"", "zsh"),
      (["completions", "zsh", "x"], "unexpected argument \"x\"", nil),
      (
        ["--where", "id 3"], "--where \"id 3\": expected one of = != ~ !~ < <= > >= at character 4",
        nil
      ),
      (["-w", "id = 'x"], "--where \"id = 'x\": expected the closing quote at character 8", nil),
      (["photos", "-w", "id => 3"], "--where \"id => 3\": expected a value at character 5", nil),
      (["todos", "-w", "completed=no"], "completed is true or false, not \"no\"", nil),
      (["-w", "todos.completed > 1"], "todos.completed is true or false, not \"1\"", nil),
      (["-w", "id > ten"], "id is a number, not \"ten\"", nil),
      (["-w", "completed"], "\"completed\" needs its list: todos.completed", nil),
      (["-F", "url"], "\"url\" needs its list: albums.photos.url", nil),
      (
        ["-w", "company=x"],
        "--where company: an object; name one of its fields: company.name, company.catchPhrase, "
          + "company.bs", nil
      ),
      (
        ["-S", "company"],
        "--sort company: an object; name one of its fields: company.name, company.catchPhrase, "
          + "company.bs", nil
      ),
      (
        ["-w", "id<1,2"],
        "--where \"id<1,2\": expected one value (several go with = and !=, a comma in text is "
          + "quoted) at character 5", nil
      ),
      (
        ["check", "--assert", "email ~ @", "--sample"],
        "\"email\" needs its list: users.email or comments.email", nil
      ),
      (
        ["-w", "!albums.title"],
        "--where \"!albums.title\": expected one of = != ~ !~ < <= > >= at character 14", nil
      ),
      (["pwsh"], "unknown command or resource \"pwsh\"", nil),
      (
        ["-S", "id,"], "--sort takes a path (names with other characters in quotes), not \"\"", nil
      ),
      (["-n", "-1"], "--limit takes a whole number, 0 or more, not \"-1\"", nil),
      (["--jobs", "+5"], "--jobs takes a whole number from 1 to 64, not \"+5\"", nil),
      (["--compact", "--sample"], "--compact needs --json", nil),
      (["--skip", "1.5"], "--skip takes a whole number, 0 or more, not \"1.5\"", nil),
      (["--no-header", "-f", "tree"], "--no-header is not valid with --format tree", nil),
      (["--color", "sometimes"], "--color takes auto, always, never, not \"sometimes\"", nil),
      (
        ["-f", "tre"], "--format takes table, tree, json, ndjson, csv, tsv, markdown, not \"tre\"",
        "tree"
      ),
      (["--embed", "album"], "unknown relation \"album\" of users", "albums"),
      (["--embed", "albums.photo"], "unknown relation \"albums.photo\" of users", "albums.photos"),
      (["--embed", "photos"], "unknown relation \"photos\" of users", nil),
      (["--embed", "albums,"], "unknown relation \"\" of users", nil),
      (["--embed", "nonne"], "unknown relation \"nonne\" of users", "none"),
      (["albums", "--embed", "users"], "unknown relation \"users\" of albums", "user"),
      (["photos", "--embed="], "unknown relation \"\" of photos", nil),
      (["--embed"], "--embed needs a value: <relation>,...", nil),
      (
        ["--fields", "id,,name"],
        "--fields takes a path (names with other characters in quotes), not \"\"", nil
      ),
      (["get", "/x", "--fields", "id"], "--fields is not valid with get", nil),
      (["cache", "info", "--met"], "unknown option --met", nil),
      (["gett", "/x", "--query", "a=1"], "unknown command or resource \"gett\"", "get"),
      (["--embed", "none,albums"], "unknown relation \"none\" of users", nil),
      (["-F", "id,id"], "--fields takes each field once, not \"id\"", nil),
      (["get", "/a#b"], "get takes a path or URL without \"#\", not \"/a#b\"", nil),
      (
        ["-H", "Authorization Bearer SECRET"],
        "--header takes '<name>: <value>' on one line, not \"***\"", nil
      ),
      (["cache", "list", "--dry-run"], "--dry-run is not valid with cache", nil),
      (["help", "--compact"], "--compact is not valid with help", nil),
      (["completions", "bash", "--offline"], "--offline is not valid with completions", nil),
      (["get", "/x", "--query", "a"], "--query takes <key>=<value>, not \"a\"", nil),
      (["get", "/x", "--query", "=b"], "--query takes <key>=<value>, not \"=b\"", nil),
      (["get", "/a/../b"], "get takes a path without \".\" and \"..\", not \"/a/../b\"", nil),
      (["get", "%2e%2E/b"], "get takes a path without \".\" and \"..\", not \"%2e%2E/b\"", nil),
      (["--retry", "x"], "--retry takes a whole number, 0 or more, not \"x\"", nil),
      (["--jobs", "0"], "--jobs takes a whole number from 1 to 64, not \"0\"", nil),
      (["-j", "many"], "--jobs takes a whole number from 1 to 64, not \"many\"", nil),
      (["-H", "secret"], "--header takes '<name>: <value>' on one line, not \"***\"", nil),
      (["-H", "A b: x"], "--header takes '<name>: <value>' on one line, not \"A\"", nil),
      (["-H", "A: x\r\nB: y"], "--header takes '<name>: <value>' on one line, not \"A\"", nil),
      (["-o", ""], "--output takes a file, not \"\"", nil),
      (["xyzzy"], "unknown command or resource \"xyzzy\"", nil),
      ([""], "unknown command or resource \"\"", nil),
      (["--jsn"], "unknown option --jsn", "--json"),
      (["--compat"], "unknown option --compat", "--compact"),
      (["--smaple"], "unknown option --smaple", "--sample"),
      (["-x"], "unknown option -x", nil),
      (["--refresh", "--no-cache"], "--refresh and --no-cache cannot be combined", nil),
      (["--max-age", "old"], "--max-age takes a time such as 500ms, 10s or 2m, not \"old\"", nil),
      (["--cache-dir", ""], "--cache-dir takes a directory, not \"\"", nil),
      (["cache"], "cache needs one of info, list, warm, export, clear, path", nil),
      (
        ["cache", "wram"], "cache takes info, list, warm, export, clear, path, not \"wram\"", "warm"
      ),
      (["cache", "list", "x"], "unexpected argument \"x\"", nil),
      (["cache", "warm", "--offline"], "--offline is not valid with cache warm", nil),
      (
        ["--format", "jsno"],
        "--format takes table, tree, json, ndjson, csv, tsv, markdown, not \"jsno\"",
        "json"
      ),
      (
        ["--format", "xml"],
        "--format takes table, tree, json, ndjson, csv, tsv, markdown, not \"xml\"", nil
      ),
      (["--format"], "--format needs a value: {table|tree|json|ndjson|csv|tsv|markdown}", nil),
      (["--sample=yes"], "--sample takes no value, got \"yes\"", nil),
      (
        ["--timeout", "soon"],
        "--timeout takes a time such as 500ms, 10s or 2m, not \"soon\"", nil
      ),
      (["--timeout=0"], "--timeout takes a time such as 500ms, 10s or 2m, not \"0\"", nil),
      (["--timeout", "-1"], "--timeout takes a time such as 500ms, 10s or 2m, not \"-1\"", nil),
      (
        ["--base-url", "localhost:80"],
        "--base-url takes an http, https or file URL without a query, not \"localhost:80\"", nil
      ),
      (
        ["--base-url", "http://h/?a=1"],
        "--base-url takes an http, https or file URL without a query, not \"http://h/?a=1\"", nil
      ),
      (["--sample", "--base-url", "http://h"], "--base-url and --sample cannot be combined", nil),
      (["get"], "get needs a path or URL", nil),
      (["get", "/a", "/b"], "unexpected argument \"/b\"", nil),
      (["get", ""], "get takes a path or URL without white space, not \"\"", nil),
      (["get", "ftp://h/x"], "get takes a path, or an http or https URL, not \"ftp://h/x\"", nil),
      (
        ["--base-url", "http://me:secret@h/?a=1"],
        "--base-url takes an http, https or file URL without a query, not \"http://h/?a=1\"", nil
      ),
      (
        ["--base-url=\u{301}x"],
        "--base-url takes an http, https or file URL without a query, not \"\u{301}x\"", nil
      ),
      (["get", "/a b"], "get takes a path or URL without white space, not \"/a b\"", nil),
      (
        ["get", "http://h/x", "--sample"], "get with --sample takes a path, not \"http://h/x\"", nil
      ),
      (["users", "1", ".."], "users takes ids, not \"..\"", nil),
      (["users", ""], "users takes ids, not \"\"", nil),
      (["get", "localhost:3000/x"], Self.target + "\"localhost:3000/x\"", nil),
      (["users", "albums"], "users takes ids, not a second resource \"albums\"", nil),
      (["users", "HELP"], nil, nil), (["users", "help"], "users takes ids, not \"help\"", nil),
      (["posts", "userId=3"], "posts takes ids, not a condition \"userId=3\"", nil),
      (["users", "1-3"], "ids are separated by spaces, not \"1-3\"", nil),
      (["users", "1-2-3"], "ids are separated by spaces, not \"1-2-3\"", nil),
      (["users", "1,"], "ids are separated by spaces, not \"1,\"", nil),
      (["users", "007", "-1"], nil, nil),
      (
        ["-o", "json"],
        "--output takes a file: json is a format; for a file of that name write ./json", nil
      ),
      (["photos", "--query", "a=b"], "--query is not valid with photos", nil),
      (["-H", "@-"], "--header @-: standard input is never read; use @FILE or @<(COMMAND)", nil),
    ] as [([String], String?, String?)])
  func refuses(words: [String], message: String?, nearest: String?) {
    let error = usageError(words)
    #expect(error?.message.maskingCredentials == message)
    #expect(error?.nearest == nearest)
  }

  @Test(
    "A field that neither the catalogue nor any record has is reported when the records are there",
    arguments: [
      ("users -w 'nmae = x'", "nmae", "name", "users -w 'name = x'"),
      ("users -w 'albums.cout > 1'", "albums.cout", "albums.count", "users -w 'albums.count > 1'"),
      ("users --sort -nam", "nam", "name", "users --sort -name"),
      ("users -F username,nam", "nam", "name", "users -F username,name"),
      ("photos -F url,titel -n 2", "titel", "title", "photos -F url,title -n 2"),
    ])
  func unknownField(line: String, field: String, nearest: String, hint: String) throws {
    let words = shellWords(line)
    for format in ["table", "csv", "tree"] {
      let outcome = try run(
        Places.jpfetch, words,
        environment: ["JPFETCH_BASE_URL": fromSampleFiles[1], "JPFETCH_FORMAT": format])
      #expect((outcome.status, outcome.text) == (2, ""))
      #expect(
        outcome.errorLines == [
          "jpfetch: error: unknown field \"\(field)\" of \(words[0])",
          "  did you mean \(nearest)?", "  try: jpfetch \(hint)",
        ])
    }
  }

  @Test(
    "Conditions aren't joined by a word, which is told; text may have the word",
    arguments: [
      ("id=1 and completed", 5), ("id=1 or 2", 5), ("title=\"x\" or id=1", 10),
      ("title ~ a and !completed", 10), ("completed and userId=1", 10), ("title=and id=2", 6),
      ("title ~ rock and roll", 13), ("title ~ \"rock and roll\"", nil),
      ("title = \"id=1 and completed\"", nil),
    ] as [(String, Int?)])
  func conjunctions(text: String, offset: Int?) throws {
    let outcome = try jpfetch("todos", "--sample", "--count", "-w", text)
    guard let offset else {
      #expect((outcome.status, outcome.text, outcome.errors) == (0, "0\n", ""))
      return
    }
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(
      outcome.errorLines.first
        == "jpfetch: error: --where takes one condition: repeat it for \"and\", "
        + "list values (id=1,2) for \"or\", or quote the text")
    #expect(outcome.errorLines.last { $0.hasSuffix("^") }?.count == offset + 5)
    let long = text + String(repeating: " and a", count: 5000)
    #expect(try [0, 2].contains(jpfetch("todos", "--sample", "--count", "-w", long).status))
  }

  @Test("Nor are conditions of what each of several records has")
  func joinedConditions() throws {
    let outcome = try jpfetch("users", "--sample", "-w", "albums.id = 1 and id = 2")
    #expect((outcome.status, outcome.text) == (2, ""))
    #expect(outcome.errorLines[0].hasPrefix("jpfetch: error: --where takes one condition: "))
  }

  @Test(
    "Nor are claims, and nothing is said to be false",
    arguments: ["todos.id > 0 and todos.completed", "!photos.id unique", "!a.b in c.d"])
  func joinedClaims(claim: String) throws {
    let check = try jpfetch("check", "--sample", "--assert", claim)
    #expect((check.status, check.text) == (2, ""))
  }

  @Test(
    "A caret stands under the place where an expression is wrong",
    arguments: [
      (["--where", "id 3"], "    id 3", "       ^"),
      (["--where", "id = '山"], "    id = '山", "            ^"),
      (["check", "--assert", "users.count =="], "    users.count ==", "                  ^"),
      (["check", "--assert", "users.id is 3"], "    users.id is 3", "             ^"),
      (
        ["check", "--assert", "users.id in users"], "    users.id in users",
        "                     ^"
      ),
      (["check", "--assert", "users"], "    users", "         ^"),
    ])
  func caret(words: [String], expression: String, caret: String) throws {
    let outcome = try run(Places.jpfetch, words + ["--sample"])
    #expect(outcome.status == 2)
    #expect(Array(outcome.errorLines[1...2]) == [expression, caret])
  }

  @Test("A variable is named where its value is wrong, and an option wins over it")
  func variables() throws {
    let wrong = try jpfetch("--sample", environment: ["JPFETCH_FORMAT": "yaml"])
    #expect(wrong.status == 2)
    #expect(
      wrong.errorLines.first
        == "jpfetch: error: JPFETCH_FORMAT takes table, tree, json, ndjson, csv, tsv, markdown, not \"yaml\""
    )
    let won = try jpfetch(
      "todos", "1", "--sample", "-f", "json", environment: ["JPFETCH_FORMAT": "yaml"])
    #expect(won.status == 0)
    let json = try jpfetch("todos", "1", "--sample", environment: ["JPFETCH_FORMAT": "json"])
    #expect(json.text.hasPrefix("{\n"))
    let empty = try jpfetch("todos", "1", "--sample", environment: ["JPFETCH_FORMAT": ""])
    #expect(empty.text.hasPrefix("userId "))
    for url in ["http://127.0.0.1:9", "bogus"] {
      let sample = try jpfetch("todos", "1", "--sample", environment: ["JPFETCH_BASE_URL": url])
      #expect(sample.status == 0)
    }
  }

  @Test("A variable that a command ignores fails no run of it")
  func ignoredVariables() throws {
    for format in ["yaml", "csv", "tree"] {
      let environment = ["JPFETCH_FORMAT": format]
      let get = try jpfetch("get", "/todos/1", "--sample", environment: environment)
      #expect((get.status, get.errors) == (0, ""))
      #expect(get.text.hasPrefix("{\n"))
      let head = try jpfetch("get", "-i", "/x", "--offline", environment: environment)
      #expect(head.status == 7)
      let check = try jpfetch("check", "ids", "--sample", environment: environment)
      #expect((check.status, check.errors) == (0, ""))
    }
  }

  @Test(
    "Help of a command has the formats that it takes",
    arguments: [("get", ["get", "/todos", "--sample"]), ("cache", ["cache", "path"])])
  func formatsInHelp(command: String, words: [String]) throws {
    let help = try jpfetch("help", command).text
    let line = try #require(help.split(separator: "\n").first { $0.hasPrefix("  -f, --format {") })
    let shown = line.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" }.split(separator: "|")
    for format in ["table", "tree", "json", "ndjson", "csv", "tsv", "markdown"] {
      let outcome = try run(Places.jpfetch, words + ["-f", format])
      #expect((outcome.status == 0) == shown.contains { $0 == format }, "\(format)")
    }
    #expect(help.contains("[JPFETCH_FORMAT]") == (command == "cache"))
  }

  @Test("With a JSON format the error is one line of JSON, even if that is said behind it")
  func asJSON() throws {
    let expected =
      #"{"error":{"code":"usage","exit":2,"source":null,"url":null,"#
      + #""message":"unknown option --smaple","hint":"did you mean --sample?","#
      + #""status":null,"path":null}}"# + "\n"
    let outcome = try jpfetch("--smaple", "--json")
    #expect((outcome.status, outcome.text, outcome.errors) == (2, "", expected))
  }
}
