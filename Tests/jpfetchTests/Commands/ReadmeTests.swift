import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("The README is right", .limited)
struct ReadmeTests {
  /// A command in a console block, and its output.
  struct Example: CustomTestStringConvertible {
    let command: String
    /// Whether the block shows a terminal of 80 columns.
    var isOnTerminal = false
    var output = ""

    var testDescription: String { command }
  }

  private static let examples: [Example] = {
    var examples: [Example] = []
    for block in CodeBlock.all(in: Places.readme) where block.language.hasPrefix("console") {
      for line in block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        if line.hasPrefix("$ ") {
          let isOnTerminal = block.language.hasSuffix("terminal")
          examples.append(
            Example(command: String(line.dropFirst(2)), isOnTerminal: isOnTerminal))
        } else if let last = examples.indices.last {
          examples[last].output += line + "\n"
        }
      }
    }
    // ExampleTests builds and runs the library's.
    return examples.filter { !$0.command.hasPrefix("swift run") }
  }()

  @Test(
    "Each command prints the text below it",
    .needs("jq", "python3"),
    arguments: examples)
  func prints(example: Example) async throws {
    let command = "cd \"$HOME\"; PATH=\"$BIN:$PATH\"; { \(example.command)\n} 2>&1"
    let outcome = try await run(
      try #require(Places.program(example.isOnTerminal ? "python3" : "sh")),
      example.isOnTerminal ? ["-c", Self.terminal, command] : ["-c", command],
      environment: ["BIN": Places.programFolder, "TERM": "xterm", "NO_COLOR": "1"])
    // CSV and terminals end lines with CRLF, the README with LF.
    let printed = outcome.text.replacing("\r\n", with: "\n")
    #expect(printed == example.output)
  }

  /// Runs a command of the shell in a terminal of 80 columns.
  private static let terminal = """
    import fcntl, os, pty, struct, sys, termios
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execv("/bin/sh", ["sh", "-c", sys.argv[1]])
    while True:
        try:
            read = os.read(terminal, 65536)
        except OSError:
            break
        if not read:
            break
        sys.stdout.buffer.write(read)
    os.waitpid(process, 0)
    """

  @Test("The README has examples, and a line with only the test command")
  func findsThem() {
    #expect(Self.examples.count >= 7)
    #expect(Places.readme.split(separator: "\n").contains("swift test --quiet"))
  }

  /// Inline code, outside code blocks.
  private static let inline: [String] = {
    let prose = Places.readme.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    return prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }()

  @Test("Each condition and list of fields is valid for one of the resources")
  func queries() {
    let words = Self.inline.filter { $0.hasPrefix("-w ") || $0.hasPrefix("-F ") }
    #expect(words.count > 6)
    for word in words {
      let isRight = Resource.all.contains { usageError([$0.name] + shellWords(word)) == nil }
      #expect(isRight, "\(word)")
    }
  }
}
