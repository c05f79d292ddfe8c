/// What the output can show: its width and colours.
package struct TextStyle: Equatable, Sendable {
  /// How many columns a line may have; `nil` for no limit.
  package var width: Int?

  /// Whether colours and bold may be used.
  package var isColored: Bool

  /// Whether the terminal shows 24-bit colours.
  package var hasTrueColor: Bool

  package init(width: Int? = nil, isColored: Bool = false, hasTrueColor: Bool = false) {
    self.width = width
    self.isColored = isColored
    self.hasTrueColor = hasTrueColor
  }

  /// For a file or a pipe: nothing is cut or coloured.
  package static let plain = TextStyle()

  /// A text in bold, where that may be used.
  func bold(_ text: String) -> String { styled(text, "1") }

  /// A text in a fainter colour of the terminal's own, where colours may be used.
  func dim(_ text: String) -> String { styled(text, "2") }

  /// A text in green, where colours may be used.
  package func green(_ text: String) -> String { styled(text, "32") }

  /// A text in red, where colours may be used.
  package func red(_ text: String) -> String { styled(text, "31") }

  /// A text in yellow, where colours may be used.
  package func yellow(_ text: String) -> String { styled(text, "33") }

  private func styled(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Whether the terminal can show squares of any colour.
  var hasSwatches: Bool { isColored && hasTrueColor }

  /// A square of the colour that a URL's last part names, `…/600/92c952`, and a space; `nil` if it
  /// names none or the terminal can't show it.
  ///
  /// - Parameter isShort: whether only the last part is left of it.
  func swatch(for url: ArraySlice<UInt8>, isShort: Bool = false) -> String? {
    guard hasSwatches, let name = isShort ? Self.color(url) : Self.color(in: url) else {
      return nil
    }
    let color = name.reduce(0) { $0 << 4 | UInt32($1.hexDigitValue ?? 0) }
    let parts = [color >> 16, color >> 8 & 0xFF, color & 0xFF].map { String($0) }
    return "\u{1B}[38;2;\(parts.joined(separator: ";"))m■\u{1B}[0m "
  }

  /// The colour that a URL's last part names, `92c952`; `nil` if it names none.
  static func color(in url: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard url.starts(with: "http".utf8) else { return nil }
    return color(url.split(separator: UInt8(ascii: "/")).last ?? [])
  }

  private static func color(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    name.count == 6 && name.allSatisfy { $0.hexDigitValue != nil } ? name : nil
  }

  /// How many columns a swatch takes.
  static let swatchWidth = 2
}

extension String {
  /// This text cut to a number of columns, with `…` for the part that doesn't fit; never cut inside
  /// a character.
  package func cut(to width: Int) -> String {
    guard displayWidth > width else { return self }
    guard width > 0 else { return "" }
    var text = ""
    var room = width - 1
    for character in self {
      room -= String(character).displayWidth
      if room < 0 { break }
      text.append(character)
    }
    return text + "…"
  }
}
