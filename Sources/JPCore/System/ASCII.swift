extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  package static let slash = UInt8(ascii: "/")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")
  package static let leftBracket = UInt8(ascii: "[")
  static let rightBracket = UInt8(ascii: "]")
  static let leftAngle = UInt8(ascii: "<")
  static let rightAngle = UInt8(ascii: ">")
  package static let comma = UInt8(ascii: ",")
  package static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  package static let equals = UInt8(ascii: "=")
  package static let at = UInt8(ascii: "@")
  static let questionMark = UInt8(ascii: "?")
  static let percent = UInt8(ascii: "%")
  static let numberSign = UInt8(ascii: "#")
  package static let space = UInt8(ascii: " ")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  package static let tab = UInt8(ascii: "\t")
  package static let minus = UInt8(ascii: "-")
  package static let point = UInt8(ascii: ".")
  static let underscore = UInt8(ascii: "_")
  static let zero = UInt8(ascii: "0")

  /// Space, LF, CR or tab, JSON's only white space (RFC 8259 §2).
  var isJSONSpace: Bool {
    self == .space || self == .lineFeed || self == .carriageReturn || self == .tab
  }
}

extension UInt8 {
  // `&-` wraps bytes below the first digit or letter to high values, so one comparison checks both
  // bounds. The bit 0x20 makes an upper-case letter lower case.

  package var isDigit: Bool { self &- .zero <= 9 }

  package var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  var isHexDigit: Bool { hexDigitValue != nil }

  /// The value of a hexadecimal digit in either case: 10 for `a` and `A`; `nil` for other bytes.
  var hexDigitValue: UInt8? {
    if isDigit { return self - .zero }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    if letter < 6 { return letter + 10 }
    return nil
  }
}

/// Matches a byte against an ASCII character, so that a `switch` can have `case "n"`.
@inline(__always)
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == UInt8(ascii: character) }

extension Collection<UInt8> {
  /// The length of a UTF-8 byte order mark at the beginning: 3 bytes, or 0 without one.
  var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension String {
  /// Decodes UTF-8. Invalid sequences become U+FFFD.
  package init(utf8: some Collection<UInt8>) { self.init(decoding: utf8, as: UTF8.self) }

  /// Decodes UTF-8. Invalid sequences become U+FFFD.
  init(utf8: Span<UInt8>) { self = utf8.withUnsafeBufferPointer { String(utf8: $0) } }

  /// This text, shortened if it has more than `limit` characters: it is cut between two characters
  /// and ends with `…`, which counts as one.
  package func cut(toCharacters limit: Int) -> String {
    // Limit the bytes, too, because a single character can have thousands of combining marks.
    let maxBytes = 32 * limit
    let end = index(startIndex, offsetBy: limit, limitedBy: endIndex) ?? endIndex
    if end == endIndex, utf8.count <= maxBytes { return self }
    var kept = self[..<end].dropLast()
    while kept.utf8.count > maxBytes { kept.removeLast() }
    return kept + "…"
  }

  /// The text for a message that shows an id or a value: at most 40 characters.
  package var excerpt: String { cut(toCharacters: 40) }

  /// Writes a number in hexadecimal, padded with zeros to at least `digits` digits.
  package init(hex number: some BinaryInteger, digits: Int) {
    let text = String(number, radix: 16)
    self.init(repeating: "0", count: Swift.max(0, digits - text.utf8.count))
    self += text
  }
}
