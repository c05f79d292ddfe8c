/// Header fields in their original order, including repeated ones (RFC 9110 §5).
///
/// ```swift
/// var fields: HeaderFields = ["Accept": "application/json"]
/// fields["Accept-Language"] = "de"
/// for field in fields { print(field.name, field.value) }
/// ```
public struct HeaderFields: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// A field's name and value.
  public struct Field: Equatable, Sendable {
    /// The name in its original spelling; comparisons of names ignore ASCII case.
    public let name: String

    /// The value without surrounding white space.
    public fileprivate(set) var value: String

    /// Makes a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Parses `Name: value`; `nil` if that isn't a valid field (RFC 9110 §5.1, §5.5).
    package init?(line: String) {
      let parts = line.utf8.split(
        separator: .colon, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      self.init(name: String(utf8: parts[0]), value: parts[1].trimmed)
      guard isValid else { return nil }
    }

    /// Whether the value may be a credential, judging by the field's name.
    package var isSecret: Bool {
      let words = name.lowercased().utf8.split { $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }
      return hasSecretName
        || !isOfCORS && words.contains { Self.secretWords.contains(String(utf8: $0)) }
    }

    /// Whether the name speaks of a cookie, a token, a password or the like.
    var hasSecretName: Bool {
      let name = name.lowercased()
      return !isOfCORS && Self.secretParts.contains { name.contains(ascii: $0) }
    }

    /// CORS fields say who may read a response; they contain no credential (Fetch standard, §3.3).
    private var isOfCORS: Bool { name.lowercased().hasPrefix("access-control-") }

    private static let secretParts: [StaticString] = [
      "cookie", "token", "secret", "session", "passw", "passphrase", "authorization", "credential",
      "apikey", "api-key", "api_key", "accesskey", "bearer", "jwt",
    ]

    /// Whole words, which hyphens, underscores and dots separate.
    private static let secretWords = [
      "access", "auth", "authentication", "key", "sid", "signature",
    ]

    /// Whether the name is a token (RFC 9110 §5.1), and the value has no CR, LF or NUL, which would
    /// end the field (§5.5).
    var isValid: Bool {
      !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
        && !value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
    }
  }

  /// The fields in order.
  public private(set) var all: [Field]

  /// Makes a list of fields.
  public init(arrayLiteral fields: Field...) {
    all = fields
  }

  /// Makes a list of fields.
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
  mutating func fold(_ line: String) {
    if all.isEmpty { return }
    // In place: a server can send a hundred thousand of them.
    all[all.count - 1].value += " \(line)"
  }

  /// Adds the usual User-Agent and Accept before these fields, unless they are set. Cache keys
  /// include them too, because responses vary by the fields that are sent.
  func addingUsual(userAgent: String) -> HeaderFields {
    let usual: HeaderFields = ["User-Agent": userAgent, "Accept": "application/json"]
    return HeaderFields(usual.filter { self[$0.name] == nil } + all)
  }

  /// The values of all fields with a name, joined by `, ` (RFC 9110 §5.3); `nil` if the name is
  /// missing.
  ///
  /// Setting a value replaces all fields with the name; setting `nil` removes them.
  ///
  /// - Parameter name: the field's name, in any case.
  public subscript(name: String) -> String? {
    get {
      let values = all.filter { Self.areEqual($0.name, name) }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      let place = all.firstIndex { Self.areEqual($0.name, name) } ?? all.endIndex
      all.removeAll { Self.areEqual($0.name, name) }
      if let newValue { all.insert(Field(name: name, value: newValue), at: place) }
    }
  }

  /// Whether the Content-Type is `application/json`, or another type of `application` that ends
  /// with `+json` (RFC 8259 §11, RFC 6839 §3.1).
  package var hasJSONContentType: Bool {
    let value = self["Content-Type"] ?? ""
    let type = String(value.unicodeScalars.prefix { $0 != ";" }).lowercased()
    let essence = type.filter { $0 != " " && $0 != "\t" }
    return essence == "application/json"
      || essence.hasPrefix("application/") && essence.hasSuffix("+json")
  }

  private static func areEqual(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8) { $0 == $1 || $0.isLetter && $0 ^ $1 == 0x20 }
  }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  /// Makes a list from names and values, in this order.
  public init(dictionaryLiteral fields: (String, String)...) {
    all = fields.map { Field(name: $0, value: $1) }
  }
}

extension HeaderFields: Sequence {
  /// Iterates over the fields in order.
  public func makeIterator() -> IndexingIterator<[Field]> { all.makeIterator() }
}

extension Substring.UTF8View {
  /// The text without surrounding spaces and tabs (RFC 9110 §5.6.3).
  var trimmed: String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let text = drop(while: isSpace)
    let end = text.lastIndex { !isSpace($0) }
    return end.map { String(utf8: text[...$0]) } ?? ""
  }
}

extension UInt8 {
  /// Whether a field name can contain it (`tchar`, RFC 9110 §5.6.2).
  fileprivate var isTokenCharacter: Bool {
    isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}
