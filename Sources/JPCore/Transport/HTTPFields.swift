/// Header fields in the order in which they came, repeated ones included (RFC 9110 §5).
public struct HTTPFields: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// A field's name and value.
  public struct Field: Equatable, Sendable {
    /// The name as it was spelled; names are compared without regard to ASCII case.
    public let name: String

    /// The value without the white space around it.
    public let value: String

    /// Makes a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Reads `Name: value`; `nil` where that is not one field (RFC 9110 §5.1, §5.5).
    package init?(line: String) {
      let parts = line.utf8.split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      let value = parts[1].drop(while: isSpace)
      let end = value.lastIndex { !isSpace($0) }
      self.init(
        name: String(decoding: parts[0], as: UTF8.self),
        value: end.map { String(decoding: value[...$0], as: UTF8.self) } ?? "")
      guard isValid, name.utf8.allSatisfy(\.isTokenCharacter) else { return nil }
    }

    /// Whether the value may be a credential, judging by the field's name.
    package var isSecret: Bool {
      let name = name.lowercased()
      let marks: [StaticString] = [
        "auth", "cookie", "token", "secret", "key", "password", "session", "signature",
      ]
      return marks.contains { name.has($0) }
    }

    /// Whether it stays one field on its way: no CR, LF or NUL (RFC 9110 §5.5), no colon in the name.
    var isValid: Bool {
      !name.isEmpty && !name.utf8.contains(UInt8(ascii: ":"))
        && !(name + value).utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
    }
  }

  /// The fields in order.
  public private(set) var all: [Field] = []

  /// Makes a list of fields.
  public init(arrayLiteral fields: Field...) {
    all = fields
  }

  /// Makes a list of fields.
  public init(_ fields: [Field]) {
    all = fields
  }

  /// Adds a field behind the others.
  public mutating func append(_ field: Field) {
    all.append(field)
  }

  /// These, and before them the usual fields of a request that are missing. Responses vary by the
  /// fields that are really sent.
  func addingUsual(userAgent: String) -> HTTPFields {
    let usual: [Field] = [
      .init(name: "User-Agent", value: userAgent), .init(name: "Accept", value: "application/json"),
    ]
    return HTTPFields(usual.filter { self[$0.name] == nil } + all)
  }

  /// The values of all fields of a name, joined by `, ` (RFC 9110 §5.3); `nil` if there is none.
  ///
  /// - Parameter name: in any case.
  public subscript(name: String) -> String? {
    let values = all.filter { Self.areEqual($0.name, name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Whether the Content-Type is `application/json`, or another type of `application` that ends with
  /// `+json` (RFC 8259 §11, RFC 6839 §3.1).
  var hasJSONContentType: Bool {
    let type = self["Content-Type"]?.split(separator: ";").first.map { String($0).lowercased() }
    let essence = (type ?? "").filter { $0 != " " && $0 != "\t" }
    return essence == "application/json"
      || essence.hasPrefix("application/") && essence.hasSuffix("+json")
  }

  private static func areEqual(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension UInt8 {
  /// A character of a field's name (`tchar`, RFC 9110 §5.6.2).
  fileprivate var isTokenCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case _ where isDigit: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
