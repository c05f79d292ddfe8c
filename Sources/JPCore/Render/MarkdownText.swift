extension String {
  /// This text as a cell of a table of GitHub Flavored Markdown (GFM §4.10): what would begin
  /// emphasis, code, a link, a tag or an entity is escaped (CommonMark §2.4), a line break is
  /// `<br>`.
  package var escapedForMarkdown: String {
    guard utf8.span.hasMarkup else { return self }
    var text = UnicodeScalarView()
    let scalars = Array(unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let isWithinWord =
        place > 0 && place + 1 < scalars.count && scalars[place - 1].properties.isAlphabetic
        && scalars[place + 1].properties.isAlphabetic
      switch scalar {
      case "\r" where place + 1 < scalars.count && scalars[place + 1] == "\n": continue
      case "\r", "\n": text.append(contentsOf: "<br>".unicodeScalars)
      // Within a word it begins nothing (CommonMark §6.2).
      case "_" where isWithinWord: text.append(scalar)
      case _ where scalar.isMarkup: text.append(contentsOf: ["\\", scalar])
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}

extension Span<UInt8> {
  /// Whether a UTF-8 text has characters that a cell of a table escapes.
  var hasMarkup: Bool { hasPlainMarkup || contains(anyOf: ["\\", "\r", "\n"]) }

  /// The same for printable ASCII without a backslash.
  @inline(__always)
  var hasPlainMarkup: Bool {
    contains(anyOf: ["`", "*", "_", "[", "]", "<", ">", "&", "~", "|"])
  }
}

extension Unicode.Scalar {
  fileprivate var isMarkup: Bool { "\\`*_[]<>&~|\r\n".unicodeScalars.contains(self) }
}
