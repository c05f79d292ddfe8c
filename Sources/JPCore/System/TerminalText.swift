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

  /// The JSON escape `\uXXXX` of a scalar below U+10000.
  package var jsonEscape: String { "\\u" + String(hex: value, digits: 4) }
}

// Texts from outside are compared and split by bytes: `==` normalizes characters and strings first,
// which takes time by the square of the number of combining marks in a row.

extension Character {
  /// Whether the character is LF, or CR and LF. Other line separators are escaped on a terminal.
  package var isLineBreak: Bool {
    switch utf8.first {
    case .lineFeed: utf8.count == 1
    // Among the characters that begin with CR, only the pair CR and LF has two bytes.
    case .carriageReturn: utf8.count == 2
    default: false
    }
  }

  /// Whether the character is a space. With a combining mark, it is another character.
  package var isSpace: Bool { utf8.first == .space && utf8.count == 1 }
}

extension String {
  /// Whether the bytes are the same. `==` is true for other bytes, too, if both texts are
  /// canonically equivalent.
  package func hasSameBytes(as other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    return utf8.elementsEqual(other.utf8)
  }

  /// Whether the text ends with these bytes.
  package func hasSuffix(bytesOf end: String) -> Bool {
    utf8.reversed().starts(with: end.utf8.reversed())
  }
}

extension String {
  /// This text with escapes in place of everything that could steer a terminal: control characters
  /// (C0, C1, DEL), line separators and the bidirectional controls (UAX #9).
  package var safeForTerminal: String {
    // Most text is printable ASCII and needs no second look.
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

  /// This text with the escapes of ``safeForTerminal``, except that tabs and line ends stay as they
  /// are, for formats that programs read.
  package var safeLinesForTerminal: String {
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    return escaping { scalar, _, rest in
      switch scalar {
      case "\n", "\t": nil
      case "\r" where rest.first == "\n": nil
      case _ where scalar.steersTerminal: scalar.jsonEscape
      default: nil
      }
    }
  }

  /// This line with a space inside anything that CI systems would run as a command: `::` at its
  /// beginning (GitHub Actions, which skips any white space before it), `##[`, `##vso[` and
  /// `##teamcity[` anywhere (GitHub Actions, Azure Pipelines, TeamCity).
  package var harmlessInLogs: String {
    // Fast path: a table has thousands of cells without these characters.
    if !utf8.contains(where: { $0 == .colon || $0 == UInt8(ascii: "#") }) { return self }
    let text = unicodeScalars.drop { $0.properties.isWhitespace }
    guard text.starts(with: "::".unicodeScalars) else { return harmlessInLogs(writing: "# ") }
    let whiteSpace = String(unicodeScalars[..<text.startIndex])
    let separated = whiteSpace + ": " + String(text.dropFirst())
    return separated.harmlessInLogs(writing: "# ")
  }

  /// This text with `numberSign` for the first `#` of `##[` and of `##` with a CI system's name
  /// before the bracket, so that CI systems don't run them as commands.
  ///
  /// - Parameter numberSign: an escape for `#` in the text's format.
  package func harmlessInLogs(writing numberSign: String) -> String {
    guard utf8.contains(UInt8(ascii: "#")) else { return self }
    return escaping { scalar, _, rest in
      guard scalar == "#", rest.first == "#" else { return nil }
      let following = rest.dropFirst().drop { $0.isASCII && $0.properties.isAlphabetic }
      if following.first == "[" { return numberSign }
      return nil
    }
  }
}

/// UTF-8 that arrives in pieces, with escapes for everything that could steer a terminal, apart
/// from tabs and line ends. Invalid UTF-8 becomes U+FFFD.
struct TerminalPieces {
  /// The last character, which the next piece may continue, and a CR before it: the next piece may
  /// begin with the LF.
  private var rest: [UInt8] = []

  /// - Returns: the escaped text of all characters that are complete.
  mutating func escaped(_ piece: RawSpan) -> [UInt8] {
    var bytes = rest
    piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
    var end = bytes.endIndex
    // A character's first byte is among the last four.
    for index in bytes.indices.suffix(4).reversed() {
      end = index
      let isContinuation = bytes[index] & 0xC0 == 0x80
      if !isContinuation { break }
    }
    if end > 0, bytes[end - 1] == .carriageReturn { end -= 1 }
    rest = Array(bytes[end...])
    return Self.escaped(bytes[..<end])
  }

  /// The escaped text of the last bytes, after which no piece follows.
  func end() -> [UInt8] { Self.escaped(rest[...]) }

  private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(String(utf8: bytes).safeLinesForTerminal.utf8)
  }
}
