import JPCore

extension String {
  /// A text without the user names and passwords of the URLs in it.
  var maskingCredentials: String {
    split(separator: "\"", omittingEmptySubsequences: false).map { part in
      part.split(separator: " ", omittingEmptySubsequences: false)
        .map { String($0).withoutUserInfo }.joined(separator: " ")
    }.joined(separator: "\"")
  }
}
