import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

/// What a transcript can't show: times, missing fields of a response, and the public service.
@Suite("Checks", .limited)
struct ChecksTests {
  private static let users = #"[{"id":1,"name":"A"}]"#

  /// The answer for a list of users.
  private func answers(
    _ text: String = Self.users, type: String? = "application/json"
  ) async throws -> [ListOutcome] {
    var fields: HeaderFields = []
    if let type { fields = [.init(name: "Content-Type", value: type)] }
    let transport = CannedTransport(["/users": .status(200, text, headerFields: fields)])
    let fetcher = Fetcher(base: "http://h") {
      RetryingTransport(transport, policy: .never)
    }
    return try await fetcher.listOutcomes(of: [.users])
  }

  private func parsed(_ line: String) throws -> Checks {
    let arguments = ParsedArguments(["check"] + shellWords(line))
    let settings = try Settings(Options(["check"] + shellWords(line)) { _ in nil })
    return try Checks(Array(arguments.operands.dropFirst()), settings.options)
  }

  @Test(
    "The public counts are expected from the public service",
    arguments: [
      ("", 5000), ("--base-url http://jsonplaceholder.typicode.com", 5000),
      ("--base-url http://h", nil),
    ])
  func expectedCounts(line: String, photos: Int?) throws {
    #expect(try parsed(line).expectedCounts["photos"] == photos)
  }

  @Test(
    "A list may take as long as --max-time, and no longer",
    arguments: [(999, true), (1000, true), (1001, false)])
  func timeLimit(milliseconds: Int, isMet: Bool) async throws {
    let records = try await answers()[0].result.get().content
    let findings = records.timeFindings(.milliseconds(milliseconds), limit: .seconds(1))
    #expect(findings.isEmpty == isMet)
  }

  @Test("A time that is longer than --max-time is rounded up, so that it also looks longer")
  func roundedTime() async throws {
    let records = try await answers()[0].result.get().content
    let findings = records.timeFindings(.microseconds(1400), limit: .milliseconds(1))
    #expect(findings.first?.message == "took 2 ms, longer than 1 ms")
  }

  @Test("A list without a Content-Type isn't read as promised")
  func contentType() async throws {
    let result = Checks(names: [.reach]).results(for: try await answers(type: nil))[0]
    #expect(result.verdict == .failed)
    #expect(result.lines() == ["users: the Content-Type is missing, not application/json"])
  }

  @Test("A comparison takes linear time, even for many fields below a long name")
  func linearDifferences() async throws {
    func seconds(for count: Int) async throws -> Double {
      func list(_ value: Int) -> String {
        let members = (0..<count).map { #""\#($0)":\#(value)"# }.joined(separator: ",")
        return #"[{"id":1,"\#(String(repeating: "a", count: 20 * count))":{\#(members)}}]"#
      }
      let old = try await answers(list(1))
      let new = try await answers(list(2))
      let drift = Checks(names: [.drift])
      let start = secondsOfThisThread()
      let result = drift.results(for: new, against: old)[0]
      let end = secondsOfThisThread()
      #expect(result.findings.count == count)
      #expect(result.lines().last == "users: … \(count - 10) more")
      return end - start
    }
    // Sixteen times the fields: 16 if it is linear, 256 if it is not.
    #expect(try await seconds(for: 8000) / seconds(for: 500) < 64)
  }
}
