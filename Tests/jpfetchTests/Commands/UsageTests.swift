import JPCore
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
      "get /x --query user[password]:s3cret", "get /a?token=s3cret /b",
      "get h:x/a?%74oken=s3cret", "-H X-Any:s3cret --wdie", "-H X-Any:s3cret -F nmae --sample",
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
    "A server and a folder can be typed without a scheme, for every option and variable",
    arguments: [
      (":3000", "http://localhost:3000"), ("localhost:3000", "http://localhost:3000"),
      ("127.0.0.1:3000/x", "http://127.0.0.1:3000/x"), ("[::1]:3000", "http://[::1]:3000"),
      ("./data", "file:./data"), ("../data/", "file:../data"), ("/srv/data", "file:/srv/data"),
      ("..", "file:.."), ("http://h", "http://h"),
      // Nothing that is plainly meant.
      ("3000", nil), ("example.com", nil), ("//localhost", nil), ("data", nil), ("   ", nil),
      ("", nil), ("C:\\data", nil), ("file:", nil), ("http:", nil), ("http:/h", nil),
      ("localhost:99999", nil), ("ftp://h", nil), ("http://h?x", nil),
      ("me:s3cret@localhost:3000", nil),
    ] as [(String, String?)])
  func servers(text: String, url: String?) {
    #expect(BaseURL(argument: text)?.description == url)
    let errors = [
      usageError(["users", "--base-url", text]),
      usageError(["check", "drift", "--sample", "--against", text]),
      // An empty variable counts as unset.
      text.isEmpty ? nil : usageError(["users"], ["JPFETCH_BASE_URL": text]),
    ]
    #expect(errors.contains { $0 != nil } == (url == nil))
    for error in errors.compactMap(\.self) {
      #expect(error.advice?.text.hasPrefix("a server") == true, "\(error)")
    }
  }

  @Test(
    "get takes a server without a scheme",
    arguments: [
      ("localhost:3000/x?y=1", "http://localhost:3000/x?y=1"),
      (":3000/users", "http://localhost:3000/users"), ("[::1]:3000/x", "http://[::1]:3000/x"),
      ("http:/127.0.0.1:1/x", nil), ("a:b", nil), ("me:s3cret@h/x", nil),
    ] as [(String, String?)])
  func getServers(text: String, url: String?) async throws {
    let outcome = try await jpfetch(["get", text, "--dry-run"])
    if let url {
      let curl = outcome.text.replacing("'", with: "")
      #expect(curl.contains(" \(url)  # miss\n"), "\(outcome)")
    } else {
      outcome.expect(status: 2, text: "")
    }
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
    "A usage error names the wrong word; its advice is one of a few general answers",
    arguments: [
      // Another program's word, or an earlier version's.
      ("users --columns id", "unknown option --columns → did you mean --fields?"),
      ("users --desc", "unknown option --desc → did you mean --sort -FIELD?"),
      ("users -k", "unknown option -k → did you mean --ca-cert?"),
      ("users --lenient", "unknown option --lenient → did you mean --partial?"),
      ("-u me:x", "unknown option -u → did you mean -H @FILE?"),
      ("users --csv", "unknown option --csv → did you mean --format csv?"),
      ("grep x", "unknown command or resource \"grep\" → did you mean search?"),
      ("ls", "unknown command or resource \"ls\" → did you mean cache?"),
      ("help fields", "unknown help topic \"fields\" → did you mean help where?"),
      ("cache info", "cache doesn't take \"info\" → did you mean cache?"),
      ("cache rm", "cache doesn't take \"rm\" → did you mean cache clear?"),
      ("users -f vertical", "--format doesn't take \"vertical\" → did you mean record?"),
      // A field of the resource that is shown.
      ("todos --userId 3", "unknown option --userId → did you mean -w userId=...?"),
      ("users 3 todos --completed", "unknown option --completed → did you mean -w completed=...?"),
      // The nearest known word.
      ("usrs", "unknown command or resource \"usrs\" → did you mean users?"),
      ("--limitt 3", "unknown option --limitt → did you mean --limit?"),
      ("Users", "unknown command or resource \"Users\" → did you mean users?"),
      ("help exit", "unknown help topic \"exit\" → did you mean exit-codes?"),
      ("cache wram", "cache doesn't take \"wram\" → did you mean warm?"),
      ("todos -f jsno", "--format doesn't take \"jsno\" → did you mean json?"),
      ("--embed album", "unknown relation \"album\" of users → did you mean albums?"),
      ("check --expect user=3,usr=4", "unknown resource \"usr\" → did you mean users?"),
      // What an option, a command or a check takes.
      (
        "users -f yaml",
        "--format doesn't take \"yaml\" → formats: table, record, tree, json, ndjson, csv, tsv, "
          + "markdown"
      ),
      ("cache 5", "cache doesn't take \"5\" → actions: list, warm, export, clear, path"),
      ("completions pwsh", "completions doesn't take \"pwsh\" → shells: bash, zsh, fish"),
      ("--color sometimes", "--color doesn't take \"sometimes\" → choices: auto, always, never"),
      ("-n -1", "--limit doesn't take \"-1\" → a whole number: 0, 1, 2, ..."),
      ("--skip 1.5", "--skip doesn't take \"1.5\" → a whole number: 0, 1, 2, ..."),
      ("users -n", "--limit needs a value → a whole number: 0, 1, 2, ..."),
      ("--max-age old", "--max-age doesn't take \"old\" → a duration: 500ms, 10s, 2m"),
      ("--timeout=0", "--timeout doesn't take \"0\" → a duration: 500ms, 10s, 2m"),
      ("-o ''", "--output doesn't take \"\" → <file>"),
      ("--cache-dir ''", "--cache-dir doesn't take \"\" → <dir>"),
      ("get /x --query a", "--query doesn't take \"a\" → <key>=<value>"),
      ("get /x --query =b", "--query doesn't take \"=b\" → <key>=<value>"),
      ("check --expect x", "--expect doesn't take \"x\" → <resource>=<n>,... or public"),
      (
        "-H 'Authorization Bearer SECRET'",
        "--header doesn't take \"***\" → '<name>: <value>' on one line, or @<file>"
      ),
      (
        "-H Authorization:",
        "--header doesn't take \"Authorization:\" → a value: -H 'Authorization: ...'"
      ),
      (
        "-H 'A b: x'", "--header doesn't take \"A\" → '<name>: <value>' on one line, or @<file>"
      ),
      ("-H @-", "--header @-: standard input is never read → use @FILE or @<(COMMAND)"),
      (
        "--base-url http://me:secret@h/?a=1",
        "--base-url doesn't take \"http://h/?a=1\" → a server or a folder: http://localhost:3000, "
          + "localhost:3000, ./data"
      ),
      ("get '/a b'", "get doesn't take \"/a b\" → a path or URL without white space and \"#\""),
      ("get %2e%2E/b", "get doesn't take \"%2e%2E/b\" → a path without \".\" and \"..\""),
      ("get ftp://h/x", "get doesn't take \"ftp://h/x\" → a path, or an http or https URL"),
      ("get h:1/x --sample", "get with --sample doesn't take \"h:1/x\" → a path"),
      // A condition that isn't quoted, or has no option.
      (
        "todos -w userId = 3",
        "todos takes ids, not \"=\" → quote a condition: -w 'FIELD OP VALUE'"
      ),
      (
        "posts userId=3",
        "posts takes ids, not \"userId=3\" → quote a condition: -w 'FIELD OP VALUE'"
      ),
      (
        "-w 'id > 3' '<' 5",
        "unknown command or resource \"<\" → quote a condition: -w 'FIELD OP VALUE'"
      ),
      (
        "check --assert users.count = 10",
        "unknown check or resource \"=\" → quote a condition: -w 'FIELD OP VALUE'"
      ),
      // The page.
      ("users --quux", "unknown option --quux → see: jpfetch help users"),
      ("--quux", "unknown option --quux → see: jpfetch --help"),
      ("pwsh", "unknown command or resource \"pwsh\" → see: jpfetch --help"),
      ("bogus --help", "unknown help topic \"bogus\" → see: jpfetch --help"),
      ("help a b", "unexpected argument \"b\" → see: jpfetch --help"),
      ("cache list x", "unexpected argument \"x\" → see: jpfetch help cache"),
      ("get /a /b=1", "unexpected argument \"/b=1\" → see: jpfetch help get"),
      ("get", "get needs a path or URL → see: jpfetch help get"),
      (
        "users --offline --refresh",
        "--refresh and --offline cannot be combined → see: jpfetch help users"
      ),
      ("get /x -F id", "--fields is not valid with get → see: jpfetch help get"),
      ("users help", "users takes ids, not \"help\" → see: jpfetch help users"),
      ("users 1 ..", "users takes ids, not \"..\" → see: jpfetch help users"),
      ("users 1,", "users takes ids, not \"\" → see: jpfetch help users"),
      ("users 3,todos", "users takes ids, not \"todos\" → see: jpfetch help users"),
      ("users 1 user", "unexpected argument \"user\" after users → see: jpfetch help users"),
      (
        "photos 1 user users",
        "unexpected argument \"users\" after users → see: jpfetch help photos"
      ),
      ("users albums 1", "unexpected argument \"1\" after albums → see: jpfetch help users"),
      ("users a/b", "users takes ids, not \"a/b\" → see: jpfetch help users"),
      ("users -F name email", "users takes ids, not \"email\" → see: jpfetch help users"),
      (
        "--embed none,albums",
        "--embed none stands alone: \"none,albums\" → see: jpfetch help users"
      ),
      // The query language.
      (
        "-w 'id=1 and id=2'",
        "--where \"id=1 and id=2\": one condition each: repeat the option for \"and\", list values "
          + "(id=1,2) for \"or\", or quote the text → see: jpfetch help where"
      ),
      (
        "-w 'id = \"x'",
        "--where \"id = \"x\": expected the closing quote at character 8 → see: jpfetch help where"
      ),
      (
        "-w id<1,2",
        "--where \"id<1,2\": expected one value (several go with = and !=, a comma in text is "
          + "quoted) at character 5 → see: jpfetch help where"
      ),
      (
        "todos -w completed=no",
        "--where \"completed=no\": completed is true or false, not \"no\" → see: jpfetch help where"
      ),
      (
        "-w 'id > ten'",
        "--where \"id > ten\": id is a number, not \"ten\" → see: jpfetch help where"
      ),
      (
        "-S address.geo",
        "--sort: address.geo is an object; name one of its fields → see: jpfetch help users"
      ),
      (
        "posts -F title,comments.email",
        "--fields: a record has several comments.email → see: jpfetch help posts"
      ),
      (
        "check --assert 'email ~ @' --sample",
        "--assert \"email ~ @\": \"email\" needs its list: users.email or comments.email → see: "
          + "jpfetch help where"
      ),
    ])
  func refuses(line: String, message: String) {
    #expect(usageError(shellWords(line))?.line == message)
  }

  @Test("Another program's word isn't a word of jpfetch's own")
  func otherWords() {
    let own =
      OptionDeclaration.all.flatMap(\.spellings) + CommandName.firstWords
      + CheckName.allCases.map(\.rawValue) + OutputFormat.choices.words
    for word in own { #expect(OtherWords.meaning(of: word) == nil, "\(word)") }
  }

  @Test(
    "What is plainly no id is refused: another word of the command line, a condition, a path",
    arguments: [
      "", ".", "..", "help", "albums", "todo", "name", "completed", "a=b", "a<b", "a>b", "a~b",
      "a!b", "a/b",
    ])
  func reservedIDs(id: String) {
    #expect(usageError(["users", "1," + id]) != nil)
  }

  @Test(
    "Unusual ids, such as HELP and 007, are accepted",
    arguments: [
      "users HELP", "users 007 -1", "users -w id=1-3", "users 1-3", "users a b", "users 3 a1",
      "users all", "users desc -S name", "-F name users", "-F name users 3", "users --json 3",
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
      ("id=1 or 2", false), ("id=1 && id=2", false), ("id=1 || id=2", false),
      ("title=\"x\" or id=1", false), ("completed and userId=1", false),
      ("title ~ rock and roll", false), ("title ~ \"rock and roll\"", true),
      // Must be fast.
      ("title=and id=2" + String(repeating: " and a", count: 5000), false),
    ])
  func conjunctions(text: String, isAccepted: Bool) {
    #expect((usageError(["todos", "-w", text]) == nil) == isAccepted)
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
