/// The names in a store's directory: a folder for each URL, in it a file for each response.
///
/// They are the same in any case, which not all file systems distinguish.
enum EntryName {
  /// The suffix of all entries' names.
  static let suffix = ".response"

  /// The prefix of a file's name while it is written.
  static let temporaryPrefix = ".writing-"

  /// The name of the link that holds the store's salt.
  static let salt = ".salt"

  /// The folder for a URL in the spelling of ``Swift/String/cacheKey``: host and path with all but
  /// letters, digits, `.` and `-` replaced, and a digest of the URL.
  static func folder(of key: String) -> String {
    let path: Substring.UTF8View = key.utf8.drop { $0 != UInt8(ascii: "/") }
    let isReadable = { (byte: UInt8) in byte.isLetter || byte.isDigit || "-.".utf8.contains(byte) }
    var readable = String(
      decoding: path.drop { $0 == UInt8(ascii: "/") }.prefix(100).map {
        isReadable($0) ? $0 : UInt8(ascii: "_")
      }, as: UTF8.self)
    // A dot at the start hides files.
    if readable.hasPrefix(".") { readable = "_" + readable.dropFirst() }
    return "\(readable)-\(SHA256.halfDigest(key))"
  }

  /// Whether a folder with this name can be an entry's.
  static func isFolder(_ name: String) -> Bool {
    !name.hasPrefix(".") && name.utf8.dropLast(32).last == UInt8(ascii: "-")
      && name.utf8.suffix(32).allSatisfy(\.isHexDigit)
  }
}

extension StoredResponse {
  /// The name of its file, the same for all that take each other's place: answers, or refusals, to
  /// requests that are the same in all fields that matter.
  var entryName: String {
    let names = varyNames.joined(separator: ",")
    let digest = SHA256.halfDigest("\(variant)\n\(own)\n\(names)")
    let isAlone = variant.isEmpty && own.isEmpty && names.isEmpty
    return (verdict.isAnswer ? "answer" : "refusal") + (isAlone ? "" : "-\(digest)")
      + EntryName.suffix
  }
}
