import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

/// A server and a store that is empty at first, for several runs of jpfetch.
final class ServerAndStore {
  private final class Current: Sendable {
    let script: Mutex<LoopbackServer.Script>

    init(_ script: @escaping LoopbackServer.Script) { self.script = Mutex(script) }
  }

  private let current: Current
  let server: LoopbackServer
  let directory: TemporaryDirectory

  var store: String { directory.path + "/c" }

  /// The options that select both.
  var places: [String] { ["--base-url", server.url, "--cache-dir", store] }
  var url: String { server.url }
  var requests: [LoopbackServer.Request] { server.requests }

  /// - Parameter script: the server's answers; without it, the built-in data.
  init(_ script: @escaping LoopbackServer.Script = { sampleReply($0) }) throws {
    let current = Current(script)
    self.current = current
    server = try LoopbackServer { request in current.script.withLock { $0 }(request) }
    directory = try TemporaryDirectory()
  }

  deinit { server.stop() }

  /// Sets the server's answers from now on.
  func answer(_ script: @escaping LoopbackServer.Script) {
    current.script.withLock { $0 = script }
  }

  /// - Parameters:
  ///   - line: arguments as in a shell; single quotes join words.
  ///   - words: further arguments, which may have spaces and quotes.
  func jpfetch(_ line: String = "", _ words: String...) throws -> CommandRun {
    try run(Places.jpfetch, shellWords(line) + words + places)
  }

  /// The JSON that a run prints.
  func json(_ line: String) throws -> JSONValue {
    try JSONDocument(Array(jpfetch(line, "--json").output)).root
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
