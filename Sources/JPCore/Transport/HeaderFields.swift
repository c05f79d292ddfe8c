/// Header fields in their original order, including repeated ones (RFC 9110 §5).
///
/// ```swift
/// var fields: HeaderFields = ["Accept": "application/json"]
/// fields["Accept-Language"] = "de"
/// for field in fields { print(field.name, field.value) }
/// ```
public struct HeaderFields: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// A header field, such as `Accept: application/json`.
  public struct Field: Equatable, Sendable {
    /// The name in its original spelling.
    public let name: Name

    /// The value. Surrounding white space is removed from the values that a server sends.
    public fileprivate(set) var value: String

    /// Makes a field. The name and the value aren't checked before the request is sent.
    public init(name: Name, value: String) {
      self.name = name
      self.value = value
    }

    /// Whether two fields have equal names and the same value, byte for byte.
    public static func == (left: Field, right: Field) -> Bool {
      left.name == right.name && left.value.hasSameBytes(as: right.value)
    }

    /// Parses `Name: value`; `nil` if that isn't a valid field (RFC 9110 §5.1, §5.5).
    package init?(line: String) {
      self.init(splitting: line.utf8[...])
      guard isValid else { return nil }
    }

    /// Splits `Name: value` at its first colon; `nil` without one. White space around the value is
    /// left out; the name isn't checked.
    init?(splitting line: Substring.UTF8View) {
      guard let colon = line.firstIndex(of: .colon) else { return nil }
      name = Name(String(utf8: line[..<colon]))
      value = line[colon...].dropFirst().trimmed
    }

    /// Whether the name is a token (RFC 9110 §5.1), and the value has no CR, LF or NUL, which would
    /// end the field (§5.5).
    var isValid: Bool { name.isToken && !value.utf8.contains(where: \.endsField) }
  }

  private(set) var all: [Field]

  /// Makes a list from a literal of fields.
  public init(arrayLiteral fields: Field...) {
    all = fields
  }

  /// Makes a list of fields in the given order.
  public init(_ fields: [Field]) {
    all = fields
  }

  /// Adds a field after the others.
  public mutating func append(_ field: Field) {
    all.append(field)
  }

  mutating func append(contentsOf fields: [Field]) {
    all += fields
  }

  /// Appends a continuation line to the last field's value (RFC 9112 §5.2).
  mutating func appendContinuation(_ line: String) {
    if all.isEmpty { return }
    // Append in place, because a server can send a hundred thousand continuation lines.
    all[all.count - 1].value += " \(line)"
  }

  /// The value of Accept if the user doesn't set the field.
  static let defaultAccept = "application/json"

  /// User-Agent and Accept as a request has them if the user doesn't set them.
  static func defaultFields(userAgent: String) -> HeaderFields {
    [.userAgent: userAgent, .accept: defaultAccept]
  }

  /// Adds ``defaultFields(userAgent:)`` at the beginning, except for fields that the list has.
  func addingDefaultFields(userAgent: String) -> HeaderFields {
    var fields: [Field] = []
    for field in Self.defaultFields(userAgent: userAgent) where self[field.name] == nil {
      fields.append(field)
    }
    return HeaderFields(fields + all)
  }

  /// The values of all fields with a name, joined by `, ` (RFC 9110 §5.3); `nil` if the name is
  /// missing.
  ///
  /// Setting a value replaces all fields with the name; setting `nil` removes them.
  public subscript(name: Name) -> String? {
    get {
      var values: String?
      for field in all where field.name == name {
        if values == nil {
          values = field.value
        } else {
          // Append in place, because a server can send ten thousand fields of one name.
          values? += ", \(field.value)"
        }
      }
      return values
    }
    set {
      let first = all.firstIndex { $0.name == name }
      all.removeAll { $0.name == name }
      guard let newValue else { return }
      let field = Field(name: name, value: newValue)
      if let first {
        all.insert(field, at: first)
      } else {
        all.append(field)
      }
    }
  }

  /// The value of each field with a name, in order. In values that are joined, a quote that isn't
  /// closed would hide what follows it.
  public subscript(values name: Name) -> [String] {
    var values: [String] = []
    for field in all where field.name == name { values.append(field.value) }
    return values
  }

  /// Whether the Content-Type is `application/json`, or another type of `application` that ends
  /// with `+json` (RFC 8259 §11, RFC 6839 §3.1).
  package var hasJSONContentType: Bool {
    guard let value = self[.contentType] else { return false }
    guard let first = value.listElements(separatedBy: .semicolon).first else { return false }
    let type = String(first.unicodeScalars.filter { $0 != " " && $0 != "\t" }).lowercased()
    if type.hasSameBytes(as: "application/json") { return true }
    return type.utf8.starts(with: "application/".utf8) && type.hasSuffix(bytesOf: "+json")
  }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  /// Makes a list from names and values, in this order.
  public init(dictionaryLiteral fields: (Name, String)...) {
    all = fields.map { Field(name: $0, value: $1) }
  }
}

extension HeaderFields: RandomAccessCollection {
  /// The position of the first field.
  public var startIndex: Int { all.startIndex }

  /// The position after the last field.
  public var endIndex: Int { all.endIndex }

  /// The field at a position.
  public subscript(position: Int) -> Field { all[position] }
}

extension String {
  /// The elements of a list in a field's value, without white space around them and without empty
  /// ones (RFC 9110 §5.6.1). This splits all lists of fields.
  ///
  /// A separator in a quoted string after `=` (§5.6.4), or in angle brackets at the beginning of an
  /// element (RFC 8288 §3), separates nothing. A quote anywhere else is an ordinary character, and
  /// so is a quote or bracket that is never closed: it doesn't hide the elements after it.
  func listElements(separatedBy separators: UInt8...) -> [String] {
    let lastBracket = utf8.lastIndex(of: .rightAngle) ?? utf8.startIndex
    var elements: [String] = []
    var start = utf8.startIndex
    var previous: UInt8?
    var rest = utf8[...]
    func endElement(at end: String.Index) {
      let element = utf8[start..<end].trimmed
      if !element.isEmpty { elements.append(element) }
    }
    while let byte = rest.first {
      var part = rest.prefix(1)
      if separators.contains(byte) {
        endElement(at: rest.startIndex)
        start = part.endIndex
        previous = nil
      } else {
        if byte == .quote, previous == .equals { part = rest.quotedString ?? part }
        if byte == .leftAngle, previous == nil, rest.startIndex < lastBracket {
          part = rest.prefix { $0 != .rightAngle }
        }
        if !byte.isSpaceOrTab { previous = byte }
      }
      rest = rest[part.endIndex...]
    }
    endElement(at: utf8.endIndex)
    return elements
  }
}

extension Substring.UTF8View {
  /// The quoted string at the beginning, with its quotes (RFC 9110 §5.6.4); `nil` if it isn't
  /// closed.
  fileprivate var quotedString: Substring.UTF8View? {
    var isEscaped = false
    for index in indices.dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if self[index] == .backslash {
        isEscaped = true
      } else if self[index] == .quote {
        return self[...index]
      }
    }
    return nil
  }

  /// The text without surrounding spaces and tabs (RFC 9110 §5.6.3).
  var trimmed: String {
    var text = self
    while let first = text.first, first.isSpaceOrTab { text.removeFirst() }
    while let last = text.last, last.isSpaceOrTab { text.removeLast() }
    return String(utf8: text)
  }
}

extension UInt8 {
  /// Whether the byte is white space in a field (RFC 9110 §5.6.3).
  var isSpaceOrTab: Bool { self == .space || self == .tab }

  /// Whether the byte would end a field: CR, LF or NUL (RFC 9110 §5.5).
  fileprivate var endsField: Bool { self == .carriageReturn || self == .lineFeed || self == 0 }
}

extension HeaderFields {
  /// The Content-Type that the API sends: JSON with a `charset` parameter.
  public static let contentTypeJSON: HeaderFields = [
    .contentType: "application/json; charset=utf-8"
  ]
}
