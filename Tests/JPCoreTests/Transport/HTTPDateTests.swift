import TestSupport
import Testing

@testable import JPCore

@Suite("Dates, RFC 9110 §5.6.7", .limited)
struct HTTPDateTests {
  private let now = HTTPDate(seconds: 1_795_218_110)  // 2026-11-20

  @Test(
    "The three forms of a date are parsed",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777),
      ("Wed Nov 16 08:49:37 1994", 784_975_777),
      // In any case (RFC 9111 §4.2).
      ("sun, 06 NOV 1994 08:49:37 gmt", 784_111_777),
      ("SUNDAY, 06-nov-94 08:49:37 Gmt", 784_111_777),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      // A leap second is the next minute's first.
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
      ("Saturday, 31-Dec-16 23:59:60 GMT", 1_483_228_800),
      ("Sat Dec 31 23:59:60 2016", 1_483_228_800),
      ("Sun, 06 Nov 1994 08:49:60 GMT", 784_111_800),
      // Never more than 50 years ahead: 76 is 2076, 77 is 1977.
      ("Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
      ("Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800),
    ])
  func accepts(text: String, seconds: Int) {
    #expect(HTTPDate(text, now: now)?.seconds == seconds)
  }

  @Test(
    "Any other text is not a date",
    arguments: [
      "", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37",
      "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:37 AEST", "Sun 06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
      "Day, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nox 1994 08:49:37 GMT",
      "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
      "Sun, 06 Nov 1994 08:49:600 GMT",
      "Sun, 06 Nov 1994 8:49:37 GMT",
      "Sun, 06 Nov 1994  08:49:37 GMT", " Sun, 06 Nov 1994 08:49:37 GMT",
      "Sunday, 06 Nov 1994 08:49:37 GMT",
      "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
      "Wed, 29 Feb 2023 00:00:00 GMT",
      "Thu, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT GMT",
      "Sun, 06 Nov +994 08:49:37 GMT",
      "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    ])
  func refuses(text: String) {
    #expect(HTTPDate(text, now: now) == nil)
  }

  @Test("A date of every week in 400 years is read as strftime(3) writes it")
  func everyWeek() {
    for day in stride(from: -5000, through: 150_000, by: 7) {
      let date = HTTPDate(seconds: day * 86400 + 12_345)
      #expect(HTTPDate(date.text, now: now) == date)
    }
  }
}

extension HTTPDate {
  /// The date in the preferred form, IMF-fixdate.
  var text: String {
    var seconds = seconds
    var date = tm()
    gmtime_r(&seconds, &date)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &date)
    return String(utf8: text.prefix(count).map { UInt8($0) })
  }
}
