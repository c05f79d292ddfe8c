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
  ///   - now: the current time. A two-digit year is at most 50 years after it.
  public init?(_ text: String, now: HTTPDate) {
    // The longest form is `Wednesday, 06-Nov-94 08:49:37 GMT`; a server can send any text.
    guard text.utf8.count <= 40 else { return nil }
    let text = text.lowercased()
    guard var time = Self.components(of: text, now: now) else { return nil }
    // A leap second is written as 60; time(2) counts it as the next minute's first second.
    let second = time.tm_sec
    guard second <= 60 else { return nil }
    let isLeapSecond = second == 60
    if isLeapSecond { time.tm_sec = 59 }
    var seconds = timegm(&time)
    // timegm(3) accepts 31 February and turns it into a day in March.
    let spellings = HTTPDate(seconds: seconds).spellings(second: second)
    guard spellings.contains(where: { $0.lowercased() == text }) else { return nil }
    if isLeapSecond { seconds += 1 }
    self.seconds = seconds
  }

  /// The numbers in a date, which is in lower case. Their separators aren't checked, and the day
  /// may not exist.
  private static func components(of text: String, now: HTTPDate) -> tm? {
    let words = text.split { " ,-:".contains($0) }
    let day: Substring
    let month: Substring
    let year: Substring
    let time: ArraySlice<Substring>
    switch words.count {
    case 7:
      // The asctime-date has no time zone, and the year at the end.
      month = words[1]
      day = words[2]
      time = words[3...5]
      year = words[6]
    case 8:
      day = words[1]
      month = words[2]
      year = words[3]
      time = words[4...6]
    default:
      return nil
    }
    let monthIndex = months.firstIndex { $0.lowercased() == month }
    guard let monthIndex, let day = Int32(day), let year = fullYear(year, now: now) else {
      return nil
    }
    let timeNumbers = time.compactMap { Int32($0) }
    guard timeNumbers.count == 3 else { return nil }
    var components = tm()
    components.tm_year = year - 1900
    components.tm_mon = Int32(monthIndex)
    components.tm_mday = day
    components.tm_hour = timeNumbers[0]
    components.tm_min = timeNumbers[1]
    components.tm_sec = timeNumbers[2]
    return components
  }

  /// The year that a text means. A year of two digits is at most 50 years after `now`.
  private static func fullYear(_ text: Substring, now: HTTPDate) -> Int32? {
    guard let number = Int32(text), number >= 0 else { return nil }
    if text.utf8.count != 2 { return number }
    let thisYear = now.components.tm_year + 1900
    let year = thisYear - thisYear % 100 + number
    if year > thisYear + 50 { return year - 100 }
    return year
  }

  private var components: tm {
    var seconds = seconds
    var date = tm()
    gmtime_r(&seconds, &date)
    return date
  }

  /// The date in the preferred form, IMF-fixdate.
  public var text: String { spellings(second: components.tm_sec)[0] }

  /// The date as IMF-fixdate, rfc850-date and asctime-date.
  ///
  /// - Parameter second: the second to write: the date's, or 60 for a leap second.
  private func spellings(second: Int32) -> [String] {
    let date = components
    let weekday = Self.weekdays[Int(date.tm_wday)]
    let shortWeekday = weekday.prefix(3)
    let month = Self.months[Int(date.tm_mon)]
    let day = Self.twoDigits(date.tm_mday)
    let year = String(Int(date.tm_year) + 1900)
    let hourAndMinute = "\(Self.twoDigits(date.tm_hour)):\(Self.twoDigits(date.tm_min))"
    let time = "\(hourAndMinute):\(Self.twoDigits(second))"
    let paddedDay = Self.twoDigits(date.tm_mday, padding: " ")
    return [
      "\(shortWeekday), \(day) \(month) \(year) \(time) GMT",
      "\(weekday), \(day)-\(month)-\(year.suffix(2)) \(time) GMT",
      "\(shortWeekday) \(month) \(paddedDay) \(time) \(year)",
    ]
  }

  private static func twoDigits(_ number: Int32, padding: String = "0") -> String {
    if number < 10 { return "\(padding)\(number)" }
    return "\(number)"
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

extension Duration {
  /// Parses delta-seconds (RFC 9111 §1.2.2); values above 2147483647 count as 2147483647.
  init?(deltaSeconds text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    // A number that doesn't fit an `Int` is above 2147483647, too.
    let seconds = Int(text) ?? Int.max
    self = .seconds(min(seconds, Int(Int32.max)))
  }
}
