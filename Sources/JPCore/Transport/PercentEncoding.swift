extension String {
  /// The text percent-encoded as a path segment, or as a name or value in a query: all characters
  /// but the unreserved ones (RFC 3986 §2.3) are escaped.
  var percentEncoded: String {
    var text = ""
    for byte in utf8 { text.appendByte(byte, isEscaped: !byte.isUnreserved) }
    return text
  }

  /// This path with its spaces, line breaks and other invisible characters escaped, which a URL
  /// can't have (RFC 3986 §2).
  var encodingInvisible: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isVisible {
        text.unicodeScalars.append(scalar)
      } else {
        text += String(scalar).percentEncoded
      }
    }
    return text
  }

  /// The text with `%20` and the like decoded (RFC 3986 §2.1); `nil` if a `%` isn't followed by two
  /// hexadecimal digits, or if the result isn't UTF-8.
  var percentDecoded: String? {
    var bytes: [UInt8] = []
    for (byte, isEscaped) in decodedBytes {
      if byte == .percent, !isEscaped { return nil }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// This path or query as it is sent. Bytes that aren't ASCII are escaped, and so is a `%` without
  /// two hexadecimal digits after it. All escapes are in upper case (RFC 3986 §2.1). Other
  /// characters that a URL can't have, such as `{`, stay as they were typed. Needless escapes stay,
  /// because some servers route `/%75sers` and `/users` differently.
  var normalizingPercents: String {
    if utf8.allSatisfy({ $0 < 0x80 && $0 != .percent }) { return self }
    var text = ""
    for (byte, isEscaped) in decodedBytes {
      text.appendByte(byte, isEscaped: isEscaped || byte >= 0x80 || byte == .percent)
    }
    return text
  }

  /// This user information (`name:password`) as it is sent: characters that it can't contain (RFC
  /// 3986 §3.2.1), such as `@`, are escaped.
  var normalizingUserInfo: String {
    var text = ""
    for (byte, isEscaped) in decodedBytes {
      let isAllowed = byte.isUnreserved || "!$&'()*+,;=:".utf8.contains(byte)
      text.appendByte(byte, isEscaped: isEscaped || !isAllowed)
    }
    return text
  }

  private mutating func appendByte(_ byte: UInt8, isEscaped: Bool) {
    guard isEscaped else {
      unicodeScalars.append(Unicode.Scalar(byte))
      return
    }
    self += "%"
    if byte < 16 { self += "0" }
    self += String(byte, radix: 16, uppercase: true)
  }

  /// The decoded bytes, each with whether it was escaped.
  private var decodedBytes: [(value: UInt8, isEscaped: Bool)] {
    var bytes: [(value: UInt8, isEscaped: Bool)] = []
    var rest = ArraySlice(utf8)
    while let byte = rest.popFirst() {
      guard byte == .percent else {
        bytes.append((byte, false))
        continue
      }
      let digits = rest.prefix(2).compactMap(\.hexDigitValue)
      if digits.count == 2 {
        rest = rest.dropFirst(2)
        bytes.append((digits[0] << 4 | digits[1], true))
      } else {
        bytes.append((byte, false))
      }
    }
    return bytes
  }
}

extension String {
  /// This URL with parameters, which are percent-encoded, added to its query. Its fragment is
  /// dropped, because it is never sent (RFC 9110 §7.1).
  package func addingQuery(_ pairs: some Sequence<(key: String, value: String)>) -> String {
    var url = String(unicodeScalars.prefix { $0 != "#" })
    var hasQuery = url.unicodeScalars.contains("?")
    for pair in pairs {
      let last = url.unicodeScalars.last
      if !hasQuery {
        url += "?"
      } else if last != "?", last != "&" {
        url += "&"
      }
      hasQuery = true
      url += pair.key.percentEncoded
      url += "="
      url += pair.value.percentEncoded
    }
    return url
  }
}

extension UInt8 {
  /// Whether the byte needs no escape anywhere in a URL (RFC 3986 §2.3).
  var isUnreserved: Bool { isLetter || isDigit || "-._~".utf8.contains(self) }
}
