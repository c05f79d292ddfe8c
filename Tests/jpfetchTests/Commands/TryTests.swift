import Synchronization
import TestSupport
import Testing

@testable import jpfetch

@Suite("Commands that errors suggest", .needsLibcurl, .limited)
struct TryTests {
  /// An error of the command line, or of a server that then recovers.
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    var line = "users -e none"
    var answer: (@Sendable (LoopbackServer.Request) -> [LoopbackServer.Step])?
    /// The number of suggested commands.
    let count: Int
    var testDescription: String { name }
  }

  private static let faults: [Fault] = [
    Fault(name: "500", answer: { _ in .reply(status: 500, "{}") }, count: 1),
    Fault(name: "404", answer: { _ in .reply(status: 404, "{}") }, count: 1),
    Fault(name: "429", answer: { _ in .reply(status: 429, "{}") }, count: 1),
    Fault(
      name: "no answer in time", line: "users -e none --timeout 100ms",
      answer: { _ in [.hang] }, count: 2),
    Fault(name: "a page", answer: { _ in .reply(type: "text/html", "<html>") }, count: 1),
    Fault(name: "not JSON", answer: { _ in .reply("[1,") }, count: 1),
    Fault(
      name: "a record that doesn't fit",
      answer: { _ in .reply(#"[{"id":1},{"id":2,"name":5}]"#) }, count: 1),
    Fault(name: "no such record", line: "users 99 -e none", count: 1),
    Fault(name: "nothing stored", line: "users -e none --offline", count: 2),
    Fault(name: "an unknown field", line: "users -e none -F nmae", count: 1),
    Fault(name: "two resources", line: "users albums", count: 1),
    Fault(name: "an option that needs get", line: "photos --query albumId=1", count: 1),
  ]

  @Test("Each command that an error suggests works", arguments: faults)
  func tried(fault: Fault) async throws {
    let hasFailed = Atomic(false)
    let site = try ServerAndStore { request in
      hasFailed.load(ordering: .relaxed)
        ? sampleReply(request) : fault.answer?(request) ?? sampleReply(request)
    }
    defer { site.server.stop() }
    let failed = try await site.jpfetch(fault.line + " --retry 0")
    #expect(failed.status != 0 && failed.output.isEmpty, "\(failed)")
    #expect(failed.errors.hasPrefix("jpfetch: error: "), "\(failed)")
    #expect(failed.suggestions.count == fault.count, "\(failed)")
    hasFailed.store(true, ordering: .relaxed)
    for hint in failed.suggestions {
      try #require(hint.hasPrefix("jpfetch "))
      let outcome = try await run(
        "/bin/sh", ["-c", "\(Places.jpfetch) \(hint.dropFirst("jpfetch ".count))"])
      #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome)")
    }
  }
}
