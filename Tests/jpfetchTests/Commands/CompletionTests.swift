import Foundation
import TestSupport
import Testing

@testable import jpfetch

@Suite("Completions")
struct CompletionTests {
  private static let files: [(shell: String, file: String)] = [
    ("bash", "jpfetch.bash"), ("zsh", "_jpfetch"), ("fish", "jpfetch.fish"),
  ]

  @Test("The committed files are the generated ones", arguments: files)
  func committed(shell: String, file: String) throws {
    let outcome = try jpfetch("completions", shell)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let url = Places.package.appending(path: "completions/\(file)")
    if Snapshot.isRecording { try outcome.output.write(to: url) }
    #expect(try Data(contentsOf: url) == outcome.output)
    #expect(try jpfetch("--generate-completion-script", shell).output == outcome.output)
  }

  /// What is typed, and what must be among the completions of its last word.
  private static let cases: [(words: [String], expected: [String], absent: [String])] = [
    (["al"], ["albums", "album"], ["users"]),
    (["ca"], ["cache"], []),
    (["pic"], ["pictures", "picture"], []),
    (["users", "--em"], ["--embed"], ["--fields"]),
    (["--embed", "albums."], ["albums.photos"], ["posts"]),
    (["users", "--embed", "albums.photos,po"], ["albums.photos,posts"], []),
    (["posts", "-e", ""], ["comments", "none"], ["albums"]),
    (["--format", ""], ["table", "json"], ["text"]),
    (["--fields", "id,na"], ["id,name"], ["id,email"]),
    (["photos", "--fields", "u"], ["url"], ["username"]),
    (["cache", ""], ["info", "list", "warm", "clear", "path"], ["users"]),
    (["cache", "--f"], ["--format"], ["--fields"]),
    (["get", "--q"], ["--query"], []),
    (["completions", "z"], ["zsh"], ["bash"]),
    (["help", "exit"], ["exit-codes"], []),
    (["-f", "json", "to"], ["todos"], ["users"]),
    (["users", "1"], ["1", "10"], ["2", "11"]),
    (["cache", "list", ""], [], ["info", "list"]),
    (["users", "--cache-dir", "/nowhere", ""], [], ["1"]),
    (["users", "--sample", "-f", "json", "1"], ["1", "10"], []),
    (["check", "--report", "ju"], ["junit="], ["tap="]),
    (["check", "--against", "ca"], ["cache"], []),
    (["--fields", "addr"], ["address", "address.city"], []),
    (["users", "-F", "albums"], ["albums", "albums.count"], []),
  ]

  private struct Stored {
    let directory = try? TemporaryDirectory()
    let environment: [String: String]

    /// The built-in users are stored, and nobody answers.
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
      #expect(completions.contains(word), "\(word) behind \(words), got \(completions)")
    }
    for word in absent { #expect(!completions.contains(word), "\(word) behind \(words)") }
  }

  @Test(
    "Behind a report's format are files",
    .enabled(if: Places.has("bash", "fish"), "bash or fish isn't installed"))
  func reportFiles() throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "check.xml")
    let folder = Places.package.appending(path: "completions").path()
    for words in [["--report", "junit", "=", "ch"], ["--report", "=", "junit+", "=", "ch"]] {
      let quoted = (["jpfetch", "check"] + words).map { "'\($0)'" }.joined(separator: " ")
      let bash = """
        cd '\(directory.path)'; source \(folder)/jpfetch.bash
        COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count + 1)
        _jpfetch; printf '%s\\n' "${COMPREPLY[@]}"
        """
      #expect(try run("/bin/bash", ["--norc", "-c", bash]).text == "check.xml\n")
    }
    let fish = """
      cd '\(directory.path)'; source \(folder)/jpfetch.fish
      complete -C 'jpfetch check --report junit=ch'
      """
    let outcome = try run(Places.program("fish") ?? "fish", ["-c", fish])
    #expect(outcome.text.hasPrefix("junit=check.xml") && outcome.errors == "")
  }

  @Test("In bash", .enabled(if: Places.has("bash"), "bash isn't installed"))
  func bash() throws {
    let stored = try Stored()
    for (words, expected, absent) in Self.cases {
      let quoted = (["jpfetch"] + words).map { "'\($0)'" }.joined(separator: " ")
      let script = """
        source "$FILE"
        COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count)
        _jpfetch
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
    "The words of --format are those that the command takes",
    .enabled(if: Places.has("bash", "fish"), "bash or fish isn't installed"))
  func formats() throws {
    let folder = Places.package.appending(path: "completions").path()
    for (command, words) in [
      ("check", "github json junit markdown tap text"),
      ("users", "csv json markdown ndjson table tree tsv"),
    ] {
      let bash = """
        source \(folder)/jpfetch.bash; COMP_WORDS=(jpfetch \(command) -f ''); COMP_CWORD=3
        _jpfetch; printf '%s\\n' "${COMPREPLY[@]}" | sort | xargs
        """
      let fish = """
        source \(folder)/jpfetch.fish
        complete -C 'jpfetch \(command) -f ' | cut -f 1 | sort | xargs
        """
      for (shell, script) in [("bash", bash), ("fish", fish)] {
        let outcome = try run(Places.program(shell) ?? shell, ["-c", script])
        #expect((outcome.text, outcome.errors) == (words + "\n", ""), "\(shell) \(command)")
      }
    }
  }

  @Test(
    "What a server calls its records is never run by bash",
    .enabled(if: Places.has("bash"), "bash isn't installed"))
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
      COMP_WORDS=(jpfetch photos --base-url "file:$DIR" ''); COMP_CWORD=4
      _jpfetch
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

  @Test(
    "Paths with spaces are one word in bash",
    .enabled(if: Places.has("bash"), "bash isn't installed"))
  func spaces() throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "my file")
    let script = """
      source "$FILE"
      COMP_WORDS=(jpfetch -o "$DIR/my"); COMP_CWORD=2
      _jpfetch
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try run(
      "/bin/bash", ["--norc", "-c", script],
      environment: [
        "FILE": Places.package.appending(path: "completions/jpfetch.bash").path(),
        "DIR": directory.path,
      ])
    #expect(outcome.text == directory.path + "/my file\n")
  }

  @Test("In fish", .enabled(if: Places.has("fish"), "fish isn't installed"))
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

  /// Ids as a server could send them, to be taken for options or commands.
  private func hostileStore() throws -> (directory: TemporaryDirectory, path: String) {
    let directory = try TemporaryDirectory()
    let ids = ["-o.bashrc", "--output=x", "$(id)", "a b", "77"].map { "{\"id\":\"\($0)\"}" }
    try directory.write("[\(ids.joined(separator: ","))]", to: "photos.json")
    let binaries = URL(filePath: Places.jpfetch).deletingLastPathComponent()
    return (directory, binaries.path(percentEncoded: false) + ":/usr/bin:/bin")
  }

  @Test("A stored id is never an option in fish", .enabled(if: Places.has("fish"), "no fish"))
  func hostileIDsInFish() throws {
    let (directory, path) = try hostileStore()
    let file = Places.package.appending(path: "completions/jpfetch.fish").path()
    let outcome = try run(
      try #require(Places.program("fish")),
      [
        "--no-config", "-c",
        "source \(file); complete -C 'jpfetch photos --base-url file:\(directory.path) '",
      ], environment: ["PATH": path])
    #expect(outcome.text == "77\n")
  }

  @Test("A stored id is never an option in zsh", .enabled(if: Places.has("zsh"), "no zsh"))
  func hostileIDsInZsh() throws {
    let (directory, path) = try hostileStore()
    let line = "jpfetch photos --base-url file:\(directory.path) "
    // The only id that is offered is completed at once.
    let seen = try zsh(typed: line, until: line + "77", environment: ["PATH": path])
    #expect(seen.contains(line + "77"))
    #expect(!seen.contains("bashrc") && !seen.contains("--output=x"))
  }

  @Test(
    "In zsh, in a pseudo-terminal", .enabled(if: Places.has("zsh"), "zsh isn't installed"),
    arguments: [
      ("jpfetch users --em", "jpfetch users --embed="),
      ("jpfetch --embed albums.", "jpfetch --embed albums.photos"),
      ("jpfetch users --embed albums.photos,po", "albums.photos,posts"),
      ("jpfetch albu", "jpfetch album"), ("jpfetch --format ", "-- Aligned columns"),
      ("jpfetch --fields id,na", "jpfetch --fields id,name"),
      ("jpfetch photos --fields u", "jpfetch photos --fields url"),
      ("jpfetch cache ", "-- Fetch and store all six lists"),
      ("jpfetch users ", "2   3   4   5"), ("jpfetch -fnd", "jpfetch -fndjson"),
    ])
  func zsh(typed: String, shown: String) throws {
    let stored = try Stored()
    #expect(try zsh(typed: typed, until: shown, environment: stored.environment).contains(shown))
  }

  /// What zsh shows after a line and a tab.
  private func zsh(
    typed: String, until shown: String, environment: [String: String]
  ) throws -> String {
    let folder = Places.package.appending(path: "completions").path()
    let script = """
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "PS1='> '; stty columns 300; fpath=(\(folder) \\$fpath); autoload -Uz compinit; compinit -u -D"
      zpty -w z "bindkey -e; print READY''NOW"
      local seen= chunk
      for i in {1..200}; do
        while zpty -r -t z chunk; do seen+=$chunk; done
        [[ $seen == *READYNOW* ]] && break
        sleep 0.05
      done
      sleep 0.2
      zpty -w -n z '\(typed)'$'\\t'
      seen=
      for i in {1..100}; do
        while zpty -r -t z chunk; do seen+=$chunk; done
        [[ $seen == *'\(shown)'* ]] && break
        sleep 0.05
      done
      print -r -- "$seen"
      """
    return try run(
      try #require(Places.program("zsh")), ["-f", "-c", script], environment: environment
    ).text
  }

  @Test("A shell that asks for ids is answered without a network")
  func ids() throws {
    let stored = try Stored()
    let outcome = try run(
      Places.jpfetch, ["photos", "--offline", "--embed", "none", "--fields", "id", "--quiet"],
      environment: stored.environment)
    #expect((outcome.status, outcome.text) == (7, ""))
  }
}
