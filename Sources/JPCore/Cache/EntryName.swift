/// The names of the files that a URL's responses are stored in: readable, and never a path.
///
/// A URL has several slots, for variants and for refusals beside the answer; the first one's name
/// ends with the URL's checksum, those of the others with their number behind it.
struct EntryName {
  /// How many responses a URL can have.
  static let slots = 0..<8

  /// What all entries' names end with.
  private static let suffix = ".response"

  /// What a file's name begins with while it is written.
  static let temporaryPrefix = ".writing-"

  /// The name of the file whose length counts what was written.
  static let count = ".jpfetch-written"

  private let stem: String

  /// The names for a URL in the spelling of ``Swift/String/cacheKey``.
  ///
  /// The host and path with everything but letters, digits, `.` and `-` replaced, and a checksum of
  /// the whole URL, so that different URLs have different names.
  init(_ key: String) {
    var readable = ""
    let path: Substring.UTF8View = key.utf8.drop { !$0.isSlash }
    for byte in path.drop(while: \.isSlash) {
      readable.unicodeScalars.append(byte.isReadable ? Unicode.Scalar(byte) : "_")
    }
    var checksum = Checksum()
    checksum.update(Array(key.utf8).span.bytes)
    // A dot at the start hides files and marks those being written.
    if readable.hasPrefix(".") { readable = "_" + readable.dropFirst() }
    stem = "\(readable.prefix(100))-\(String(checksum.value, radix: 16))"
  }

  subscript(slot: Int) -> String {
    slot == 0 ? stem + Self.suffix : "\(stem).\(slot)\(Self.suffix)"
  }

  /// Whether a file's name is an entry's.
  static func isEntry(_ name: String) -> Bool {
    guard name.hasSuffix(suffix), !name.hasPrefix(".") else { return false }
    var rest = name.utf8.dropLast(suffix.utf8.count)
    if let slot = rest.last, slot.isDigit, rest.dropLast().last == UInt8(ascii: ".") {
      rest = rest.dropLast(2)
    }
    let digits = rest.reversed().prefix { $0 != UInt8(ascii: "-") }
    return (1...16).contains(digits.count) && digits.allSatisfy(\.isHexDigit)
      && digits.count < rest.count
  }
}

extension UInt8 {
  fileprivate var isSlash: Bool { self == UInt8(ascii: "/") }

  fileprivate var isReadable: Bool { isLetter || isDigit || [0x2D, 0x2E].contains(self) }
}
