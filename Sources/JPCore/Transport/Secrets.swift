// How URLs, and words that may have been meant as URLs, are shown.

extension String {
  /// The text without secrets. In a URL, user information is removed, and `***` replaces the values
  /// of query parameters that are named like a secret. In text that isn't a valid URL, `***` also
  /// replaces a user name and a password.
  package var withoutSecrets: String {
    guard utf8.contains(.at) || utf8.contains(.questionMark) else { return self }
    if let url = HTTPURL(self) { return url.description }
    return hidingUser.hidingParameters.text
  }

  /// A typed word without secrets. In a header field that is named like a secret, `***` replaces
  /// the value.
  package var typedWordWithoutSecrets: String {
    if let field = HeaderFields.Field(line: self), field.isSecret { return "\(field.name): ***" }
    return withoutSecrets
  }

  /// Whether this is a URL with a user name or password.
  package var hasUserInfo: Bool {
    utf8.contains(.at) && HTTPURL(self)?.userInfo != nil
  }

  /// The name of the first query parameter that is named like a secret; `nil` if there is none.
  package var secretParameter: String? { hidingParameters.firstName }

  /// The text with `***` between `//` and the last `@`. Without `//`, `***` replaces the word
  /// before the `@`, but only if the word has a colon, because `me@host` is an email address.
  private var hidingUser: String {
    guard let at = unicodeScalars.lastIndex(of: "@") else { return self }
    let before = unicodeScalars[..<at]
    let start: String.Index
    if let slashes = before.indexAfterSlashes(onlyAtStartOfURL: isPath) {
      start = slashes
    } else {
      let words = before.split(separator: " ", omittingEmptySubsequences: false)
      guard !isPath, let word = words.last, word.contains(":") else { return self }
      start = word.startIndex
    }
    return String(before[..<start]) + "***" + String(unicodeScalars[at...])
  }

  /// Whether the text looks like the path of a file, or like a `file:` URL.
  private var isPath: Bool {
    if utf8.first == .slash || utf8.first == .point { return true }
    return String(unicodeScalars.prefix(5)).lowercased() == "file:"
  }

  /// The text with `***` for the values of secret query parameters, and the name of the first one.
  fileprivate var hidingParameters: (text: String, firstName: String?) {
    guard let mark = unicodeScalars.firstIndex(of: "?") else { return (self, nil) }
    var text = String(unicodeScalars[...mark])
    var firstName: String?
    var rest = unicodeScalars[mark...].dropFirst()
    while !rest.isEmpty {
      // Some servers also separate parameters with semicolons.
      let parameter = rest.prefix { $0 != "&" && $0 != ";" }
      let name = String(parameter.prefix { $0 != "=" })
      rest = rest[parameter.endIndex...]
      if parameter.contains("="), name.isSecretName {
        text += name + "=***"
        if firstName == nil { firstName = name }
        // In this value, a semicolon may also be a part of the secret.
        rest = rest.drop { $0 != "&" }
      } else {
        text += String(parameter)
      }
      if let separator = rest.popFirst() { text.unicodeScalars.append(separator) }
    }
    return (text, firstName)
  }

  /// Whether a query parameter of this name holds a secret. The name may be percent-encoded, even
  /// twice. If it has brackets, as in `user[password]`, one secret word in it is enough.
  private var isSecretName: Bool {
    let once = percentDecoded ?? self
    let twice = once.percentDecoded ?? once
    let name = twice.lowercased().utf8
    for word in name.split(whereSeparator: { $0 == .leftBracket || $0 == .rightBracket }) {
      // `api_key` and `apiKey` are the same name.
      let letters = word.filter { $0 != UInt8(ascii: "_") && $0 != .minus }
      if Self.secretNames.contains(String(utf8: letters)) { return true }
    }
    return false
  }

  private static let secretNames = [
    "token", "accesstoken", "apikey", "key", "secret", "password", "signature", "sig",
  ]
}

extension Substring.UnicodeScalarView {
  /// The index after the first `//`; `nil` without one.
  ///
  /// - Parameter onlyAtStartOfURL: whether the slashes must be at the start or after a colon,
  ///   because a file's path may have `//` elsewhere, too.
  fileprivate func indexAfterSlashes(onlyAtStartOfURL: Bool) -> Index? {
    var slashes = 0
    var beginsURL = true
    for index in indices {
      if self[index] == "/" {
        slashes += 1
        if slashes == 2, beginsURL || !onlyAtStartOfURL { return self.index(after: index) }
      } else {
        slashes = 0
        beginsURL = self[index] == ":"
      }
    }
    return nil
  }
}

extension HTTPURL: CustomStringConvertible {
  /// The URL without secrets, see ``Swift/String/withoutSecrets``.
  var description: String {
    var text = "\(scheme)://\(host)"
    if let givenPort { text += ":\(givenPort)" }
    return text + path + query.hidingParameters.text
  }
}

extension BaseURL: CustomStringConvertible {
  /// The URL without secrets.
  public var description: String { text.withoutSecrets }
}

extension HeaderFields.Field {
  /// The value without secrets: `***` if the field is secret; otherwise URLs in the value are shown
  /// without their secrets.
  package var shownValue: String {
    if isSecret { return "***" }
    // Link has several URLs in angle brackets (RFC 8288 §3).
    let parts = value.unicodeScalars.split(separator: "<", omittingEmptySubsequences: false)
    let shownParts = parts.map { String($0).withoutSecrets }
    return shownParts.joined(separator: "<")
  }
}
