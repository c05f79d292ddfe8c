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
