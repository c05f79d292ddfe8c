extension String {
  /// Escaped as one segment of a path, or a name or value of a query: all but RFC 3986's unreserved
  /// characters (§2.3).
  package var percentEncoded: String {
    var text = ""
    for byte in utf8 { text.append(byte, isEscaped: !byte.isUnreserved) }
    return text
  }

  /// `%20` and the like resolved (RFC 3986 §2.1); `nil` if a `%` isn't followed by two digits,
  /// or the bytes aren't UTF-8.
  var percentDecoded: String? {
    let bytes = Self.decoding(utf8)
    guard !bytes.contains(where: { $0.value == UInt8(ascii: "%") && !$0.isEscaped }) else {
      return nil
    }
    return String(validating: bytes.lazy.map(\.value), as: UTF8.self)
  }

  /// A path or query as it is sent: bytes that have to be escaped are (RFC 3986 §2.1), with digits in
  /// upper case. What is escaped without need stays, because servers' routes differ for it.
  var normalizingPercents: String {
    if utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") }) { return self }
    var text = ""
    for (byte, isEscaped) in Self.decoding(utf8) {
      text.append(byte, isEscaped: isEscaped || byte >= 0x80 || byte == UInt8(ascii: "%"))
    }
    return text
  }

  private mutating func append(_ byte: UInt8, isEscaped: Bool) {
    if isEscaped {
      self += byte < 16 ? "%0" : "%"
      self += String(byte, radix: 16, uppercase: true)
    } else {
      unicodeScalars.append(Unicode.Scalar(byte))
    }
  }

  /// The bytes, and which of them were escaped.
  private static func decoding(
    _ text: some Sequence<UInt8>
  ) -> [(value: UInt8, isEscaped: Bool)] {
    var bytes: [(value: UInt8, isEscaped: Bool)] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let decoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        rest = rest.dropFirst(2)
        bytes.append((decoded, true))
      } else {
        bytes.append((byte, false))
      }
    }
    return bytes
  }
}

extension String {
  /// A URL with names and values after its own query, encoded; without its fragment, which is never
  /// sent (RFC 9110 §7.1).
  package func addingQuery(_ pairs: some Sequence<(key: String, value: String)>) -> String {
    let url = String(unicodeScalars.prefix { $0 != "#" })
    return pairs.reduce(url) { url, pair in
      let scalars = url.unicodeScalars
      let isBegun = scalars.last == "?" || scalars.last == "&"
      let separator = isBegun ? "" : scalars.contains("?") ? "&" : "?"
      return url + separator + pair.key.percentEncoded + "=" + pair.value.percentEncoded
    }
  }
}

extension UInt8 {
  /// A character that needs no escape anywhere in a URL (RFC 3986 §2.3).
  var isUnreserved: Bool { isLetter || isDigit || "-._~".utf8.contains(self) }
}
