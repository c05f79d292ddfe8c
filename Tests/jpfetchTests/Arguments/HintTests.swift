import TestSupport
import Testing

@testable import jpfetch

/// A line is typed, and the line that is suggested keeps its command, ids and other options.
@Suite("Hints are the typed line with a word changed", .limited)
struct HintTests {
  @Test(
    "A hint is the typed line with one change, and it works",
    arguments: [
      ("usrs 3 -F id --sample", "users 3 -F id --sample"),
      ("check refs -o json --sample", "check refs --sample --format json"),
      ("users 3 posts --sample -S -id", "users 3 --embed posts --sample -S -id"),
      ("posts 1 comments", "posts 1 --embed comments"), ("todos photos", "photos"),
      ("users album --sample -n 1", "users --embed albums --sample -n 1"),
      ("todos 1,2 -q", "todos 1 2 -q"),
      ("todos 1-3 --sample", "todos -w 'id >= 1' -w 'id <= 3' --sample"),
      ("users 3 ..", "users 3"), ("posts userId=3", "posts -w userId=3"),
      ("users help", "help users"),
      ("check --assert 'email ~ @'", "check --assert 'users.email ~ @'"),
      ("todos -f jsno 3", "todos -f json 3"), ("todos 3 --meta -f csv", "todos 3 --meta --json"),
      ("todos --compact -f csv", "todos --compact --json"),
      ("users --refresh --offline", "users --offline"),
      ("users --json=1", "users --json"), ("/users/3 --sample", "get /users/3 --sample"),
      ("users https://h/x", "get https://h/x"),
      ("1 --sample", "users 1 --sample"),
      ("version", "--version"), ("cache ls", "cache list"),
      ("userId=3", "albums -w userId=3"),
      ("users -n", "-n, --limit <n>  Print at most n records"),
      ("users -w 'id > ten'", "-w, --where <expression>  FIELD OP VALUE"),
      ("users --timeout soon", "--timeout <duration>  Time limit for one answer"),
      ("users -H @-", "-H, --header {'<name>: <value>'|@<file>}  Send"),
    ])
  func usage(typed: String, hint: String) {
    let line = usageHint(shellWords(typed)) ?? ""
    if hint.hasPrefix("-"), hint != "--version" {
      #expect(line.hasPrefix(hint))
    } else {
      #expect(line == "jpfetch \(hint)")
      #expect(usageError(shellWords(hint)) == nil)
    }
  }

  @Test(
    "A line with a header field, a password or an unknown option isn't repeated",
    arguments: [
      ("users -H 'X-Any: x'", nil), ("users --base-url http://me:x@h", nil),
      ("users --headr x", nil), ("get /x?token=x", nil), ("get /x --query key=x", nil),
      ("users -H @f", "jpfetch users -H @f --wide"),
    ] as [(String, String?)])
  func secrets(typed: String, line: String?) {
    #expect(ParsedArguments(shellWords(typed)).line(.adding(.wide)) == line)
  }

  @Test(
    "For an unknown option, only the known one is named",
    arguments: [
      ("--limitt 3", "--limit"), ("--smaple", "--sample"), ("--no-color", "--color never"),
      ("--offset 3", "--skip"), ("--quux", nil),
    ] as [(String, String?)])
  func options(typed: String, nearest: String?) {
    let error = usageError(shellWords("posts " + typed))
    #expect(error?.nearest == nearest && error?.hint == nil)
  }

  @Test("A hint that changes nothing isn't printed")
  func unchanged() {
    let typed = ParsedArguments(["users", "-v", "--lenient"])
    #expect(typed.line(.adding(.lenient)) == nil)
    #expect(typed.line(.adding(.wide)) == "jpfetch users -v --lenient --wide")
  }

  @Test(
    "Another command keeps the options that say where data is, if it takes them",
    arguments: [
      (["cache", "list"], "cache list --base-url http://h --cache-dir d"),
      (["help", "users"], "help users"), (["--help"], "--help"),
      (["users", "-F", "id"], "users -F id --base-url http://h --cache-dir d --offline"),
    ])
  func places(command: [String], line: String) {
    let typed = ParsedArguments([
      "photos", "3", "--base-url", "http://h", "--cache-dir=d", "--offline", "-n", "2",
    ])
    #expect(typed.line(.command(command)) == "jpfetch \(line)")
  }

  @Test(
    "Each option that says where data is, or how to reach it, is kept",
    arguments: [
      "--base-url http://h", "--sample", "--offline", "--cache-dir d", "--ca-cert f", "-H @f",
    ])
  func eachPlace(option: String) {
    let typed = ParsedArguments(shellWords("photos 3 -n 2 \(option)"))
    #expect(typed.line(.command(["users"])) == "jpfetch users \(option)")
  }
}
