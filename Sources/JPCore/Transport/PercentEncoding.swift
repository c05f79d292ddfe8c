extension String {
  /// As one segment of a path, or a name or value of a query: everything but RFC 3986's unreserved characters escaped (§2.3).
  package var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
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
  /// A URL with names and values behind its own query, encoded.
  package func addingQuery(_ pairs: some Sequence<(key: String, value: String)>) -> String {
    pairs.reduce(self) { url, pair in
      let separator = url.unicodeScalars.contains("?") ? "&" : "?"
      return url + separator + pair.key.percentEncoded + "=" + pair.value.percentEncoded
    }
  }
}
