import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("The README tells the truth")
struct ReadmeTests {
  private static let text =
    (try? String(contentsOf: Places.package.appending(path: "README.md"), encoding: .utf8)) ?? ""

  /// A command that a console block shows, and what it prints there.
  struct Example: CustomTestStringConvertible {
    let command: String
    var output = ""

    var testDescription: String { command }
  }

  private static let examples: [Example] = {
    var examples: [Example] = []
    for block in text.split(separator: "```console\n").dropFirst() {
      for line in block.prefix(upTo: block.firstRange(of: "```")?.lowerBound ?? block.endIndex)
        .split(separator: "\n")
      {
        if line.hasPrefix("$ ") {
          examples.append(Example(command: String(line.dropFirst(2))))
        } else if let last = examples.indices.last {
          examples[last].output += line + "\n"
        }
      }
    }
    // ExampleTests builds and runs the library's.
    return examples.filter { !$0.command.hasPrefix("swift run") }
  }()

  @Test(
    "Each command prints what stands below it",
    .enabled(if: Places.has("jq"), "jq isn't installed"), arguments: examples)
  func prints(example: Example) throws {
    let directory = URL(filePath: Places.jpfetch).deletingLastPathComponent()
    let outcome = try run(
      "/bin/sh", ["-c", "cd \"$HOME\"; PATH=\"$BIN:$PATH\"; { \(example.command)\n} 2>&1"],
      environment: ["BIN": directory.path(percentEncoded: false)])
    // CSV's lines end with CRLF, which a page can't show.
    #expect(outcome.text.replacing("\r\n", with: "\n") == example.output)
  }

  @Test("There are examples, and the test command stands on a line of its own")
  func findsThem() {
    #expect(Self.examples.count >= 15)
    #expect(Self.text.split(separator: "\n").contains("swift test"))
  }

  @Test("Every exit status is listed, in the words of help", arguments: ExitCode.allCases)
  func statuses(status: ExitCode) {
    #expect(Self.text.contains("\n| \(status.rawValue) | \(status.meaning) |\n"))
  }

  /// The options as a table of Markdown.
  private static let optionTable: String = {
    let rows = OptionDeclaration.all.map { option in
      let spelling = HelpText.spelling(option).drop { $0 == " " }.replacing("|", with: "\\|")
      let usual = option.usual.map { " (default: \($0))" } ?? ""
      let variable = option.variable.map { " `\($0)`" } ?? ""
      return "| `\(spelling)` | \(option.help)\(usual)\(variable) |\n"
    }
    return "| option | what it does |\n| --- | --- |\n" + rows.joined()
  }()

  @Test("The table of options is the declared one")
  func options() throws {
    let start = try #require(Self.text.firstRange(of: "| option | what it does |\n"))
    let rest = Self.text[start.lowerBound...]
    let end = rest.firstRange(of: "|\n\n").map { rest.index($0.lowerBound, offsetBy: 2) }
    let table = rest[..<(end ?? rest.endIndex)]
    if Snapshot.isRecording {
      let updated = Self.text.replacing(table, with: Self.optionTable)
      try Data(updated.utf8).write(to: Places.package.appending(path: "README.md"))
    }
    #expect(table == Self.optionTable)
  }
}
