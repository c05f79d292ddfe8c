import Foundation
import Synchronization
import TestSupport
import Testing

@testable import jpfetch

@Suite("Commands that errors suggest", .evidence, .needsLibcurl, .limited)
struct TryTests {
  private static let users = ["users", "-e", "none"]

  /// An error of the command line, or of a server that then recovers.
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    var arguments = TryTests.users
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
      name: "no answer in time", arguments: users + ["--timeout", "100ms"],
      answer: { _ in [.hang] }, count: 2),
    Fault(name: "a page", answer: { _ in .reply(type: "text/html", "<html>") }, count: 1),
    Fault(name: "not JSON", answer: { _ in .reply("[1,") }, count: 1),
    Fault(
      name: "a record that doesn't fit",
      answer: { _ in .reply(#"[{"id":1},{"id":2,"name":5}]"#) }, count: 1),
    Fault(name: "no such record", arguments: ["users", "99", "-e", "none"], count: 1),
    Fault(name: "nothing stored", arguments: users + ["--offline"], count: 2),
    Fault(name: "an unknown option", arguments: ["--wdie"], count: 1),
    Fault(name: "an unknown field", arguments: users + ["-F", "nmae"], count: 1),
    Fault(name: "two resources", arguments: ["users", "albums"], count: 1),
    Fault(
      name: "an option that needs get", arguments: ["photos", "--query", "albumId=1"], count: 1),
  ]

  @Test("Each command that an error suggests works", arguments: faults)
  func tried(fault: Fault) throws {
    let directory = try TemporaryDirectory()
    let hasFailed = Atomic(false)
    let server = try LoopbackServer { request in
      hasFailed.load(ordering: .relaxed)
        ? sampleReply(request) : fault.answer?(request) ?? sampleReply(request)
    }
    defer { server.stop() }
    let place = ["--base-url", server.url, "--cache-dir", "\(directory.path)/c"]
    let failed = try run(Places.jpfetch, fault.arguments + place + ["--retry", "0"])
    #expect(failed.status != 0 && failed.output.isEmpty)
    #expect(failed.errors.hasPrefix("jpfetch: error: "))
    #expect(failed.suggestions.count == fault.count, "\(failed.errors)")
    hasFailed.store(true, ordering: .relaxed)
    for hint in failed.suggestions {
      try #require(hint.hasPrefix("jpfetch "))
      let outcome = try run(
        "/bin/sh", ["-c", "\(Places.jpfetch) \(hint.dropFirst("jpfetch ".count))"])
      #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(hint): \(outcome.errors)")
    }
  }
}
