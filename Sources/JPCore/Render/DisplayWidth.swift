extension StringProtocol {
  /// How many columns a terminal takes to show this: wide characters 2, combining marks 0 (UAX #11).
  ///
  /// Counted by grapheme cluster: a family emoji is one wide character, `e` and its accent a narrow
  /// one.
  var displayWidth: Int {
    // ASCII text without controls, which most is, has as many columns as bytes.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  private static let emojiPresentation: Unicode.Scalar = "\u{FE0F}"

  fileprivate var displayWidth: Int {
    var width = 0
    for scalar in unicodeScalars {
      if scalar.isWide || scalar == Self.emojiPresentation && width > 0 { return 2 }
      width = max(width, scalar.isZeroWidth ? 0 : 1)
    }
    return width
  }
}

extension Unicode.Scalar {
  fileprivate var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: true
    default: (0x1160...0x11FF).contains(value)  // vowels and finals of conjoining Hangul
    }
  }

  /// East_Asian_Width W or F, or shown as an emoji (Unicode 15, EastAsianWidth.txt), as blocks.
  fileprivate var isWide: Bool {
    guard value >= 0x1100 else { return false }
    return properties.isEmojiPresentation || Self.wideBlocks.contains { $0.contains(value) }
  }

  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
