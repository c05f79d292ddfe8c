import TestSupport
import Testing

@testable import JPCore

@Suite("Freshness, RFC 9111 §4.2", .limited)
struct FreshnessTests {
  @Test(
    "The lifetime is max-age, else Expires, else a tenth of the time since the last change (§4.2.1, §4.2.2)",
    arguments: [
      ([], 0),
      ([("Cache-Control", "max-age=60")], 60),
      ([("Cache-Control", "max-age=60"), ("Expires", date(600))], 60),
      ([("Cache-Control", "max-age=x"), ("Expires", date(600))], 0),
      ([("Cache-Control", "public"), ("Expires", date(600))], 600),
      ([("Expires", date(600)), ("Date", date(-10))], 610),
      ([("Expires", date(-5))], 0), ([("Expires", "0")], 0), ([("Expires", "-1")], 0),
      ([("Expires", "Sun, 06 Nov 2034 08:49:37")], 0), ([("Expires", "Tue, 20 Nov 2035")], 0),
      ([("Expires", date(600)), ("Expires", date(600))], 0),
      ([("Expires", "-1"), ("Last-Modified", date(-1000))], 0),
      ([("Last-Modified", date(-1000))], 100), ([("Last-Modified", date(-100_000_000))], 86400),
      ([("Last-Modified", date(1000))], 0), ([("Last-Modified", "yesterday")], 0),
      ([("Last-Modified", date(-1000)), ("Pragma", "no-cache")], 0),
      ([("Last-Modified", date(-1000)), ("Pragma", "no-cache"), ("Cache-Control", "public")], 100),
    ] as [([(String, String)], Int)])
  func lifetime(fields: [(String, String)], seconds: Int) {
    var stored = response()
    stored.fields = HeaderFields(fields.map { field($0.0, $0.1) })
    #expect(stored.freshnessLifetime == .seconds(seconds))
  }

  @Test(
    "A refusal or failure is fresh for five minutes at most, and only if the server says so",
    arguments: [
      ([("Cache-Control", "max-age=60")], 60), ([("Cache-Control", "max-age=2147483647")], 300),
      ([("Last-Modified", date(-100_000_000))], 0), ([("Expires", date(9999))], 300), ([], 0),
    ] as [([(String, String)], Int)])
  func refusalLifetime(fields: [(String, String)], seconds: Int) {
    for verdict in [Verdict.refusal, .failure] {
      var stored = response(status: 503, verdict: verdict)
      stored.fields = HeaderFields(fields.map { field($0.0, $0.1) })
      #expect(stored.freshnessLifetime == .seconds(seconds))
    }
  }

  @Test(
    "The age counts Date, the Age field and the time in the store (§4.2.3)",
    arguments: [
      ([], 0, 0, 0), ([], 0, 30, 30), ([("Age", "10")], 0, 0, 10), ([("Age", "10")], 2, 5, 17),
      ([("Date", date(-20))], 0, 5, 25), ([("Date", date(-20)), ("Age", "50")], 3, 5, 58),
      ([("Date", date(500))], 0, 5, 5),  // the server's clock is ahead
      ([("Age", "-3")], 0, 5, 5), ([("Age", "x")], 0, 5, 5), ([("Date", "x")], 0, 5, 5),
      ([("Age", "10")], 0, -100, 10),  // our clock went backwards
      ([("Age", "10"), ("Age", "70")], 0, 0, 10), ([("Age", "70, 10")], 0, 0, 70),
    ] as [([(String, String)], Int, Int, Int)])
  func age(fields: [(String, String)], delay: Int, later: Int, seconds: Int) {
    var stored = response(delay: delay)
    stored.fields = HeaderFields(fields.map { field($0.0, $0.1) })
    #expect(stored.age(at: HTTPDate(seconds: received.seconds + later)) == .seconds(seconds))
  }

  @Test(
    "A response is fresh while its lifetime exceeds its age",
    arguments: [
      ("max-age=60", nil, 59, true), ("max-age=60", nil, 60, false), ("max-age=0", nil, 0, false),
      ("max-age=60, no-cache", nil, 0, false), ("max-age=60, immutable", nil, 59, true),
      ("max-age=60", "*", 0, false), ("max-age=60", "Accept", 0, true),
      ("max-age=60", nil, -1, false),  // it came in the future: a clock was wrong
    ] as [(String, String?, Int, Bool)])
  func fresh(cacheControl: String, vary: String?, later: Int, isFresh: Bool) {
    var stored = response(field("Cache-Control", cacheControl))
    if let vary { stored.fields.append(field("Vary", vary)) }
    #expect(stored.isFresh(at: HTTPDate(seconds: received.seconds + later)) == isFresh)
  }
}
