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
      // Texts are cut after secrets are masked: the @ that shows a password may be cut off.
      "users -F http://u:s3crets3crets3crets3crets3crets3crets3cret@h/",
      "todos -w completed=http://u:s3crets3crets3crets3crets3crets3crets3cret@h/",
      "--sample get X-Api-Key:s3cret://x",
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
    #expect(error?.text.contains(text) == true, "\(error?.text ?? "")")
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
    #expect(error?.text == "--base-url doesn't take \"http://[x\"")
  }

  @Test(
    "A server and a folder can be typed without a scheme, for every option and variable",
    arguments: [
      (":3000", "http://localhost:3000"), ("localhost:3000", "http://localhost:3000"),
      ("127.0.0.1:3000/x", "http://127.0.0.1:3000/x"), ("[::1]:3000", "http://[::1]:3000"),
      ("./data", "file:./data"), ("../data/", "file:../data"), ("/srv/data", "file:/srv/data"),
      ("..", "file:.."), ("http://h", "http://h"), ("file:2024", "file:2024"),
      // Nothing that is plainly meant.
      ("3000", nil), ("example.com", nil), ("//localhost", nil), ("data", nil), ("   ", nil),
      ("", nil), ("C:\\data", nil), ("file:", nil), ("http:", nil), ("http:/h", nil),
      ("localhost:99999", nil), ("ftp://h", nil), ("http://h?x", nil), ("https:3000", nil),
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
      ("http:/127.0.0.1:1/x", nil), ("http:80/x", nil), ("file:1/x", nil), ("a:b", nil),
      ("me:s3cret@h/x", nil),
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

  /// Lines with one mistake each; `usage-errors.txt` has their errors.
  private static let wrongLines = [
    // Another program's word, or an earlier version's.
    "users --columns id", "users --desc", "users -k", "users --lenient", "users --jobs 2",
    "-u me:x",
    "users --csv", "users --ndjson", "users --max 3", "users -x http://h:1", "users -L",
    "users -X POST",
    "grep x", "ls", "list", "delete users", "users/1", "help fields", "cache info", "cache rm",
    // The same words as names and values.
    "users -f ls", "users -f vertical", "users -e status", "--color ls", "completions ls",
    "check --expect ls=3", "check ls", "help ls",
    // A field of the resource that is shown.
    "todos --userId 3", "users 3 todos --completed", "users --address.city x",
    "get /users --email x",
    // The nearest known word.
    "usrs", "--limitt 3", "Users", "USERS", "help exit", "cache wram", "todos -f jsno",
    "--embed album",
    "check --expect user=3,usr=4",
    // What an option, a command or a check takes.
    "users -f sql", "users -f a=b", "cache 5", "completions pwsh", "--color sometimes", "-n -1",
    "--skip 1.5",
    "users -n", "--max-age old", "--timeout=0", "-o ''", "--cache-dir ''", "--ca-cert ''", "-s ''",
    "-w ''", "-f ''", "check --ignore ''", "get /x --query a",
    "get /x --query =b", "check --expect x", "-H 'Authorization Bearer SECRET'",
    "-H Authorization:", "-H 'A b: x'", "-H 'X-A: a\u{7}b'", "-H @-", "-H @/no/such",
    "--base-url http://me:secret@h/?a=1", "get '/a b'",
    "get %2e%2E/b", "get ftp://h/x", "get h:1/x --sample",
    // A condition that isn't quoted, or has no option.
    "todos -w userId = 3", "posts userId=3", "users 3 todos completed=true", "-w 'id > 3' '<' 5",
    "check --assert users.count = 10", "users userId = 3", "check users.count = 10", "userId = 3",
    "users 3 todos title ~ x",
    // The page.
    "users --quux", "--quux", "pwsh", "bogus --help", "help a b", "cache list x", "get /a /b=1",
    "get", "users --offline --refresh", "get /x -F id", "users help", "users 1 ..", "users 1,",
    "users 3,todos", "users 1 user", "photos 1 user users", "users albums 1", "users a/b",
    "users -F name email", "--embed none,albums", "--wait 30s",
    // An empty operand.
    "''", "users ''", "users 1 ''", "users '' todos", "get ''", "search ''", "check ''",
    "check refs ''",
    "cache ''", "cache list ''", "cache warm ''", "cache export ''", "completions ''", "help ''",
    // The name of a format, which may be the file's.
    "users -o json", "users -o MD", "check -o xml", "users --meta -o json",
    // The query language.
    "-w 'id=1 and id=2'", "-w 'id = \"x'", "-w id<1,2", "todos -w completed=no",
    "-w 'albums.count > ten'", "todos -w userId=1,title~qui", "posts -w 'title ~ ^qui.*'",
    "albums -w 'user = 3,Ann'", "check --assert '!users.count = 1'",
    "check --assert 'users ~ 10'",
    "-S address.geo", "posts -F title,comments.email", "check --assert 'email ~ @' --sample",
    // Operands and options of check.
    "check ref", "check status", "check type", "check phots", "check time", "check drift",
    "check refs users --sample", "check refs ids users", "check time --max-time 5s --sample",
    "check --expect user", "check --expect usrs=1", "check --assert 'usrs.count = 1'",
    "check --assert 'users.count = x'", "check --assert 'users.response.time < 300'",
    "check --against cache --offline", "check --against cache --sample", "check --against nowhere",
    "check --against :1 --offline", "check --report tap", "check -w 'users.id > 3'",
    "check --dry-run -f text",
    // Two options that contradict each other, and one that the command or the format doesn't take.
    "--offline --refresh", "--offline --no-cache", "--sample --base-url http://h",
    "photos --query a=b", "cache list --dry-run", "users --dry-run -o a.json",
    "check --dry-run --report tap=a", "cache warm --offline", "cache warm --base-url ./d",
    "help --compact", "--no-header -f tree", "users -f csv --wide", "users -f ndjson --compact",
    "users -f table --dry-run", "get /x -f csv --dry-run", "get /x -f tree", "todos --count -S id",
    "todos --count --count-by id", "todos --count-by id -F id", "get /x -i --meta",
    "users --meta -f csv",
    // The parser's.
    "--js", "--bogus=1", "--base-ulr x", "-vx", "--json=1", "-f",
  ]

  @Test("A usage error names the wrong word; its advice is one of a few general answers")
  func refuses() throws {
    var text = ""
    for line in Self.wrongLines {
      let error = try #require(usageError(shellWords(line)), "\(line)")
      text += "$ jpfetch \(line)\n\(error.text)\n"
      if let advice = error.advice { text += "  \(advice.text)\n" }
      text += "\n"
    }
    try expectSnapshot("usage-errors.txt", of: text)
  }

  @Test("Another program's word isn't a word of jpfetch's own")
  func otherWords() {
    let own =
      OptionDeclaration.all.flatMap(\.spellings) + CommandName.firstWords
      + CheckName.allCases.map(\.rawValue) + OutputFormat.choices.words
    for word in own { #expect(OtherWords.advice(about: word) == nil, "\(word)") }
  }

  @Test(
    "What is plainly no id is refused: another word of the command line, a condition, a path",
    arguments: [
      "", ".", "..", "help", "search", "check", "cache", "get", "completions", "albums", "todo",
      "name", "completed", "address", "a=b", "a<b", "a>b",
      "a~b", "a!b", "a/b",
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
    #expect(outcome.firstError.contains("\"\(field)\""), "\(outcome)")
    #expect(outcome.errorLines.last == "  did you mean \(nearest)?", "\(outcome)")
  }

  @Test(
    "A field that is named like another program's word gets no advice about that word",
    arguments: ["-w 'status = done'", "-F version", "-S type", "--count-by ls"])
  func fieldsLikeOtherWords(options: String) async throws {
    let outcome = try await jpfetch("users \(options)", fromSampleFiles)
    outcome.expect(status: 2, text: "")
    #expect(outcome.errorLines.last == "  see: jpfetch help users", "\(outcome)")
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
      "users.response.status unique", "!users.count = 3", "albums.userId in users.id", "users",
      "!users = 10", "users ~ 1", "users = null", "users = '10'", "users unique",
    ])
  func joinedClaims(claim: String) {
    #expect(usageError(["check", "--assert", claim]) != nil)
  }

  @Test(
    "An assertion that is refused isn't advised",
    arguments: [
      ("users.count unique", "unique at"), ("users unique", "unique at"),
      ("users.albums.title is unique", "unique at"), ("!users.count = 1", "one of ="),
      ("!users.id = 1", "one of ="), ("!users.id", "one of ="), ("!users = 1", "one of ="),
    ])
  func advisedClaims(claim: String, advice: String) throws {
    let error = try #require(usageError(["check", "--assert", claim]))
    #expect(!error.sentence.contains(advice), "\(error)")
  }

  @Test("The first error is one line of JSON, also if --json comes after it")
  func asJSON() async throws {
    let outcome = try await jpfetch("--smaple --json --worse")
    outcome.expect(status: 2, text: "")
    #expect(outcome.codes == ["usage"] && outcome.errors.contains("--smaple"), "\(outcome)")
  }
}
