import JPCore

extension String {
  /// An error's words without credentials, whichever word they were typed into: without the user
  /// names and passwords of URLs, and without the value of a quoted header field that may be a
  /// credential.
  var maskingCredentials: String {
    let parts = split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
    return parts.enumerated().map { index, part in
      guard index % 2 == 1 else { return part.withoutUserInfos }
      if let field = HTTPFields.Field(line: part), field.isSecret { return "\(field.name): ***" }
      return part.withoutUserInfo.withoutBareUserInfo.withoutUserInfos
    }.joined(separator: "\"")
  }

  /// `user:password@host` without what stands before the host, if there is no scheme.
  var withoutBareUserInfo: String {
    let start = unicodeScalars.prefix { $0 != "/" }
    guard authority == nil, let at = start.lastIndex(of: "@"), start[..<at].contains(":") else {
      return self
    }
    return String(self[unicodeScalars.index(after: at)...])
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
