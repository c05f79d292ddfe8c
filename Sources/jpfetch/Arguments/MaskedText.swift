import JPCore

extension String {
  /// An error's words without credentials, whichever word they were typed into: without the user
  /// names and passwords of URLs, and without the value of a quoted header field that may be a
  /// credential.
  var maskingCredentials: String {
    let parts = split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
    return parts.enumerated().map { index, part in
      index % 2 == 1 ? part.masked : part.withoutUserInfos
    }.joined(separator: "\"")
  }

  /// A word of the command line without credentials.
  var masked: String {
    maskingField ?? withoutUserInfo.withoutBareUserInfo.withoutUserInfos
  }

  /// A value of `--header` without the credential that it may hold.
  var maskedField: String {
    if utf8.first == UInt8(ascii: "@") { return masked }
    return HeaderFields.Field(line: self) == nil ? "***" : masked
  }

  /// A header field that may be a credential, without its value, whatever option stands before it:
  /// `--header=Authorization: x`, `-HAuthorization: x`, `@Authorization: x`; `nil` for other text.
  private var maskingField: String? {
    guard let colon = unicodeScalars.firstIndex(of: ":") else { return nil }
    let name = self[..<colon]
    let starts =
      [name.startIndex]
      + name.indices.filter { "=@H".contains(name[$0]) }
      .map { name.index(after: $0) }
    let isSecret = starts.contains { start in
      HeaderFields.Field(line: String(self[start...]))?.isSecret ?? false
    }
    return isSecret ? "\(name): ***" : nil
  }

  /// `user:password@host`, `//user:password@host` and the like, without what stands before the host.
  var withoutBareUserInfo: String {
    guard authority == nil, let at = unicodeScalars.lastIndex(of: "@") else { return self }
    let before = unicodeScalars[..<at]
    let start = before.lastIndex(of: "/").map { before.index(after: $0) } ?? before.startIndex
    guard before[start...].contains(":") else { return self }
    return String(self[..<start]) + self[unicodeScalars.index(after: at)...]
  }

  /// Each URL of several words, options or pairs without user name and password.
  private var withoutUserInfos: String {
    guard unicodeScalars.contains("@") else { return self }
    let isEnd = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "," || scalar == "=" }
    let parts = unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isEnd)
    let ends = unicodeScalars.filter(isEnd).map { String($0) } + [""]
    return zip(parts, ends).map { String($0).withoutUserInfo.withoutBareUserInfo + $1 }.joined()
  }
}
