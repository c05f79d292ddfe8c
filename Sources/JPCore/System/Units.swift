extension Duration {
  /// The duration in whole units of the largest unit that it reaches: `2 hours` for 150 minutes.
  package func roughlyInWords(_ rounding: Rounding = .down) -> String {
    let (count, unit) = inLargestUnit(rounding)
    return count.inWords(unit)
  }

  /// The same as ``roughlyInWords(_:)``, rounded down and with one letter for the unit: `2h`.
  package var roughlyAbbreviated: String {
    let (count, unit) = inLargestUnit(.down)
    return "\(count)\(unit.prefix(1))"
  }

  private func inLargestUnit(_ rounding: Rounding) -> (count: Int, unit: String) {
    let units = [(86400, "day"), (3600, "hour"), (60, "minute")]
    let seconds = max(0, seconds(rounding))
    for (length, unit) in units where seconds >= length {
      var count = seconds / length
      if rounding == .up, seconds % length > 0 { count += 1 }
      return (count, unit)
    }
    return (seconds, "second")
  }

  /// Ages are rounded down, waits and limits up.
  package enum Rounding { case down, up }

  package func seconds(_ rounding: Rounding) -> Int {
    let (seconds, rest) = components
    if rounding == .up, rest > 0 { return Int(seconds) + 1 }
    return Int(seconds)
  }

  package var wholeSeconds: Int { seconds(.down) }

  /// The duration in seconds with up to three decimals, `2.5`.
  package var decimalSeconds: String {
    let (seconds, rest) = roundedMilliseconds.quotientAndRemainder(dividingBy: 1000)
    if rest == 0 { return "\(seconds)" }
    return "\(Double(roundedMilliseconds) / 1000)"
  }

  /// The duration as a measured time: `9 ms`, or `3.4 s` from one second on.
  package func measuredInWords(
    _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> String {
    let milliseconds = Int((self / .milliseconds(1)).rounded(rule))
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let tenths = Int((self / .milliseconds(100)).rounded(rule))
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// For a time that exceeds a limit: with a limit of 1 ms, a message shows 1.4 ms as 2 ms.
  package var millisecondsRoundedUp: Int { Int((self / .milliseconds(1)).rounded(.up)) }

  package var roundedMilliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}

extension Duration? {
  /// How long ago something was: `2 hours ago`, or `at an unknown time`.
  package var agoInWords: String {
    guard let self else { return "at an unknown time" }
    return "\(self.roughlyInWords()) ago"
  }
}

extension Duration {
  /// The duration in the largest unit that needs no fraction: `90 s`, but `2 min`. Only
  /// milliseconds may have one: `0.5 ms`.
  package var inWords: String {
    let units = [(86400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    for (seconds, unit) in units {
      let length = Duration.seconds(seconds)
      let count = Int(self / length)
      if count > 0, length * count == self { return "\(count) \(unit)" }
    }
    let milliseconds = self / .milliseconds(1)
    guard let whole = Int(exactly: milliseconds) else { return "\(milliseconds) ms" }
    return "\(whole) ms"
  }
}

extension Int {
  /// The form of a word that agrees with this number: `1 album has`, `2 albums have`.
  package func pluralForm(_ singular: String, _ plural: String) -> String {
    if self == 1 { return singular }
    return plural
  }

  /// `1 response`, `2 responses`.
  ///
  /// - Parameter noun: a singular whose plural ends in `s`.
  package func inWords(_ noun: String) -> String {
    "\(self) \(pluralForm(noun, noun + "s"))"
  }

  /// This number of bytes in the largest unit that it reaches, with one decimal, which is rounded
  /// down: `1.5 KiB`, `900 bytes`.
  package var bytesInWords: String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
    for (size, name) in units where self >= size {
      let tenths = self * 10 / size
      if tenths % 10 == 0 { return "\(tenths / 10) \(name)" }
      return "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return inWords("byte")
  }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  package var inWords: String {
    guard count > 1, let last else { return joined() }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
