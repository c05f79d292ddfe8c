extension Duration {
  static let units: [(name: String, length: Duration)] = [
    ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
    ("d", .seconds(86400)),
  ]

  /// Reads `500ms`, `10s`, `5m`, `12h`, `7d`, or seconds; `nil` for anything else.
  init?(argument text: String) {
    let digits = text.prefix { ("0"..."9").contains($0) }
    var name = text[digits.endIndex...]
    if name.isEmpty { name = "s" }
    // Nine digits of days are far below a Duration's limit.
    guard let count = Int(digits), digits.count <= 9 else {
      return nil
    }
    for unit in Self.units where unit.name == name {
      self = unit.length * count
      return
    }
    return nil
  }

  /// In the largest unit that needs no fraction, `10 s`.
  var inWords: String {
    for unit in Self.units.reversed() {
      let count = Int(self / unit.length)
      guard count > 0, unit.length * count == self else { continue }
      if unit.name == "m" { return "\(count) min" }
      return "\(count) \(unit.name)"
    }
    return "\(Int(self / .milliseconds(1))) ms"
  }
}
