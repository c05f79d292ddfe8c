import Foundation
import TestSupport
import Testing

/// Promises.md lists what the tool promises to its users, and the tests that fail if it stops being
/// true. Whoever takes behaviour out takes its line out too.
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
      let names = cells[2].replacing("`", with: "").split(separator: ",")
      tests = names.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private static let tests = Places.package.appending(path: "Tests")

  private static func promises() throws -> [Promise] {
    let page = try String(contentsOf: tests.appending(path: "Promises.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { Promise($0) }
  }

  /// The functions with `@Test`, with their suites: `SampleTests.help`.
  private static func testNames() throws -> Set<String> {
    var names: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where path.hasSuffix("Tests.swift") {
      let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
      var suite = ""
      var isTest = false
      for line in text.split(separator: "\n") {
        // Suites are top-level types, or extensions of these.
        if !line.hasPrefix(" "),
          let type = line.prefixMatch(of: /(?:final )?(?:struct|class|extension) (\w+)/)
        {
          suite = String(type.1)
        }
        if line.hasPrefix("  @Test") { isTest = true }
        guard isTest, line.contains("func "),
          let function = line.firstMatch(of: /(?:^ +|\) |private )func (\w+)/)
        else {
          continue
        }
        names.insert("\(suite).\(function.1)")
        isTest = false
      }
    }
    return names
  }

  @Test("Each promise is listed once, with tests that exist")
  func tests() throws {
    let names = try Self.testNames()
    let promises = try Self.promises()
    #expect(names.count > 300 && promises.count > 100)
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
