import TestSupport
import Testing

@testable import JPCore

/// CacheModelTests has the rules; these are the limits and the cases that random runs seldom reach.
@Suite("When a stored response may be used, RFC 9111 §4, RFC 5861", .limited)
struct StoredCopyTests {
  @Test(
    "A stored response may replace a failure unless its header fields or maxStale forbid it",
    arguments: [
      (["Cache-Control": "max-age=60"], 1000, 940, nil),
      (["Cache-Control": "max-age=60"], 1000, 939, .caller),
      (["Cache-Control": "max-age=60"], 10, 0, .caller),
      (["Cache-Control": "no-cache"], 6, nil, .server("no-cache")),
      (["Cache-Control": "no-cache, stale-if-error=5"], 6, 60, nil),
      (["Cache-Control": "max-age=60, stale-if-error=100"], 160, nil, nil),
      (["Cache-Control": "max-age=60, stale-if-error=100"], 161, nil, .server("stale-if-error")),
      (["Cache-Control": "must-revalidate"], 0, 60, .server("must-revalidate")),
      (["Vary": "*"], 0, 60, .server("Vary: *")),
      // Stored while the clock was ahead: its age exceeds every limit.
      (["Cache-Control": "max-age=60"], -1, nil, nil),
      (["Cache-Control": "max-age=60"], -1, 1 << 40, .caller),
      (["Cache-Control": "stale-if-error=100"], -1, nil, .server("stale-if-error")),
    ] as [(HeaderFields, Int, Int?, StaleObjection?)])
  func fallback(fields: HeaderFields, age: Int, maxStale: Int?, expected: StaleObjection?) {
    let rules = ReuseRules(maxStale: maxStale.map { .seconds($0) })
    let copy = StoredCopy(response(fields), for: key(), rules, at: moment(age))
    #expect(copy.objection == expected)
  }

  @Test(
    "A fresh response is used if its age is at most maxAge, but never if maxAge is 0",
    arguments: [(nil, 60, true), (60, 60, true), (60, 61, false), (0, 0, false)])
  func maxAge(limit: Int?, age: Int, isUsed: Bool) {
    let rules = ReuseRules(maxAge: limit.map { .seconds($0) })
    let stored = response(["Cache-Control": "max-age=100"])
    #expect(StoredCopy(stored, for: key(), rules, at: moment(age)).isAtHand == isUsed)
  }
}
