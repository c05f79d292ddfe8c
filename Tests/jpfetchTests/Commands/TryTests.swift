import TestSupport
import Testing

@Suite("What errors of a run advise", .needsLibcurl, .limited)
struct TryTests {
  /// A run that fails, and its advice.
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    var line = "users -e none"
    var answer: (@Sendable (LoopbackServer.Request) -> [LoopbackServer.Step])?
    let advice: String
    var testDescription: String { name }
  }

  private static let faults: [Fault] = [
    Fault(
      name: "500", answer: { _ in .reply(status: 500, "{}") },
      advice: "add -vv to see the response"),
    Fault(
      name: "404", answer: { _ in .reply(status: 404, "{}") },
      advice: "check the path and --base-url"),
    Fault(
      name: "429", answer: { _ in .reply(status: 429, "{}") },
      advice: "add -vv to see the response"),
    Fault(
      name: "no answer in time", line: "users -e none --timeout 100ms", answer: { _ in [.hang] },
      advice: "allow more time with --timeout"),
    Fault(
      name: "a page", answer: { _ in .reply(type: "text/html", "<html>") },
      advice: "check the URL: a login page or a proxy may have answered"),
    Fault(name: "not JSON", answer: { _ in .reply("[1,") }, advice: "add -vv to see the response"),
    Fault(
      name: "a record that doesn't fit", answer: { _ in .reply(#"[{"id":1},{"name":5}]"#) },
      advice: "leave out such records with --partial"),
    Fault(
      name: "no such record", line: "users 99 -e none", advice: "list all users without an id"
    ),
  ]

  @Test("The last line of an error is the advice for its cause", arguments: faults)
  func advice(fault: Fault) async throws {
    let site = try ServerAndStore { request in fault.answer?(request) ?? sampleReply(request) }
    defer { site.server.stop() }
    let failed = try await site.jpfetch(fault.line + " --retry 0")
    #expect(failed.status != 0 && failed.output.isEmpty, "\(failed)")
    #expect(failed.errors.hasPrefix("jpfetch: error: "), "\(failed)")
    #expect(failed.errorLines.last == "  \(fault.advice)", "\(failed)")
  }

  @Test("The advised cache warm command stores the missing responses")
  func warming() async throws {
    let site = try ServerAndStore { sampleReply($0) }
    defer { site.server.stop() }
    let failed = try await site.jpfetch("users -e none --offline")
    failed.expect(status: 7)
    let command = try #require(failed.advisedCommand, "\(failed)")
    #expect(command.hasPrefix("jpfetch cache warm --base-url "))
    let warmed = try await run(
      "/bin/sh", ["-c", "\(Places.jpfetch) \(command.dropFirst("jpfetch ".count))"])
    warmed.expect(status: 0)
    try await site.jpfetch("users -e none --offline --count").expect(status: 0, text: "10\n")
  }
}
