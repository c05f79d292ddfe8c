extension Duration {
  private static let units: [(name: String, length: Duration)] = [
    ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
    ("d", .seconds(86400)),
  ]

  /// Reads `500ms`, `10s`, `5m`, `12h`, `7d`, or seconds; `nil` for anything else.
  init?(argument text: String) {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let name = digits.count == text.count ? "s" : text[digits.endIndex...]
    // Nine digits of days are still far from what a Duration can hold.
    guard let count = Int(digits), digits.count <= 9,
      let unit = Self.units.first(where: { $0.name == name })
    else { return nil }
    self = unit.length * count
  }

  /// In the largest unit that needs no fraction, `10 s`.
  var inWords: String {
    let fitting = Self.units.filter {
      self >= $0.length && $0.length * Int(self / $0.length) == self
    }
    guard let unit = fitting.last else { return "\(Int(self / .milliseconds(1))) ms" }
    return "\(Int(self / unit.length)) \(unit.name == "m" ? "min" : unit.name)"
  }
}

extension Duration {
  /// As a person would say it, in the largest unit that fits, rounded down: `2 hours`.
  var roughly: String {
    let units = [(86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
    let (length, name) = units.first { wholeSeconds >= $0.0 } ?? (1, "second")
    let count = max(0, wholeSeconds) / length
    return "\(count) \(name)\(count == 1 ? "" : "s")"
  }

  /// The seconds without their fraction.
  var wholeSeconds: Int { Int(components.seconds) }
}

extension Int {
  /// Bytes as a person would say them, in powers of 1024.
  var bytesInWords: String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
    guard let (size, name) = units.first(where: { self >= $0.0 }) else { return "\(self) bytes" }
    let tenths = self * 10 / size
    return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
