import Foundation
import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

@Suite("Completions", .limited)
struct CompletionTests {
  private static let folder = Places.package.appending(path: "completions")

  private static let path = Places.programFolder + ":/usr/bin:/bin"

  @Test(
    "The committed completion scripts equal the generated ones",
    arguments: [("bash", "jpfetch.bash"), ("zsh", "_jpfetch"), ("fish", "jpfetch.fish")])
  func committed(shell: String, file: String) async throws {
    let outcome = try await jpfetch("completions \(shell)")
    outcome.expect(status: 0, errors: "")
    let url = Self.folder.appending(path: file)
    if Snapshot.isRecording { try outcome.output.write(to: url) }
    outcome.expect(output: try Data(contentsOf: url))
  }

  private static let photoParts = ["status", "bytes", "time"].map { "photos.response.\($0)" }

  /// The answer to a script about a line's last word: the kind of its completions, how much of it
  /// they keep, and the words without their meanings.
  private func answer(_ words: [String]) async throws -> [String] {
    let outcome = try await jpfetch("__complete", words)
    outcome.expect(status: 0, errors: "")
    return outcome.text.split(separator: "\n").map { line in String(line.prefix { $0 != "\t" }) }
  }

  @Test(
    "The last word of a line is completed",
    arguments: [
      ("c", ["words 0", "comments", "check", "cache", "completions"]), ("pic", ["words 0"]),
      ("users --em", ["words 0", "--embed"]),
      ("users --embed albums.photos,po", ["parts 14", "posts", "posts.comments"]),
      ("posts -e ''", ["parts 0", "comments", "user", "none"]),
      ("-e albums,", ["parts 7", "albums.photos", "posts", "posts.comments", "todos"]),
      ("--fields=id,na", ["parts 12", "name"]),
      ("-F co", ["parts 0", "company", "company.name", "company.catchPhrase", "company.bs"]),
      ("photos -e album -F album.t", ["parts 0", "album.title"]),
      ("-S id,-na", ["parts 4", "name"]), ("-S -id,i", ["parts 4"]),
      ("-S to", ["parts 0", "todos", "todos.count"]),
      ("-S comp", ["parts 0", "company", "company.name", "company.catchPhrase", "company.bs"]),
      ("-F ci", ["parts 0", "city"]), ("-F id,ci", ["parts 3", "city"]),
      ("-S -ci", ["parts 1", "city"]), ("users -w ci", ["parts 0", "city"]),
      ("photos -F username", ["parts 0", "username"]),
      ("todos --count-by ci", ["parts 0", "city"]),
      ("posts -w user.ci", ["parts 0", "user.city"]),
      ("check --assert users.ci", ["parts 0", "users.city"]),
      ("--count-by to", ["parts 0", "todos.count"]),
      ("todos -w !comp", ["parts 1", "completed"]), ("todos -w !", ["parts 1", "completed"]),
      ("users -w !", ["parts 1", "todos.completed"]), ("albums -w !", ["parts 1"]),
      ("users -w !comp", ["parts 1"]), ("check albums --assert !", ["parts 1"]),
      ("cache ''", ["words 0", "list", "warm", "export", "clear", "path"]),
      ("-f t", ["words 0", "table", "tree", "tsv"]),
      ("-f r", ["words 0", "record"]), ("get -f re", ["words 0", "record"]),
      ("cache list ''", ["words 0"]), ("cache list -f ''", ["words 0", "table", "json"]),
      ("cache --m", ["words 0", "--max-age", "--max-stale", "--man"]),
      ("help exit", ["words 0", "exit-codes"]),
      ("check r", ["words 0", "reach", "refs"]),
      ("check --assert users.na", ["parts 0", "users.name"]),
      ("check --assert !", ["parts 1", "todos.completed"]),
      ("check --assert !todos.c", ["parts 1", "todos.completed"]),
      (
        "check --assert users.c",
        [
          "parts 0", "users.company", "users.company.name", "users.company.catchPhrase",
          "users.company.bs", "users.count",
        ]
      ),
      ("check --assert photos.response.", ["parts 0"] + Self.photoParts),
      ("check posts --ignore id,", ["parts 3", "userId", "title", "body"]),
      ("check users --ignore ci", ["parts 0", "city"]),
      ("check --report j", ["parts 0", "junit=", "json="]),
      ("check --report junit=x", ["files 6"]), ("check --report=tap=", ["files 13"]),
      ("check --against ''", ["parts 0", "cache", "file:"]),
      ("check --against file:x", ["directories 5"]),
      ("--base-url=file:", ["directories 16"]), ("--base-url ''", ["parts 0", "file:"]),
      ("-H @", ["files 1"]), ("-H X", ["words 0"]), ("--ca-cert x", ["files 0"]),
      ("--cache-dir=x", ["directories 12"]), ("cache export ''", ["directories 0"]),
      ("cache export d ''", ["words 0"]),
      ("users -F albums.ti", ["parts 0"]), ("--json -F albums.ti", ["parts 0", "albums.title"]),
      ("check --dry-run -f ''", ["words 0", "json"]),
      ("--dry-run -f t", ["words 0"]),
      ("-f t", ["words 0", "table", "tree", "tsv"]),
      ("-f json to", ["words 0", "todos"]), ("users --sample 1", ["words 0", "1", "10"]),
      ("users --sample 10 1", ["words 0", "1"]), ("users --sample -- -", ["words 0"]),
      ("users 3 t", ["words 0", "todos"]), ("albums 7 8 p", ["words 0", "photos", "posts"]),
      ("users t", ["words 0", "todos"]), ("users 3 todos t", ["words 0"]),
      ("todos 3 u", ["words 0", "user"]), ("users 3 todos c", ["words 0", "comments"]),
      ("users albums 3 ''", ["words 0"]),
      ("users 3 todos -F comp", ["parts 0", "completed"]),
      ("users 3 albums -e ''", ["parts 0", "photos", "user", "none"]),
      ("--output=x", ["files 9"]),
    ])
  func completes(line: String, expected: [String]) async throws {
    let words = try await answer(shellWords(line))
    #expect(words == expected)
  }

  @Test(
    "Stored ids are offered, but none that is empty, or that a shell or option parser could misread",
    .needsLibcurl)
  func ids() async throws {
    let ids = [
      "$(id)", "`id`", "~root", "a*", "a b", "é", "-o.bashrc", "--output=x", "", "title", "help",
      "77",
    ]
    let records = ids.map { #"{"id":"\#($0)","title":"a\ttitle"}"# }.joined(separator: ",")
    let site = try ServerAndStore { _ in .reply("[\(records)]") }
    try await site.jpfetch("photos").expect(status: 0)
    site.server.stop()
    let offered = try await answer(["photos"] + site.options + [""])
    #expect(offered == ["words 0", "user", "album", "posts", "comments", "todos", "77"])
    let words = ["__complete", "photos"] + site.options + ["7"]
    try await jpfetch(words).expect(text: "words 0\n77\ta\\ttitle\n")
  }

  @Test(
    "Ids are offered in their order, with the records' names",
    arguments: [
      ("users", #"[{"id":10,"name":"Ten"},{"id":9,"name":"Nine"}]"#, "9\tNine\n10\tTen\n"),
      ("todos", #"[{"id":"b","title":"B"},{"id":"a","title":"A"}]"#, "a\tA\nb\tB\n"),
    ])
  func order(resource: String, records: String, offered: String) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(records, to: "\(resource).json")
    let words = ["__complete", resource, "--base-url", "file:\(directory.path)", ""]
    let outcome = try await jpfetch(words)
    #expect(outcome.text.hasSuffix("\n\n\(offered)"), "\(outcome)")
  }

  @Test(
    "Completion describes resources, relations, fields and formats",
    arguments: [
      ("alb", "words 0\nalbums\tAlbums of users\n"),
      ("-e albums", "albums\tThe albums of each user"),
      ("-e albums", "albums.photos\tThe albums, and their photos"),
      ("photos 3 todos", "todos\tThe todos of the user of the album\n"),
      ("todos -e user", "user\tThe user of each todo\n"),
      ("photos -e album.", "album.user\tThe album, and its user\n"),
      ("todos -e none", "none\tThe todos alone\n"), ("-F ci", "city\taddress.city\n"),
      ("todos -F comp", "completed\ttrue or false\n"),
      ("check -f te", "text\tA line for each check, for people\n"),
    ])
  func meanings(line: String, shown: String) async throws {
    let outcome = try await jpfetch("__complete", shellWords(line))
    #expect(outcome.text.contains(shown), "\(outcome)")
  }

  @Test(
    "A completion takes less than 50 ms of the processor's time", .notUnderSanitizer("slow"),
    arguments: ["users -F ''", "photos -w al", "''"])
  func time(line: String) async throws {
    let outcome = try await run(
      "/bin/bash", ["-c", "TIMEFORMAT='%U %S'; time '\(Places.jpfetch)' __complete \(line) >&-"])
    let seconds = outcome.errors.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
    #expect(seconds.count == 2, "\(outcome)")
    #expect(seconds.reduce(0, +) < 0.05, "\(outcome)")
  }

  @Test("Completion sends no request", .needsLibcurl)
  func noRequests() async throws {
    let site = try ServerAndStore()
    for words in [["photos"], ["photos", "-w"], ["get"], ["check", "--against"]] {
      _ = try await jpfetch("__complete", words + site.options + [""])
    }
    #expect(site.requests.isEmpty)
  }

  @Test("Completion doesn't open a file that an option names")
  func pipes() async throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/fields"
    #expect(mkfifo(pipe, 0o600) == 0)
    let words = try await answer(["users", "-H", "@\(pipe)", "9"])
    #expect(words == ["words 0"])
  }

  // MARK: Shells

  @Test("fish completes words", .needs("fish"))
  func fish() async throws {
    let line = "jpfetch users --embed albums.photos,posts."
    let outcome = try await run(
      try #require(Places.program("fish")),
      ["--no-config", "-c", "source '\(Self.folder.path())/jpfetch.fish'; complete -C '\(line)'"],
      environment: ["PATH": Self.path])
    outcome.expect(text: "albums.photos,posts.comments\tThe posts, and their comments\n")
    let directory = try files()
    for (line, word) in [
      ("--report junit=giv", "junit=given.txt"), ("-H @my", "@my file"),
      ("--against file:", "file:fixtures/"), ("--cache-dir f", "fixtures/"),
    ] {
      let outcome = try await run(
        try #require(Places.program("fish")),
        [
          "--no-config", "-c",
          "cd '\(directory.path)'; source '\(Self.folder.path())/jpfetch.fish'; "
            + "complete -C 'jpfetch check \(line)'",
        ], environment: ["PATH": Self.path])
      outcome.expect(text: "\(word)\n")
    }
  }

  @Test(
    "zsh completes words in a pseudo-terminal", .needs("zsh", "python3"),
    arguments: [
      ("jpfetch users --embed albums.photos,po", "albums.photos,posts"),
      ("jpfetch --format ", "-- Aligned columns"),
      ("jpfetch users --base-url file:fixtures ", "9   -- Nine\u{1B}[K\r\n10  -- Ten"),
      // Two words with one meaning, each on its own line.
      (
        "jpfetch todos -F user.address.geo.l",
        "lat  -- string\u{1B}[K\r\nuser.address.geo.lng  -- string"
      ),
      ("jpfetch check --report junit=giv", "junit=given.txt"),
      ("jpfetch -H @giv", "@given.txt"), ("jpfetch --base-url file:fi", "file:fixtures"),
      (#"jpfetch todos --where=\!comp"#, #"jpfetch todos --where=\!completed"#),
      ("jpfetch todos -w '!comp", "jpfetch todos -w '!completed"),
    ])
  func zsh(typed: String, shown: String) async throws {
    let directory = try files()
    let setUp =
      "cd '\(directory.path)'; fpath=(\(Self.folder.path()) $fpath); autoload -Uz compinit; compinit -u -D; bindkey -e"
    try await expect(shown, after: typed, in: "zsh -f -i", setUp)
  }

  @Test(
    "bash completes words in a pseudo-terminal, including those that bash splits",
    .needs("bash", "python3"),
    arguments: [
      ("jpfetch --where=id=1 al", "jpfetch --where=id=1 albums "),
      ("jpfetch --fields=id,na", "jpfetch --fields=id,name"),
      ("jpfetch -F \"id,na", "jpfetch -F \"id,name"),
      // The second tab lists the words.
      ("jpfetch users --base-url file:fixtures \t", "todos     9         10"),
      ("jpfetch photos --base-url file:fixtures 7", "jpfetch photos --base-url file:fixtures 77"),
      ("jpfetch photos --base-url \"file:fixtures\" 7", "\"file:fixtures\" 77"),
      ("jpfetch -o my", #"jpfetch -o my\ file"#),
      (#"jpfetch todos --where=\!comp"#, #"jpfetch todos --where=\!completed"#),
      ("jpfetch todos -w '!comp", "jpfetch todos -w '!completed"),
      (#"jpfetch -o loud\!"#, #"jpfetch -o loud\!.txt"#),
      ("jpfetch check --report junit=giv", "junit=given.txt"),
      ("jpfetch -H @my", #"@my\ file"#), ("jpfetch --header=@fi", "@fixtures/"),
      ("jpfetch check --against file:fi", "file:fixtures/"),
      ("jpfetch --cache-dir=fi", "--cache-dir=fixtures/"),
      ("jpfetch cache export fi", "export fixtures/"),
    ])
  func bash(typed: String, shown: String) async throws {
    let directory = try files()
    let setUp = "cd '\(directory.path)'; source '\(Self.folder.path())/jpfetch.bash'"
    try await expect(shown, after: typed, in: "bash --norc --noprofile -i", setUp)
  }

  private func files() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for name in ["given.txt", "loud!.txt", "my file"] { try directory.write("", to: name) }
    try directory.write(#"[{"id":77}]"#, to: "fixtures/photos.json")
    let users = #"[{"id":10,"name":"Ten"},{"id":9,"name":"Nine"}]"#
    try directory.write(users, to: "fixtures/users.json")
    return directory
  }

  /// Expects a text in a shell's pseudo-terminal after a line and a tab are typed.
  ///
  /// - Parameter setUp: the shell's first line.
  private func expect(
    _ shown: String, after typed: String, in shell: String, _ setUp: String
  ) async throws {
    let script = """
      import os, pty, select, sys
      shell, set_up, typed, shown = sys.argv[1].split(), *sys.argv[2:]
      process, terminal = pty.fork()
      if process == 0:
          os.execvp(shell[0], shell)
      def read_until(text, most):
          seen = b""
          while text.encode() not in seen and select.select([terminal], [], [], most)[0]:
              try:
                  seen += os.read(terminal, 65536)
              except OSError:
                  break
          return seen
      os.write(terminal, ("PS1='REA''DY> '; stty columns 300; " + set_up + "\\n").encode())
      read_until("READY> ", 60)
      os.write(terminal, typed.encode() + b"\\t")
      sys.stdout.buffer.write(read_until(shown, 20))
      sys.stdout.flush()
      os.kill(process, 9)
      """
    let outcome = try await run(
      try #require(Places.program("python3")), ["-c", script, shell, setUp, typed, shown],
      environment: ["PATH": Self.path, "TERM": "xterm"])
    #expect(outcome.text.contains(shown), "\(outcome)")
  }
}
