import Foundation
import TestSupport
import Testing

@Suite("The format of transcripts", .limited)
struct TranscriptFormatTests {
  private static let text = """
    FILE a.json [1]
    == One
    GET /users after 5ms 200 [2]
    < Age: 7
    | more
    $ jpfetch users

    first
    = second

    =! warning: [..] old
    ! warning: very old
    > /users
    ? 8

    -- A comment.
    $sh40 true
    == Two
    $ jpfetch todos
    done

    """

  private static func command(_ lines: String) throws -> TranscriptCommand {
    let file = TranscriptFile(name: "a", text: "== A\n$ jpfetch\n" + lines)
    guard case .command(let command) = try #require(file.transcripts.first?.steps.first).action
    else { throw CancellationError() }
    return command
  }

  @Test("A file is read into headings, steps and the lines below each command")
  func read() throws {
    let file = TranscriptFile(name: "a", text: Self.text)
    #expect(file.problems == [])
    #expect(file.text() == Self.text)
    #expect(file.transcripts.map(\.title) == ["One", "Two"])
    var commands: [TranscriptCommand] = []
    for step in file.transcripts.flatMap(\.steps) {
      if case .command(let command) = step.action { commands.append(command) }
    }
    #expect(commands.map(\.text) == ["jpfetch users", "true", "jpfetch todos"])
    #expect(commands[0].status == 8)
    #expect(commands[0].expected(.output).map(\.text) == ["", "first", "second"])
    #expect(commands[0].expected(.output).map(\.isTyped) == [false, false, true])
    #expect(commands[1].columns == 40 && commands[1].isForShell)
  }

  @Test("All transcripts are written back as they are")
  func writtenBack() throws {
    for file in TranscriptFile.all {
      let url = Places.package.appending(path: "Tests/Transcripts/\(file.name)")
      let text = try String(contentsOf: url, encoding: .utf8)
      #expect(difference(between: file.text(), and: text) == nil, "\(file.name)")
    }
  }

  @Test("A line that means nothing is a problem")
  func misunderstood() {
    let file = TranscriptFile(name: "a", text: "== A\nGET /users\n$ jpfetch\nany output\n")
    #expect(file.problems == ["a:2: not understood: GET /users"])
  }

  @Test(
    "A difference in either stream, the status or the requests is a problem",
    arguments: [
      ("> /users\na\n! b\n? 3", []), ("> /users\na\n! b", [2]), ("> /users\nA\n! b\n? 3", [4]),
      ("> /users\na\n! B\n? 3", [5]), ("a\n! b\n? 3", [2]), ("> /users\na\n! b\n! c\n? 3", [6]),
      ("=> (any)\na\n! b\n? 3", []), ("> /users\n= a\n=! b\n? 3", []),
      ("> /users\n= [..]\na\n! b\n? 3", []), ("> /users\n= A[..]\na\n! b\n? 3", [4]),
      ("> /users\n= (nothing)\na\n! b\n? 3", [4]), ("> /users\na\n=! x\n! b\n? 3", [5, 5]),
      ("=> /users Cookie: c[..]e\n> /users\na\n! b\n? 3", []),
      ("=> /users Cookie: d\n> /users\na\n! b\n? 3", [3]),
      ("=> /users Cookie: (nothing)\n> /users\na\n! b\n? 3", [3]),
      ("=> /users Range: (nothing)\n> /users\na\n! b\n? 3", []),
      ("=> /todos Range: (nothing)\n> /users\na\n! b\n? 3", [3]),
    ])
  func problems(lines: String, at numbers: [Int]) throws {
    let request = LoopbackServer.Request(path: "/users", head: "GET /users\r\nCookie: cake\r\n\r\n")
    let outcome = TranscriptOutcome(status: 3, output: ["a"], errors: ["b"], requests: [request])
    let problems = try Self.command(lines).problems(outcome, line: 2)
    #expect(problems.map(\.line) == numbers, "\(problems)")
  }

  @Test("Equivalent characters are different")
  func bytes() throws {
    let problems = try Self.command("\u{E9}\n").problems(
      TranscriptOutcome(output: ["e\u{301}"]), line: 2)
    #expect(problems.map(\.text) == ["-\u{E9}\n+e\u{301}"])
  }

  @Test("Recording writes all lines anew, but for those that were typed by hand, and the status")
  func recorded() throws {
    let outcome = TranscriptOutcome(status: 0, output: ["a", "b", "? 1", ""], errors: ["c d", ""])
    let command = try Self.command("x\n= b\n! y\n=! c[..]\n=! (nothing)\n? 7\n")
    #expect(
      command.recorded(outcome)
        == ["a", "= b", "‹›? 1", "‹›", "=! (nothing)", "=! c[..]", "! c d", "!", "? 7"])
    let other = TranscriptOutcome(status: 7, output: ["a"], errors: ["c"])
    let problems = command.problemsOfTypedLines(other, line: 2)
    #expect(problems.map(\.line) == [4, 7], "\(problems)")
  }

  @Test("Nothing is recorded in CI")
  func recording() {
    #expect(Snapshot.isRecording(["JPFETCH_RECORD": "1"]))
    #expect(!Snapshot.isRecording(["JPFETCH_RECORD": "1", "CI": "true"]))
    #expect(!Snapshot.isRecording([:]))
  }

  @Test("Two headings with the same output of a command are found, unless the data differ")
  func repeated() {
    let show = "$ jpfetch users\n1\n"
    let text =
      "== A\n\(show)== B\n\(show)== C\nFILE a b\n\(show)== C\n$ jpfetch -q\n$ jpfetch todos\n"
    let file = TranscriptFile(name: "a", text: text)
    let problems = TranscriptFile.repeated(file.transcripts)
    #expect(problems.count == 2)
    #expect(
      problems[0].hasPrefix("a: B, like a: A: ") && problems[1].hasPrefix("a: C, like a: C: "))
  }

  @Test(
    "Every character is visible, and can be typed as it is shown",
    arguments: [
      ("a\n", ["a"]), ("a", ["a‹no newline›"]), ("\n", [""]), ("", []),
      ("\ta \r\n\u{1B}x\u{9B}\u{202E}\n", ["␉a ␍", "␛x‹U+009B›‹U+202E›"]), ("a \n", ["a␠"]),
      ("‹b›␉\u{A0}é→\n", ["‹U+2039›b›‹U+2409›‹U+00A0›é→"]),
      ("\u{301}a\u{301}\n", ["‹U+0301›a\u{301}"]),
    ])
  func visible(text: String, lines: [String]) {
    #expect(VisibleText.lines(text) == lines)
    let typed = lines.map { $0 + "\n" }.joined()
    #expect(VisibleText.bytes(typed) == Array(text.utf8))
  }

  @Test("Styles and links of a terminal have names; bytes that aren't UTF-8 are shown")
  func styles() {
    let text = "\u{1B}[1;31ma\u{1B}[0m \u{1B}]8;;http://h/\u{1B}\\b\u{1B}]8;;\u{1B}\\\u{1B}[K\n"
    #expect(VisibleText.lines(text) == ["‹bold red›a‹/› ‹link http://h/›b‹/link›␛[K"])
    #expect(VisibleText.lines(Data([0x61, 0xFF, 0x0A])) == ["a‹FF›"])
  }

  @Test("What differs from run to run is replaced by names")
  func names() {
    let names = TranscriptNames(["URL": "http://127.0.0.1:21000", "PORT": "21000"])
    let printed = """
      http://127.0.0.1:21000/users port 21000 after 12 ms, 5 minutes ago
      12 ms   1.5 s  (3 ms) stored 0 seconds ago, 4s old {"age": 0, "dns":17}
      refused: http://127.0.0.1:21000/a: Failed to: x (curl 7)
        could not connect: x (curl 7)
      2 bytes  0s to 2s old, 1s to 3h old
         1s  5 bytes
        10s  5 bytes

      """
    let replaced = """
      $URL/users port $PORT after $TIME, 5 minutes ago
      $TIME $TIME  ($TIME) stored $AGE ago, $AGE old {"age": $AGE, "dns":$TIME}
      refused: $URL/a: $CURL (curl 7)
        $CURL (curl 7)
      2 bytes  $AGE old, $AGE to 3h old
        $AGE  5 bytes
        $AGE  5 bytes

      """
    #expect(names.replaced(printed) == replaced)
    #expect(names.expanded("$URL/$PORT $OTHER") == "http://127.0.0.1:21000/21000 $OTHER")
  }

  @Test("A command line is split as a shell does it")
  func words() {
    let line = ShellLine(#"A=b C='d e' jpfetch  -F'"x y"' "it's \"so\"" a\ b '' --w=1"#)
    #expect(line.variables.map(\.name) == ["A", "C"] && line.variables[1].value == "d e")
    #expect(line.words == ["jpfetch", #"-F"x y""#, #"it's "so""#, "a b", "", "--w=1"])
  }
}
