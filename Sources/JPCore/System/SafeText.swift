// Makes text from servers, files and users safe for its destination. Design.md lists each
// destination's functions in their order; those of `Secrets.swift` come first.

// MARK: Terminals

extension Unicode.Scalar {
  /// Whether the scalar is a control character (C0, C1, DEL), a line separator or a bidirectional
  /// control (UAX #9).
  package var steersTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The JSON escape `\uXXXX` of the scalar, which must be below U+10000.
  package var jsonEscape: String { "\\u" + String(hex: value, digits: 4) }
}

extension String {
  /// This text with escapes in place of everything that could steer a terminal: control characters
  /// (C0, C1, DEL), line separators and the bidirectional controls (UAX #9).
  package var safeForTerminal: String {
    // Fast path: most text is printable ASCII.
    if hasOnlyBytes(in: 0x20..<0x7F) { return self }
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    return escaping { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where scalar.steersTerminal: scalar.jsonEscape
      default: nil
      }
    }
  }

  /// This text with the escape `\uXXXX` in place of everything that could steer a terminal, except
  /// for tabs and line ends (LF and CR LF): a text of many lines, such as CSV, needs them.
  package var safeLinesForTerminal: String {
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    return escapingInContext { scalar, _, rest in
      switch scalar {
      case "\n", "\t": nil
      case "\r" where rest.first == "\n": nil
      case _ where scalar.steersTerminal: scalar.jsonEscape
      default: nil
      }
    }
  }
}

/// Applies ``Swift/String/safeLinesForTerminal`` to UTF-8 that arrives in pieces. Invalid UTF-8
/// becomes U+FFFD.
struct TerminalPieces {
  /// The end of the last piece, which can be escaped only with the next piece: a scalar that may be
  /// incomplete, and a CR before it, which is escaped unless LF follows.
  private var rest: [UInt8] = []

  /// The escaped text, as far as it doesn't depend on the next piece.
  mutating func escapePiece(_ piece: RawSpan) -> [UInt8] {
    var bytes = rest
    piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
    var end = bytes.endIndex
    // Find the first byte of the last scalar, which is at most four bytes long.
    for index in bytes.indices.suffix(4).reversed() {
      end = index
      let isContinuation = bytes[index] & 0xC0 == 0x80
      if !isContinuation { break }
    }
    if end > 0, bytes[end - 1] == .carriageReturn { end -= 1 }
    rest = Array(bytes[end...])
    return Self.escapeLines(bytes[..<end])
  }

  /// The escaped text of the bytes that are left after the last piece.
  func escapeRest() -> [UInt8] { Self.escapeLines(rest[...]) }

  private static func escapeLines(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(String(utf8: bytes).safeLinesForTerminal.utf8)
  }
}

// MARK: Logs of CI systems

extension String {
  /// This line with a space inserted into each sequence that makes a CI system run a command: a
  /// `::` that begins the line, even after white space (GitHub Actions), and `##[`, `##vso[` and
  /// `##teamcity[` anywhere (GitHub Actions, Azure Pipelines, TeamCity).
  package var safeForLogs: String {
    // Fast path: a table has thousands of cells without these characters.
    if !utf8.contains(where: { $0 == .colon || $0 == UInt8(ascii: "#") }) { return self }
    let text = unicodeScalars.drop { $0.properties.isWhitespace }
    guard text.starts(with: "::".unicodeScalars) else { return escapingLogCommands(with: "# ") }
    let whiteSpace = String(unicodeScalars[..<text.startIndex])
    let separated = whiteSpace + ": " + String(text.dropFirst())
    return separated.escapingLogCommands(with: "# ")
  }

  /// This text with `numberSign` for the first `#` of `##[` and of `##` with any letters before the
  /// bracket, such as `##vso[`, so that CI systems don't run them as commands.
  ///
  /// - Parameter numberSign: an escape for `#` in the text's format.
  package func escapingLogCommands(with numberSign: String) -> String {
    guard utf8.contains(UInt8(ascii: "#")) else { return self }
    return escapingInContext { scalar, _, rest in
      guard scalar == "#", rest.first == "#" else { return nil }
      let following = rest.dropFirst().drop { $0.isASCII && $0.properties.isAlphabetic }
      if following.first == "[" { return numberSign }
      return nil
    }
  }
}

// MARK: Markdown

extension String {
  /// This text as a cell of a GitHub Flavored Markdown table (GFM §4.10). Pipes, backslashes, and
  /// characters that could be part of emphasis, strikethrough, code, a link, a tag or an entity are
  /// escaped (CommonMark §2.4). A line break becomes `<br>`.
  ///
  /// In a URL that Markdown makes a link (GFM §6.9), only pipes are escaped: a backslash would be
  /// part of the URL.
  package var safeForMarkdown: String {
    let hasMarkup = withUTF8Span { text in text.hasMarkup }
    guard hasMarkup else { return self }
    // No URL has `##` (RFC 3986 §3.5), but a command to a CI system has, and must be escaped.
    let mayHaveURL = !contains(ascii: "##")
    var isInURL = false
    return escapingInContext { scalar, before, rest in
      if isInURL {
        isInURL = !scalar.endsURL
      } else if mayHaveURL, mayPrecedeURL(before) {
        isInURL = beginsURL(scalar, rest)
      }
      if isInURL {
        if scalar == "|" { return "\\|" }
        return nil
      }
      let isWithinWord = isLetter(before) && isLetter(rest.first)
      return switch scalar {
      case "\r" where rest.first == "\n": ""
      case "\r", "\n": "<br>"
      // `_` within a word doesn't begin emphasis (CommonMark §6.2).
      case "_" where isWithinWord: nil
      case _ where scalar.isMarkup: "\\\(scalar)"
      default: nil
      }
    }
  }
}

extension Span<UInt8> {
  /// Whether a UTF-8 text has characters that must be escaped in a cell of a Markdown table.
  var hasMarkup: Bool {
    contains(anyOf: "`*_[]<>&~|\\\r\n")
  }
}

/// Whether a URL can begin after this scalar; `nil` is the text's start.
private func mayPrecedeURL(_ scalar: Unicode.Scalar?) -> Bool {
  guard let scalar else { return true }
  return " \t\r\n*_~(".unicodeScalars.contains(scalar)
}

/// Whether a text begins a URL that Markdown makes a link: `https://a`, `http://a`, `www.a`.
private func beginsURL(
  _ first: Unicode.Scalar, _ rest: Substring.UnicodeScalarView
) -> Bool {
  if first != "h", first != "w" { return false }
  for start in ["http://", "https://", "www."] {
    let scalars = start.unicodeScalars
    if scalars.first != first || !rest.starts(with: scalars.dropFirst()) { continue }
    guard let host = rest.dropFirst(scalars.count - 1).first else { return false }
    return host.properties.isAlphabetic || ("0"..."9").contains(host)
  }
  return false
}

extension Unicode.Scalar {
  /// Whether a URL in Markdown ends before this scalar.
  fileprivate var endsURL: Bool { " \t\r\n<".unicodeScalars.contains(self) }

  fileprivate var isMarkup: Bool { "\\`*_[]<>&~|\r\n".unicodeScalars.contains(self) }
}

private func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
  guard let scalar else { return false }
  return scalar.properties.isAlphabetic
}

// MARK: XML and YAML

extension String {
  /// The text without U+FFFE and U+FFFF, which XML and YAML don't allow.
  package var withoutNoncharacters: String {
    escaping { scalar in
      switch scalar {
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}

// MARK: Escaping

extension String {
  /// Replaces each scalar for which `substitute` returns a text; `nil` keeps the scalar.
  package func escaping(_ substitute: (Unicode.Scalar) -> String?) -> String {
    escapingInContext { scalar, _, _ in substitute(scalar) }
  }

  /// Replaces each scalar for which `substitute` returns a text; `nil` keeps the scalar.
  ///
  /// - Parameter substitute: called with a scalar, the scalar before it, and all scalars after it.
  package func escapingInContext(
    _ substitute: (Unicode.Scalar, Unicode.Scalar?, Substring.UnicodeScalarView) -> String?
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var before: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if let text = substitute(scalar, before, rest) {
        bytes += text.utf8
      } else {
        bytes += scalar.utf8
      }
      before = scalar
    }
    return String(utf8: bytes)
  }
}
