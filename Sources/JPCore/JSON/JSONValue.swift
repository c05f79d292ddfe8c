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
    /// `true` or `false`.
    case boolean
    /// `null`.
    case null
  }

  /// The document that the value stands in.
  public let document: JSONDocument

  let index: Int

  /// The value's type.
  public var kind: Kind { document.kind(at: index) }

  /// The value's bytes as the document spells them.
  public var text: ArraySlice<UInt8> { document.bytes[document.range(at: index)] }

  /// The value as the document spells it, for a message: at most 40 characters. Neither these nor
  /// escapes, which are spelled characters, are cut.
  package var excerpt: String {
    let whole = String(utf8: text)
    let excerpt = whole.cut(toCharacters: 40)
    if excerpt == whole { return whole }
    let kept = Array(excerpt.utf8.dropLast("…".utf8.count))
    var end = 0
    while end < kept.count {
      let next = end + Self.lengthOfCharacter(at: end, of: kept)
      if next > kept.count { break }
      end = next
    }
    return String(utf8: kept[..<end]) + "…"
  }

  /// The length of an escape (RFC 8259 §7), of both if they spell a surrogate pair; 1 for any other
  /// byte.
  private static func lengthOfCharacter(at place: Int, of text: [UInt8]) -> Int {
    guard text[place] == .backslash else { return 1 }
    guard place + 1 < text.count, text[place + 1] == UInt8(ascii: "u") else { return 2 }
    let digits = String(utf8: text[place...].dropFirst(2).prefix(4))
    guard let unit = UInt16(digits, radix: 16) else { return 6 }
    return UTF16.isLeadSurrogate(unit) ? 12 : 6
  }

  /// The position of the value's first byte.
  public var position: TextPosition {
    TextPosition(offset: document.range(at: index).lowerBound, in: document.bytes)
  }

  /// A string's content with its escapes resolved; `nil` for other types.
  ///
  /// A lone surrogate becomes U+FFFD; RFC 8259 §8.2 leaves this open.
  public var string: String? { kind == .string ? String(utf8: content) : nil }

  /// A number that is spelled as an integer and fits in 64 bits; `nil` for everything else.
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
    return document.children(at: index).map { (document.name(at: $0), document.value(at: $0)) }
  }

  /// An object's last member with a name; `nil` without one.
  ///
  /// - Parameter name: the name with its escapes resolved.
  public subscript(name: String) -> JSONValue? {
    document.member(named: MemberName(name), ofObjectAt: index).map(document.value(at:))
  }

  /// A string's content, as ``JSONDocument/content(at:)``.
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

  /// The indices of a value and of everything inside it, in the text's order.
  func values(in index: Int) -> Range<Int> { index..<Int(nodes[index].next) }

  /// The contents of all strings in a value, at any depth, as UTF-8; members' names are left out.
  func strings(in index: Int) -> some Sequence<ArraySlice<UInt8>> {
    values(in: index).lazy.filter { kind(at: $0) == .string }.map(content(at:))
  }

  /// The range of a value's bytes.
  func range(at index: Int) -> Range<Int> {
    Int(nodes[index].start)..<Int(nodes[index].end)
  }

  /// The indices of an array's elements or an object's members; none for a scalar.
  func children(at index: Int) -> [Int] { withView { Array($0.children(at: index)) } }

  /// The same in half the memory.
  func childIndices(of index: Int) -> [UInt32] {
    withView { $0.children(at: index).map { UInt32($0) } }
  }

  /// A member's name; empty if the value is not a member.
  func name(at index: Int) -> String { String(utf8: nameUTF8(at: index)) }

  /// The same for comparing byte by byte, as ``content(at:)``.
  func nameUTF8(at index: Int) -> [UInt8] {
    withView { view in
      let node = view.nodes[index]
      return node.nameStart == node.start ? [] : view.nameUTF8(of: node)
    }
  }

  func integer(at index: Int) -> Int64? {
    Int64(String(utf8: bytes[range(at: index)]))
  }

  /// A string's content for comparing byte by byte: two different strings never give the same bytes.
  /// They are copied only if there are escapes, and invalid UTF-8 only if a surrogate is unpaired.
  func content(at index: Int) -> ArraySlice<UInt8> {
    let content = bytes[range(at: index)].dropFirst().dropLast()
    return content.contains(.backslash) ? Self.unescaped(Array(content))[...] : content
  }

  /// Resolves the escapes (RFC 8259 §7) in a string's content, which has been checked before.
  ///
  /// An unpaired surrogate becomes the beginning of a longer sequence, which no valid text contains.
  /// `String` repairs it to one U+FFFD.
  static func unescaped(_ content: [UInt8]) -> [UInt8] {
    var units: [UInt8] = []
    units.reserveCapacity(content.count)
    var at = 0
    while at < content.count {
      if content[at] != .backslash {
        units.append(content[at])
        at += 1
      } else if let unit = codeUnit(in: content, at: at) {
        at += 6
        var scalar = Unicode.Scalar(unit)
        if UTF16.isLeadSurrogate(unit), let trail = codeUnit(in: content, at: at),
          UTF16.isTrailSurrogate(trail)
        {
          at += 6
          scalar = UTF16.decode(UTF16.EncodedScalar([unit, trail]))
        }
        units += scalar.map { Array($0.utf8) } ?? unit.unpaired
      } else {
        units.append(plain(escaped: content[at + 1]))
        at += 2
      }
    }
    return units
  }

  private static func plain(escaped byte: UInt8) -> UInt8 {
    switch byte {
    case "b": 0x08
    case "f": 0x0C
    case "n": .lineFeed
    case "r": 0x0D
    case "t": 0x09
    default: byte
    }
  }

  /// The UTF-16 code unit of a `\uXXXX`; `nil` for anything else.
  private static func codeUnit(in content: [UInt8], at: Int) -> UInt16? {
    guard at + 6 <= content.count, content[at] == .backslash, content[at + 1] == UInt8(ascii: "u")
    else { return nil }
    return content[at + 2..<at + 6].reduce(0) { $0 << 4 | UInt16($1.hexDigitValue ?? 0) }
  }
}

extension UInt16 {
  /// The bytes for an unpaired surrogate: three of the four that U+40000 to U+7FFFF have in UTF-8.
  fileprivate var unpaired: [UInt8] {
    [0xF1, 0x80 | UInt8(self >> 6 & 0x3F), 0x80 | UInt8(self & 0x3F)]
  }
}
