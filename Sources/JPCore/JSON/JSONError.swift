/// Where and why a text is not JSON (RFC 8259).
public struct JSONError: Error, Equatable, Sendable {
  /// What the grammar allows at the place of the error.
  public enum Expectation: Equatable, Sendable {
    /// Any value (RFC 8259 §3).
    case value
    /// A member's name or the end of the object (RFC 8259 §4).
    case nameOrObjectEnd
    /// A member's name (RFC 8259 §4).
    case name
    /// The `:` between a name and its value.
    case colon
    /// `,` or `}`.
    case commaOrObjectEnd
    /// `,` or `]`.
    case commaOrArrayEnd
    /// A digit (RFC 8259 §6).
    case digit
    /// One of the escapes of RFC 8259 §7.
    case escape
    /// Four hexadecimal digits behind `\u`.
    case hexDigit
    /// The `"` that ends a string; control characters must be escaped.
    case stringEnd
    /// Well-formed UTF-8 (RFC 3629 §4).
    case utf8
    /// Nothing but white space.
    case textEnd
    /// No more than this many arrays and objects inside each other.
    case depth(atMost: Int)
    /// A text of no more than this many bytes.
    case length(atMost: Int)
  }

  /// The place of the error.
  public let position: TextPosition

  /// What would have been right there.
  public let expected: Expectation

  /// The character that stands there instead; `nil` at the end of the text, or where the bytes
  /// are no character.
  public let found: Unicode.Scalar?

  init(at offset: Int, expected: Expectation, in text: RawSpan) {
    position = TextPosition(offset: offset, in: text)
    self.expected = expected
    found = text.scalar(at: offset)
  }
}

/// A place in a text, as an editor shows it.
public struct TextPosition: Equatable, Sendable {
  /// Bytes before the place.
  public let offset: Int

  /// The line, from 1; lines end with LF.
  public let line: Int

  /// The column, from 1, in Unicode scalars.
  public let column: Int

  init(offset: Int, in text: RawSpan) {
    let lineFeed: UInt8 = 0x0A
    var line = 1
    var column = 1
    for index in 0..<min(offset, text.byteCount) {
      let byte = text.byte(at: index)
      if byte == lineFeed {
        line += 1
        column = 1
      } else if !UTF8.isContinuation(byte) {
        column += 1
      }
    }
    self.offset = offset
    self.line = line
    self.column = column
  }
}

extension RawSpan {
  func byte(at offset: Int) -> UInt8 {
    unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  fileprivate func scalar(at offset: Int) -> Unicode.Scalar? {
    var bytes: [UInt8] = []
    for next in offset..<max(offset, min(offset + 4, byteCount)) { bytes.append(byte(at: next)) }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }
}
