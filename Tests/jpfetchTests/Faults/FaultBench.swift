import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

/// A server that is good until its fault begins, and the checks of jpfetch's runs against it.
final class FaultBench {
  private struct State {
    var isGood = true
    var requests = 0
  }

  /// The server's answers, for any of its threads.
  private final class Replies: Sendable {
    let state = Mutex(State())
    let fault: FaultCase

    init(_ fault: FaultCase) { self.fault = fault }

    func steps(for request: LoopbackServer.Request) -> [FaultCase.Step] {
      let (isGood, number) = state.withLock { state in
        defer { state.requests += 1 }
        return (state.isGood, state.requests)
      }
      let good: [FaultCase.Step] = .reply(
        fields: ["Cache-Control: max-age=0"], FaultCase.goodData)
      return isGood ? good : fault.answer?(request, number) ?? [.reset]
    }
  }

  private let fault: FaultCase
  private let replies: Replies
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  /// Long enough for a busy machine; a longer run counts as hung.
  private static let limit = Duration.seconds(120)

  init(_ fault: FaultCase) throws {
    self.fault = fault
    directory = try TemporaryDirectory()
    let replies = Replies(fault)
    self.replies = replies
    server = try LoopbackServer { replies.steps(for: $0) }
  }

  deinit { server.stop() }

  private var host: String { "127.0.0.1:\(server.port)" }

  /// Begins the fault.
  func fail() throws {
    let isFirst = replies.state.withLock { state in
      defer { state.isGood = false }
      return state.isGood
    }
    if isFirst, fault.answer == nil { server.stop() }
  }

  private func run(_ arguments: String...) async throws -> CommandRun {
    let isGood = replies.state.withLock { state in
      state.requests = 0
      return state.isGood
    }
    // No message may repeat a user name or password.
    let isSecret = arguments.contains("--no-cache")
    let base = "http://\(isSecret ? "me:secret@" : "")\(host)"
    return try await runSuspending(
      Places.jpfetch,
      fault.command + ["--base-url", base, "--json", "--compact"] + arguments
        + ["--retry", "0"] + (isGood ? [] : fault.arguments),
      limit: Self.limit)
  }

  /// Without a stored response the run ends as the table says.
  func checkBare() async throws {
    let outcome = try await run("--no-cache")
    #expect(!outcome.errors.contains("secret"))
    try expect(fault.outcome, of: outcome)
    if let requests = fault.requests {
      #expect(replies.state.withLock(\.requests) == requests)
    }
  }

  /// A stored good response is used as the table says, and a fault never replaces it.
  func checkStored() async throws {
    if case .isImpossible = fault.stored { return }
    let place = directory.path + "/c"
    let good = try await run("--cache-dir", place)
    try #require(good.status == 0 && !good.output.isEmpty, "\(good.errors)")
    try fail()
    let outcome = try await run("--cache-dir", place)
    switch (fault.stored, fault.outcome) {
    case (.isConfirmed, _):
      #expect((outcome.status, outcome.text, outcome.errors) == (0, good.text, ""))
    case (.isServed, _), (.usual, .error):
      #expect((outcome.status, outcome.text) == (0, good.text))
      #expect(try objects(outcome.errors, "warning").count == 1)
    case (.isReplaced, _), (.usual, .document):
      try expect(fault.outcome, of: outcome)
      return try expect(fault.outcome, of: await run("--cache-dir", place, "--offline"))
    default: try expect(fault.outcome, of: outcome)
    }
    let offline = try await run("--cache-dir", place, "--offline")
    #expect((offline.status, offline.text, offline.errors) == (0, good.text, good.errors))
  }

  private func expect(_ expected: FaultCase.Outcome, of outcome: CommandRun) throws {
    switch expected {
    case .document(let text, let exit, let warnings):
      #expect((outcome.status, outcome.text) == (exit, text + "\n"))
      #expect(try objects(outcome.errors, "warning").count == warnings)
    case .error(let code, let path, let place):
      let exit = FaultCase.Outcome.exit(of: code)
      #expect((outcome.status, outcome.text) == (exit, ""))
      let errors = try objects(outcome.errors, "error")
      let error = try #require(errors.first)
      #expect(errors.count == 1)
      #expect(error["code"]?.string == code)
      #expect(error["exit"]?.integer == Int64(exit))
      #expect(error["source"]?.string == fault.source)
      let url = place.map { $0.hasPrefix("/") ? "http://\(host)\($0)" : $0 }
      #expect(error["url"]?.string == url ?? "http://\(host)\(fault.path)")
      #expect(error["path"]?.string == path)
      #expect(error["status"]?.integer == Int64(code.dropFirst("http.".count)))
    }
  }

  /// The objects of a text in which each line is `{"kind":{…}}`, or a notice.
  private func objects(_ text: String, _ kind: String) throws -> [JSONValue] {
    let lines = try text.split(separator: "\n").map { try JSONDocument(Array($0.utf8)).root }
    return try lines.filter { $0["notice"] == nil }.map { line in
      try #require(line[kind], "\(text)")
    }
  }
}
