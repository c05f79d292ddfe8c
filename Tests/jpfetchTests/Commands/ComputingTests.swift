import Foundation
import TestSupport
import Testing

/// Joining and printing may take as long as an answer, and end where the user says so.
@Suite("Computing has an end", .evidence)
struct ComputingTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let todos = (1...20_000).map { #"{"id":\#($0),"userId":1,"title":"t","completed":true}"# }
    try directory.write("[\(todos.joined(separator: ","))]", to: "todos.json")
  }

  private func todos(_ options: String...) throws -> CommandRun {
    try run(
      Places.jpfetch, ["todos", "-e", "none", "--base-url", "file:\(directory.path)"] + options)
  }

  @Test("--timeout ends it; nothing half-written is left", arguments: ["table", "csv"])
  func timeLimit(format: String) throws {
    try directory.write("before", to: "out")
    let outcome = try todos(
      "-f", format, "-S", "-id", "-o", directory.path + "/out", "--timeout", "1ms")
    #expect((outcome.status, outcome.text) == (3, ""))
    #expect(
      outcome.toldLines
        == [
          "jpfetch: error: joining and printing took longer than --timeout",
          "  try: raise --timeout",
        ])
    #expect(try String(contentsOfFile: directory.path + "/out", encoding: .utf8) == "before")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    #expect(names == ["out", "todos.json"])
  }

  @Test("With a JSON format it is an error object")
  func object() throws {
    let outcome = try todos("--json", "-o", directory.path + "/out", "--timeout", "1ms")
    #expect(outcome.status == 3)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8))
    let error = (object as? [String: [String: Any]])?["error"]
    #expect(error?["code"] as? String == "net.timeout")
    #expect(error?["exit"] as? Int == 3)
    #expect(
      error?.keys.sorted() == [
        "code", "exit", "hint", "message", "path", "source", "status", "url",
      ])
  }

  @Test("It ends while a file is written, too", arguments: ["get", "check"])
  func whileWriting(command: String) throws {
    try directory.write("before", to: "out")
    let words = command == "get" ? ["get", "/todos"] : ["check", "todos"]
    let outcome = try run(
      Places.jpfetch,
      words + ["--base-url", "file:\(directory.path)", "-o", directory.path + "/out"]
        + ["--timeout", "1ms"])
    #expect(outcome.status == 3)
    #expect(
      outcome.toldLines.first == "jpfetch: error: joining and printing took longer than --timeout")
    #expect(try String(contentsOfFile: directory.path + "/out", encoding: .utf8) == "before")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    #expect(names == ["out", "todos.json"])
  }

  @Test(
    "A reader of the output that waits doesn't count",
    .notUnderSanitizer("a sanitizer computes for longer than the reader waits"))
  func slowReader() throws {
    let outcome = try run(
      "/bin/sh",
      [
        "-c",
        "\(Places.jpfetch) todos -e none --base-url 'file:\(directory.path)' --timeout 4s -F id "
          + "-f csv | (sleep 5; wc -l)",
      ])
    #expect(Int(outcome.text.filter(\.isNumber)) == 20_001)
  }
}
