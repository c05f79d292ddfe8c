import Foundation
import TestSupport
import Testing

/// A server and a store that is empty at first, for several runs of jpfetch.
final class ServerAndStore {
  let server: LoopbackServer
  let directory: TemporaryDirectory

  var store: String { directory.path + "/c" }

  /// The options that select both.
  var places: [String] { ["--base-url", server.url, "--cache-dir", store] }
  var url: String { server.url }
  var requests: [LoopbackServer.Request] { server.requests }

  init(_ script: @escaping LoopbackServer.Script) throws {
    server = try LoopbackServer(script)
    directory = try TemporaryDirectory()
  }

  deinit { server.stop() }

  /// - Parameters:
  ///   - line: arguments as in a shell; single quotes join words.
  ///   - words: further arguments, which may have spaces and quotes.
  func jpfetch(
    _ line: String = "", _ words: String..., environment: [String: String] = [:]
  ) throws -> CommandRun {
    try run(Places.jpfetch, shellWords(line) + words + places, environment: environment)
  }
}

/// Runs jpfetch under strace.
///
/// - Parameter calls: the system calls that are traced, for strace's option `-e trace=`.
func traced(
  _ calls: String, _ arguments: [String]
) throws -> (outcome: CommandRun, calls: [Substring]) {
  let directory = try TemporaryDirectory()
  let file = directory.path + "/trace"
  let outcome = try run(
    try #require(Places.program("strace")),
    ["-f", "-e", "trace=\(calls)", "-o", file, Places.jpfetch] + arguments)
  let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
  return (outcome, lines)
}
