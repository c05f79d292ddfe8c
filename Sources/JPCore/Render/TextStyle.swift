/// The width and colours of the output.
package struct TextStyle: Equatable, Sendable {
  /// How many columns a line may have; `nil` for no limit.
  package var width: Int?

  /// Whether ``bold(_:)`` and the other styles have an effect; otherwise they return the text as it
  /// is.
  package var isColored: Bool

  package init(width: Int? = nil, isColored: Bool = false) {
    self.width = width
    self.isColored = isColored
  }

  /// For a file or a pipe: nothing is cut or coloured.
  package static let plain = TextStyle()

  package func bold(_ text: String) -> String { styled(text, "1") }

  package func dim(_ text: String) -> String { styled(text, "2") }

  package func green(_ text: String) -> String { styled(text, "32") }

  package func red(_ text: String) -> String { styled(text, "31") }

  package func yellow(_ text: String) -> String { styled(text, "33") }

  /// A text that was searched for, in bold red as grep(1) shows it.
  package func highlight(_ text: String) -> String { styled(text, "1;31") }

  /// A text that is a hyperlink in terminals (OSC 8).
  ///
  /// - Parameter url: an http or https URL. For anything else, for characters other than printable
  ///   ASCII, and for a URL that is longer than terminals accept, there is no hyperlink.
  package func link(_ text: String, to url: String) -> String {
    guard isColored, url.utf8.count <= Self.maxLinkBytes else { return text }
    let isHTTP = url.hasPrefix("http://") || url.hasPrefix("https://")
    let isPrintableASCII = url.utf8.allSatisfy { $0 > .space && $0 < 0x7F }
    if !isHTTP || !isPrintableASCII { return text }
    return "\u{1B}]8;;\(url)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  /// The maximum length of a URL in VTE, the lowest that is known of any terminal. A longer URL
  /// would also be repeated for many lines.
  private static let maxLinkBytes = 2083

  private func styled(_ text: String, _ code: String) -> String {
    guard isColored, !text.isEmpty else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
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
      room -= character.displayWidth
      if room < 0 { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The text in one line, with `↵` for each line break.
  ///
  /// - Parameter text: UTF-8.
  init(inOneLine text: ArraySlice<UInt8>) {
    // Fast path: most texts have no line break.
    guard text.contains(.lineFeed) else {
      self.init(utf8: text)
      return
    }
    var line: [UInt8] = []
    line.reserveCapacity(text.count + 32)
    for byte in text {
      guard byte == .lineFeed else {
        line.append(byte)
        continue
      }
      if line.last == .carriageReturn { line.removeLast() }
      line += "↵".utf8
    }
    self.init(utf8: line)
  }
}
