/// A wall-clock time in whole seconds, the resolution of HTTP dates.
public struct HTTPDate: Equatable, Comparable, Sendable {
  /// Reads the wall clock.
  public typealias Clock = @Sendable () -> HTTPDate

  /// The system's wall clock (time(2)).
  public static let systemClock: Clock = { HTTPDate(seconds: Int(time(nil))) }

  /// Seconds since 1970-01-01 00:00 UTC, leap seconds not counted (time(2)).
  public let seconds: Int

  /// Makes a time from seconds since 1970.
  public init(seconds: Int) {
    self.seconds = seconds
  }

  /// Parses one of the three forms of RFC 9110 §5.6.7, in any case (RFC 9111 §4.2). The day of the
  /// week may be wrong.
  ///
  /// - Parameters:
  ///   - text: the field's value.
  ///   - now: the current time. A two-digit year means a year at most 50 years later.
  public init?(_ text: String, now: HTTPDate) {
    // The longest form is `Wednesday, 06-Nov-94 08:49:37 GMT`; a server can send any text.
    guard text.utf8.count <= 40 else { return nil }
    let words = text.lowercased().split(separator: " ", omittingEmptySubsequences: false)
    let day: Substring
    let month: Substring
    let year: Int?
    let time: Substring
    switch words.count {
    case 6 where words[0].last == "," && words[5] == "gmt":
      // Sun, 06 Nov 1994 08:49:37 GMT
      guard Self.weekdays.contains(words[0].dropLast()) else { return nil }
      day = words[1]
      month = words[2]
      year = Self.number(words[3], digits: 4)
      time = words[4]
    case 4 where words[0].hasSuffix("day,") && words[3] == "gmt":
      // Sunday, 06-Nov-94 08:49:37 GMT
      let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
      guard Self.weekdays.contains(words[0].prefix(3)), date.count == 3 else { return nil }
      day = date[0]
      month = date[1]
      year = Self.year(endingWith: date[2], now: now)
      time = words[2]
    case 5, 6:
      // Wed Nov 16 08:49:37 1994, or with two spaces: Sun Nov  6 08:49:37 1994
      guard Self.weekdays.contains(words[0]), words.count == 5 || words[2].isEmpty else {
        return nil
      }
      day = words.count == 5 ? words[2] : "0" + words[3]
      month = words[1]
      year = Self.number(words[words.count - 1], digits: 4)
      time = words[words.count - 2]
    default:
      return nil
    }
    guard let midnight = Self.midnight(year: year, month: month, day: day),
      let secondOfDay = Self.secondOfDay(time)
    else { return nil }
    seconds = midnight + secondOfDay
  }

  /// The number that a text spells; `nil` unless it has exactly `digits` digits.
  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }

  /// The year that ends with two digits and is at most 50 years after `now`.
  private static func year(endingWith digits: Substring, now: HTTPDate) -> Int? {
    guard let number = number(digits, digits: 2) else { return nil }
    var seconds = now.seconds
    var today = tm()
    gmtime_r(&seconds, &today)
    let thisYear = Int(today.tm_year) + 1900
    let year = thisYear - thisYear % 100 + number
    if year > thisYear + 50 { return year - 100 }
    return year
  }

  /// The seconds from 1970 to the beginning of a day; `nil` for a date such as 31 February.
  private static func midnight(year: Int?, month: Substring, day: Substring) -> Int? {
    guard let year, let month = months.firstIndex(of: month), let day = number(day, digits: 2)
    else { return nil }
    var date = tm()
    date.tm_year = Int32(year - 1900)
    date.tm_mon = Int32(month)
    date.tm_mday = Int32(day)
    let seconds = timegm(&date)
    // timegm(3) changes 31 February to a day in March.
    guard Int(date.tm_mday) == day else { return nil }
    return seconds
  }

  /// The seconds from midnight to a time such as `08:49:37`.
  private static func secondOfDay(_ time: Substring) -> Int? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 2),
      let minute = number(parts[1], digits: 2), let second = number(parts[2], digits: 2)
    else { return nil }
    // 60 is a leap second, which time(2) counts as the next minute's first second.
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static let weekdays: [Substring] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  private static let months: [Substring] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Whether one time is before the other.
  public static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

  /// The time from `other` to `one`; negative if `one` is earlier.
  public static func - (one: HTTPDate, other: HTTPDate) -> Duration {
    .seconds(one.seconds - other.seconds)
  }
}

extension Duration {
  /// Parses delta-seconds (RFC 9111 §1.2.2); values above 2147483647 count as 2147483647.
  init?(deltaSeconds text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    // A number that doesn't fit an `Int` is above 2147483647, too.
    let seconds = Int(text) ?? Int.max
    self = .seconds(min(seconds, Int(Int32.max)))
  }
}
