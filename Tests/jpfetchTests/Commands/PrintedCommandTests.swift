import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

/// Help, the README and messages print commands to be copied.
@Suite("Each command that is printed works", .limited)
struct PrintedCommandTests {
  // MARK: Finding commands

  /// Words after a command in a sentence, and words that only look like a command.
  private static let prose = [
    " only)", "jpfetch on the PATH", "jpfetch cannot send",
  ]

  /// The commands in a text: `jpfetch` and the words after it, up to the end of the column, of the
  /// sentence, or of what the shell gives to jpfetch.
  private static func commands(in text: String) -> [String] {
    var text = text
    for words in prose { text = text.replacing(words, with: "") }
    var commands: [String] = []
    for line in text.split(separator: "\n") {
      for start in line.matches(of: /(^|[ (])jpfetch(?=[ .,)]|$)/) {
        if let command = command(before: line[start.range.upperBound...]) {
          commands.append(command)
        }
      }
    }
    return commands
  }

  /// - Parameter rest: the text after `jpfetch`.
  /// - Returns: `nil` for a line about usage, which has placeholders, and for a page's title.
  private static func command(before rest: Substring) -> String? {
    var rest = rest
    var command = "jpfetch"
    while let match = rest.prefixMatch(of: /\ ((?:'[^']*'|[^ '|>&\\])+)/) {
      rest = rest[match.range.upperBound...]
      let word = match.1
      if word == "-" || ["<", "[", "{"].contains(word.first) { return nil }
      // The end of a sentence, or of what the shell replaces: "$(jpfetch cache path)".
      var name = word
      while let last = name.last, ".,;)\"".contains(last) { name.removeLast() }
      command += " " + name
      if name.count < word.count { break }
    }
    return command
  }

  @Test(
    "The search finds commands in columns, sentences and shell lines, but not in usage lines",
    arguments: [
      ("  jpfetch check       Everything", ["jpfetch check"]),
      ("Some: jpfetch help where, jpfetch --man.", ["jpfetch help where", "jpfetch --man"]),
      (
        "  $ jpfetch users -w 'lng < -100' -n 2 | jq . > file",
        ["jpfetch users -w 'lng < -100' -n 2"]
      ),
      ("  jpfetch cache warm && jpfetch --offline", ["jpfetch cache warm", "jpfetch --offline"]),
      ("  jpfetch get {<path>|<url>} [<options>]", []), ("jpfetch get - Fetch any JSON", []),
      ("jpfetch: error: ~/.cache/jpfetch is full", []),
    ])
  func found(text: String, commands: [String]) {
    #expect(Self.commands(in: text) == commands)
  }

  // MARK: Pages

  private static let pages =
    ["-h", "--help", "get -h", "check -h", "cache -h"]
    + Help.topics.map { "help \($0.choice.word)" }

  /// The code of the README: its blocks, and the text between backquotes. ReadmeTests runs the blocks
  /// that show what is printed.
  private static let readme: String = {
    let parts = Places.readme.split(separator: "```", omittingEmptySubsequences: false)
    var code: [Substring] = []
    for (index, part) in parts.enumerated() {
      if !index.isMultiple(of: 2) {
        if !part.hasPrefix("console") { code.append(part) }
        continue
      }
      let pieces = part.split(separator: "`", omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() where !index.isMultiple(of: 2) {
        code.append(piece)
      }
    }
    return code.joined(separator: "\n")
  }()

  private static func commandsOfPages() async throws -> [String] {
    var texts = [readme]
    for page in pages {
      let text = try await jpfetch(page).text
      // HelpTests runs this line, which is for bash.
      texts.append(text.replacing(QueryPage.scriptLine, with: ""))
    }
    var commands: [String] = []
    for command in texts.flatMap(Self.commands) where !commands.contains(command) {
      commands.append(command)
    }
    return commands
  }

  @Test(
    "Each command in help and the README works", .needsLibcurl,
    .notUnderSanitizer("a hundred runs"))
  func pages() async throws {
    let commands = try await Self.commandsOfPages()
    #expect(commands.count > 70)
    try await expectWorking(commands)
  }

  @Test("Each command in the advice of the error snapshots works", .needsLibcurl)
  func errors() async throws {
    let file = Places.package.appending(
      path: "Tests/jpfetchTests/Messages/Snapshots/errors.txt")
    let messages = try String(contentsOf: file, encoding: .utf8)
    let lines = messages.split(separator: "\n").filter { !$0.hasPrefix("{") }
    let commands = Set(lines.flatMap { Self.commands(in: String($0)) })
    #expect(commands.count > 1)
    try await expectWorking(commands.sorted())
  }

  /// The examples on all pages, but for those about the store, help and completion.
  private static func examples() async throws -> [String] {
    var examples: [String] = []
    for page in pages {
      let text = try await jpfetch(page).text
      guard let start = text.firstRange(of: "EXAMPLES:\n") else { continue }
      let lines = text[start.upperBound...].split(
        separator: "\n", omittingEmptySubsequences: false)
      for line in lines.prefix(while: { !$0.isEmpty }) {
        guard let example = line.firstMatch(of: /^ {2}(jpfetch.*?)(?: {2}|$)/) else { continue }
        examples.append(String(example.1))
      }
    }
    let other = /\ (cache|completions|help|--man|--sample)\b/
    return Set(examples.filter { $0.firstMatch(of: other) == nil }).sorted()
  }

  /// Expects that each example works, and that it prints more than a header, or a report.
  ///
  /// - Parameter options: what makes the data local, `--sample`.
  private func expectRecords(_ options: String) async throws {
    let examples = try await Self.examples()
    #expect(examples.count > 45)
    let directory = try TemporaryDirectory()
    for example in examples {
      // "--" ends the options.
      var words = example.split(separator: " -- ", maxSplits: 1).map(String.init)
      words[0] += " \(options)"
      let line = words.joined(separator: " -- ")
      let outcome = try await run(
        "/bin/sh", ["-c", "cd '\(directory.path)'; PATH=\"$BIN:$PATH\"; \(line)"],
        environment: ["BIN": Places.programFolder])
      outcome.expect(status: 0)
      if example.hasPrefix("jpfetch check") { continue }
      #expect(outcome.text.count { $0 == "\n" } > 1, "\(line): \(outcome)")
    }
  }

  @Test(
    "Each example in help finds something in the built-in data",
    .notUnderSanitizer("dozens of runs"))
  func examplesOfSample() async throws {
    try await expectRecords("--sample")
  }

  @Test(
    "Each example in help finds something in the API's real data", .needsRealData, .takesLong,
    .notUnderSanitizer("dozens of runs"))
  func examplesOfRealData() async throws {
    let folder = try #require(Places.realData).path(percentEncoded: false)
    try await expectRecords("--base-url 'file:\(folder)'")
  }

  /// Runs each command in a shell, in a directory with files to compare with, at a server whose
  /// responses are stored.
  private func expectWorking(_ commands: [String]) async throws {
    let site = try ServerAndStore { request in
      let path = request.path.prefix { $0 != "?" }
      return .reply(sampleBody(String(path)) ?? [])
    }
    let environment = [
      "BIN": Places.programFolder, "JPFETCH_BASE_URL": site.url, "JPFETCH_CACHE_DIR": site.store,
    ]
    func shell(_ command: String) async throws -> CommandRun {
      // The reader's own servers.
      let line = command.replacing("http://localhost:3000", with: site.url)
        .replacing("https://staging.example.com", with: site.url)
      return try await run(
        "/bin/sh", ["-c", "cd '\(site.directory.path)'; PATH=\"$BIN:$PATH\"; \(line)"],
        environment: environment)
    }
    try await shell("jpfetch cache warm && jpfetch cache export fixtures").expect(status: 0)
    try site.directory.write("Authorization: Bearer x", to: "token.txt")
    let clearing = commands.filter { $0.hasPrefix("jpfetch cache clear") }
    for command in commands.filter({ !clearing.contains($0) }) + clearing {
      let outcome = try await shell(command)
      outcome.expect(status: 0)
    }
  }

  // MARK: Wrong usage

  /// Lines that may have one fault each: a misspelt word, a second resource, an option of other
  /// commands, a value that is missing or wrong, two options that don't go together.
  private static let doubtfulLines: [[String]] = {
    var lines: [[String]] = []
    for word in CommandName.firstWords {
      let rest = ["get": "/users", "cache": "list", "completions": "bash"][word]
      lines.append([String(word.dropLast()) + "x"] + (rest.map { [$0] } ?? []))
    }
    let resources = Resource.all.map(\.name)
    for resource in resources {
      for word in resources + ["user", "1-3", "1,2", "help", "id=3", "http://h/x", ".."] {
        lines.append([resource, word])
      }
      lines.append([resource, "-F", "nmae"])
      lines.append([resource, "-e", "albms"])
      lines.append([resource, "-w", "id=1 and id=2"])
    }
    for option in OptionDeclaration.all { lines.append(["users", option.name.typed + "x"]) }
    for command in ["users", "get /users", "check", "cache warm"] {
      let words = shellWords(command)
      for option in OptionDeclaration.all {
        let typed = option.validWords
        if usageError(words + typed) != nil {
          lines.append(words + typed.prefix(option.value == nil ? 1 : 2))
          continue
        }
        lines.append(words + typed.prefix(1))
        if option.value != nil { lines.append(words + [option.name.typed, "?"]) }
        for other in [OptionName.sample, .offline, .noCache, .dryRun, .count, .include, .meta] {
          let haveCommonFormat = OutputFormat.allCases.contains { format in
            option.formats.includes(format) && other.declaration.formats.includes(format)
          }
          if !haveCommonFormat { continue }
          lines.append(words + typed + [other.typed])
        }
      }
    }
    return lines
  }()

  @Test(
    "Each usage error has advice that doesn't repeat the typed line and names only valid commands")
  func usage() {
    var count = 0
    for line in Self.doubtfulLines {
      guard let error = usageError(line) else { continue }
      let message = Message(error, nil)
      let advice = message.advice?.text ?? ""
      #expect(!advice.isEmpty && message.details.isEmpty, "\(line)")
      if line.count > 1 { #expect(!advice.contains(line.joined(separator: " ")), "\(line)") }
      for command in Self.commands(in: advice) {
        count += 1
        let words = Array(shellWords(command).dropFirst())
        #expect(usageError(words) == nil, "\(line): \(command)")
        #expect(words.first == "help" || words == ["--help"], "\(line): \(command)")
      }
    }
    #expect(count > 0)
  }
}
