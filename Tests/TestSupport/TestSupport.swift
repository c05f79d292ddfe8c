// What the program prints is a transcript: Tests/Transcripts/README.md. For everything else, which helper
// to use, and how to add a test:
//
// - `jpfetch("users 1 --json")` runs the built program, and `run("/bin/sh", [...])` any other one, both
//   without blocking a thread. What they return has an `expect(status:text:errors:)`, whose failure
//   shows the first difference and the run; give other expectations the run as their comment.
// - `LoopbackServer` answers byte by byte as a script says; `ServerAndStore` in
//   jpfetchTests/Support.swift adds a store, and runs jpfetch with both. `NginxServer` has TLS.
// - `difference(between:and:)` compares what may be longer than a screen, `expectSnapshot(_:of:)` a
//   text with a file in `Snapshots`. `TemporaryDirectory` is for files of a test.
// - A test that needs a program or takes long has a trait from Needs.swift, which counts it if it is
//   skipped. `Effort` and `Seed` say how often to repeat something, and with which random numbers.
//
// A new test goes into the folder of the room in Sources that it is about, and into a suite with
// `.limited`. If it is about a promise to users, add its name to Promises.md.

import Foundation

/// Runs the program under test.
///
/// - Parameters:
///   - line: arguments as in a shell; single quotes join words.
///   - words: further arguments, which may have spaces and quotes.
package func jpfetch(
  _ line: String, _ words: [String] = [], environment: [String: String] = [:],
  limit: Duration = .seconds(60)
) async throws -> CommandRun {
  try await jpfetch(shellWords(line) + words, environment: environment, limit: limit)
}

package func jpfetch(
  _ words: [String], environment: [String: String] = [:], limit: Duration = .seconds(60)
) async throws -> CommandRun {
  try await run(Places.jpfetch, words, environment: environment, limit: limit)
}

/// Runs a program to its end.
///
/// - Parameters:
///   - environment: added to PATH and an empty HOME.
///   - folder: the program runs in it.
///   - columns: the width of a terminal for each stream; without it, they are files.
///   - limit: the program is killed after this time, and ``CommandHung`` thrown.
package func run(
  _ program: String, _ arguments: [String], environment: [String: String] = [:],
  in folder: String? = nil, columns: Int? = nil, limit: Duration = .seconds(60)
) async throws -> CommandRun {
  var command = try Command(program, arguments, environment)
  command.folder = folder
  command.columns = columns
  await Turns.ofPrograms.take()
  defer { Turns.ofPrograms.giveBack() }
  return try await command.run(limit: limit)
}

/// What a shell's commands write to a terminal; `$JPFETCH` is the program under test.
package func screen(
  _ commands: String, columns: Int, _ environment: [String: String] = ["TERM": "xterm"]
) async throws -> String {
  var environment = environment
  environment["JPFETCH"] = Places.jpfetch
  let run = try await run(
    Places.program("script") ?? "script",
    ["-qec", "stty cols \(columns) rows 50; \(commands)", "/dev/null"],
    environment: environment)
  return run.text.replacing("\r\n", with: "\n")
}

/// Runs jpfetch under strace.
///
/// - Parameter calls: the system calls that are traced, for strace's option `-e trace=`.
package func traced(
  _ calls: String, _ arguments: [String]
) async throws -> (run: CommandRun, calls: [Substring]) {
  let directory = try TemporaryDirectory()
  let file = directory.path + "/trace"
  let run = try await run(
    Places.program("strace") ?? "strace",
    ["-f", "-e", "trace=\(calls)", "-o", file, Places.jpfetch] + arguments)
  let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
  return (run, lines)
}

/// The words of a shell's command line; single quotes join several.
package func shellWords(_ line: String) -> [String] {
  // Scalars, because a combining mark after a space would hide it.
  let parts = line.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
  var words: [String] = []
  for (number, part) in parts.enumerated() {
    let isQuoted = number % 2 == 1
    if isQuoted {
      words.append(String(part))
    } else {
      for word in part.split(separator: " ") { words.append(String(word)) }
    }
  }
  return words
}
