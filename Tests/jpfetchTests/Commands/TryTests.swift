import Foundation
import TestSupport
import Testing

@testable import jpfetch

/// Every error has what happened, why where it is known, and something to try. What is printed there
/// is tried here.
@Suite(
  "What an error says to try works",
  .evidence, .needsLibcurl)
struct TryTests {
  private static let users = ["users", "-e", "none"]

  /// A fault of the server's, or of the command line.
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    var arguments = TryTests.users
    var answer: @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step] = { sampleReply($0) }
    /// How many hints there are.
    let hints: Int
    var testDescription: String { name }
  }

  private static let faults: [Fault] = [
    Fault(name: "500", answer: { _ in .reply(status: 500, #"{"message":"down"}"#) }, hints: 4),
    Fault(name: "404", answer: { _ in .reply(status: 404, "{}") }, hints: 2),
    Fault(name: "401", answer: { _ in .reply(status: 401, "{}") }, hints: 1),
    Fault(name: "429", answer: { _ in .reply(status: 429, "{}") }, hints: 1),
    Fault(name: "a page", answer: { _ in .reply(type: "text/html", "<html>") }, hints: 3),
    Fault(name: "no content", answer: { _ in .reply("") }, hints: 2),
    Fault(name: "not JSON", answer: { _ in .reply("[1,") }, hints: 2),
    Fault(
      name: "a record that doesn't fit",
      answer: { _ in .reply(#"[{"id":1},{"id":2,"name":5}]"#) }, hints: 1),
    Fault(name: "another shape", answer: { _ in .reply("{}") }, hints: 2),
    Fault(name: "no such record", arguments: ["users", "99", "-e", "none"], hints: 1),
    Fault(name: "nothing stored", arguments: users + ["--offline"], hints: 2),
    Fault(name: "an output without a directory", arguments: users + ["-o", "/no/x"], hints: 1),
    Fault(name: "an unknown option", arguments: ["--wdie"], hints: 1),
    Fault(name: "an unknown field", arguments: users + ["-F", "nmae"], hints: 1),
    Fault(name: "two resources", arguments: ["users", "albums"], hints: 1),
    Fault(
      name: "an option that needs get", arguments: ["photos", "--query", "albumId=1"],
      hints: 1),
  ]

  @Test("It is tried", arguments: faults)
  func tried(fault: Fault) throws {
    let directory = try TemporaryDirectory()
    let server = try LoopbackServer { fault.answer($0) }
    defer { server.stop() }
    let place = [
      "--base-url", server.url, "--cache-dir", "\(directory.path)/c",
    ]
    let failed = try jpfetch(fault.arguments + place + ["--retry", "0"])
    #expect(failed.status != 0 && failed.output.isEmpty)
    #expect(failed.errors.hasPrefix("jpfetch: error: "))
    let start = try #require(failed.errorLines.firstIndex { $0.hasPrefix("  try: ") })
    let hints = failed.errorLines[start...].map { String($0.dropFirst(7)) }
    #expect(hints.count == fault.hints, "\(hints)")
    for hint in hints { try tryOut(hint, after: failed, fault, place) }
  }

  private func tryOut(
    _ hint: String, after failed: CommandRun, _ fault: Fault, _ place: [String]
  ) throws {
    if let command = hint.split(separator: "jpfetch ", maxSplits: 1).last, hint.contains("jpfetch ")
    {
      // What would change nothing while the server has its fault.
      if hint.hasPrefix("no stored copy") { return }
      let words = command.replacing(" needs no network", with: "")
      let run = try TestSupport.run(
        "/bin/sh", ["-c", "\(Places.jpfetch) \(words)"],
        environment: words.contains("--sample") ? [:] : ["JPFETCH_BASE_URL": "http://127.0.0.1:1"])
      #expect(run.status == 0 && !run.output.isEmpty, "\(hint): \(run.errors)")
    } else if hint.hasPrefix("add ") {
      let option = hint.split(separator: " ")[1]
      let run = try jpfetch(fault.arguments + place + ["--retry", "0", String(option)])
      let isBetter = run.status == 0 || run.status == 8
      let showsResponse = run.errors.contains("jpfetch:   Content-Length: ")
      #expect(option == "-vv" ? showsResponse : isBetter, "\(hint): \(run.errors)")
    } else {
      // The options that it names are there.
      for word in hint.split(whereSeparator: { " ,;:".contains($0) }) where word.hasPrefix("--") {
        #expect(OptionName(rawValue: String(word.dropFirst(2))) != nil, "\(hint)")
      }
    }
  }

  private func jpfetch(_ arguments: [String]) throws -> CommandRun {
    try run(Places.jpfetch, arguments)
  }
}
