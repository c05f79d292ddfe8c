import TestSupport
import Testing

@testable import JPCore

/// CacheModelTests has the rules; these are the limits and the cases that random runs seldom reach.
@Suite("What to do about a request, RFC 9111 §4, RFC 5861", .limited)
struct LookUpTests {
  @Test(
    "A response may replace a failure unless the server or the caller's limit forbids it",
    arguments: [
      (["Cache-Control": "max-age=60"], 1000, 940, .allowed),
      (["Cache-Control": "max-age=60"], 1000, 939, .forbidden(by: nil)),
      (["Cache-Control": "max-age=60"], 10, 0, .forbidden(by: nil)),
      (["Cache-Control": "no-cache, stale-if-error=5"], 6, 60, .allowed),
      (["Cache-Control": "max-age=60, stale-if-error=100"], 160, nil, .allowed),
      (
        ["Cache-Control": "max-age=60, stale-if-error=100"], 161, nil,
        .forbidden(by: "stale-if-error")
      ), (["Vary": "*"], 0, 60, .forbidden(by: "Vary: *")),
    ] as [(HeaderFields, Int, Int?, StaleUse)])
  func fallback(fields: HeaderFields, age: Int, maxStale: Int?, expected: StaleUse) {
    let rules = ReuseRules(maxStale: maxStale.map { .seconds($0) })
    #expect(rules.staleUse(of: response(fields), at: moment(age)) == expected)
  }

  @Test(
    "A response is used up to the caller's limit of age, but never if that is 0",
    arguments: [(60, 60, true), (60, 61, false), (0, 0, false)])
  func maxAge(limit: Int, age: Int, isUsed: Bool) {
    #expect(ReuseRules(maxAge: .seconds(limit)).allowsReuse(at: .seconds(age)) == isUsed)
  }

  @Test("The shorter of the caller's and the request's limits of age counts")
  func shorterMaxAge() {
    for (own, asked) in [(10, 60), (60, 10)] {
      let control = CacheControl("max-age=\(asked)")
      let rules = ReuseRules(maxAge: .seconds(own)).applying(control)
      #expect(rules.maxAge == .seconds(10))
    }
  }

  @Test(
    "Without a stored answer, the look-up says whether one could have helped",
    arguments: [
      (.standard, nil, [], true), (.refresh, 60, [], true), (.standard, 0, [], false),
      (.reload, nil, [], false), (.storedOnly, nil, [], false),
      (.standard, nil, ["Cache-Control": "no-store"], false),
      (.standard, nil, ["Cache-Control": "no-cache"], false),
      (.standard, nil, ["Authorization": "x"], false),
    ] as [(CachePolicy, Int?, HeaderFields, Bool)])
  func help(policy: CachePolicy, maxStale: Int?, fields: HeaderFields, couldHelp: Bool) {
    let rules = ReuseRules(policy: policy, maxStale: maxStale.map { .seconds($0) })
    #expect(LookUp(nil, for: key(fields), rules: rules, at: received).couldHelp == couldHelp)
  }

  @Test("The answer stored last is used, whatever Date and the clock say, and no older refusal")
  func latest() {
    let refusal = response(status: 403, verdict: .refusal)
    var old = response(["Date": date(1000)], later: 10)
    var new = response(["Date": date(-50)])
    (old.order, new.order) = (1, 2)
    for isOffline in [false, true] {
      let choice = StoredChoice(of: [old, new, refusal], isOffline: isOffline)
      #expect((choice.answer, choice.refusal) == (new, nil))
    }
  }
}
