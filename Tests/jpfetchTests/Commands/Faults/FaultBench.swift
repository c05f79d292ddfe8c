import JPCore
import Synchronization
import TestSupport
import Testing

/// A server that is good until its fault begins, and the checks of jpfetch's runs against it.
final class FaultBench {
  private final class Phase: Sendable {
    let isGood = Atomic(true)
  }

  private let fault: FaultCase
  private let phase = Phase()
  private let server: LoopbackServer
  private let directory: TemporaryDirectory

  init(_ fault: FaultCase) throws {
    self.fault = fault
    directory = try TemporaryDirectory()
    server = try LoopbackServer { [phase] _ in
      phase.isGood.load(ordering: .relaxed)
        ? .reply(fields: ["Cache-Control: max-age=0"], FaultCase.goodData)
        : fault.steps
    }
  }

  deinit { server.stop() }

  private var host: String { "127.0.0.1:\(server.port)" }

  /// Begins the fault.
  func fail() { phase.isGood.store(false, ordering: .relaxed) }

  private func runOnce(_ option: String? = nil) async throws -> CommandRun {
    // No message may repeat a user name or password.
    let user = option == "--no-cache" ? "me:secret@" : ""
    let isGood = phase.isGood.load(ordering: .relaxed)
    return try await jpfetch(
      ["users", "--base-url", "http://\(user)\(host)", "--cache-dir", directory.path + "/c"]
        + ["--json", "--compact", "--retry", "0"] + (option.map { [$0] } ?? [])
        + (isGood ? [] : fault.arguments),
      // Long enough for a busy machine; a longer run counts as hung.
      limit: .seconds(120))
  }

  /// If nothing is stored, the run ends as in the table.
  func checkBare() async throws {
    let outcome = try await runOnce("--no-cache")
    #expect(!outcome.errors.contains("secret"), "\(outcome)")
    try expect(fault.outcome, of: outcome)
  }

  /// A stored good response replaces an error, and only a good document replaces it.
  func checkStored() async throws {
    guard fault.isStorable else { return }
    let good = try await runOnce()
    try #require(good.status == 0 && !good.output.isEmpty, "\(good)")
    fail()
    let outcome = try await runOnce()
    if case .document = fault.outcome {
      try expect(fault.outcome, of: outcome)
      return try expect(fault.outcome, of: await runOnce("--offline"))
    }
    outcome.expect(status: 0, output: good.output)
    #expect(outcome.codes.count == 1, "\(outcome)")
    #expect(outcome.jsonMessages.first?["warning"] != nil, "\(outcome)")
    let offline = try await runOnce("--offline")
    offline.expect(status: 0, output: good.output, errors: good.errors)
  }

  private func expect(_ expected: FaultCase.Outcome, of outcome: CommandRun) throws {
    switch expected {
    case .document(let text):
      outcome.expect(status: 0, text: text + "\n", errors: "")
    case .error(let code):
      let exit = FaultCase.Outcome.exit(of: code)
      outcome.expect(status: exit, text: "")
      #expect(outcome.codes == [code], "\(outcome)")
      let error = try #require(outcome.jsonMessages.first?["error"], "\(outcome)")
      #expect(error["exit"]?.integer == Int64(exit), "\(outcome)")
      #expect(error["source"]?.string == "users", "\(outcome)")
      #expect(error["url"]?.string == "http://\(host)/users", "\(outcome)")
    }
  }
}
