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
    guard var text = Self.fixdate(text.lowercased(), now: now) else { return nil }
    // A leap second counts as the second before it.
    if text.hasSuffix(":60 gmt") { text = text.dropLast(6) + "59 gmt" }
    // `sun, 06 nov 1994 08:49:37 gmt`
    let parts = text.split { $0 == " " || $0 == "," || $0 == ":" }
    guard parts.count == 8, let day = Int32(parts[1]), let year = Int32(parts[3]),
      let month = Self.months.firstIndex(where: { $0.lowercased() == parts[2] }),
      let hour = Int32(parts[4]), let minute = Int32(parts[5]), let second = Int32(parts[6])
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, Int32(month), day)
    (time.tm_hour, time.tm_min, time.tm_sec) = (hour, minute, second)
    seconds = timegm(&time)
    // timegm(3) accepts 31 February and turns it into a day in March.
    guard self.text.lowercased() == text else { return nil }
  }

  /// Converts any of the three forms to IMF-fixdate; both texts are in lower case.
  private static func fixdate(_ text: String, now: HTTPDate) -> String? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    switch words.count {
    case 6 where words[0].hasSuffix(","): return text
    case 4 where words[3] == "gmt":  // rfc850-date, `sunday, 06-nov-94 08:49:37 gmt`
      let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
      guard weekdays.contains(where: { $0.lowercased() + "," == words[0] }), date.count == 3,
        date[2].utf8.count == 2, date[2].utf8.allSatisfy(\.isDigit), let year = Int(date[2])
      else { return nil }
      let thisYear = Int(now.text.split(separator: " ")[3]) ?? 0
      let century = thisYear - thisYear % 100
      let nearest = century + year > thisYear + 50 ? century - 100 + year : century + year
      return "\(words[0].prefix(3)), \(date[0]) \(date[1]) \(nearest) \(words[2]) gmt"
    case 5:  // asctime-date, `sun nov 16 08:49:37 1994`
      return "\(words[0]), \(words[2]) \(words[1]) \(words[4]) \(words[3]) gmt"
    case 6 where words[2].isEmpty:  // asctime-date with a one-digit day
      return "\(words[0]), 0\(words[3]) \(words[1]) \(words[5]) \(words[4]) gmt"
    default: return nil
    }
  }

  /// The date in the preferred form, IMF-fixdate.
  public var text: String {
    var (seconds, date) = (seconds, tm())
    gmtime_r(&seconds, &date)
    let weekday = Self.weekdays[Int(date.tm_wday)].prefix(3)
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (day, month, year) = (date.tm_mday, Self.months[Int(date.tm_mon)], Int(date.tm_year) + 1900)
    let time = "\(digits(date.tm_hour)):\(digits(date.tm_min)):\(digits(date.tm_sec))"
    let zeros = String(repeating: "0", count: max(0, 4 - String(year).utf8.count))
    return "\(weekday), \(digits(day)) \(month) \(zeros)\(year) \(time) GMT"
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
