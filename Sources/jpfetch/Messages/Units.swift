extension Duration {
  /// In the largest unit that needs no fraction, `10 s`.
  var inWords: String {
    let fitting = Self.units.filter {
      self >= $0.length && $0.length * Int(self / $0.length) == self
    }
    guard let unit = fitting.last else { return "\(Int(self / .milliseconds(1))) ms" }
    return "\(Int(self / unit.length)) \(unit.name == "m" ? "min" : unit.name)"
  }

  /// In the largest unit that fits, `2 hours`.
  func roughly(_ rounding: Rounding = .down) -> String {
    let units = [(86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
    let seconds = max(0, seconds(rounding))
    let (length, word) = units.first { seconds >= $0.0 } ?? (1, "second")
    let count = (seconds + (rounding == .up ? length - 1 : 0)) / length
    return "\(count) \(word)\(count == 1 ? "" : "s")"
  }

  /// Ages are rounded down, waits and limits up.
  enum Rounding { case down, up }

  func seconds(_ rounding: Rounding) -> Int {
    let (seconds, rest) = components
    return Int(seconds) + (rounding == .up && rest > 0 ? 1 : 0)
  }

  /// The seconds without their fraction.
  var wholeSeconds: Int { seconds(.down) }

  /// In seconds with up to three decimals, `2.5`.
  var decimalSeconds: String {
    let (seconds, rest) = roundedMilliseconds.quotientAndRemainder(dividingBy: 1000)
    return rest == 0 ? "\(seconds)" : "\(Double(roundedMilliseconds) / 1000)"
  }

  var roundedMilliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
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

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  var inWords: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }

  /// The first three, and how many more there are.
  var firstInWords: String {
    if count <= 3 { return inWords }
    let rest = "\(count - 3) more"
    return (prefix(3) + [rest]).inWords
  }
}
