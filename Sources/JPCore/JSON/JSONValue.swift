// Four words have one meaning each, in this file and in all code that uses it:
//
// | word    | meaning                                                 | in `"n\u0061me": "a\"b"` |
// | ------- | ------------------------------------------------------- | ------------------------ |
// | text    | bytes as the document spells them, quotes included      | `"a\"b"`                 |
// | content | a string's bytes, escapes resolved: UTF-8, to compare   | `a"b`                    |
// | string  | content as a `String`: U+FFFD for an unpaired surrogate | `a"b`                    |
// | name    | a member's name as a `String`                           | `name`                   |
//
// A name has a text and a content, too: `nameText` is `"n\u0061me"`, `nameContent` is `name`.

/// One value of a ``JSONDocument``.
public struct JSONValue: Sendable {
  /// The types of JSON values (RFC 8259 §3).
  public enum Kind: CaseIterable, Sendable {
    /// Members in braces (RFC 8259 §4).
    case object
    /// Elements in brackets (RFC 8259 §5).
    case array
    /// Text in quotes (RFC 8259 §7).
    case string
    /// A number of any size and precision (RFC 8259 §6).
    case number
    /// The literal `true` or `false` (RFC 8259 §3).
    case boolean
    /// The literal `null` (RFC 8259 §3).
    case null
  }

  /// The document that contains the value.
  public let document: JSONDocument

  let index: Int

  /// The value's type.
  public var kind: Kind { document.kind(at: index) }

  /// The value's bytes as the document spells them.
  public var text: ArraySlice<UInt8> { document.bytes[document.byteRange(at: index)] }

  /// The text for a message, cut to the length of ``Swift/String/excerpt``.
  package var excerpt: String { textOnOneLine.excerpt }

  /// The text on one line. A line break and the indentation after it become a space; JSON allows no
  /// line break in a string.
  package var textOnOneLine: String {
    let lines = text.split { $0 == .lineFeed || $0 == .carriageReturn }
    var bytes: [UInt8] = []
    for line in lines {
      if !bytes.isEmpty { bytes.append(.space) }
      bytes += line.drop { $0 == .space || $0 == .tab }
    }
    return String(utf8: bytes)
  }

  /// The position of the value's first byte.
  public var position: TextPosition {
    TextPosition(offset: document.byteRange(at: index).lowerBound, in: document.bytes)
  }

  /// A string's content, with its escapes resolved; `nil` for other types.
  ///
  /// An unpaired surrogate, such as `\ud800`, becomes U+FFFD. RFC 8259 §8.2 leaves this open.
  public var string: String? {
    guard kind == .string else { return nil }
    return String(utf8: content)
  }

  /// The value of a number without a fraction or an exponent that fits in 64 bits; `nil` for
  /// everything else.
  public var integer: Int64? { document.integer(at: index) }

  /// `true` or `false`; `nil` for other types.
  public var boolean: Bool? {
    guard kind == .boolean else { return nil }
    return text.first == UInt8(ascii: "t")
  }

  /// An array's elements in order; empty for other types.
  public var elements: [JSONValue] {
    guard kind == .array else { return [] }
    return document.children(at: index).map(document.value(at:))
  }

  /// An object's members in the text's order, repeated names included; empty for other types.
  public var members: [(name: String, value: JSONValue)] {
    guard kind == .object else { return [] }
    return document.children(at: index).map {
      (document.memberName(at: $0), document.value(at: $0))
    }
  }

  /// The value of the last member with a name; `nil` if there is none, or if this value isn't an
  /// object.
  ///
  /// - Parameter name: the name with its escapes resolved.
  public subscript(name: String) -> JSONValue? {
    let member = document.member(named: MemberName(name), ofObjectAt: index)
    guard let member else { return nil }
    return document.value(at: member)
  }

  /// A string's content for comparing; see ``JSONDocument/content(at:)``.
  var content: ArraySlice<UInt8> { document.content(at: index) }
}

extension JSONDocument {
  func value(at index: Int) -> JSONValue { JSONValue(document: self, index: index) }

  func kind(at index: Int) -> JSONValue.Kind {
    switch bytes[Int(nodes[index].start)] {
    case .leftBrace: .object
    case .leftBracket: .array
    case .quote: .string
    case "t", "f": .boolean
    case "n": .null
    default: .number
    }
  }

  /// The indices of a value and of all values inside it, in the text's order.
  func subtree(at index: Int) -> Range<Int> { index..<Int(nodes[index].next) }

  /// The range of a value's bytes.
  func byteRange(at index: Int) -> Range<Int> {
    Int(nodes[index].start)..<Int(nodes[index].end)
  }

  /// The indices of an array's elements or an object's members; none for a scalar.
  func children(at index: Int) -> [Int] { withView { Array($0.children(at: index)) } }

  /// The indices of an array's elements or an object's members, in half the memory of
  /// ``children(at:)``.
  func childIndices(of index: Int) -> [UInt32] {
    withView { $0.children(at: index).map { UInt32($0) } }
  }

  /// A member's name; empty if the value is not a member.
  func memberName(at index: Int) -> String { String(utf8: nameContent(at: index)) }

  /// The content of a member's name; empty if the value is not a member.
  func nameContent(at index: Int) -> [UInt8] {
    withView { view in
      let node = view.nodes[index]
      if node.nameStart == node.start { return [] }
      return view.nameContent(of: node)
    }
  }

  /// The value of a number without a fraction or an exponent; `nil` if it doesn't fit in 64 bits,
  /// and for everything else.
  func integer(at index: Int) -> Int64? {
    var digits = bytes[byteRange(at: index)]
    let isNegative = digits.first == .minus
    if isNegative { digits.removeFirst() }
    var number: Int64 = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      // A negative number is counted down, because the smallest one has no positive counterpart.
      let value = Int64(digit &- .zero)
      let (sum, overflows) =
        isNegative
        ? tens.subtractingReportingOverflow(value) : tens.addingReportingOverflow(value)
      if isTooLarge || overflows { return nil }
      number = sum
    }
    return number
  }

  /// A string's content for comparing byte by byte: different strings never have the same content.
  /// If a surrogate is unpaired, the content isn't valid UTF-8. The bytes are copied only if the
  /// string has escapes.
  func content(at index: Int) -> ArraySlice<UInt8> {
    let inQuotes = bytes[byteRange(at: index)].dropFirst().dropLast()
    guard inQuotes.contains(.backslash) else { return inQuotes }
    return Self.content(ofText: Array(inQuotes))[...]
  }

  /// Resolves the escapes in a string (RFC 8259 §7).
  ///
  /// An unpaired surrogate becomes a UTF-8 sequence of four bytes without the last one, which is
  /// invalid. `String` replaces it with one U+FFFD.
  ///
  /// - Parameter text: the string's text without its quotes, which the indexer has checked.
  static func content(ofText text: [UInt8]) -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      if text[at] != .backslash {
        let end = text[at...].firstIndex(of: .backslash) ?? text.count
        content += text[at..<end]
        at = end
      } else if let unit = codeUnit(in: text, at: at) {
        let trail = codeUnit(in: text, at: at + 6)
        at += 6
        if let scalar = Unicode.Scalar(unit) {
          content += Array(scalar.utf8)
        } else if UTF16.isLeadSurrogate(unit), let trail, UTF16.isTrailSurrogate(trail) {
          let scalar = UTF16.decode(UTF16.EncodedScalar([unit, trail]))
          content += Array(scalar.utf8)
          at += 6
        } else {
          content += unit.unpaired
        }
      } else {
        content.append(byte(ofEscape: text[at + 1]))
        at += 2
      }
    }
    return content
  }

  private static func byte(ofEscape letter: UInt8) -> UInt8 {
    switch letter {
    case "b": 0x08
    case "f": 0x0C
    case "n": .lineFeed
    case "r": .carriageReturn
    case "t": .tab
    default: letter
    }
  }

  /// The UTF-16 code unit of the `\uXXXX` at an offset; `nil` for anything else.
  private static func codeUnit(in text: [UInt8], at: Int) -> UInt16? {
    guard at + 6 <= text.count, text[at] == .backslash, text[at + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt16 = 0
    for digit in text[at + 2..<at + 6] {
      guard let value = digit.hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }
}

extension UInt16 {
  /// The bytes for an unpaired surrogate: 0xF1, which begins a UTF-8 sequence of four bytes, then
  /// two continuation bytes with the surrogate's low twelve bits.
  fileprivate var unpaired: [UInt8] {
    [0xF1, 0x80 | UInt8(self >> 6 & 0x3F), 0x80 | UInt8(self & 0x3F)]
  }
}
