import TestSupport
import Testing

@testable import JPCore

@Suite("Freshness, RFC 9111 §4.2", .limited)
struct FreshnessTests {
  @Test(
    "The lifetime is max-age, else Expires; without either, nothing is guessed (§4.2)",
    arguments: [
      ([], 0), (["Cache-Control": "max-age=60", "Expires": date(600)], 60),
      (["Cache-Control": "max-age=x", "Expires": date(600)], 0),
      (["Cache-Control": "public", "Expires": date(600)], 600),
      (["Expires": date(600), "Date": date(-10)], 610),
      (["Expires": date(-5)], 0), (["Expires": date(600), "Expires": date(600)], 0),
      (["Expires": "-1", "Last-Modified": date(-1000)], 0),
      (["Last-Modified": date(-100_000_000), "Cache-Control": "public"], 0),
    ] as [(HeaderFields, Int)])
  func lifetime(fields: HeaderFields, seconds: Int) {
    #expect(response(fields).freshnessLifetime == .seconds(seconds))
  }

  @Test(
    "The age is computed from Date, Age and the time since the response was received (§4.2.3)",
    arguments: [
      ([], 0, 30, 30), (["Age": "10"], 2, 5, 17), (["Date": date(-20)], 0, 5, 25),
      (["Date": date(-20), "Age": "50"], 3, 5, 58), (["Date": date(-20), "Age": "10"], 5, 0, 20),
      (["Date": date(500)], 0, 5, 5),  // the server's clock is ahead
      (["Age": "-3"], 0, 5, 5), (["Date": "x"], 0, 5, 5),
      (["Age": "10"], 0, -100, nil),  // our clock was ahead, or is behind
      (["Age": "10", "Age": "70"], 0, 0, 10), (["Age": "70, 10"], 0, 0, 70),
    ] as [(HeaderFields, Int, Int, Int?)])
  func age(fields: HeaderFields, delay: Int, later: Int, seconds: Int?) {
    let age = seconds.map { Duration.seconds($0) }
    #expect(response(fields, delay: delay).age(at: moment(later)) == age)
  }

  @Test(
    "A response is fresh while its lifetime exceeds its age",
    arguments: [
      ([], 59, true), ([], 60, false), (["Cache-Control": "no-cache"], 0, false),
      (["Vary": "*"], 0, false), (["Vary": "Accept"], 0, true),
      ([], -1, false),  // it came in the future: a clock was wrong
    ] as [(HeaderFields, Int, Bool)])
  func fresh(fields: HeaderFields, later: Int, isFresh: Bool) {
    var fields = fields
    fields.append(.init(name: "Cache-Control", value: "max-age=60"))
    let stored = response(fields)
    #expect(stored.isFresh(at: moment(later)) == isFresh)
  }
}
