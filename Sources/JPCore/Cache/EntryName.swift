/// The name of the file that a URL's response is stored in: readable, and never a path.
enum EntryName {
  /// What all entries' names end with.
  static let suffix = ".response"

  /// What a file's name begins with while it is written.
  static let temporaryPrefix = ".writing-"

  /// Whether a file's name is an entry's: another program's files are left alone.
  static func isEntry(_ name: String) -> Bool {
    guard name.hasSuffix(suffix), !name.hasPrefix(temporaryPrefix) else { return false }
    let digits = name.dropLast(suffix.count).reversed().prefix { $0 != "-" }
    return !digits.isEmpty && digits.count <= 16 && digits.allSatisfy(\.isHexDigit)
      && digits.count + suffix.count < name.count
  }

  /// The host and path with everything but letters, digits, `.` and `-` replaced, and a checksum of
  /// the whole URL, so that different URLs have different names. Neither has a user name or password:
  /// responses to such URLs are not stored.
  static func name(for url: String) -> String {
    let url = url.withoutUserInfo
    var readable = ""
    let path: Substring.UTF8View = url.utf8.drop { !$0.isSlash }
    for byte in path.drop(while: \.isSlash) {
      readable.unicodeScalars.append(byte.isReadable ? Unicode.Scalar(byte) : "_")
    }
    var checksum = Checksum()
    checksum.update(Array(url.utf8).span.bytes)
    return "\(readable.prefix(100))-\(String(checksum.value, radix: 16))\(suffix)".replacingDot
  }
}

extension UInt8 {
  fileprivate var isSlash: Bool { self == UInt8(ascii: "/") }

  fileprivate var isReadable: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: isDigit
    }
  }
}

extension String {
  /// Without a dot at the start, which hides files and marks those being written.
  fileprivate var replacingDot: String { hasPrefix(".") ? "_" + dropFirst() : self }
}
