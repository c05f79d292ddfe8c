import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("The README is right", .limited)
struct ReadmeTests {
  /// The commands in a console block, and what they print.
  struct Example: CustomTestStringConvertible {
    let commands: String
    let output: String
    /// Whether the block shows a terminal of 80 columns.
    let isOnTerminal: Bool

    var testDescription: String { commands }

    init(_ block: CodeBlock) {
      var commands: [Substring] = []
      var output = ""
      for line in block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        if line.hasPrefix("$ ") {
          commands.append(line.dropFirst(2))
        } else {
          output += line + "\n"
        }
      }
      self.commands = commands.joined(separator: "\n")
      self.output = output
      isOnTerminal = block.language.hasSuffix("terminal")
    }
  }

  private static let examples: [Example] = {
    let blocks = CodeBlock.all(in: Places.readme).filter { $0.language.hasPrefix("console") }
    // ExampleTests builds and runs the library's.
    return blocks.map(Example.init).filter { !$0.commands.hasPrefix("swift run") }
  }()

  @Test(
    "The commands of each block in the README print what is below them",
    .needs("jq", "python3"),
    arguments: examples)
  func prints(example: Example) async throws {
    let command = "cd \"$HOME\"; PATH=\"$BIN:$PATH\"; { \(example.commands)\n} 2>&1"
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
    #expect(Self.examples.count >= 3)
    #expect(Places.readme.split(separator: "\n").contains("swift test --quiet"))
  }

  // MARK: Setting up

  private static let shellBlocks = CodeBlock.all(in: Places.readme).filter { $0.language == "sh" }
    .map(\.text)

  /// The block that has some words, without what builds: that takes minutes, and is tested by running
  /// these tests.
  private static func block(with words: String) throws -> String {
    let block = try #require(shellBlocks.first { $0.contains(words) }, "\(words)")
    let lines = block.split(separator: "\n").filter { !$0.hasPrefix("swift build") }
    return lines.joined(separator: "\n")
  }

  @Test("The README's command clones a repository", .needs("git"))
  func cloning() async throws {
    let clone = try Self.block(with: "git clone").replacing("ADDRESS", with: "\"$HOME/server\"")
    let script = """
      set -e
      cd "$HOME"
      git init -q server
      git -C server -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m a
      \(clone)
      git log --format=%s
      """
    let outcome = try await run("/bin/sh", ["-c", script])
    outcome.expect(status: 0, text: "a\n")
  }

  @Test(
    "The README's commands install jpfetch, and its removal command leaves no file",
    .needs("strip", "bash"),
    .notUnderSanitizer("a program without its symbols"))
  func installing() async throws {
    let installing = [
      try Self.block(with: "strip -o"), try Self.block(with: "completions bash"),
      try Self.block(with: "completions zsh"), try Self.block(with: "completions fish"),
    ]
    let script = """
      set -e
      mkdir -p "$HOME/clone/.build/release"
      cd "$HOME/clone"
      ln -s '\(Places.jpfetch)' .build/release/jpfetch
      PATH="$HOME/.local/bin:$PATH"
      \(installing.joined(separator: "\n"))
      jpfetch cache list > /dev/null 2>&1
      mkdir -p "$(jpfetch cache path)"
      touch "$(jpfetch cache path)/file"
      complete -p jpfetch
      cd "$HOME"
      find .local .zfunc .config -type f | LC_ALL=C sort
      \(try Self.block(with: "rm -rf"))
      echo removed
      find .local .zfunc .config .cache -type f
      """
    let outcome = try await run(
      try #require(Places.program("bash")), ["-c", script])
    let expected = """
      complete -F _jpfetch jpfetch
      .config/fish/completions/jpfetch.fish
      .local/bin/jpfetch
      .local/share/man/man1/jpfetch.1
      .zfunc/_jpfetch
      removed

      """
    outcome.expect(status: 0, text: expected)
  }

  @Test("The README has at most 1,300 words, and only the Swift commands that this test lists")
  func size() {
    #expect(Places.readme.split(whereSeparator: \.isWhitespace).count <= 1300)
    let lines = Self.shellBlocks.flatMap { $0.split(separator: "\n") }
    // .ci/run runs them.
    #expect(
      lines.filter { $0.hasPrefix("swift ") } == [
        "swift run jpfetch --sample", "swift test --quiet",
        "swift build -c release --static-swift-stdlib --disable-local-rpath --product jpfetch",
      ])
  }

  @Test("curl and jq join the lists with the README's lines as jpfetch does", .needs("curl", "jq"))
  func joining() async throws {
    let site = try ServerAndStore { sampleReply($0) }
    let block = try Self.block(with: "jq --slurpfile")
    let lines = block.split(separator: "\n").dropFirst().joined(separator: "\n")
    let script = "cd '\(site.directory.path)'; api='\(site.url)'\n\(lines)"
    let joined = try await run("/bin/sh", ["-c", script])
    joined.expect(status: 0)
    let outcome = try await site.jpfetch("--json")
    outcome.expect(status: 0, output: joined.output)
  }

  // MARK: Queries

  /// Inline code, outside code blocks.
  private static let inline: [String] = {
    let prose = Places.readme.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    return prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }()

  @Test("Each condition and list of fields in the README is valid for one of the resources")
  func queries() {
    let words = Self.inline.filter { $0.hasPrefix("-w ") || $0.hasPrefix("-F ") }
    #expect(words.count > 6)
    for word in words {
      let isRight = Resource.all.contains { usageError([$0.name] + shellWords(word)) == nil }
      #expect(isRight, "\(word)")
    }
  }
}
