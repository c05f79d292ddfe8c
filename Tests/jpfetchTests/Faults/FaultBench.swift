import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

/// A server that is good at first and then has a fault, and the checks of what jpfetch makes of it.
final class FaultBench {
  private struct State {
    var isGood = true
    var requests = 0
  }

  /// What the server does, from any of its threads.
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

  /// Long enough for a busy machine, and short of what a person would call hung.
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

  /// From now on the server has its fault.
  func fail() throws {
    let isFirst = replies.state.withLock { state in
      defer { state.isGood = false }
      return state.isGood
    }
    if isFirst, fault.answer == nil { server.stop() }
  }

  private func run(
    _ arguments: String..., format: [String] = ["--json", "--compact"]
  ) async throws -> CommandRun {
    let isGood = replies.state.withLock { state in
      state.requests = 0
      return state.isGood
    }
    // A user's name and password are for the server alone: no message may repeat them.
    let isSecret = arguments.contains("--no-cache")
    let base = "http://\(isSecret ? "me:secret@" : "")\(host)"
    return try await runSuspending(
      Places.jpfetch,
      fault.command + ["--base-url", base] + format + arguments
        + ["--retry", "0"] + (isGood ? [] : fault.arguments),
      limit: Self.limit)
  }

  /// Nothing is stored: the fault comes out, as an error object or as the document it is after all.
  func checkBare() async throws {
    let outcome = try await run("--no-cache")
    #expect(!outcome.errors.contains("secret"))
    switch fault.outcome {
    case .error(let failure): try expect(failure, of: outcome)
    case .document(let text, let exit, let notices):
      #expect((outcome.status, outcome.text) == (exit, text + "\n"))
      #expect(outcome.toldLines == notices.map { "jpfetch: warning: " + filled($0) })
    }
    if let requests = fault.requests {
      #expect(replies.state.withLock(\.requests) == requests)
    }
  }

  /// The same error for people.
  func checkText() async throws {
    guard case .error(let failure) = fault.outcome else { return }
    let outcome = try await run("--no-cache", format: [])
    #expect((outcome.status, outcome.text) == (failure.exit, ""))
    let message = filled(failure.text ?? failure.message)
    let hint = failure.hint.map { ["  try: \($0)"] } ?? []
    #expect(outcome.toldLines == ["jpfetch: error: \(message)"] + hint)
  }

  /// A good response is stored, and then the fault comes: it never takes the good one's place.
  func checkStored() async throws {
    if case .cannotBe = fault.stored { return }
    let place = directory.path + "/c"
    let good = try await run("--cache-dir", place)
    try #require(good.status == 0 && !good.output.isEmpty, "\(good.errors)")
    try fail()
    let outcome = try await run("--cache-dir", place)
    var left = good
    switch (fault.stored, fault.outcome) {
    case (.isShown, _):
      #expect((outcome.status, outcome.text, outcome.errors) == (0, good.text, ""))
    case (.standsIn(let why), _): expect(good, shownFor: why, by: outcome)
    case (.usual, .error(let failure)) where fault.copyStandsIn:
      expect(good, shownFor: failure.text ?? failure.message, by: outcome)
    case (_, .error(let failure)): try expect(failure, of: outcome)
    case (_, .document(let text, let exit, let notices)):
      #expect((outcome.status, outcome.text) == (exit, text + "\n"))
      #expect(outcome.toldLines == notices.map { "jpfetch: warning: " + filled($0) })
      if case .usual = fault.stored { left = outcome }
    }
    let offline = try await run("--cache-dir", place, "--offline")
    #expect((offline.status, offline.text, offline.errors) == (0, left.text, left.errors))
  }

  private func expect(_ good: CommandRun, shownFor why: String, by outcome: CommandRun) {
    #expect((outcome.status, outcome.text) == (0, good.text))
    #expect(outcome.toldLines.count == 1)
    let line = (outcome.toldLines.first ?? "").safeForTerminal
    #expect(line.hasPrefix("jpfetch: warning: showing "))
    let ending = " ago: \(filled(why))"
    #expect(line.hasSuffix(ending), "\(line) should end with \(ending)")
  }

  private func expect(_ failure: FaultCase.Failure, of outcome: CommandRun) throws {
    #expect((outcome.status, outcome.text) == (failure.exit, ""))
    #expect(outcome.toldLines.count == 1)
    let root = try JSONDocument(Array(outcome.errors.utf8)).root
    let error = try #require(root["error"])
    #expect(error["code"]?.string == failure.code)
    #expect(error["exit"]?.integer == Int64(failure.exit))
    #expect(error["message"]?.string == filled(failure.message))
    #expect(error["hint"]?.string == failure.hint)
    #expect(error["source"]?.string == fault.source)
    #expect(error["url"]?.string == filled(failure.url ?? "$URL"))
    #expect(error["path"]?.string == failure.path)
    let status = Int64(failure.code.dropFirst("http.".count))
    #expect(error["status"]?.integer == status)
  }

  private func filled(_ text: String) -> String {
    text.replacing("$URL", with: "http://\(host)\(fault.path)")
      .replacing("$HOST", with: host)
  }
}
