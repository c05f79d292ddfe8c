import JPCore

extension OptionValues {
  /// The layout of JSON.
  var layout: JSONWriter.Layout { has(.compact) ? .compact : .pretty }

  /// The option or variable that makes the data local, with no server, if one does.
  var localSource: String? {
    if has(.sample) { return OptionName.sample.typed }
    guard let (place, text) = value(of: .baseURL), case .file = BaseURL(text)?.scheme else {
      return nil
    }
    return "\(place) \(text.withoutSecrets)"
  }

  /// Whether requests may hold a credential, so that responses aren't stored. Wrong options count as
  /// a credential.
  var hasCredentials: Bool {
    guard let base = try? baseURL.text, let fields = try? headerFields.all else { return true }
    return base.hasUserInfo || fields.contains(where: \.isSecret)
  }

  /// The directory from the option or its variable; else `jpfetch` in XDG_CACHE_HOME, else in
  /// `~/.cache` (macOS: `~/Library/Caches`). XDG_CACHE_HOME and HOME are ignored if they are
  /// relative paths, and HOME also if it doesn't exist (XDG Base Directory Specification).
  var cacheDirectory: String? {
    get throws(UsageError) {
      if let (place, path) = value(of: .cacheDirectory) {
        guard !path.isEmpty else { throw .badValue(place, path, expected: "a directory") }
        return path
      }
      func absolute(_ name: String) -> String? {
        variable(name).flatMap { $0.utf8.first == .slash ? $0 : nil }
      }
      #if os(macOS)
        let caches = "/Library/Caches/jpfetch"
      #else
        let caches = "/.cache/jpfetch"
      #endif
      if let directory = absolute("XDG_CACHE_HOME") { return directory + "/jpfetch" }
      // A home that isn't there isn't made.
      return absolute("HOME").flatMap { SystemFile.isDirectory($0) ? $0 + caches : nil }
    }
  }

  /// The base URL of the requests.
  var baseURL: BaseURL {
    get throws(UsageError) {
      guard let (place, text) = value(of: .baseURL), !has(.sample) else { return .jsonPlaceholder }
      let expected = "an http, https or file URL without a query"
      return try BaseURL(text, of: place, expected: expected)
    }
  }

  var retryPolicy: RetryPolicy {
    get throws(UsageError) {
      var policy = RetryPolicy()
      if let retries = try number(.retry) { policy.retries = retries }
      if let timeout = try timeout { policy.timeLimit = timeout }
      return policy
    }
  }

  /// The fields of `--header`. An error shows no more than a field's name: the value may be a
  /// secret.
  var headerFields: HeaderFields {
    get throws(UsageError) {
      var fields: HeaderFields = []
      let lines = values(of: .header).flatMap { text in
        text.utf8.first == .at
          ? headerFiles.first { $0.path == String(utf8: text.utf8.dropFirst()) }?.lines ?? []
          : [text]
      }
      for text in lines {
        guard let field = HeaderFields.Field(line: text) else {
          // Show the name only: the rest may be a secret.
          let name =
            text.utf8.firstIndex(of: .colon) == nil
            ? "***" : String(text.prefix { $0 != ":" && $0 > " " })
          throw .badValue(
            OptionName.header.typed, name, expected: "'<name>: <value>' on one line")
        }
        // The shell has cut it: -H Authorization: Bearer x
        if field.value.isEmpty && field.isSecret {
          throw .badValue(
            OptionName.header.typed, "\(field.name):", expected: "a value: -H '\(field.name): ...'")
        }
        fields.append(field)
      }
      return fields
    }
  }

  /// The files that `--header` names with `@`, so that a credential isn't among the arguments,
  /// which all users of the machine can read.
  var headerPaths: [String] {
    get throws(UsageError) {
      let paths = values(of: .header).filter { $0.utf8.first == .at }
        .map { String(utf8: $0.utf8.dropFirst()) }
      for path in paths
      where ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path) {
        throw UsageError(
          "--header @\(path): standard input is never read", .sentence("use @FILE or @<(COMMAND)"))
      }
      return paths
    }
  }

  /// The longest wait for the program at the other end of a named pipe.
  var pipeLimit: Duration {
    get throws(UsageError) {
      if let timeout = try timeout { return timeout }
      // Local data takes no time, so neither should its reader.
      return localSource == nil ? CurlTransport.Settings().timeout : .seconds(3)
    }
  }

  var curlSettings: CurlTransport.Settings {
    get throws(UsageError) {
      var settings = CurlTransport.Settings()
      settings.userAgent = "jpfetch/\(JPFetch.version)"
      settings.certificateFile = value(of: .certificateFile)?.value
      if !isTyped(.certificateFile) { settings.certificateDirectory = variable("SSL_CERT_DIR") }
      if let timeout = try timeout { settings.timeout = timeout }
      return settings
    }
  }
}

extension BaseURL {
  /// Reads the value of an option or variable that says where data is.
  ///
  /// - Parameters:
  ///   - place: the option or variable.
  ///   - expected: the values that it takes.
  init(_ text: String, of place: String, expected: String) throws(UsageError) {
    guard let base = BaseURL(text) else {
      var advice = Advice.sentence("examples are http://localhost:3000 and file:DIR")
      if let url = Self.likelyMeaning(of: text) { advice = .sentence("write \(url)") }
      throw .badValue(place, text, expected: expected, advice)
    }
    self = base
  }

  /// The URL that was probably meant by one without a scheme: `http://localhost:3000` for `:3000`,
  /// `localhost:3000` and `//localhost:3000`, `file:./data` for `./data`; `nil` if there is none, or
  /// if it has a password.
  static func likelyMeaning(of text: String) -> String? {
    if text.contains(ascii: "://") || text.utf8.contains(.at) { return nil }
    let authority = text.unicodeScalars.prefix { $0 != "/" }
    let name = String(authority.prefix { $0 != ":" })
    let url: String
    if text.utf8.starts(with: "//".utf8) {
      url = "http:\(text)"
    } else if text.utf8.first == .slash || text.utf8.first == .point {
      url = "file:\(text)"
    } else if text.utf8.first == .colon {
      url = "http://localhost\(text)"
    } else if !name.isEmpty, name.utf8.allSatisfy(\.isDigit),
      authority.count == name.unicodeScalars.count
    {
      // A host name of digits alone would be an address, such as 0.0.11.184 for 3000.
      url = "http://localhost:\(text)"
    } else if ["http", "https", "file"].contains(name.lowercased()) {
      return nil
    } else {
      url = "http://\(text)"
    }
    return BaseURL(url) == nil ? nil : url
  }
}
