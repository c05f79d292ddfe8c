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
    let bytes = Array(text.lowercased().utf8)
    let shape = Self.shape(of: bytes)
    guard let form = Self.forms.first(where: { $0.shape.hasSameBytes(as: shape) }) else {
      return nil
    }
    let parts = bytes.split { !$0.isLetter && !$0.isDigit }
    let words = parts.map { String(utf8: $0) }
    guard form.weekdays.contains(words[0]), words.count < 8 || words[7] == "gmt",
      let days = Self.days(to: words, form, now: now),
      let secondsOfDay = Self.secondsOfDay(words, form)
    else { return nil }
    seconds = days * 86400 + secondsOfDay
  }

  /// The days from 1970 to the date that the words spell; `nil` if there is no such day.
  private static func days(to words: [String], _ form: DateForm, now: HTTPDate) -> Int? {
    guard let year = year(words[form.year], now: now),
      let month = months.firstIndex(of: words[form.month]), let day = Int(words[form.day])
    else { return nil }
    let firstDay = firstDay(ofMonth: month, in: year)
    let daysOfMonth = self.firstDay(ofMonth: month + 1, in: year) - firstDay
    guard 1...daysOfMonth ~= day else { return nil }
    return firstDay + day - 1
  }

  private static func year(_ text: String, now: HTTPDate) -> Int? {
    guard let year = Int(text), text.utf8.count == 2 else { return Int(text) }
    // A year has 365.2425 days on average.
    let latest = 1970 + now.seconds / 31_556_952 + 50
    return latest - (latest - year) % 100
  }

  /// The seconds from midnight to the time that the words spell; `nil` if there is no such time.
  private static func secondsOfDay(_ words: [String], _ form: DateForm) -> Int? {
    guard let hour = Int(words[form.hour]), let minute = Int(words[form.hour + 1]),
      let second = Int(words[form.hour + 2])
    else { return nil }
    // 60 is a leap second, which time(2) counts as the next minute's first second.
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// A form of a date: where its words are.
  private struct DateForm {
    /// See ``HTTPDate/shape(of:)``.
    let shape: String
    let weekdays: [String]
    let day: Int
    let month: Int
    let year: Int
    let hour: Int
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov 16 08:49:37 1994`
  /// and, with another space, `Sun Nov  6 08:49:37 1994`.
  private static let forms = [
    DateForm(
      shape: "a, 00 a 0000 00:00:00 a", weekdays: weekdays, day: 1, month: 2, year: 3, hour: 4),
    DateForm(
      shape: "a, 00-a-00 00:00:00 a", weekdays: longWeekdays, day: 1, month: 2, year: 3, hour: 4),
    DateForm(shape: "a a 00 00:00:00 0000", weekdays: weekdays, day: 2, month: 1, year: 6, hour: 3),
    DateForm(shape: "a a  0 00:00:00 0000", weekdays: weekdays, day: 2, month: 1, year: 6, hour: 3),
  ]

  private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  private static let longWeekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// A text with `a` in place of each word, and `0` in place of each digit.
  private static func shape(of text: [UInt8]) -> String {
    var shape: [UInt8] = []
    for byte in text {
      if byte.isDigit {
        shape.append(UInt8(ascii: "0"))
      } else if !byte.isLetter {
        shape.append(byte)
      } else if shape.last != UInt8(ascii: "a") {
        shape.append(UInt8(ascii: "a"))
      }
    }
    return String(utf8: shape)
  }

  /// The days from 1970 to the first day of a month, which counts from 0; month 12 is the next
  /// January. Unlike timegm(3), this reads no file with time zones.
  private static func firstDay(ofMonth month: Int, in year: Int) -> Int {
    // The year begins in March, so that a leap day is its last day. With 400 further years, the
    // divisions round down.
    var year = year + 400
    if month < 2 { year -= 1 }
    let monthsSinceMarch = (month + 10) % 12
    let leapDays = year / 4 - year / 100 + year / 400
    return year * 365 + leapDays + (153 * monthsSinceMarch + 2) / 5 - 865_565
  }

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
