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
    maskingField ?? withoutUserInfo.withoutUserInfos
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

  /// Each word of several without user name and password.
  private var withoutUserInfos: String {
    unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
      .map { String($0).withoutUserInfo }.joined(separator: " ")
  }
}
