import TestSupport
import Testing

@testable import jpfetch

@Suite("Wrong usage: exit 2, no request, no output", .limited)
struct UsageTests {
  @Test(
    "No error shows a password in a URL, or the value of a header field",
    arguments: [
      "--timeout http://u:s3cret@h", "users --where http://u:s3cret@h", "-F http://u:a,s3cret@h",
      "--x=http://u:s3cret@h", "-H s3cret", "users -H Authorization: s3cret",
      "--base-url //u:s3cret@h/", "--json get me:s3cret==@host/x",
      "cache warm x -H Authorization:s3cret --cache-dir http://u:s3cret@h",
      "users --headr Authorization:s3cret", "users --headr=Authorization:s3cret",
      "--header:s3cret", "--Authorization:s3cret", "-u me:s3cret", "-H: s3cret --sample",
      "-H Authorization: Bearer s3cret", "get /x Authorization:s3cret",
      "users Authorization:s3cret", "get /x --query token:s3cret",
      "get /x --query user[password]:s3cret",
      "get /a?token=s3cret /b",
      "get h:1/a?%74oken=s3cret", "-H X-Any:s3cret --wdie", "-H X-Any:s3cret -F nmae --sample",
      "--base-url http://u:a/s3cret@h", "--base-url http://u:a#s3cret@h",
      "users http://u:a/s3cret@h",
      "check --against http://u:a?s3cret@h", "-w http://u:s3cret@h/ and x",
    ])
  func credentials(line: String) async throws {
    let outcome = try await jpfetch(line.split(separator: " ").map(String.init))
    outcome.expect(status: 2)
    #expect(!outcome.errors.contains("s3cret") && outcome.text.isEmpty, "\(outcome)")
  }

  @Test(
    "An error shows a wrong argument, with only its secrets masked",
    arguments: [
      ("--timeout http://u:s3cret@h", "take \"http://h\""),
      ("--base-url http://u:a/s3cret@h", "take \"http://***@h\""),
      ("get /a?x=1&token=s3cret /b?x=1&token=s3cret", "argument \"/b?x=1&token=***\""),
      ("--timeout me@h", "take \"me@h\""),
      ("--headr x", "unknown option --headr"), ("--header:x", "unknown option --header***"),
    ])
  func shown(line: String, text: String) throws {
    let error = usageError(shellWords(line))
    #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
  }

  @Test(
    "--help, --man and --version don't read the file of --header",
    arguments: ["--help", "-h", "--version", "--man", "users --help"])
  func helpFirst(line: String) async throws {
    let outcome = try await jpfetch(
      line.split(separator: " ").map(String.init) + ["-H", "@/no/such/file"])
    #expect(outcome.status == 0 && !outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test(
    "Every command that sends requests refuses an invalid --base-url",
    arguments: ["users", "--dry-run", "get /x", "check", "cache warm"])
  func baseURL(line: String) {
    let error = usageError(shellWords(line) + ["--base-url", "http://[x"])
    #expect(error?.message == "--base-url doesn't take \"http://[x\"")
  }

  @Test(
    "A base URL without a scheme gets the same advice from every option and variable",
    arguments: [
      (":3000", "http://localhost:3000"), ("localhost:3000", "http://localhost:3000"),
      ("3000", "http://localhost:3000"), ("3000/api", "http://localhost:3000/api"),
      ("//localhost", "http://localhost"), ("//127.0.0.1:3000/x", "http://127.0.0.1:3000/x"),
      ("[::1]:3000", "http://[::1]:3000"), ("example.com", "http://example.com"),
      ("./data", "file:./data"), ("/srv/data", "file:/srv/data"),
      // Nothing that could have been meant.
      ("   ", nil), ("", nil), ("//", nil), ("C:\\data", nil), ("file:", nil),
      ("http:", nil), ("http:/h", nil), ("https:3000", nil), ("localhost:99999", nil),
      ("ftp://h", nil), ("http://h?x", nil), ("me:s3cret@localhost:3000", nil),
    ] as [(String, String?)])
  func schemes(text: String, url: String?) {
    let errors = [
      usageError(["users", "--base-url", text]),
      usageError(["check", "drift", "--sample", "--against", text]),
      // An empty variable counts as unset.
      text.isEmpty ? nil : usageError(["users"], ["JPFETCH_BASE_URL": text]),
    ]
    for error in errors.compactMap(\.self) {
      let advice = error.advice?.text ?? ""
      if let url {
        #expect(advice == "write \(url)")
      } else {
        #expect(advice.contains("an http, https or file URL without a query"))
      }
    }
    if let url { #expect(usageError(["users", "--base-url", url]) == nil) }
  }

  @Test(
    "For a URL without a scheme, the advice of get is the URL with a scheme",
    arguments: [
      ("localhost:3000/x?y=1", "http://localhost:3000/x?y=1"),
      (":3000/users", "http://localhost:3000/users"), ("[::1]:3000/x", "http://[::1]:3000/x"),
      ("http:/127.0.0.1:1/x", nil), ("a:b", nil), ("me:s3cret@h/x", nil),
    ] as [(String, String?)])
  func getSchemes(text: String, url: String?) {
    let expected = url.map { "write \($0)" } ?? "a path, or a URL with http:// or https://"
    #expect(usageError(["get", text])?.advice?.text == expected)
    if let url { #expect(usageError(["get", url]) == nil) }
  }

  @Test("Header fields are read from a file or a pipe")
  func headerFile() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("X-One: 1\r\n\nAuthorization: Bearer s3cret\n", to: "fields")
    let file = directory.path + "/fields"
    for source in ["@\(file)", "@/dev/fd/3"] {
      let outcome = try await run(
        "/bin/sh",
        [
          "-c",
          "cat \(file) | { exec 3<&0; \(Places.jpfetch) get /x --dry-run -q -H '\(source)' -H 'X-Two: 2'; }",
        ])
      outcome.expect(status: 0)
      #expect(
        outcome.text.contains("-H 'X-One: 1' -H 'Authorization: ***' -H 'X-Two: 2'"), "\(outcome)")
    }
  }

  @Test(
    "A header file is refused if it is missing, too large or not UTF-8, or has a line without a field",
    arguments: [
      "rm -f f", "yes '' | head -c 1048577 >f", #"printf 'X: \351' >f"#, "echo no field >f",
    ])
  func wrongHeaderFile(command: String) async throws {
    let line = "cd \"$HOME\"; \(command); \(Places.jpfetch) get /x --dry-run -H @f"
    try await run("/bin/sh", ["-c", line]).expect(status: 2)
  }

  @Test("A header file of 1 MiB is accepted")
  func largestHeaderFile() async throws {
    let line =
      "cd \"$HOME\"; yes '' | head -c 1048572 >f; printf 'X: y' >>f; "
      + "\(Places.jpfetch) get /x --dry-run -H @f"
    let outcome = try await run("/bin/sh", ["-c", line])
    outcome.expect(status: 0)
    #expect(outcome.text.contains("-H 'X: y'"), "\(outcome)")
  }

  @Test("An argument that isn't UTF-8 is an error")
  func notUTF8() async throws {
    let outcome = try await run(
      "/bin/sh", ["-c", "\(Places.jpfetch) -o \"$(printf 'b\\351')\""])
    outcome.expect(status: 2, text: "")
    #expect(outcome.errorLines[0] == "jpfetch: error: argument 2 isn't valid UTF-8", "\(outcome)")
  }

  @Test(
    "Signals end jpfetch if it is the first process of a container",
    .needs("pgrep"), .only("unshare -rpf isn't allowed here", if: canUnshare),
    arguments: [("INT", 130), ("TERM", 143), ("QUIT", 131), ("HUP", 129)] as [(String, Int32)])
  func firstProcess(signal: String, status: Int32) async throws {
    let server = try LoopbackServer { _ in [.hang] }
    defer { server.stop() }
    let outcome = try await run(
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
    outcome.expect(status: status)
  }

  private static func canUnshare() async -> Bool {
    guard let unshare = Places.program("unshare") else { return false }
    let outcome = try? await run(unshare, ["-rpf", "/bin/true"])
    return outcome?.status == 0
  }

  /// ParsedArgumentsTests and OptionRulesTests have the rules for all options.
  @Test(
    "A usage error names the wrong argument, with advice",
    arguments: [
      ("usrs", "unknown command or resource \"usrs\" → did you mean users?"),
      ("completion zsh", "unknown command or resource \"completion\" → did you mean completions?"),
      ("pwsh", "unknown command or resource \"pwsh\""),
      ("Users", "unknown command or resource \"Users\" → did you mean users?"),
      ("help exit", "unknown help topic \"exit\" → did you mean exit-codes?"),
      ("bogus --help", "unknown help topic \"bogus\""),
      ("help a b", "unexpected argument \"b\""),
      ("cache list x", "unexpected argument \"x\""),
      ("get /a /b", "unexpected argument \"/b\""),
      ("completions zsh x", "unexpected argument \"x\""),
      ("pic", "unknown command or resource \"pic\" → did you mean pictures?"),
      ("completions", "completions needs one of bash, zsh, fish"),
      ("cache wram", "cache doesn't take \"wram\" → did you mean warm?"),
      ("cache export", "cache export needs a directory"),
      ("cache info --met", "unknown option --met"),
      (
        "-w 'id=1 and id=2'",
        "--where takes one condition → repeat --where for \"and\", list values (id=1,2) for "
          + "\"or\", or quote the text"
      ),
      (
        "-w 'id = \"x'",
        "--where \"id = \"x\": expected the closing quote at character 8 → see: jpfetch help where"
      ),
      (
        "photos -w 'id => 3'",
        "--where \"id => 3\": expected a value at character 5 → see: jpfetch help where"
      ),
      (
        "-w !albums.title",
        "--where \"!albums.title\": expected one of = != ~ !~ < <= > >= at character 14 → see: jpfetch help where"
      ),
      (
        "-w id<1,2",
        "--where \"id<1,2\": expected one value (several go with = and !=, a comma in text is "
          + "quoted) at character 5 → see: jpfetch help where"
      ),
      (
        "todos -w completed=no",
        "completed is true or false, not \"no\" → write completed, or !completed"
      ),
      ("-w 'id > ten'", "id is a number, not \"ten\" → see: jpfetch help where"),
      (
        "check --assert 'email ~ @' --sample",
        "\"email\" needs its list: users.email or comments.email → did you mean users.email?"
      ),
      (
        "-S address.geo",
        "--sort address.geo: an object → name one of its fields: address.geo.lat, address.geo.lng"
      ),
      ("-S id,", "--sort doesn't take \"\" → a path (names with other characters in quotes)"),
      ("--embed album", "unknown relation \"album\" of users → did you mean albums?"),
      ("--embed photos", "unknown relation \"photos\" of users → did you mean albums.photos?"),
      ("--embed nonne", "unknown relation \"nonne\" of users → did you mean none?"),
      ("--embed none,albums", "unknown relation \"none\" of users → see: jpfetch help users"),
      ("-n -1", "--limit doesn't take \"-1\" → a whole number, 0 or more"),
      ("--skip 1.5", "--skip doesn't take \"1.5\" → a whole number, 0 or more"),
      ("--retry x", "--retry doesn't take \"x\" → a whole number, 0 or more"),
      ("--jobs +5", "--jobs doesn't take \"+5\" → a whole number from 1 to 64"),
      ("--jobs 65", "--jobs doesn't take \"65\" → a whole number from 1 to 64"),
      ("--jobs 0", "--jobs doesn't take \"0\" → a whole number from 1 to 64"),
      ("--max-age old", "--max-age doesn't take \"old\" → a time: 500ms, 10s, 2m"),
      ("--timeout=0", "--timeout doesn't take \"0\" → a time: 500ms, 10s, 2m"),
      ("--color sometimes", "--color doesn't take \"sometimes\" → choices: auto, always, never"),
      ("-o ''", "--output doesn't take \"\" → a file"),
      (
        "-o json",
        "--output takes a file: json is a format → write -f json, or ./json for a file of that name"
      ),
      ("--cache-dir ''", "--cache-dir doesn't take \"\" → a directory"),
      ("get /x --query a", "--query doesn't take \"a\" → <key>=<value>"),
      ("get /x --query =b", "--query doesn't take \"=b\" → <key>=<value>"),
      (
        "-H 'Authorization Bearer SECRET'",
        "--header needs a name and a value → write -H 'Name: value' on one line"
      ),
      (
        "-H Authorization:",
        "--header doesn't take \"Authorization:\" → a value: -H 'Authorization: ...'"
      ),
      ("-H 'A b: x'", "--header doesn't take \"A\" → '<name>: <value>' on one line"),
      ("-H @-", "--header @-: standard input is never read → use @FILE or @<(COMMAND)"),
      (
        "--base-url http://me:secret@h/?a=1",
        "--base-url doesn't take \"http://h/?a=1\" → an http, https or file URL without a query: "
          + "http://localhost:3000, file:DIR"
      ),
      ("get", "get needs a path or URL"),
      ("get '/a b'", "get doesn't take \"/a b\" → a path or URL without white space and \"#\""),
      ("get /a#b", "get doesn't take \"/a#b\" → a path or URL without white space and \"#\""),
      ("get %2e%2E/b", "get doesn't take \"%2e%2E/b\" → a path without \".\" and \"..\""),
      ("get ftp://h/x", "get doesn't take \"ftp://h/x\" → a path, or an http or https URL"),
      ("get http://h/x --sample", "get with --sample doesn't take \"http://h/x\" → a path"),
      (
        "get localhost:3000/x",
        "get doesn't take \"localhost:3000/x\" → write http://localhost:3000/x"
      ),
      ("users 1 ..", "users takes ids, not \"..\""),
      (
        "users albums",
        "users albums needs the id of a user → write users ID albums, or -e albums for all"
      ),
      (
        "users 3 todos 4",
        "unexpected argument \"4\" after todos → write ids of users before todos"
      ),
      (
        "users 3 4 photos",
        "photos belong to albums, not to users → write photos -w album.userId=3,4"
      ),
      (
        "posts photos",
        "posts takes ids, not a second resource \"photos\" → ask for posts and "
          + "photos one after the other"
      ),
      ("users photos", "photos belong to albums, not to users → write -e albums.photos"),
      (
        "users 3 nonsense",
        "unknown children \"nonsense\" of users → children: albums, posts, todos"
      ),
      ("users 3 tods", "unknown children \"tods\" of users → did you mean todos?"),
      ("todos 3 four", "todos takes ids, not \"four\" → find records by text with --search"),
      ("photos 3 user", "photos takes ids, not a second resource \"user\" → write -e album.user"),
      (
        "users 1-3 todos",
        "ids are separated by spaces, not \"1-3\" → write todos -w 'userId >= 1' -w 'userId <= 3'"
      ),
      ("users help", "users takes ids, not \"help\" → see: jpfetch help users"),
      ("posts userId=3", "posts takes ids, not a condition \"userId=3\" → write -w userId=3"),
      (
        "users -F name email",
        "users takes ids, not a field \"email\" → write -F name,email"
      ),
      ("email --sample -F name", "unknown command or resource \"email\""),
      (
        "-F name email", "unknown command or resource \"email\" → write -F name,email"
      ),
      (
        "users 3 todos -F title completed",
        "todos takes ids, not a field \"completed\" → write -F title,completed"
      ),
      (
        "posts 5 -e user comments",
        "posts takes ids, not a relation \"comments\" → write -e user,comments"
      ),
      (
        "users 1 -e posts albums todos",
        "users takes ids, not a relation \"albums\" → write -e posts,albums,todos"
      ),
      (
        "users 1 -e albums posts",
        "users takes ids, not a relation \"posts\" → write -e albums,posts"
      ),
      (
        "users 1 -F name,email albums",
        "users takes ids, not a field \"albums\" → write -F name,email,albums"
      ),
      (
        "users 1 -F name email todos",
        "users takes ids, not a field \"email\" → write -F name,email,todos"
      ),
      (
        "users 1 -S -name albums",
        "users takes ids, not a field \"albums\" → write -S -name,albums"
      ),
      ("users 3 -e photos todos", "unknown relation \"photos\" of todos → see: jpfetch help todos"),
      (
        "users 3 photos todos -F title completed",
        "photos belong to albums, not to users → write photos -w album.userId=3"
      ),
      (
        "users 3 photos -F title todos",
        "photos belong to albums, not to users → write photos -w album.userId=3"
      ),
      (
        "todos -w userId = 3",
        "-w \"userId\" ends before \"=\" → quote the condition: -w 'userId = 3'"
      ),
      (
        "users -w userId = 3 todos",
        "-w \"userId\" ends before \"=\" → quote the condition: -w 'userId = 3'"
      ),
      (
        "todos -w userId =3",
        "-w \"userId\" ends before \"=3\" → quote the condition: -w 'userId =3'"
      ),
      (
        "--where title '~' quiet ferry",
        "--where \"title\" ends before \"~\" → quote the condition: --where 'title ~ quiet ferry'"
      ),
      (
        "-w userId = 3 todos",
        "-w \"userId\" ends before \"=\" → quote the condition: -w 'userId = 3'"
      ),
      (
        "-w title = post todos",
        "-w \"title\" ends before \"=\" → quote the condition: -w 'title = post'"
      ),
      (
        "todos -w completed =",
        "-w \"completed\" ends before \"=\" → quote the condition: -w 'FIELD OP VALUE'"
      ),
      (
        "todos -w title ==",
        "-w \"title\" ends before \"==\" → quote the condition: -w 'FIELD OP VALUE'"
      ),
      (
        "todos -w title == users",
        "-w \"title\" ends before \"==\" → quote the condition: -w 'title == users'"
      ),
      (
        "-w '' = 3",
        "-w \"\" ends before \"=\" → quote the condition: -w 'FIELD OP VALUE'"
      ),
      (
        "-w title =~ x",
        "-w \"title\" ends before \"=~\" → quote the condition: -w 'FIELD OP VALUE'"
      ),
      (
        "-w title '<>' x",
        "-w \"title\" ends before \"<>\" → quote the condition: -w 'FIELD OP VALUE'"
      ),
      (
        "todos -w '!completed' = 3",
        "-w \"!completed\" ends before \"=\" → quote the condition: -w 'FIELD OP VALUE'"
      ),
      (
        "todos -w completed = 3",
        "-w \"completed\" ends before \"=\" → quote the condition: -w 'FIELD OP VALUE'"
      ),
      (
        "-w userId '>' 3 userId '<' 5",
        "-w \"userId\" ends before \">\" → quote the condition: -w 'userId > 3 userId < 5'"
      ),
      ("users 1 -w id=1 '<2>'", "users takes ids, not \"<2>\" → repeat -w for another condition"),
      ("users -w 'id > 3' '<' 5", "users takes ids, not \"<\" → repeat -w for another condition"),
      ("-w 'id > 3' '<' 5", "unknown command or resource \"<\""),
      ("check --assert 'users.name ~ a' '~' b", "unknown check or resource \"~\""),
      (
        "check --assert users.count =",
        "--assert \"users.count\" ends before \"=\" → quote the condition: "
          + "--assert 'FIELD OP VALUE'"
      ),
      (
        "check --assert users.count = 10",
        "--assert \"users.count\" ends before \"=\" → quote the condition: "
          + "--assert 'users.count = 10'"
      ),
      (
        "users -w website = http://me:s3cret@h",
        "-w \"website\" ends before \"=\" → quote the condition: -w 'FIELD OP VALUE'"
      ),
      ("list users", "unknown command or resource \"list\" → leave out \"list\""),
      ("all todos -n 3", "unknown command or resource \"all\" → leave out \"all\""),
      ("show users 3", "unknown command or resource \"show\" → leave out \"show\""),
      ("users all", "users takes ids, not \"all\" → write users alone to list all users"),
      ("todos '*'", "todos takes ids, not \"*\" → write todos alone to list all todos"),
      ("users all todos", "users takes ids, not \"all\" → write todos alone to list all todos"),
      ("users 1-3", "ids are separated by spaces, not \"1-3\" → write -w 'id >= 1' -w 'id <= 3'"),
    ])
  func refuses(line: String, message: String) {
    let error = usageError(shellWords(line))
    #expect(error?.line == message)
  }

  @Test(
    "Unusual ids, such as HELP and 007, are accepted",
    arguments: [
      "users HELP", "users 007 -1", "users -w id=1-3", "users a b", "users 3 a1", "users email",
      "users desc -S name", "-F name users", "users -F name 3", "users -F name -- email",
      "users --json 3",
    ])
  func unusualIDs(line: String) {
    #expect(usageError(shellWords(line)) == nil)
  }

  @Test(
    "A field that no record has is an error that suggests the nearest field",
    arguments: [
      ("users -w 'nmae = x'", "nmae", "name"),
      ("users -w 'albums.cout > 1'", "albums.cout", "albums.count"),
      ("users --sort -nam", "nam", "name"), ("users -F username,nam -f csv", "nam", "name"),
    ])
  func unknownField(line: String, field: String, nearest: String) async throws {
    let outcome = try await jpfetch(line, environment: ["JPFETCH_BASE_URL": fromSampleFiles[1]])
    outcome.expect(status: 2, text: "")
    #expect(
      outcome.errorLines == [
        "jpfetch: error: unknown field \"\(field)\" of users", "  did you mean \(nearest)?",
      ], "\(outcome)")
  }

  @Test(
    "--where refuses \"and\" and \"or\" between conditions, but not in a text",
    arguments: [
      ("id=1 or 2", 5), ("id=1 && id=2", 5), ("id=1 || id=2", 5), ("title=\"x\" or id=1", 10),
      ("completed and userId=1", 10), ("title ~ rock and roll", 13),
      ("title ~ \"rock and roll\"", nil),
      // Must be fast.
      ("title=and id=2" + String(repeating: " and a", count: 5000), 6),
    ] as [(String, Int?)])
  func conjunctions(text: String, offset: Int?) {
    let error = usageError(["todos", "-w", text])
    #expect((error == nil) == (offset == nil))
    #expect(error?.excerpt?.offset == offset)
  }

  @Test(
    "An assertion with \"and\", with a wrong use of \"!\" or \"unique\", or with \"in\", is refused",
    arguments: [
      "todos.id > 0 and todos.completed", "!photos.id unique", "users.count unique",
      "users.response.status unique", "!users.count = 3", "albums.userId in users.id",
    ])
  func joinedClaims(claim: String) {
    #expect(usageError(["check", "--assert", claim]) != nil)
  }

  @Test(
    "A caret shows the place of an error in an expression",
    arguments: [
      (["--where", "id = '山"], "    id = '山", "            ^"),
      (["check", "--assert", "users.id is 3"], "    users.id is 3", "             ^"),
      (["check", "--assert", "users"], "    users", "         ^"),
    ])
  func caret(words: [String], expression: String, caret: String) async throws {
    let outcome = try await jpfetch(words + ["--sample"])
    outcome.expect(status: 2)
    #expect(Array(outcome.errorLines[1...2]) == [expression, caret], "\(outcome)")
  }

  @Test("An error names the variable with a wrong value; an option overrides the variable")
  func variables() {
    #expect(
      usageError([], ["JPFETCH_FORMAT": "yaml"])?.message
        == "JPFETCH_FORMAT doesn't take \"yaml\"")
    #expect(usageError([], ["JPFETCH_FORMAT": ""]) == nil)
    #expect(usageError(["-f", "json"], ["JPFETCH_FORMAT": "yaml"]) == nil)
    #expect(usageError(["--sample"], ["JPFETCH_BASE_URL": "x"]) == nil)
  }

  @Test("The first error is one line of JSON, also if --json comes after it")
  func asJSON() async throws {
    let expected =
      #"{"error":{"code":"usage","exit":2,"source":null,"url":null,"#
      + #""message":"unknown option --smaple","hint":"did you mean --sample?","#
      + #""status":null,"path":null}}"# + "\n"
    let outcome = try await jpfetch("--smaple --json --worse")
    outcome.expect(status: 2, text: "", errors: expected)
  }
}
