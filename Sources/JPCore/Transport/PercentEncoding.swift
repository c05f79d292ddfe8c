extension String {
  /// Escaped as one segment of a path, or a name or value of a query: all but RFC 3986's unreserved
  /// characters (§2.3).
  package var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
        _ where byte.isDigit:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}

extension String {
  /// A URL with names and values behind its own query, encoded; without its fragment, which is never
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
