/// ASCII characters by name.
extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  package static let slash = UInt8(ascii: "/")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")
  package static let leftBracket = UInt8(ascii: "[")
  static let rightBracket = UInt8(ascii: "]")
  package static let comma = UInt8(ascii: ",")
  package static let colon = UInt8(ascii: ":")
  package static let equals = UInt8(ascii: "=")
  package static let at = UInt8(ascii: "@")
  static let questionMark = UInt8(ascii: "?")
  static let percent = UInt8(ascii: "%")
  package static let space = UInt8(ascii: " ")
  static let lineFeed = UInt8(ascii: "\n")
  package static let minus = UInt8(ascii: "-")
  package static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")

  /// Space, LF, CR or tab, JSON's only white space (RFC 8259 §2).
  var isJSONSpace: Bool {
    self == .space || self == .lineFeed || self == 0x0D || self == 0x09
  }
}
