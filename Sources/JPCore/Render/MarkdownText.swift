extension String {
  /// This text as a cell of a GitHub Flavored Markdown table (GFM §4.10): characters that would begin
  /// emphasis, code, a link, a tag or an entity is escaped (CommonMark §2.4), a line break is
  /// `<br>`.
  package var escapedForMarkdown: String {
    guard utf8.span.hasMarkup else { return self }
    return escaping { scalar, before, rest in
      let isWithinWord = [before, rest.first].allSatisfy { $0?.properties.isAlphabetic ?? false }
      return switch scalar {
      case "\r" where rest.first == "\n": ""
      case "\r", "\n": "<br>"
      // Within a word it begins nothing (CommonMark §6.2).
      case "_" where isWithinWord: nil
      case _ where scalar.isMarkup: "\\\(scalar)"
      default: nil
      }
    }
  }
}

extension Span<UInt8> {
  /// Whether a UTF-8 text has characters that a cell of a table escapes.
  var hasMarkup: Bool {
    contains(anyOf: ["`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "\\", "\r", "\n"])
  }
}

extension Unicode.Scalar {
  fileprivate var isMarkup: Bool { "\\`*_[]<>&~|\r\n".unicodeScalars.contains(self) }
}
