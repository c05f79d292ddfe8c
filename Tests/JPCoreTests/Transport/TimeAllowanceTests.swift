import TestSupport
import Testing

@testable import JPCore

@Suite("Time limits", .limited)
struct TimeAllowanceTests {
  @Test("The clock runs only between start and stop")
  func clock() async throws {
    let unlimited = TimeAllowance(limit: nil)
    #expect(unlimited.start() == nil && unlimited.spent > .zero && unlimited.timeLeft == nil)
    let allowance = TimeAllowance(limit: .seconds(100))
    #expect(allowance.timeLeft == .seconds(100))
    let end = allowance.start()
    #expect(allowance.start() == end)
    #expect(allowance.spent > .zero)
    allowance.stop()
    let left = try #require(allowance.timeLeft)
    #expect(left < .seconds(100) && left > .zero)
    try await Task.sleep(for: .milliseconds(20))
    #expect(allowance.timeLeft == left)
    allowance.add(.seconds(200))
    #expect(try #require(allowance.timeLeft) < .seconds(-99))
    #expect(try #require(allowance.start()) < .now)
  }
}
