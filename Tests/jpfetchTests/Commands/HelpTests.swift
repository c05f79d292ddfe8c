import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("Help", .limited)
struct HelpTests {
  private static let words = Help.topics.map(\.choice.word)

  @Test(
    "Each page fits 80 columns, and equals its snapshot",
    arguments: [
      ("help-short", "-h"), ("help-check-short", "check -h"), ("help-todos-short", "todos -h"),
      ("help", "--help"), ("help", "help"), ("help-users", "help users"),
      ("help-photo", "photo --help"),
      ("help-get", "help get"), ("help-search", "help search"), ("help-cache", "help cache"),
      ("help-exit-codes", "help exit-codes"), ("help-errors", "help errors"),
      ("help-check", "help check"), ("help-where", "help where"), ("help-help", "help help"),
      ("help-completions", "help completions"), ("help-json", "help json"),
    ])
  func pages(name: String, line: String) async throws {
    let outcome = try await jpfetch(line)
    outcome.expect(status: 0, errors: "")
    #expect(outcome.text.split(separator: "\n").filter { $0.count > 80 } == [], "\(outcome)")
    try expectSnapshot("\(name).txt", of: outcome.text)
  }

  @Test(
    "A page says the default format of its own command",
    arguments: [
      ("--help", "table"), ("help get", "json"), ("help search", "table"), ("help check", "text"),
      ("help cache", "table"), ("--man", "table; get: json; check: text"),
    ])
  func defaultFormat(line: String, format: String) async throws {
    let text = try await jpfetch(line).text
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let row = try #require(words.firstMatch(of: /Output format \(default: ([^)]*)\)/))
    #expect(row.output.1 == format)
  }

  @Test("Each command, resource and topic has a page, which --help prints, too", arguments: words)
  func topics(word: String) async throws {
    let page = try await jpfetch("help", [word])
    page.expect(status: 0, errors: "")
    let lines = page.text.split(separator: "\n")
    let title = try #require(lines.first)
    #expect(title.hasPrefix("jpfetch ") && title.contains("\(word) - "), "\(page)")
    #expect(lines.filter { $0.count > 80 } == [], "\(page)")
    try await jpfetch([word, "--help"]).expect(status: 0, text: page.text, errors: "")
  }

  @Test("-h prints one screen about the program, a command, a resource or a topic")
  func oneScreen() async throws {
    for line in [[]] + Self.words.map({ [$0] }) {
      let screen = try await jpfetch(line + ["-h"])
      screen.expect(status: 0, errors: "")
      #expect(screen.text.count { $0 == "\n" } < 24, "\(screen)")
    }
  }

  @Test("-h begins its options with --where, says what check does, and names only known options")
  func firstScreen() async throws {
    let text = try await jpfetch("-h").text
    #expect(text.contains("OPTIONS:\n  -w, --where "))
    #expect(text.contains("\n  jpfetch check "))
    let known = OptionName.allCases.map(\.typed)
    for option in text.matches(of: /--[a-z-]+/) {
      #expect(known.contains(String(option.output)))
    }
  }

  @Test("Headings are bold if colours are on")
  func headings() async throws {
    let outcome = try await jpfetch("-h --color always")
    #expect(outcome.text.contains("\u{1B}[1mOPTIONS:\u{1B}[0m\n"), "\(outcome)")
  }

  @Test("A resource's page shows how to filter, sort and choose", arguments: Resource.all)
  func records(resource: Resource) async throws {
    let text = try await jpfetch([resource.name, "--help"]).text
    for option in ["-w, --where", "-S, --sort", "-F, --fields"] {
      #expect(text.contains("\n  \(option) "), "\(text)")
    }
    for letter in ["-w", "-S", "-F"] {
      #expect(text.contains("\n  jpfetch \(resource.name) \(letter) "), "\(text)")
    }
  }

  @Test("Each command's page has a row for each option that it takes, and no other")
  func options() async throws {
    for command in CommandName.allCases.map(\.declaration) {
      let line = command.name == .show ? ["--help"] : ["help", command.name.rawValue]
      let text = try await jpfetch(line).text
      let rows = text.matches(of: /\n(?:  -., |      )(--[a-z-]+)/).map { String($0.output.1) }
      #expect(Set(rows) == Set(command.options.map(\.typed)), "\(command.name)")
    }
  }

  @Test("--help's ENVIRONMENT lists only the variables that no option's row names")
  func environment() async throws {
    let help = try await jpfetch("--help").text
    let parts = help.components(separatedBy: "\nENVIRONMENT ")
    #expect(parts.count == 2)
    for option in OptionDeclaration.withVariables {
      let variable = try #require(option.variable)
      #expect(parts[0].contains("[\(variable)]"), "\(variable)")
      #expect(!parts[1].contains(variable), "\(variable)")
    }
  }

  @Test("--help lists every variable that the program reads")
  func variables() async throws {
    let sources = Places.package.appending(path: "Sources/jpfetch")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    let help = try await jpfetch("--help").text
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for call in text.matches(of: /(?:variable|absolute|environment)\("([A-Z_]+)"\)/) {
        let isListed = help.contains(call.1)
        #expect(isListed, "\(call.1)")
      }
    }
  }

  @Test("--help points to the exit statuses, and help exit-codes lists them all")
  func exitStatuses() async throws {
    let help = try await jpfetch("--help").text
    #expect(help.contains("\n  jpfetch help exit-codes "))
    let page = try await jpfetch("help exit-codes").text
    for code in ExitCode.allCases {
      #expect(page.contains("\n  \(code.rawValue) "), "\(code)")
      #expect(!help.contains(code.meaning), "\(code)")
    }
  }

  @Test(
    "If -h and --help are both given, the last one selects the short or the long page",
    arguments: [
      (["-h"], true), (["--help"], false), (["-h", "--help"], false), (["--help", "-h"], true),
      (["-qh"], true), ([], false),
    ])
  func length(words: [String], isShort: Bool) {
    #expect(ParsedArguments(words).isHelpShort == isShort)
  }

  @Test(
    "Each question's command prints the answer that help where shows",
    arguments: QueryPage.questions.indices)
  func answers(number: Int) async throws {
    let question = QueryPage.questions[number]
    let words = shellWords(question.command).dropFirst()
    let outcome = try await jpfetch(words + ["--sample"])
    outcome.expect(status: 0, errors: "")
    #expect(outcome.text.split(separator: "\n").map(String.init) == question.answer, "\(outcome)")
  }

  @Test(
    "The line for a script finds any title exactly", .needs("bash"),
    arguments: [#"say "hi", you"#, #"C:\new "\""#, "it's $HOME", "x and y", "\"", "a,x"])
  func script(title: String) async throws {
    let directory = try TemporaryDirectory()
    let album: JSONTree = ["id": 1, "title": title]
    let others = #"{"id":2},{"id":3,"title":"null"},{"id":4,"title":"x"}"#
    try directory.write("[\(album.lineSafeForLogs),\(others)]", to: "albums.json")
    let program = """
      title=$1
      jpfetch() { "$JPFETCH" "$@" -F id -f csv --no-header --base-url "$DATA"; }
      \(QueryPage.scriptLine)
      """
    let outcome = try await run(
      "/bin/bash", ["-c", program, "bash", title],
      environment: ["JPFETCH": Places.jpfetch, "DATA": "file:\(directory.path)"])
    outcome.expect(status: 0, text: "1\r\n", errors: "")
  }
}
