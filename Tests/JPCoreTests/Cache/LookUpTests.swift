import TestSupport
import Testing

@testable import JPCore

@Suite("What to do about a request, RFC 9111 §4, RFC 5861", .limited)
struct LookUpTests {
  /// What is done, in a word.
  private func word(_ stored: StoredResponse?, _ rules: ReuseRules, age: Int) -> String {
    let now = HTTPDate(seconds: received.seconds + age)
    return switch LookUp(stored, for: RequestKey(request), rules: rules, at: now) {
    case .atHand: "use"
    case .refused(_, let question): question == nil ? "refused" : "refused, and something stored"
    case .ask: "ask"
    case .notStored: "fetch"
    }
  }

  private let request = TransportRequest(url: "http://host/users")

  @Test(
    "The stored response, the policy and the request's fields decide",
    arguments: [
      ("max-age=60", 10, false, nil, "use"), ("max-age=60", 60, false, nil, "ask"),
      ("max-age=60", 10, true, nil, "ask"), ("max-age=60", 10, false, 10, "use"),
      ("max-age=60", 10, false, 9, "ask"), ("max-age=60", 0, false, 0, "ask"),
      ("no-cache, max-age=60", 0, false, nil, "ask"),
    ] as [(String, Int, Bool, Int?, String)])
  func decision(
    cacheControl: String, age: Int, refreshes: Bool, maxAge: Int?, expected: String
  ) {
    var rules = ReuseRules()
    if refreshes { rules.policy = .refresh }
    rules.maxAge = maxAge.map { .seconds($0) }
    let stored = response(field("Cache-Control", cacheControl))
    #expect(word(stored, rules, age: age) == expected)
    #expect(word(nil, rules, age: age) == "fetch")
    rules.policy = .reload
    #expect(word(stored, rules, age: age) == "fetch")
  }

  @Test("A fresh refusal counts as the server's answer, unless the caller asks anyway")
  func refused() {
    let stored = response(field("Cache-Control", "max-age=60"))
    let refusal = response(
      field("Cache-Control", "max-age=60"), status: 503, verdict: .failure, later: 1)
    func isRefused(_ policy: CachePolicy = .standard, asks: Bool = false, after: Int = 10) -> Bool {
      var rules = ReuseRules()
      (rules.policy, rules.asksAfterRefusals) = (policy, asks)
      let now = HTTPDate(seconds: received.seconds + after)
      let key = RequestKey(request)
      let lookUp = LookUp(stored, refused: refusal, for: key, rules: rules, at: now)
      if case .refused(_, .some) = lookUp { return true }
      return false
    }
    #expect(isRefused())
    #expect(!isRefused(after: 61) && !isRefused(.refresh) && !isRefused(asks: true))
  }

  @Test(
    "A stored response may replace a failure unless the server or the caller forbids it",
    arguments: [
      ("max-age=60", 1000, nil, true), ("max-age=60", 1000, 940, true),
      ("max-age=60", 1000, 939, false),
      ("max-age=60", 10, 0, false), ("", 1_000_000, nil, true), ("no-cache", 1, nil, false),
      ("no-cache", 60, 60, true), ("no-cache", 61, 60, false), ("no-cache", 0, 0, false),
      ("no-cache, must-revalidate", 1, 60, false),
      ("no-cache, stale-if-error=5", 6, 60, true),
      ("max-age=60, must-revalidate", 1000, nil, false),
      ("max-age=60, must-revalidate", 1000, 9999, false),
      ("max-age=60, stale-if-error=100", 160, nil, true),
      ("max-age=60, stale-if-error=100", 161, nil, false),
      ("max-age=60, stale-if-error=100", 161, 9999, true),
      ("max-age=60, stale-if-error=100", 161, 100, false),
    ] as [(String, Int, Int?, Bool)])
  func fallback(cacheControl: String, age: Int, maxStale: Int?, isAllowed: Bool) {
    var rules = ReuseRules()
    rules.maxStale = maxStale.map { .seconds($0) }
    let now = HTTPDate(seconds: received.seconds + age)
    let stored = response(field("Cache-Control", cacheControl))
    #expect((rules.staleUse(of: stored, at: now) == .allowed) == isAllowed)
  }

  @Test(
    "Without a stored answer, the look-up says whether one could have helped",
    arguments: [
      (.standard, nil, [], true), (.standard, 60, [], true), (.refresh, nil, [], true),
      (.standard, 0, [], false), (.reload, nil, [], false), (.storedOnly, nil, [], false),
      (.standard, nil, [field("Cache-Control", "no-store")], false),
      (.standard, nil, [field("Cache-Control", "no-cache")], false),
      (.standard, nil, [field("Authorization", "x")], false),
    ] as [(CachePolicy, Int?, HeaderFields, Bool)])
  func help(policy: CachePolicy, maxStale: Int?, fields: HeaderFields, couldHelp: Bool) {
    var rules = ReuseRules()
    (rules.policy, rules.maxStale) = (policy, maxStale.map { .seconds($0) })
    let request = TransportRequest(url: request.url, fields: fields)
    #expect(
      LookUp(nil, for: RequestKey(request), rules: rules, at: received).couldHelp == couldHelp)
  }
}

@Suite("Which of several stored responses is used, RFC 9111 §4", .limited)
struct StoredChoiceTests {
  @Test(
    "The answer stored last is used, whatever its Date; later refusals too, but not offline")
  func choices() {
    func ordered(_ order: Int, _ response: StoredResponse) -> StoredResponse {
      var response = response
      response.order = order
      return response
    }
    let old = ordered(4, response(field("Date", date(-100))))
    let new = ordered(6, response(field("Date", date(-50))))
    let future = ordered(3, response(field("Date", date(1000)), later: 10))
    let refusal = ordered(9, response(status: 401, verdict: .refusal, later: 1))
    let failure = ordered(8, response(status: 503, verdict: .failure))
    let early = ordered(2, response(status: 503, verdict: .failure))
    let online = StoredChoice(of: [old, new, failure, refusal, early, future], isOffline: false)
    #expect(online.answer == new && online.refusal == refusal)
    #expect(StoredChoice(of: [old, new, early], isOffline: false).refusal == nil)
    let offline = StoredChoice(of: [refusal, old, new, failure], isOffline: true)
    #expect(offline.answer == new && offline.refusal == nil)
    #expect(StoredChoice(of: [failure, refusal], isOffline: true).answer == refusal)
    #expect(StoredChoice(of: [failure], isOffline: true).answer == nil)
  }
}
