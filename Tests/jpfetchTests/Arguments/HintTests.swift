import TestSupport
import Testing

@testable import jpfetch

/// A line is typed, and the line that is suggested keeps its command, ids and other options.
@Suite("Hints are the typed line with a word changed", .evidence)
struct HintTests {
  @Test(
    "A hint of wrong usage runs as printed, and keeps what else was typed",
    arguments: [
      ("usrs 3 -F id --sample", "users 3 -F id --sample"),
      ("check refs -o json --sample", "check refs --sample --format json"),
      ("posts 3 -o csv -F id,title --sample", "posts 3 -F id,title --sample --format csv"),
      ("posts -n 2 --no-color --sample", "posts -n 2 --color never --sample"),
      ("users 3 posts --sample -S -id", "posts -w userId=3 --sample -S -id"),
      ("posts 1 comments --sample", "comments -w postId=1 --sample"),
      ("users album --sample -n 1", "users --embed albums --sample -n 1"),
      ("todos 1,2 --sample -q", "todos 1 2 --sample -q"),
      ("todos 1-3 --sample", "todos -w 'id >= 1' -w 'id <= 3' --sample"),
      ("users -F id,nmae --sample --wide", "users -F id,name --sample --wide"),
      ("users --fields=nmae --sample", "users --fields name --sample"),
      ("users -w 'emial ~ @' --sample", "users -w 'email ~ @' --sample"),
      ("todos -f jsno 3 --sample", "todos -f json 3 --sample"),
      ("todos 3 --meta --sample", "todos 3 --meta --sample --json"),
      ("todos --compact -f csv --sample", "todos --compact --json --sample"),
      ("todos --query userId=1 --sample", "todos -w userId=1 --sample"),
      ("completions bsh", "completions bash"),
      ("help eror", "help errors"),
      ("cache lits --cache-dir d", "cache list --cache-dir d"),
      ("users --smaple -- 3", "users --sample 3"),
      ("/users/3 --sample", "get /users/3 --sample"), ("1 --sample", "users 1 --sample"),
      ("users --csv --sample", "users -f csv --sample"),
      ("users --columns id,name --sample", "users -F id,name --sample"),
      ("posts --debug --sample", "posts -v -v --sample"), ("version", "--version"),
      ("cache ls --cache-dir d", "cache list --cache-dir d"),
      ("users --timeout=soon --sample", "--help"),
    ])
  func usage(typed: String, hint: String) throws {
    let directory = try TemporaryDirectory()
    let line = { (words: String) in
      try run("/bin/sh", ["-c", "cd '\(directory.path)'; \(Places.jpfetch) \(words)"])
    }
    let wrong = try line(typed)
    #expect(wrong.status == 2)
    #expect(wrong.errorLines.last == "  try: jpfetch \(hint)")
    #expect(try line(hint).status == 0)
  }

  @Test("A hint shows no credential")
  func credentials() throws {
    let url = "http://me:s3cret@127.0.0.1:1"
    let words = [
      "users", "-H", "Authorization: s3cret", "-H", "s3cret", "--base-url", url, "--ca-cert", url,
      "--cache-dir", url, "--report=tap=\(url)", "-o", url, "me:s3cret@h", "--ofline=\(url)",
    ]
    let line = ParsedArguments(words).line(.adding(.wide)) ?? ""
    #expect(!line.contains("s3cret"))
    #expect(
      line.hasPrefix(
        "jpfetch users -H 'Authorization: ***' -H '***' --base-url http://127.0.0.1:1 "))
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
}
