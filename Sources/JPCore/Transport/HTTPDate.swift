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

  /// Parses one of the three forms of RFC 9110 §5.6.7. Every character must be right, and so must
  /// the day of the week. Case is ignored (RFC 9111 §4.2).
  ///
  /// - Parameters:
  ///   - text: the field's value.
  ///   - now: decides the century of a two-digit year, which is at most 50 years ahead.
  public init?(_ text: String, now: HTTPDate) {
    let text = text.lowercased()
    let words = text.split { " ,-:".contains($0) }
    // The asctime-date has no time zone, and the year at the end.
    let places = words.count == 7 ? [2, 1, 6, 3, 4, 5] : [1, 2, 3, 4, 5, 6]
    guard (7...8).contains(words.count),
      let month = Self.months.firstIndex(where: { $0.lowercased() == words[places[1]] })
    else { return nil }
    let numbers = places.map { Int32(words[$0]) ?? -1 }
    let thisYear = Int(now.components.tm_year) + 1900
    var year = Int(numbers[2])
    if words[places[2]].utf8.count == 2 {
      year += thisYear - thisYear % 100
      if year > thisYear + 50 { year -= 100 }
    }
    // A leap second is written as 60; time(2) counts it as the next minute's first second.
    let second = numbers[5]
    guard second <= 60 else { return nil }
    let isLeapSecond = second == 60
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month), numbers[0])
    (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], isLeapSecond ? 59 : second)
    let date = HTTPDate(seconds: timegm(&time))
    // timegm(3) accepts 31 February and turns it into a day in March.
    let spellings = date.spellings(second: second)
    guard spellings.contains(where: { $0.lowercased() == text }) else { return nil }
    seconds = date.seconds + (isLeapSecond ? 1 : 0)
  }

  private var components: tm {
    var (seconds, date) = (seconds, tm())
    gmtime_r(&seconds, &date)
    return date
  }

  /// The date in the preferred form, IMF-fixdate.
  public var text: String { spellings(second: components.tm_sec)[0] }

  /// The date as IMF-fixdate, rfc850-date and asctime-date.
  ///
  /// - Parameter second: its second, which a leap second replaces.
  private func spellings(second: Int32) -> [String] {
    let date = components
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (weekday, month) = (Self.weekdays[Int(date.tm_wday)], Self.months[Int(date.tm_mon)])
    let (short, day) = (weekday.prefix(3), digits(date.tm_mday))
    let year = "\(Int(date.tm_year) + 1900)"
    let time = "\(digits(date.tm_hour)):\(digits(date.tm_min)):\(digits(second))"
    return [
      "\(short), \(day) \(month) \(year) \(time) GMT",
      "\(weekday), \(day)-\(month)-\(year.suffix(2)) \(time) GMT",
      "\(short) \(month) \(date.tm_mday < 10 ? " " : "")\(date.tm_mday) \(time) \(year)",
    ]
  }

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Whether one time is before the other.
  public static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

  /// The time from `other` to `one`; negative if `one` is earlier.
  public static func - (one: HTTPDate, other: HTTPDate) -> Duration {
    .seconds(one.seconds - other.seconds)
  }
}
