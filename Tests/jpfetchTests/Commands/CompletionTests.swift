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

  /// The answer to a script about a line's last word: the words without their meanings, or `files`.
  private func answer(_ words: [String]) async throws -> [String] {
    let outcome = try await jpfetch("__complete", words)
    outcome.expect(status: 0, errors: "")
    return outcome.text.split(separator: "\n").map { line in String(line.prefix { $0 != "\t" }) }
  }

  @Test(
    "The last word of a line is completed",
    arguments: [
      ("c", ["comments", "check", "cache", "completions"]), ("pic", []),
      ("users --em", ["--embed"]), ("users --em=", []), ("cache --em", []),
      ("users --embed albums.photos,po", ["albums.photos,posts", "albums.photos,posts.comments"]),
      ("posts -e ''", ["comments", "user", "none"]), ("posts -e user,n", []),
      ("--fields=id,na", ["--fields=id,name"]),
      ("-F co", ["company", "company.name", "company.catchPhrase", "company.bs"]), ("-F ci", []),
      ("photos -e album -F album.t", ["album.title"]),
      ("-S id,-na", ["id,-name"]), ("-S -id,us", ["-id,username"]), ("-S -us", ["-username"]),
      ("-S to", ["todos", "todos.count"]), ("--count-by to", ["todos.count"]),
      ("todos -w comp", ["completed"]), ("todos --where=comp", ["--where=completed"]),
      ("posts -w user.c", Self.companyFields.map { "user.\($0)" }),
      ("users -F albums.ti", []), ("--json -F albums.ti", ["albums.title"]),
      ("users 3 todos -F comp", ["completed"]),
      ("users 3 albums -e ''", ["photos", "user", "none"]),
      ("cache ''", ["list", "warm", "export", "clear", "path"]), ("cache list ''", []),
      ("cache --m", ["--max-age", "--max-stale", "--man"]),
      ("-f t", ["table", "tree", "tsv"]), ("get -f re", ["record"]),
      ("cache list -f ''", ["table", "json"]),
      ("check --format=j", ["--format=junit", "--format=json"]), ("--dry-run -f ''", ["json"]),
      ("help exit", ["exit-codes"]), ("help help ''", []),
      ("completions ''", ["bash", "zsh", "fish"]),
      ("check r", ["reach", "refs"]), ("check refs r", ["reach"]), ("check to", ["todos"]),
      ("check --assert todos.c", ["todos.completed", "todos.count"]),
      ("check photos --assert photos.response.", Self.photoParts),
      ("check posts --ignore id,", ["userId", "id", "title", "body"].map { "id,\($0)" }),
      ("-o x", ["files"]), ("--output=x", ["files", "--output="]), ("--ca-cert x", ["files"]),
      ("check --report x", ["files"]), ("check --report junit=x", ["files", "junit="]),
      ("--cache-dir x", ["files"]), ("cache export ''", ["files"]), ("cache export d ''", []),
      ("--base-url ./", ["files"]), ("check --against=/", ["files", "--against="]),
      ("--base-url=file:d", ["files", "--base-url=file:"]),
      ("check --against file:d", ["files", "file:"]), ("-H @x", ["files", "@"]),
      ("--header=@", ["files", "--header=@"]), ("-H X", []), ("-s us", []),
      ("check --against ca", ["cache"]), ("--color a", ["auto", "always"]),
      ("check --expect p", ["public", "photos=5000", "posts=100"]),
      ("check --expect users=10,alb", ["users=10,albums=100"]),
      ("get /p", ["/photos", "/posts"]), ("get --sample /u", ["/users"]), ("get /users ''", []),
      ("-f json to", ["todos"]), ("users -- -", []),
      ("users 3 t", ["todos"]), ("albums 7 8 p", ["photos", "posts"]), ("users t", ["todos"]),
      ("users 3 todos t", []), ("todos 3 u", ["user"]), ("users 3 todos c", ["comments"]),
      ("users albums 3 ''", []),
    ])
  func completes(line: String, expected: [String]) async throws {
    let words = try await answer(shellWords(line))
    #expect(words == expected)
  }

  @Test(
    "Nothing is completed that the words before it exclude",
    arguments: [
      ("users --meta -f ''", ["json"]), ("users --wide -f ''", ["table", "record", "tree"]),
      ("users --count --s", ["--search", "--skip", "--strict", "--sample"]),
      ("users --offline --re", ["--retry"]), ("users -f csv --com", []),
      ("users --compact --wi", []), ("users --compact --j", ["--json"]),
      ("users --dry-run --ou", []), ("--base-url x --sam", []), ("-e user,n", []),
      ("posts -e none -e ''", []), ("posts -e user -e n", []),
      ("posts -e user -e c", ["comments"]),
      ("--offline ca", []), ("-f junit us", []), ("-f junit ch", ["check"]),
      ("--compact us", ["users"]),
      ("-e albums to", []), ("users -e albums t", []),
      ("check ti", []), ("check --max-time 5s ti", ["time"]), ("check dr", []),
      ("check --sample --max-time 5s ti", []), ("check users r", ["reach"]),
      ("check refs us", []), ("check --offline --against ''", []),
      ("check --sample --against c", []), ("check --against cache --of", []),
    ])
  func excludes(line: String, expected: [String]) async throws {
    let words = try await answer(shellWords(line))
    #expect(words == expected)
  }

  private static let companyFields = [
    "company", "company.name", "company.catchPhrase", "company.bs",
  ]

  private static let photoParts = ["status", "bytes", "time"].map { "photos.response.\($0)" }

  /// A store with a list of photos that have these ids.
  private func site(ids: [String]) async throws -> ServerAndStore {
    let records = ids.map { ["id": $0, "title": "a\ttitle"] }
    let data = try JSONSerialization.data(withJSONObject: records)
    let site = try ServerAndStore { _ in .reply(Array(data)) }
    try await site.jpfetch("photos").expect(status: 0)
    site.server.stop()
    return site
  }

  @Test("Stored ids are offered with the records' names, in the ids' order", .needsLibcurl)
  func ids() async throws {
    let site = try ServerAndStore { _ in
      .reply(#"[{"id":10,"name":"Ten\tten"},{"id":9,"name":"Nine"},{"id":1}]"#)
    }
    try await site.jpfetch("users").expect(status: 0)
    site.server.stop()
    for (typed, offered) in [
      ([""], "1\t\n9\tNine\n10\tTen\\tten\n"), (["1"], "1\t\n10\tTen\\tten\n"),
      (["10", "1"], "1\t\n"), (["10", "todos", "1"], ""), (["--sample", "1"], ""),
    ] {
      let words = ["__complete"] + site.options + ["users"] + typed
      let outcome = try await jpfetch(words)
      #expect(outcome.text.hasSuffix(offered), "\(outcome)")
      if typed != [""] { #expect(outcome.text == offered) }
    }
  }

  @Test(
    "No id is offered that is empty, or that a shell or the option parser could misread",
    .needsLibcurl)
  func plainIDs() async throws {
    let words = ["$(id)", "~root", "é", "-o.bashrc", "--output=x", "", "title", "help", "77"]
    let site = try await site(ids: words)
    let offered = try await answer(["photos"] + site.options + [""])
    #expect(offered == ["user", "album", "posts", "comments", "todos", "77"])
  }

  @Test("No id is offered with a character that a shell could change", .needsLibcurl)
  func characters() async throws {
    // The first digit is the same for 32 characters, because at most 50 ids are offered.
    func id(_ character: Unicode.Scalar) -> String { "\(character.value / 32)\(character)x" }
    let ascii = (0..<128).map { Unicode.Scalar(UInt8($0)) }
    let site = try await site(ids: ascii.map(id))
    var offered: [String] = []
    for digit in 0..<4 {
      offered += try await answer(["photos"] + site.options + ["\(digit)"])
    }
    let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
    #expect(Set(offered) == Set(plain.unicodeScalars.map(id)))
  }

  @Test("Ids are offered if at most 50 match", .needsLibcurl)
  func most() async throws {
    let ids = Array(100...150) + Array(200...249) + [7]
    let site = try await site(ids: ids.map { "\($0)" })
    for (typed, count) in [("", 0), ("1", 0), ("2", 50), ("10", 10), ("7", 1)] {
      let offered = try await answer(["photos"] + site.options + [typed])
      #expect(offered.count { $0.first?.isNumber == true } == count, "\(typed)")
    }
  }

  @Test(
    "Servers and paths in the store are offered, unless a shell could change them", .needsLibcurl)
  func stored() async throws {
    let site = try ServerAndStore { _ in .reply(#"{"id":2}"#) }
    for path in ["/users/2", "/b", "/a?id=3", "/it's"] {
      try await site.jpfetch("get", [path]).expect(status: 0)
    }
    site.server.stop()
    for (words, expected) in [
      (["get", "/u"], ["/users", "/users/2"]), (["get", "/b"], ["/b"]),
      (["get", "/a"], ["/albums"]),
      (["get", "/i"], []), (["get", "--sample", "/b"], []),
      (["cache", "clear", ""], ["/b", "/users/2", site.url]),
      (["cache", "clear", "/b", ""], ["/users/2", site.url]),
      (["check", "--against", ""], ["cache", site.url]),
      (["users", "--base-url", "h"], [site.url]),
    ] {
      let offered = try await answer(site.options + words)
      #expect(offered == expected, "\(words)")
    }
  }

  @Test(
    "Completion describes resources, relations, fields and formats",
    arguments: [
      ("alb", "albums\tAlbums of users\n"), ("ca", "cache\tManage stored responses\n"),
      ("-e albums.", "albums.photos\tThe albums, and their photos\n"),
      ("photos 3 to", "todos\tThe todos of the user of the album\n"),
      ("todos -e user", "user\tThe user of each todo\n"),
      ("photos -e album.", "album.user\tThe album, and its user\n"),
      ("todos -F comp", "completed\ttrue or false\n"), ("-S albums.c", "albums.count\tnumber\n"),
      ("check -f te", "text\tA line for each check, for people\n"),
    ])
  func meanings(line: String, shown: String) async throws {
    let outcome = try await jpfetch("__complete", shellWords(line))
    outcome.expect(text: shown)
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
    #expect(words == [])
  }

  // MARK: Shells

  @Test(
    "fish completes words", .needs("fish"), .needsLibcurl,
    arguments: [
      (
        "users --embed albums.photos,posts.",
        "albums.photos,posts.comments\tThe posts, and their comments\n"
      ),
      ("users SERVER ", "9\tNine\n10\tTen\n"), ("photos SERVER 7", "77\tSeventy-seven\n"),
      ("--format=js", "--format=json\tJSON as the server spelled it\n"),
      ("-o my", "my file\n"), ("--output=giv", "--output=given.txt\n"), ("-s giv", ""),
      ("-H @giv", "@given.txt\n"), ("-H '@my", "@my file\n"),
      ("check --report junit=giv", "junit=given.txt\n"),
      ("check --against file:fix", "file:fixtures/\n"), ("--color n", "never\tNever\n"),
      ("get SERVER /photos", "/photos\tPhotos of albums\n"),
      ("check --expect pub", "public\tThe counts of the public service\n"),
      ("todos --where='user.na", "--where=user.name\tstring\n"),
      ("todos -F 'id',user.na", "id,user.name\tstring\n"),
    ])
  func fish(typed: String, shown: String) async throws {
    let site = try await site()
    let line = "jpfetch \(typed)".replacing("SERVER", with: site.options.joined(separator: " "))
    let script = """
      cd '\(site.directory.path)'
      source '\(Self.folder.path())/jpfetch.fish'
      complete -C "\(line)"
      """
    let outcome = try await run(
      try #require(Places.program("fish")), ["--no-config", "-c", script],
      environment: ["PATH": Self.path])
    #expect(outcome.text.hasSuffix(shown) && outcome.text.isEmpty == shown.isEmpty, "\(outcome)")
  }

  @Test(
    "zsh completes words in a pseudo-terminal", .needs("zsh", "python3"), .needsLibcurl,
    arguments: [
      ("users --embed albums.photos,po", "albums.photos,posts"),
      ("--format ", "-- Aligned columns"), ("--format=js", "--format=json"),
      ("users SERVER ", "9         -- Nine\u{1B}[K\r\n10        -- Ten"),
      // Two words with one meaning, each on its own line.
      (
        "todos -F user.address.geo.l",
        "lat  -- string\u{1B}[K\r\nuser.address.geo.lng  -- string"
      ),
      ("todos -w 'comp", "todos -w 'completed"), ("-o my", #"-o my\ file"#),
      ("--output=giv", "--output=given.txt"), ("-H @giv", "-H @given.txt"),
      ("--header=@my", #"--header=@my\ file"#),
      ("check --report junit=giv", "junit=given.txt"),
      ("check --against file:fix", "file:fixtures"), ("--color nev", "--color never"),
      ("get /to", "get /todos"), ("cache clear --cache-dir c http", "c URL"),
      ("check --expect users=10,pub", "--expect users=10,public"),
    ])
  func zsh(typed: String, shown: String) async throws {
    let folder = Self.folder.path()
    let setUp = "fpath=(\(folder) $fpath); autoload -Uz compinit; compinit -u -D; bindkey -e"
    try await expect(shown, after: typed, in: "zsh -f -i", setUp)
  }

  @Test(
    "bash completes words in a pseudo-terminal, including those that bash splits",
    .needs("bash", "python3"), .needsLibcurl,
    arguments: [
      ("--where=id=1 al", "--where=id=1 albums "), ("--fields=id,na", "--fields=id,name "),
      ("-F \"id,na", "-F \"id,name"), ("--format=js", "--format=json "),
      ("\"--format=js", "\"--format=json"), ("todos -w 'user.na", "todos -w 'user.name"),
      // The second tab lists the words, ids without names.
      ("users SERVER \t", "todos     9         10"), ("photos SERVER 7", " 77 "),
      ("photos \"--base-url=URL\" --cache-dir 'c' 7", "'c' 77 "),
      ("-o my", #"-o my\ file"#), ("--output=giv", "--output=given.txt "),
      (#"-o loud\!"#, #"-o loud\!.txt"#), ("cache export fix", "export fixtures/"),
      ("-H @my", #"-H @my\ file"#), (#"-H @my\ f"#, #"-H @my\ file"#), ("-H @fix", "-H @fixtures/"),
      ("-H \"@giv", "-H \"@given.txt"), ("--color nev", "--color never "),
      ("get /to", "get /todos "), ("cache clear --cache-dir c http", "c URL "),
      ("check --expect users=10,pub", "--expect users=10,public "),
      ("todos -F '\"id\"',user.na", "-F '\"id\"',user.name "),
      ("todos --where='name ~ \"x y\"' us", "--where='name ~ \"x y\"' user "),
    ])
  func bash(typed: String, shown: String) async throws {
    let setUp = "source '\(Self.folder.path())/jpfetch.bash'"
    try await expect(shown, after: typed, in: "bash --norc --noprofile -i", setUp)
  }

  @Test(
    "What is typed stays in bash, whatever characters split words there",
    .needs("bash", "python3"), .needsLibcurl,
    arguments: ["${COMP_WORDBREAKS}", "${COMP_WORDBREAKS//[:=@]}", "${COMP_WORDBREAKS},/"],
    [
      ("-H @giv", "-H @given.txt"), ("--header=@giv", "--header=@given.txt"),
      ("--format=js", "--format=json "), ("-F id,na", "-F id,name "),
      ("check --report=junit=giv", "--report=junit=given.txt"),
      ("check --against file:fixtures/us", "--against file:fixtures/users.json"),
      ("cache clear --cache-dir c URL", "c URL "),
    ])
  func breaks(breaks: String, line: (typed: String, shown: String)) async throws {
    let setUp = "COMP_WORDBREAKS=\(breaks); source '\(Self.folder.path())/jpfetch.bash'"
    try await expect(line.shown, after: line.typed, in: "bash --norc --noprofile -i", setUp)
  }

  /// A server whose lists are stored, and a folder with files.
  private func site() async throws -> ServerAndStore {
    let site = try ServerAndStore { request in
      if request.path == "/photos" { return .reply(#"[{"id":77,"title":"Seventy-seven"}]"#) }
      return .reply(#"[{"id":10,"name":"Ten"},{"id":9,"name":"Nine"}]"#)
    }
    try await site.jpfetch("users").expect(status: 0)
    try await site.jpfetch("photos").expect(status: 0)
    site.server.stop()
    for name in ["given.txt", "loud!.txt", "my file", "fixtures/users.json"] {
      try site.directory.write("", to: name)
    }
    return site
  }

  /// Expects a text in a shell's pseudo-terminal after a line of jpfetch and a tab are typed.
  ///
  /// - Parameters:
  ///   - shown: the text; `URL` stands for the server.
  ///   - typed: the line; `SERVER` stands for the options of a store with lists, `URL` for its
  ///     server.
  ///   - setUp: the shell's first line.
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
    let site = try await site()
    let line = "jpfetch \(typed)"
      .replacing("SERVER", with: "--base-url URL --cache-dir c").replacing("URL", with: site.url)
    let shown = shown.replacing("URL", with: site.url)
    let setUp = "cd '\(site.directory.path)'; \(setUp)"
    let outcome = try await run(
      try #require(Places.program("python3")), ["-c", script, shell, setUp, line, shown],
      environment: ["PATH": Self.path, "TERM": "xterm"])
    #expect(outcome.text.contains(shown), "\(outcome)")
  }
}
