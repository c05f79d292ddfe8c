/// A moment of the wall clock, to the second, as HTTP tells time.
public struct HTTPDate: Equatable, Comparable, Sendable {
  /// Tells the wall clock's time.
  public typealias Clock = @Sendable () -> HTTPDate

  /// The system's wall clock (time(2)).
  public static let systemClock: Clock = { HTTPDate(seconds: Int(time(nil))) }

  /// Seconds since 1970-01-01 00:00 UTC, leap seconds not counted (time(2)).
  public let seconds: Int

  /// Makes a moment.
  public init(seconds: Int) {
    self.seconds = seconds
  }

  /// Reads one of the three forms of RFC 9110 §5.6.7, strictly: every character must be right, and
  /// so must the day of the week. Letters match in any case (RFC 9111 §4.2).
  ///
  /// - Parameters:
  ///   - text: the field's value.
  ///   - now: decides the century of a year of two digits: never more than 50 years ahead.
  public init?(_ text: String, now: HTTPDate) {
    let words = text.lowercased().split(separator: " ", omittingEmptySubsequences: false)
    let found: (weekday: Substring, day: Int, month: Int, year: Int, time: Substring)?
    switch words.count {
    case 6 where words[0].last == "," && words[5] == "gmt":  // IMF-fixdate
      found = Self.fields(words[0].dropLast(), words[1], words[2], words[3], words[4])
    case 4 where words[0].last == "," && words[3] == "gmt":  // rfc850-date
      found = Self.obsoleteFields(words, now: now)
    case 5:  // asctime-date, day of two digits
      found = Self.fields(words[0], words[2], words[1], words[4], words[3])
    case 6 where words[2].isEmpty && words[3].count == 1:  // asctime-date, day of one digit
      found = Self.fields(words[0], "0" + words[3], words[1], words[5], words[4])
    default:
      found = nil
    }
    guard let found, let time = Self.secondsOfDay(found.time) else { return nil }
    let days = Self.days(year: found.year, month: found.month, day: found.day)
    // 1970-01-01 was a Thursday.
    let weekday = Self.weekdays[((days + 4) % 7 + 7) % 7].lowercased()
    guard found.weekday == (words.count == 4 ? weekday[...] : weekday.prefix(3)),
      found.day <= Self.length(ofMonth: found.month, year: found.year)
    else { return nil }
    seconds = days * 86400 + time
  }

  /// The preferred form, IMF-fixdate.
  public var text: String {
    let days = Int((Double(seconds) / 86400).rounded(.down))
    let rest = seconds - days * 86400
    let (year, month, day) = Self.date(days: days)
    let weekday = Self.weekdays[((days + 4) % 7 + 7) % 7].prefix(3)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map { Self.digits($0, 2) }
    let date = "\(Self.digits(day, 2)) \(Self.months[month - 1]) \(Self.digits(year, 4))"
    return "\(weekday), \(date) \(time.joined(separator: ":")) GMT"
  }

  /// Compares the seconds.
  public static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

  /// The time from one moment to another, negative where the other comes first.
  public static func - (one: HTTPDate, other: HTTPDate) -> Duration {
    .seconds(one.seconds - other.seconds)
  }

  // MARK: Fields

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private typealias Fields = (
    weekday: Substring, day: Int, month: Int, year: Int, time: Substring
  )

  private static func fields(
    _ weekday: Substring, _ day: Substring, _ month: Substring, _ year: Substring,
    _ time: Substring
  ) -> Fields? {
    guard let day = number(day, digits: 2), day > 0,
      let month = months.firstIndex(where: { $0.lowercased() == month }),
      let year = number(year, digits: 4)
    else { return nil }
    return (weekday, day, month + 1, year, time)
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`.
  private static func obsoleteFields(_ words: [Substring], now: HTTPDate) -> Fields? {
    let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
    guard date.count == 3, let short = number(date[2], digits: 2) else { return nil }
    let thisYear = Self.date(days: now.seconds / 86400).year
    var year = thisYear - thisYear % 100 + short
    if year > thisYear + 50 { year -= 100 }
    return fields(words[0].dropLast(), date[0], date[1], Substring(digits(year, 4)), words[2])
  }

  /// `08:49:37`; a leap second counts as the last one before it.
  private static func secondsOfDay(_ time: Substring) -> Int? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 2), hour < 24,
      let minute = number(parts[1], digits: 2), minute < 60,
      let second = number(parts[2], digits: 2), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy(\.isDigit)
    else { return nil }
    return Int(text)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  // MARK: The Gregorian calendar

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days since 1970-01-01, counting years from March so that the leap day is the last one, in eras of
  /// 400 years so that no dividend is negative.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let era = (year < 0 ? year - 399 : year) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted < 0 ? shifted - 146_096 : shifted) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
  }
}
