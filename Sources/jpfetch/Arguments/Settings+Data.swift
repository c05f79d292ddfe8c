import JPCore

extension Settings {
  /// Where data comes from.
  struct DataSource {
    /// The API's URL. Built-in data has the public service's URL, because it has the service's
    /// counts.
    let base: BaseURL

    let isSample: Bool

    /// The option or variable that names the API's URL; `nil` if none does.
    let origin: String?

    /// The option or variable that makes the data local, with its value; `nil` if the data isn't
    /// local.
    let localOrigin: String?

    /// Whether the data is built in or in files.
    var isLocal: Bool { localOrigin != nil }

    /// Whether the data is the public service's, because no other source was named.
    var isPublicService: Bool { origin == nil && !isSample }

    init(_ options: OptionReader) throws(UsageError) {
      isSample = options.has(.sample)
      localOrigin = options.localOrigin
      let value = options.value(.baseURL)
      origin = value?.origin
      guard let value, !isSample else {
        base = .jsonPlaceholder
        return
      }
      base = try BaseURL(
        value.text, of: value.origin,
        expected: "an http, https or file URL without a query: http://localhost:3000, file:DIR")
    }
  }

  /// How stored responses are used.
  struct Store {
    /// The directory of the store; `nil` if neither an option nor the environment gives one.
    let directory: String?

    /// Why HOME gives no directory, if ``directory`` is `nil`.
    let problemOfHome: String

    /// Whether an option names the directory.
    let isDirectoryTyped: Bool
    let policy: CachePolicy

    /// Whether stored responses are neither read nor written.
    let isOff: Bool
    let maxAge: Duration?
    let maxStale: Duration?

    /// The option or variable that limits staleness; the option if neither is given.
    let maxStaleOrigin: String

    /// The option or variable that makes the run offline; `nil` if none does.
    let offlineOrigin: String?

    var isOffline: Bool { offlineOrigin != nil }

    init(_ options: OptionReader) throws(UsageError) {
      directory = try Self.directory(options)
      if options.variable("HOME") == nil {
        problemOfHome = "HOME is not set"
      } else {
        problemOfHome = "HOME is not an absolute path of a directory"
      }
      isDirectoryTyped = options.arguments.has(.cacheDirectory)
      offlineOrigin = options.origin(ofFlag: .offline)
      if offlineOrigin != nil {
        policy = .storedOnly
      } else if options.has(.refresh) {
        policy = .revalidate
      } else {
        policy = .standard
      }
      isOff = options.has(.noCache)
      maxAge = try options.duration(.maxAge)
      maxStale = try options.duration(.maxStale)
      if let value = options.value(.maxStale) {
        maxStaleOrigin = value.origin
      } else {
        maxStaleOrigin = OptionName.maxStale.typed
      }
    }

    /// The directory from the option or its variable; else `jpfetch` in XDG_CACHE_HOME, else in
    /// `~/.cache` (macOS: `~/Library/Caches`). XDG_CACHE_HOME and HOME are ignored if they are
    /// relative paths, and HOME also if it doesn't exist (XDG Base Directory Specification).
    private static func directory(_ options: OptionReader) throws(UsageError) -> String? {
      if let value = options.value(.cacheDirectory) {
        if value.text.isEmpty {
          throw .badValue(value.origin, value.text, expected: "a directory")
        }
        return value.text
      }
      func absolute(_ name: String) -> String? {
        guard let path = options.variable(name), path.utf8.first == .slash else {
          return nil
        }
        return path
      }
      if let caches = absolute("XDG_CACHE_HOME") {
        return caches + "/jpfetch"
      }
      // A missing home directory isn't created.
      guard let home = absolute("HOME"), SystemFile.isDirectory(home) else {
        return nil
      }
      #if os(macOS)
        return home + "/Library/Caches/jpfetch"
      #else
        return home + "/.cache/jpfetch"
      #endif
    }
  }

  /// How requests are sent to servers.
  struct Network {
    /// The header fields of `--header`.
    let fields: HeaderFields
    let curl: CurlTransport.Configuration
    let retries: RetryPolicy

    /// The time limit of an answer, including its retries.
    let timeLimit: Duration

    /// The maximum number of requests at the same time; `nil` for the default.
    let maxConcurrentRequests: Int?

    /// The longest wait for the program at the other end of a named pipe.
    let pipeLimit: Duration

    /// Whether a longer `--timeout` would help. With `--wait`, it wouldn't: each attempt has its
    /// own limit.
    let canWaitLonger: Bool

    /// The file of certificates that `--ca-cert` names.
    let certificateOption: String?

    init(_ options: OptionReader, _ fields: HeaderFields) throws(UsageError) {
      self.fields = fields
      var curl = CurlTransport.Configuration()
      timeLimit = try options.duration(.timeout, allowingZero: false) ?? curl.timeout
      curl.userAgent = "jpfetch/\(Settings.version)"
      curl.certificateFile = options.value(.certificateFile)?.text
      certificateOption = options.texts(.certificateFile).last
      if certificateOption == nil {
        curl.certificateDirectory = options.variable("SSL_CERT_DIR")
      }
      var retries = RetryPolicy()
      if let count = try options.number(.retry) {
        retries.maxRetries = count
      }
      self.curl = curl
      self.retries = retries
      maxConcurrentRequests = try options.number(.jobs, in: 1...64)
      pipeLimit = try options.pipeLimit
      canWaitLonger = options.arguments.goes(with: .timeout) && options.value(.wait) == nil
    }
  }
}

extension Settings {
  /// Whether a URL has the API's origin, so that requests to it get the fields of `--header`.
  func sendsFields(to url: String) -> Bool { url.origin == data.base.text.origin }

  /// The secret fields of `--header` that `get URL` doesn't send: a base URL is given, and the URL
  /// has another origin. In a script, somebody else may have chosen the URL.
  func fieldsWithheld(from url: String) -> [HeaderFields.Field] {
    if data.origin == nil || sendsFields(to: url) { return [] }
    return network.fields.filter(\.isSecret)
  }
}

extension OptionReader {
  /// The longest wait for the program at the other end of a named pipe.
  var pipeLimit: Duration {
    get throws(UsageError) {
      if let timeout = try duration(.timeout, allowingZero: false) {
        return timeout
      }
      // Local data is there at once, so don't wait long for the program at the other end.
      if localOrigin != nil { return .seconds(3) }
      return CurlTransport.Configuration().timeout
    }
  }
}

extension BaseURL {
  /// Reads a base URL from the value of an option or variable.
  ///
  /// - Parameters:
  ///   - origin: the option or variable.
  ///   - expected: the values that are accepted, for the error.
  init(_ text: String, of origin: String, expected: String) throws(UsageError) {
    guard let base = BaseURL(text) else {
      var advice: Advice?
      if let url = Self.likelyMeaning(of: text) {
        advice = .sentence("write \(url)")
      }
      throw .badValue(origin, text, expected: expected, advice)
    }
    self = base
  }

  /// The URL that a text without a scheme probably means: `http://localhost:3000` for `:3000`,
  /// `localhost:3000` and `//localhost:3000`, `file:./data` for `./data`. `nil` if there is none,
  /// or if the text has an `@`, which may follow a password.
  static func likelyMeaning(of text: String) -> String? {
    if text.contains(ascii: "://") || text.utf8.contains(.at) {
      return nil
    }
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
    if BaseURL(url) == nil { return nil }
    return url
  }
}
