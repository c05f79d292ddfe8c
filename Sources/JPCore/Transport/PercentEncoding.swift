extension String {
  /// Escaped as one segment of a path, or a name or value of a query: all but RFC 3986's unreserved
  /// characters (§2.3).
  package var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      if byte.isUnreserved {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  /// `%20` and the like resolved (RFC 3986 §2.1); `nil` where a `%` has no two digits behind it.
  var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = systemBytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit),
        let decoded = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    return String(systemBytes: bytes)
  }
}

extension String {
  /// A URL with names and values behind its own query, encoded; without its fragment, which is
  /// never sent (RFC 9110 §7.1).
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
