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

// Texts from servers and files are compared and split by bytes. `==` would normalize them first,
// which takes quadratic time for a long run of combining marks.

extension Character {
  /// Whether the character is LF or CR LF. ``Swift/String/safeForTerminal`` escapes other line
  /// separators, such as U+2028.
  package var isLineBreak: Bool {
    switch utf8.first {
    case .lineFeed: utf8.count == 1
    // Swift reads CR LF as one character, the only one of two bytes that begins with CR.
    case .carriageReturn: utf8.count == 2
    default: false
    }
  }

  /// Whether the character is a space. With a combining mark, it is another character.
  package var isSpace: Bool { utf8.first == .space && utf8.count == 1 }
}

extension String {
  /// Whether two texts have the same UTF-8. `==` is also true for canonically equivalent texts,
  /// such as `é` in one scalar and in two.
  package func hasSameBytes(as other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    return utf8.elementsEqual(other.utf8)
  }

  /// Whether the text's UTF-8 ends with the UTF-8 of `end`.
  package func hasSuffix(bytesOf end: String) -> Bool {
    utf8.reversed().starts(with: end.utf8.reversed())
  }
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

/// Applies ``Swift/String/safeLinesForTerminal`` to UTF-8 that arrives in pieces. Invalid UTF-8
/// becomes U+FFFD.
struct TerminalPieces {
  /// The end of the last piece, which can be escaped only with the next piece: a scalar that may be
  /// incomplete, and a CR before it, which is escaped unless LF follows.
  private var rest: [UInt8] = []

  /// The escaped text, as far as it doesn't depend on the next piece.
  mutating func escaped(_ piece: RawSpan) -> [UInt8] {
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
    return Self.escaped(bytes[..<end])
  }

  /// The escaped text of the bytes that are left after the last piece.
  func end() -> [UInt8] { Self.escaped(rest[...]) }

  private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(String(utf8: bytes).safeLinesForTerminal.utf8)
  }
}
