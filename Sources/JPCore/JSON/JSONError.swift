/// The position and reason why a text is not JSON (RFC 8259).
public struct JSONError: Error, Equatable, CustomStringConvertible {
  /// The content that is required at an error's position, or the limit that the text exceeds.
  @nonexhaustive
  public enum Expectation: Equatable, Sendable, CustomStringConvertible {
    /// An element of the syntax of RFC 8259, in words, such as `a digit`.
    case syntax(String)
    /// Well-formed UTF-8 (RFC 3629 §4).
    case utf8
    /// At most this many levels of arrays and objects.
    case depth(atMost: Int)
    /// At most this many values.
    case count(atMost: Int)
    /// A text of at most this many bytes.
    case length(atMost: Int)

    /// The expectation in words, such as `"," or "}"`.
    public var description: String {
      switch self {
      case .syntax(let words): words
      case .utf8: "valid UTF-8"
      case .depth(let limit): "at most \(limit) levels"
      case .count(let limit): "at most \(limit) values"
      case .length(let limit): "at most \(limit) bytes"
      }
    }
  }

  /// The position of the error.
  public let position: TextPosition

  /// The content that is required instead of ``found``, or the limit that the text exceeds.
  public let expected: Expectation

  /// The content at an error's position.
  public enum Found: Equatable, Sendable, CustomStringConvertible {
    /// A well-formed character.
    case character(Unicode.Scalar)
    /// Bytes that are not well-formed UTF-8.
    case bytes
    /// The end of the text.
    case end

    /// The content in words; a character is in quotes.
    public var description: String {
      switch self {
      case .character("'"): "\"'\""
      case .character(let scalar): String(scalar).debugDescription
      case .bytes: "other bytes"
      case .end: "the end"
      }
    }
  }

  /// The content at ``position``.
  public let found: Found

  /// The error in words: the position and the reason, or the limit that the text exceeds.
  public var description: String {
    switch expected {
    case .count(let limit): "more than \(limit) JSON values"
    case .length(let limit): "more than \(limit) bytes of JSON"
    default: "\(position): \(problem)"
    }
  }

  /// What is wrong at the position: `expected a digit, found "x"`.
  package var problem: String { "expected \(expected), found \(found)" }

  /// Whether the text has too many values or bytes, though it may be valid JSON.
  package var isExcess: Bool {
    switch expected {
    case .count, .length: true
    default: false
    }
  }

  /// Makes an error, for tests of programs that use this library.
  public init(position: TextPosition, expected: Expectation, found: Found) {
    self.position = position
    self.expected = expected
    self.found = found
  }

  init(at offset: Int, expected: Expectation, in text: [UInt8]) {
    position = TextPosition(offset: offset, in: text)
    self.expected = expected
    if offset >= text.count {
      found = .end
    } else if let scalar = text.scalar(at: offset) {
      found = .character(scalar)
    } else {
      found = .bytes
    }
  }
}

/// A position in a text, as an editor shows it.
public struct TextPosition: Equatable, Sendable, CustomStringConvertible {
  /// The number of bytes before the position.
  public let offset: Int

  /// The line, from 1; lines end with LF.
  public let line: Int

  /// The column, from 1, in Unicode scalars.
  public let column: Int

  /// The line and the column in words, such as `line 1 column 53`.
  public var description: String { "line \(line) column \(column)" }

  /// Makes a position; by default that of the first byte.
  public init(offset: Int = 0, line: Int = 1, column: Int = 1) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  init(offset: Int, in text: [UInt8]) {
    let start = Self.start(of: text)
    if offset <= start.offset {
      self = TextPosition(offset: offset)
    } else {
      self = start.advanced(to: offset, in: text)
    }
  }

  /// The position of a text's first character. Editors don't count the byte order mark as a column.
  fileprivate static func start(of text: [UInt8]) -> TextPosition {
    TextPosition(offset: text.byteOrderMarkLength)
  }

  /// The position of the offset `end`, counted on from this one.
  fileprivate func advanced(to end: Int, in text: [UInt8]) -> TextPosition {
    var line = line
    var column = column
    for byte in text[offset..<min(end, text.count)] {
      if byte == .lineFeed {
        line += 1
        column = 1
      } else if !UTF8.isContinuation(byte) {
        column += 1
      }
    }
    return TextPosition(offset: end, line: line, column: column)
  }
}

/// Finds the positions of many values in a text. Each takes the same time, because the position of
/// every 256th byte is known: counted from the text's beginning, the values of a long text would
/// take the square of its length.
package struct TextPositions {
  private let text: [UInt8]
  private var known: [TextPosition]

  private static let distance = 256

  package init(in document: JSONDocument) {
    text = document.bytes
    known = [.start(of: text)]
    for offset in stride(from: Self.distance, to: text.count, by: Self.distance) {
      let next = known[known.count - 1].advanced(to: offset, in: text)
      known.append(next)
    }
  }

  /// The position of a value's first byte.
  package func position(of value: JSONValue) -> TextPosition {
    let offset = value.document.byteRange(at: value.index).lowerBound
    return known[offset / Self.distance].advanced(to: offset, in: text)
  }
}

extension [UInt8] {
  fileprivate func scalar(at offset: Int) -> Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = dropFirst(offset).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return scalar
  }
}

extension TextPosition {
  /// The position as compilers write it, `./data/users.json:2:17`.
  package func location(in file: String) -> String { "\(file):\(line):\(column)" }
}
