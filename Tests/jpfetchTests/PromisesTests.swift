import Foundation
import TestSupport
import Testing

/// Promises.md lists what the tool promises to its users and no transcript shows as a whole, and the
/// tests or headings of transcripts that fail if it stops being true. Whoever takes behaviour out takes
/// its line out too.
@Suite("Every promise has a test", .limited)
struct PromisesTests {
  /// A line of the tables in Promises.md.
  private struct Promise {
    let text: String
    let tests: [String]

    /// `nil` for a table's heading, and for text outside of tables.
    init?(_ line: Substring) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count > 3 else { return nil }
      if cells[1] == "promise" || cells[1].allSatisfy({ $0 == "-" }) { return nil }
      text = cells[1]
      // The names are between backticks.
      let parts = cells[2].split(separator: "`", omittingEmptySubsequences: false)
      tests = parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }
  }

  private static func promises() throws -> [Promise] {
    let url = Places.package.appending(path: "Tests/Promises.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    return page.split(separator: "\n").compactMap { Promise($0) }
  }

  /// `Suite.function` of all tests, of which this program prints a list:
  /// `jpfetchTests.CacheTests/warm(policy:)`.
  private static func tests() async throws -> Set<String> {
    let program = try #require(Bundle.main.executablePath)
    let list = try await run(program, ["--testing-library", "swift-testing", "--list-tests"])
    var names: Set<String> = []
    for line in list.text.split(separator: "\n") {
      let path = line.prefix { $0 != "(" }.split(separator: ".", maxSplits: 1)
      if path.count == 2 { names.insert(String(path[1].replacing("/", with: "."))) }
    }
    return names
  }

  @Test(
    "Each promise is listed once, with tests that exist",
    .only(if: Places.isLinux, "on macOS, another program runs the tests"))
  func listed() async throws {
    let headings = TranscriptFile.all.flatMap(\.transcripts).map(\.title)
    let names = try await Self.tests().union(headings)
    let promises = try Self.promises()
    #expect(promises.count > 100)
    var problems: [String] = []
    var texts: Set<String> = []
    for promise in promises {
      if !texts.insert(promise.text).inserted { problems.append("twice: \(promise.text)") }
      if promise.tests.isEmpty { problems.append("no test: \(promise.text)") }
      for test in promise.tests where !names.contains(test) {
        problems.append("there is no test \(test): \(promise.text)")
      }
    }
    #expect(problems == [])
  }
}
