import Foundation
import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

@Suite("Completions", .evidence, .limited)
struct CompletionTests {
  private static let files: [(shell: String, file: String)] = [
    ("bash", "jpfetch.bash"), ("zsh", "_jpfetch"), ("fish", "jpfetch.fish"),
  ]

  @Test("The committed scripts are the generated ones", arguments: files)
  func committed(shell: String, file: String) throws {
    let outcome = try jpfetch("completions", shell)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let url = Places.package.appending(path: "completions/\(file)")
    if Snapshot.isRecording { try outcome.output.write(to: url) }
    #expect(try Data(contentsOf: url) == outcome.output)
  }

  /// Words, and completions of the last one that must be offered or must not.
  private static let cases: [(words: [String], expected: [String], absent: [String])] = [
    (["al"], ["albums"], ["users", "album"]),
    (["ca"], ["cache"], []),
    (["pic"], [], ["pictures", "picture"]),
    (["users", "--em"], ["--embed"], ["--fields"]),
    (["--embed", "albums."], ["albums.photos"], ["posts"]),
    (["users", "--embed", "albums.photos,po"], ["albums.photos,posts"], []),
    (["posts", "-e", ""], ["comments", "none"], ["albums"]),
    (["-e", "albums,"], ["albums,posts"], ["albums,none", "albums,albums"]),
    (["--fields", "id,na"], ["id,name"], ["id,email"]),
    (["photos", "--fields", "u"], ["url"], ["username"]),
    (["cache", ""], ["info", "list", "warm", "clear", "path"], ["users"]),
    (["cache", "--f"], ["--format"], ["--fields"]),
    (["cache", "--m"], ["--max-age"], []),
    (["cache", "clear", "--"], ["--base-url"], ["--max-age", "--sample", "--timeout"]),
    (["get", "--q"], ["--query"], []),
    (["completions", "z"], ["zsh"], ["bash"]),
    (["help", "exit"], ["exit-codes"], []),
    (["-f", "json", "to"], ["todos"], ["users"]),
    (["users", "1"], ["1", "10"], ["2", "11"]),
    (["cache", "list", ""], [], ["info", "list"]),
    (["users", "--cache-dir", "/nowhere", ""], [], ["1"]),
    (["users", "--sample", "-f", "json", "1"], ["1", "10"], []),
    (["check", "--against", ""], [], ["completions"]),
    (["photos", "-w", "ti"], ["title"], ["id"]),
    (["todos", "-w", "!comp"], ["!completed"], []),
    (["--sort", "-na"], ["-name"], ["--embed"]),
    (["-S", "id,-na"], ["id,-name"], []),
    (["photos", "-e", "album", "-F", "album."], ["album.title"], ["title"]),
    (["--count-by", "a"], ["address.city", "albums.count"], ["address", "albums"]),
    (["users", "1", ""], ["2"], ["1"]),
    (["cache", "list", "-f", ""], ["table", "json"], ["csv"]),
    (["get", "-f", ""], ["csv"], ["tree"]),
    (["--fields", "addr"], ["address", "address.city"], []),
    (["users", "-F", "albums"], ["albums", "albums.count"], []),
    (
      ["check", "-f", ""], ["github", "json", "junit", "markdown", "tap", "text"],
      ["csv", "ndjson", "table", "tree", "tsv"]
    ),
    (
      ["users", "-f", ""], ["csv", "json", "markdown", "ndjson", "table", "tree", "tsv"],
      ["github", "junit", "tap", "text"]
    ),
  ]

  @Test(
    "Each word that is offered for --sort, --count-by and --where is valid",
    .notUnderSanitizer("hundreds of runs"))
  func taken() throws {
    for resource in Resource.all {
      for option in ["--sort", "--count-by", "--where"] {
        let outcome = try jpfetch("__complete", resource.name, option, "")
        let offers = outcome.text.split(separator: "\n").dropFirst().map {
          $0.split(separator: "\t")
        }
        #expect(offers.count > 3)
        for offer in offers.shuffled().prefix(Effort.isFull ? .max : 1) {
          // A condition on a list compares its count.
          let rest = option != "--where" ? "" : offer[1] == "list" ? " > 0" : " != null"
          let run = try run(
            Places.jpfetch,
            [resource.name, option, offer[0] + rest, "-n", "1"] + fromSampleFiles)
          #expect(run.status == 0, "\(resource.name) \(option) \(offer[0]): \(run.errors)")
        }
      }
    }
  }

  @Test("Completion opens no file of an option, and prints no error")
  func pipes() throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/fields"
    #expect(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: directory.path + "/c", withIntermediateDirectories: false)
    let outcome = try run(
      Places.jpfetch,
      ["__complete", "users", "-H", "@\(pipe)", "--cache-dir", directory.path + "/c", "--", ""],
      limit: .seconds(30))
    #expect((outcome.status, outcome.text, outcome.errors) == (0, "words 0\n", ""))
  }

  private struct Stored {
    let directory = try? TemporaryDirectory()
    let environment: [String: String]

    /// A store with the built-in users, for a server that is gone.
    init() throws {
      let server = try LoopbackServer { sampleReply($0) }
      defer { server.stop() }
      let binaries = URL(filePath: Places.jpfetch).deletingLastPathComponent()
      environment = [
        "PATH": binaries.path(percentEncoded: false) + ":/usr/bin:/bin",
        "JPFETCH_BASE_URL": server.url,
        "JPFETCH_CACHE_DIR": (directory?.path ?? "/nowhere") + "/cache",
      ]
      if Places.hasLibcurl {
        let warm = try run(Places.jpfetch, ["users", "-e", "none"], environment: environment)
        #expect(warm.status == 0)
      }
    }
  }

  private func check(
    _ completions: [String], _ words: [String], _ expected: [String], _ absent: [String]
  ) {
    for word in expected {
      #expect(completions.contains(word), "\(word) after \(words), got \(completions)")
    }
    for word in absent { #expect(!completions.contains(word), "\(word) after \(words)") }
  }

  @Test("bash completes words", .needs("bash"))
  func bash() throws {
    let stored = try Stored()
    for (words, expected, absent) in Self.cases {
      let quoted = (["jpfetch"] + words).map { "'\($0)'" }.joined(separator: " ")
      let script = """
        source "$FILE"
        COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
        _jpfetch jpfetch "${COMP_WORDS[COMP_CWORD]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let file = Places.package.appending(path: "completions/jpfetch.bash")
      let outcome = try run(
        "/bin/bash", ["--norc", "-c", script],
        environment: stored.environment.merging(["FILE": file.path()]) { $1 })
      check(outcome.text.split(separator: "\n").map(String.init), words, expected, absent)
    }
  }

  @Test(
    "bash never runs a stored id",
    .needs("bash"))
  func hostileIDs() throws {
    let directory = try TemporaryDirectory()
    let pwned = directory.path + "/pwned"
    let list =
      #"[{"id":"$(touch \#(pwned))"},{"id":"`touch \#(pwned)`"},{"id":"~root"},{"id":"a*"},{"id":"7"},"#
      + #"{"id":"-o.bashrc"},{"id":"--output=x"},{"id":"é"}]"#
    try directory.write(list, to: "photos.json")
    let binaries = URL(filePath: Places.jpfetch).deletingLastPathComponent()
    let script = """
      source "$FILE"
      COMP_WORDS=(jpfetch photos --base-url file : "$DIR" ''); COMP_CWORD=6
      COMP_LINE="jpfetch photos --base-url file:$DIR "; COMP_POINT=${#COMP_LINE}
      _jpfetch jpfetch ''
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try run(
      "/bin/bash", ["--norc", "-c", script],
      environment: [
        "FILE": Places.package.appending(path: "completions/jpfetch.bash").path(),
        "DIR": directory.path, "PATH": binaries.path(percentEncoded: false) + ":/usr/bin:/bin",
      ])
    #expect(outcome.text == "7\n")
    #expect(!FileManager.default.fileExists(atPath: pwned))
  }

  @Test("fish completes words", .needs("fish"))
  func fish() throws {
    let stored = try Stored()
    let file = Places.package.appending(path: "completions/jpfetch.fish").path()
    for (words, expected, absent) in Self.cases {
      let line = (["jpfetch"] + words).joined(separator: " ")
      let outcome = try run(
        try #require(Places.program("fish")),
        ["--no-config", "-c", "source \(file); complete -C '\(line)'"],
        environment: stored.environment)
      let completions = outcome.text.split(separator: "\n").map { line in
        String(line.prefix { $0 != "\t" })
      }
      check(completions, words, expected, absent)
    }
  }

  /// Ids that a shell could take for options or commands.
  private func hostileStore() throws -> (directory: TemporaryDirectory, path: String) {
    let directory = try TemporaryDirectory()
    let ids = ["-o.bashrc", "--output=x", "$(id)", "a b", "77"].map { "{\"id\":\"\($0)\"}" }
    try directory.write("[\(ids.joined(separator: ","))]", to: "photos.json")
    let binaries = URL(filePath: Places.jpfetch).deletingLastPathComponent()
    return (directory, binaries.path(percentEncoded: false) + ":/usr/bin:/bin")
  }

  @Test("A stored id is never an option in fish", .needs("fish"))
  func hostileIDsInFish() throws {
    let (directory, path) = try hostileStore()
    let file = Places.package.appending(path: "completions/jpfetch.fish").path()
    let outcome = try run(
      try #require(Places.program("fish")),
      [
        "--no-config", "-c",
        "source \(file); complete -C 'jpfetch photos --base-url file:\(directory.path) '",
      ], environment: ["PATH": path])
    #expect(outcome.text == "77\tA stored id\n")
  }

  @Test(
    "A stored id is never an option in zsh",
    .needs("zsh", "python3"))
  func hostileIDsInZsh() throws {
    let (directory, path) = try hostileStore()
    let line = "jpfetch photos --base-url file:\(directory.path) "
    // zsh inserts the only id that is offered.
    let seen = try zsh(typed: line, until: line + "77", environment: ["PATH": path])
    #expect(seen.contains(line + "77"))
    #expect(!seen.contains("bashrc") && !seen.contains("--output=x"))
  }

  /// A typed line, and the text that appears after a tab.
  private static let zshCases = [
    ("jpfetch users --embed albums.photos,po", "albums.photos,posts"),
    ("jpfetch albu", "jpfetch albums"), ("jpfetch --format ", "-- Aligned columns"),
    ("jpfetch users ", "A stored id"), ("jpfetch --sort -na", "jpfetch --sort -name"),
    (#"jpfetch todos -w \!comp"#, #"jpfetch todos -w \!completed"#),
    (#"jpfetch todos --where=\!comp"#, #"jpfetch todos --where=\!completed"#),
    ("jpfetch todos -w '!comp", "jpfetch todos -w '!completed"),
  ]

  @Test(
    "zsh completes words in a pseudo-terminal",
    .needs("zsh", "python3"),
    arguments: zshCases)
  func zsh(typed: String, shown: String) throws {
    let stored = try Stored()
    #expect(try zsh(typed: typed, until: shown, environment: stored.environment).contains(shown))
  }

  @Test(
    "bash completes words in a pseudo-terminal, also where it splits them",
    .needs("bash", "python3"),
    arguments: [
      ("jpfetch -H a:b al", "jpfetch -H a:b albums "),
      ("jpfetch --where=id=1 al", "jpfetch --where=id=1 albums "),
      ("jpfetch --fields=id,na", "jpfetch --fields=id,name"),
      ("jpfetch -F \"id,na", "jpfetch -F \"id,name"),
      ("jpfetch photos --base-url file:fixtures ", "jpfetch photos --base-url file:fixtures 77"),
      ("jpfetch photos --base-url \"file:fixtures\" 7", "\"file:fixtures\" 77"),
      ("jpfetch -o my", #"jpfetch -o my\ file"#),
      (#"jpfetch todos -w \!comp"#, #"jpfetch todos -w \!completed"#),
      (#"jpfetch todos --where=\!comp"#, #"jpfetch todos --where=\!completed"#),
      ("jpfetch todos -w '!comp", "jpfetch todos -w '!completed"),
      (#"jpfetch -o loud\!"#, #"jpfetch -o loud\!.txt"#),
    ])
  func driven(typed: String, shown: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "given.txt")
    try directory.write("", to: "loud!.txt")
    try directory.write("", to: "my file")
    try FileManager.default.createDirectory(
      atPath: directory.path + "/fixtures", withIntermediateDirectories: false)
    try directory.write(#"[{"id":77}]"#, to: "fixtures/photos.json")
    let seen = try bash(
      typed: typed, until: shown, in: directory.path)
    #expect(seen.contains(shown), "\(seen)")
  }

  /// The built binary's folder, and the system's.
  private static let path =
    URL(filePath: Places.jpfetch).deletingLastPathComponent().path(percentEncoded: false)
    + ":/usr/bin:/bin"

  /// The list of zsh's completion functions, made once because that takes a quarter of a second.
  private static let zshDump: String = {
    guard let directory = try? TemporaryDirectory.shared() else { return "" }
    let dump = directory.path + "/zcompdump"
    let folder = Places.package.appending(path: "completions").path()
    let script =
      "fpath=(\(folder) $fpath); autoload -Uz compinit; compinit -u -d '\(dump)'"
    // A failure only makes each zsh slower.
    _ = try? run(Places.program("zsh") ?? "zsh", ["-f", "-c", script])
    return dump
  }()

  /// The terminal after a line and a tab in zsh.
  private func zsh(
    typed: String, until shown: String, environment: [String: String]
  ) throws -> String {
    let folder = Places.package.appending(path: "completions").path()
    let setUp =
      "PS1='REA''DY> '; stty columns 300; fpath=(\(folder) $fpath); autoload -Uz compinit; "
      + "compinit -C -d '\(Self.zshDump)'; bindkey -e"
    return try shell(
      ["zsh", "-f", "-i"], setUp, typed: typed, until: shown, environment: environment)
  }

  /// The same in bash.
  private func bash(typed: String, until shown: String, in directory: String) throws -> String {
    let folder = Places.package.appending(path: "completions").path()
    let setUp =
      "PS1='REA''DY> '; stty columns 300; cd '\(directory)'; source \(folder)/jpfetch.bash"
    return try shell(
      ["bash", "--norc", "--noprofile", "-i"], setUp, typed: typed, until: shown,
      environment: ["PATH": Self.path])
  }

  /// Drives a shell in a pseudo-terminal.
  private func shell(
    _ command: [String], _ setUp: String, typed: String, until shown: String,
    environment: [String: String]
  ) throws -> String {
    let script = """
      import os, pty, select, sys
      command, set_up, typed, shown = sys.argv[1].split(), *sys.argv[2:]
      process, terminal = pty.fork()
      if process == 0:
          os.execvp(command[0], command)
      def read_until(text, most):
          seen = b""
          while text.encode() not in seen and select.select([terminal], [], [], most)[0]:
              try:
                  seen += os.read(terminal, 65536)
              except OSError:
                  break
          return seen
      os.write(terminal, (set_up + "\\n").encode())
      read_until("READY> ", 60)
      os.write(terminal, typed.encode() + b"\\t")
      sys.stdout.buffer.write(read_until(shown, 20))
      sys.stdout.flush()
      os.kill(process, 9)
      """
    return try run(
      try #require(Places.program("python3")),
      ["-c", script, command.joined(separator: " "), setUp, typed, shown],
      environment: environment.merging(["TERM": "xterm"]) { $1 }
    ).text
  }
}
