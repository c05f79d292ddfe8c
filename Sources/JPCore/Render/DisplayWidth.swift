extension StringProtocol {
  /// How many columns a terminal needs for this text: 2 for a wide character (UAX #11) or an emoji
  /// sequence, 0 for a combining mark.
  package var displayWidth: Int {
    // Fast path: each byte of ASCII is one column wide, except for control characters, which most
    // callers escape.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    // The width of an emoji sequence isn't the sum of its scalars' widths. Other texts are read by
    // scalars: reading characters takes ten times as long.
    var width = 0
    if unicodeScalars.contains(where: \.joinsEmoji) {
      for character in self { width += character.displayWidth }
    } else {
      for scalar in unicodeScalars { width += scalar.displayWidth }
    }
    return width
  }
}

extension Character {
  /// How many columns a terminal needs for this character. An emoji sequence is as wide as one wide
  /// character (UTS #51). For any other character, terminals add up the widths of its scalars.
  package var displayWidth: Int {
    if isEmojiSequence { return 2 }
    var width = 0
    for scalar in unicodeScalars { width += scalar.displayWidth }
    return width
  }

  private var isEmojiSequence: Bool {
    let scalars = unicodeScalars
    guard scalars.count > 1, scalars.contains(where: \.joinsEmoji) else {
      return false
    }
    return scalars.first?.properties.isEmoji == true
  }
}

extension Unicode.Scalar {
  /// Whether this is a zero-width joiner, the emoji variation selector, a skin colour or a regional
  /// indicator.
  fileprivate var joinsEmoji: Bool {
    switch value {
    case 0x200D, 0xFE0F, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: true
    default: false
    }
  }

  fileprivate var displayWidth: Int {
    // Fast path: Unicode properties take long to look up.
    if (0x20..<0x7F).contains(value) { return 1 }
    if isZeroWidth { return 0 }
    if isWide { return 2 }
    return 1
  }

  private var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control:
      true
    case .format:
      // The soft hyphen and the signs before Arabic and Syriac numbers are visible.
      switch value {
      case 0xAD, 0x600...0x605, 0x6DD, 0x70F, 0x8E2: false
      default: true
      }
    default:
      // Conjoining Hangul vowels and final consonants are drawn in the cell of the first consonant.
      switch value {
      case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
      default: false
      }
    }
  }

  /// Whether the scalar's East_Asian_Width is W or F (Unicode 15, EastAsianWidth.txt, rounded to
  /// blocks), or it is shown as an emoji.
  private var isWide: Bool {
    guard value >= 0x1100 else { return false }
    if properties.isEmojiPresentation { return true }
    for block in Self.wideBlocks where block.contains(value) { return true }
    return false
  }

  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
