/// The names in a store's directory, which has a folder for each URL, with a file for each
/// response.
///
/// No two names differ only in case, because some file systems ignore case.
enum EntryName {
  /// The suffix of every entry's name.
  static let suffix = ".response"

  /// The prefix of the temporary name of a file that is being written.
  static let temporaryPrefix = ".writing-"

  /// The name of the folder for a URL in the spelling of ``Swift/String/cacheKey``: a checksum of the
  /// URL after its host and path, in which only letters, digits, `.` and `-` are kept. Secrets, which
  /// a private store may have in URLs, aren't part of the name.
  static func folder(of key: String) -> String {
    let path = key.withoutSecrets.utf8.drop { $0 != .slash }.drop { $0 == .slash }.prefix(100)
    var readable = String(
      utf8: path.map {
        $0.isLetter || $0.isDigit || $0 == .minus || $0 == .point ? $0 : UInt8(ascii: "_")
      })
    // A leading dot would hide the folder.
    if readable.hasPrefix(".") { readable = "_" + readable.dropFirst() }
    return "\(readable)-\(key.digest)"
  }

  /// Whether a folder with this name can contain entries.
  static func isFolder(_ name: String) -> Bool {
    !name.hasPrefix(".") && name.utf8.dropLast(16).last == .minus
      && name.utf8.suffix(16).allSatisfy(\.isHexDigit)
  }
}

extension StoredResponse {
  /// The name of its file. Responses that replace each other have the same name: answers, or
  /// refusals, to requests that agree in all relevant fields.
  var entryName: String {
    let names = varyNames.joined(separator: ",")
    let digest = "\(variant)\n\(userFields)\n\(names)".digest
    let isAlone = variant.isEmpty && userFields.isEmpty && names.isEmpty
    return (verdict.isAnswer ? "answer" : "refusal") + (isAlone ? "" : "-\(digest)")
      + EntryName.suffix
  }
}
