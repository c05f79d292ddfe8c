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

  private static let tests = Places.package.appending(path: "Tests")

  private static func promises() throws -> [Promise] {
    let page = try String(contentsOf: tests.appending(path: "Promises.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { Promise($0) }
  }

  /// The sources of the suites, by the names of their types: those of a suite and its extensions.
  private static func sources() throws -> [String: String] {
    var sources: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where path.hasSuffix("Tests.swift") {
      let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") where !line.hasPrefix(" ") {
        let words = line.split { " :(".contains($0) }
        guard
          let keyword = words.firstIndex(where: { ["struct", "class", "extension"].contains($0) }),
          words.count > keyword + 1
        else { continue }
        sources[String(words[keyword + 1]), default: ""] += text
      }
    }
    return sources
  }

  @Test("Each promise is listed once, with tests that exist")
  func tests() throws {
    let sources = try Self.sources()
    let headings = Set(TranscriptFile.all.flatMap(\.transcripts).map(\.title))
    let promises = try Self.promises()
    #expect(promises.count > 100)
    var problems: [String] = []
    var texts: Set<String> = []
    for promise in promises {
      if !texts.insert(promise.text).inserted { problems.append("twice: \(promise.text)") }
      if promise.tests.isEmpty { problems.append("no test: \(promise.text)") }
      for test in promise.tests where !headings.contains(test) {
        let parts = test.split(separator: ".", maxSplits: 1)
        let source = sources[String(parts.first ?? "")] ?? ""
        if parts.count == 2, source.contains("func \(parts[1])(") { continue }
        problems.append("there is no test \(test): \(promise.text)")
      }
    }
    #expect(problems == [])
  }
}
