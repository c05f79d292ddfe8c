/// How URLs, and words that may have been meant as URLs, are shown.
extension String {
  /// The text without the secrets in it: a URL has no user information, and the values of query
  /// parameters that are named like a secret are `***`. In text that isn't a valid URL, so is what
  /// may be a user name and a password.
  package var withoutSecrets: String {
    guard utf8.contains(where: { $0 == .at || $0 == .questionMark }) else { return self }
    if let url = HTTPURL(self) { return url.description }
    return hidingUser.hidingParameters.text
  }

  /// A typed word without secrets: also without the value of a header field that is named like one.
  package var typedWordWithoutSecrets: String {
    if let field = HeaderFields.Field(line: self), field.isSecret { return "\(field.name): ***" }
    return withoutSecrets
  }

  /// Whether this is a URL with a user name or password.
  package var hasUserInfo: Bool {
    utf8.contains(.at) && HTTPURL(self)?.userInfo != nil
  }

  /// The first query parameter of a URL that is named like a secret; `nil` without one.
  package var secretParameter: String? { hidingParameters.firstName }

  /// The text with `***` between `//` and the last `@`; without `//`, in place of the word before the
  /// `@` if it has a colon: `me@host` is an email address.
  private var hidingUser: String {
    guard let at = unicodeScalars.lastIndex(of: "@") else { return self }
    let before = unicodeScalars[..<at]
    let start: String.Index
    if let slashes = before.indexAfterSlashes(ofURL: isPath) {
      start = slashes
    } else {
      let word = before[before.after(" ")...]
      if isPath || !word.contains(":") { return self }
      start = word.startIndex
    }
    return String(before[..<start]) + "***" + String(unicodeScalars[at...])
  }

  /// Whether it is a file's path or URL.
  private var isPath: Bool {
    hasPrefix("/") || hasPrefix(".") || prefix(5).lowercased() == "file:"
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
        firstName = firstName ?? name
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
  /// twice, and be one of several in brackets: `user[password]`.
  private var isSecretName: Bool {
    let once = percentDecoded ?? self
    let name = (once.percentDecoded ?? once).lowercased()
    let words = name.utf8.split { $0 == .leftBracket || $0 == .rightBracket }
    return words.contains { word in
      // Both api_key and apiKey.
      let letters = word.filter { $0 != UInt8(ascii: "_") && $0 != .minus }
      return Self.secretNames.contains(String(utf8: letters))
    }
  }

  private static let secretNames = [
    "token", "accesstoken", "apikey", "key", "secret", "password", "signature", "sig",
  ]
}

extension Substring.UnicodeScalarView {
  /// The index after the first `//`.
  ///
  /// - Parameter isOfURL: whether only slashes that begin a URL count, after a colon or at the start:
  ///   paths of files may have others.
  fileprivate func indexAfterSlashes(ofURL isOfURL: Bool) -> Index? {
    var slashes = 0
    var beginsURL = true
    for index in indices {
      if self[index] == "/" {
        slashes += 1
        if slashes == 2, beginsURL || !isOfURL { return self.index(after: index) }
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
    let port = givenPort.map { ":\($0)" } ?? ""
    return "\(isSecure ? "https" : "http")://\(host)\(port)\(path)" + query.hidingParameters.text
  }
}

extension BaseURL: CustomStringConvertible {
  /// The URL without secrets, as it may be shown.
  public var description: String { text.withoutSecrets }
}

extension HeaderFields.Field {
  /// The value as it may be shown: `***` for a secret; without the secrets of the URLs in it.
  package var shownValue: String {
    if isSecret { return "***" }
    // Link has several URLs in angle brackets (RFC 8288 §3).
    let parts = value.unicodeScalars.split(separator: "<", omittingEmptySubsequences: false)
    return parts.map { String($0).withoutSecrets }.joined(separator: "<")
  }
}
