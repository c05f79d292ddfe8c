// Hides user names, passwords and secret values in URLs and header fields that are shown, and in
// arguments that may be mistyped URLs or header fields.

extension String {
  /// The text without secrets. In a URL, user information is removed, and `***` replaces the values
  /// of parameters that are named like a secret, in the query and in the fragment. In text that
  /// isn't a valid URL, `***` also replaces a user name and a password.
  package var withoutSecrets: String {
    guard utf8.contains(where: \.mayBeginSecret) else { return self }
    if let url = HTTPURL(self) {
      let fragment = String(unicodeScalars.drop { $0 != "#" })
      return url.description + fragment.hidingParameters.text
    }
    return hidingUser.hidingParameters.text
  }

  /// This word of a command line without secrets. In a header field that is named like a secret,
  /// such as `X-Api-Key: 123`, `***` replaces the value.
  package var typedWordWithoutSecrets: String {
    guard let field = HeaderFields.Field(line: self), field.name.isSecret, !field.value.isEmpty
    else {
      return withoutSecrets
    }
    return "\(field.name): ***"
  }

  /// Whether this is a URL with a user name or password.
  package var hasUserInfo: Bool {
    utf8.contains(.at) && HTTPURL(self)?.userInfo != nil
  }

  /// The name of the first parameter that is named like a secret; `nil` if there is none.
  package var secretParameter: String? { hidingParameters.firstName }

  /// Whether this is a URL with a user name, a password or a secret parameter.
  var hasCredential: Bool { hasUserInfo || secretParameter != nil }

  /// The text with `***` between `//` and the last `@`. Without `//`, `***` replaces the word
  /// before the `@`, but only if the word has a colon, because `me@host` is an email address. The
  /// path of a file is returned as it is.
  private var hidingUser: String {
    guard !isPath, let at = unicodeScalars.lastIndex(of: "@") else { return self }
    let before = unicodeScalars[..<at]
    let start: String.Index
    if let slashes = before.indexAfterSlashes {
      start = slashes
    } else {
      let words = before.split(separator: " ", omittingEmptySubsequences: false)
      guard let word = words.last, word.contains(":") else { return self }
      start = word.startIndex
    }
    return String(before[..<start]) + "***" + String(unicodeScalars[at...])
  }

  /// Whether the text looks like the path of a file, or like a `file:` URL, but not like a URL
  /// without its scheme (`//host`).
  private var isPath: Bool {
    if utf8.first == .point { return true }
    if utf8.first == .slash { return utf8.dropFirst().first != .slash }
    let text = lowercased()
    return text.hasPrefix("file:") && (!text.hasPrefix("file://") || text.hasPrefix("file:///"))
  }

  /// The text with `***` in place of the values of secret parameters, and the name of the first
  /// such parameter.
  fileprivate var hidingParameters: (text: String, firstName: String?) {
    guard let mark = unicodeScalars.firstIndex(where: \.beginsParameters) else {
      return (self, nil)
    }
    var text = String(unicodeScalars[...mark])
    var firstName: String?
    var rest = unicodeScalars[mark...].dropFirst()
    while !rest.isEmpty {
      // A text may have several URLs.
      let parameter = rest.prefix { $0 != "&" && !$0.beginsParameters }
      let name = String(parameter.prefix { $0 != "=" })
      rest = rest[parameter.endIndex...]
      if parameter.contains("="), name.isSecretName {
        text += name + "=***"
        if firstName == nil { firstName = name }
        // In this value, `?` and `#` may be a part of the secret.
        rest = rest.drop { $0 != "&" }
      } else {
        text += String(parameter)
      }
      if let separator = rest.popFirst() { text.unicodeScalars.append(separator) }
    }
    return (text, firstName)
  }

  /// Whether a header field or a query parameter of this name holds a secret. This decides which
  /// values are shown, and which responses are stored, so in case of doubt the value is a secret.
  ///
  /// Hyphens, underscores, points, brackets and case don't matter: `api_key`, `apiKey` and
  /// `user[api-key]` are the same name. A query parameter may be percent-encoded.
  fileprivate var isSecretName: Bool {
    var decoded = self
    if utf8.contains(.percent), let text = percentDecoded { decoded = text }
    let words = decoded.lowercased().utf8.split(whereSeparator: \.separatesWordsOfName)
    guard let lastWord = words.last else { return false }
    // "sid" only as the complete last word: names such as "reside" are harmless.
    if lastWord.elementsEqual("sid".utf8) { return true }
    // Not `joined()`: its type would be made at run time, for a third of what a table of users
    // costs.
    var bytes: [UInt8] = []
    for word in words { bytes += word }
    let name = String(utf8: bytes)
    for part in Self.secretParts where name.contains(ascii: part) { return true }
    for ending in Self.secretEndings where name.hasSuffix(bytesOf: ending) { return true }
    return false
  }

  private static let secretParts: [StaticString] = [
    "authorization", "authentication", "cookie", "bearer", "token", "secret", "passw", "passphrase",
    "session", "csrf", "xsrf", "signature", "credential", "jwt", "oauth", "hmac", "dpop", "sessid",
    "apikey",
  ]

  private static let secretEndings = ["key", "pwd", "pass", "sig", "auth", "pin", "otp"]
}

extension UInt8 {
  /// Whether the byte separates the words of a header field's or a query parameter's name.
  fileprivate var separatesWordsOfName: Bool {
    switch self {
    case .minus, .underscore, .point, .leftBracket, .rightBracket: true
    default: false
    }
  }
}

extension UInt8 {
  /// Whether the byte begins the parameters of a URL, or ends its user information.
  fileprivate var mayBeginSecret: Bool {
    self == .at || self == .questionMark || self == .numberSign
  }
}

extension Unicode.Scalar {
  /// Whether the scalar begins the query or the fragment of a URL.
  fileprivate var beginsParameters: Bool { self == "?" || self == "#" }
}

extension Substring.UnicodeScalarView {
  /// The index after the first `//`; `nil` without one.
  fileprivate var indexAfterSlashes: Index? {
    var previous: Unicode.Scalar?
    for index in indices {
      if self[index] == "/", previous == "/" { return self.index(after: index) }
      previous = self[index]
    }
    return nil
  }
}

extension HTTPURL: CustomStringConvertible {
  /// The URL as ``Swift/String/withoutSecrets`` shows it.
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

extension HeaderFields.Name {
  /// Whether a field of this name holds a secret.
  fileprivate var isSecret: Bool { text.isSecretName }
}

extension HeaderFields {
  /// The fields of a request, shown without secrets.
  var withoutSecrets: HeaderFields {
    HeaderFields(map { Field(name: $0.name, value: $0.requestValueWithoutSecrets) })
  }
}

extension HeaderFields.Field {
  /// Whether the value of a request's field is a secret: by the field's name, or because it is a
  /// URL that holds one.
  package var isSecret: Bool { name.isSecret || value.hasCredential }

  /// Whether the value of a response's field is a secret. CORS fields (Fetch standard, §3.3) aren't
  /// secrets, although names such as `Access-Control-Allow-Credentials` look like it.
  package var isSecretInResponse: Bool {
    !name.lowercased.utf8.starts(with: "access-control-".utf8) && name.isSecret
  }

  /// The value of a request's field without secrets: `***` if the value is a secret; otherwise the
  /// value, with its URLs shown without their secrets.
  package var requestValueWithoutSecrets: String {
    if name.isSecret { return "***" }
    return value.urlsWithoutSecrets
  }

  /// The value of a response's field without secrets.
  package var responseValueWithoutSecrets: String {
    if isSecretInResponse { return "***" }
    return value.urlsWithoutSecrets
  }
}

extension String {
  /// The value of a field such as Location or Link, without the secrets in its URLs. Link can have
  /// several URLs, each in angle brackets, with parameters of its own after it (RFC 8288 §3).
  package var urlsWithoutSecrets: String {
    guard utf8.contains(where: \.mayBeginSecret) else { return self }
    guard utf8.first == .leftAngle else { return withoutSecrets }
    var shown = ""
    for part in unicodeScalars.split(separator: "<") {
      // The last bracket, because a secret in the URL may have one that it shouldn't.
      let end = part.lastIndex(of: ">") ?? part.endIndex
      shown += "<" + String(part[..<end]).withoutSecrets + String(part[end...]).withoutSecrets
    }
    return shown
  }
}

extension HTTPRequest {
  /// Whether the request has a secret in its URL or in a header field.
  var hasCredential: Bool { url.hasCredential || headerFields.contains(where: \.isSecret) }

  /// The secret in this request that forbids storing the response, in words, such as `the URL has a
  /// user name`; `nil` if there is none.
  package var secretInWords: String? {
    if let field = headerFields.first(where: \.isSecret) {
      return "\(field.name) looks like a credential"
    }
    if url.hasUserInfo { return "the URL has a user name" }
    if let name = url.secretParameter { return "the parameter \(name) looks like a credential" }
    return nil
  }
}
