import JPCore

extension Settings {
  /// The source of the data: a server, a folder or the built-in data.
  struct DataSource {
    /// The API's base URL. For built-in data, the public service's, because both have the same
    /// counts.
    let base: BaseURL

    let isSample: Bool

    /// The option or variable that names the API's URL; `nil` if none does.
    let origin: String?

    /// The option or variable that makes the data local, with its value: `--sample`, or
    /// `--base-url ./data`. `nil` if the data isn't local.
    let localOrigin: String?

    /// Whether the data is built in or in files.
    var isLocal: Bool { localOrigin != nil }

    /// Whether the data is the public service's, because no other source was named.
    var isPublicService: Bool { origin == nil && !isSample }

    init(_ options: Options) {
      isSample = options.has(.sample)
      localOrigin = options.localOrigin
      let value = options.value(.baseURL)
      origin = value?.origin
      if let value, let base = BaseURL(argument: value.text) {
        self.base = base
      } else {
        base = .jsonPlaceholder
      }
    }
  }

  /// How stored responses are used.
  struct Store {
    /// The directory of the store; `nil` if neither an option nor the environment gives one.
    let directory: String?

    /// Why HOME gives no directory, if ``directory`` is `nil`.
    let problemOfHome: String

    /// Whether `--cache-dir` is typed, so that commands in advice repeat it. A variable applies to
    /// them anyway.
    let isDirectoryTyped: Bool

    /// Whether stored responses are neither read nor written (`--no-cache`).
    let isOff: Bool
    let maxAge: Duration?
    let maxStale: Duration?

    /// The option or variable that makes the run offline; `nil` if none does.
    let offlineOrigin: String?

    var policy: CachePolicy {
      if offlineOrigin != nil { return .storedOnly }
      return .standard
    }

    init(_ options: Options) {
      directory = Self.storeDirectory(options)
      if options.variable("HOME") == nil {
        problemOfHome = "HOME is not set"
      } else {
        problemOfHome = "HOME is not an absolute path of a directory"
      }
      isDirectoryTyped = options.arguments.has(.cacheDirectory)
      offlineOrigin = options.origin(of: .offline)
      isOff = options.has(.noCache)
      maxAge = options.duration(.maxAge)
      maxStale = options.duration(.maxStale)
    }

    /// The directory from the option or its variable; else `jpfetch` in XDG_CACHE_HOME, else in
    /// `~/.cache` (macOS: `~/Library/Caches`). XDG_CACHE_HOME and HOME are ignored if they are
    /// relative paths, and HOME also if it doesn't exist (XDG Base Directory Specification).
    private static func storeDirectory(_ options: Options) -> String? {
      if let value = options.value(.cacheDirectory) { return value.text }
      func absolutePath(_ name: String) -> String? {
        guard let path = options.variable(name), path.utf8.first == .slash else {
          return nil
        }
        return path
      }
      if let caches = absolutePath("XDG_CACHE_HOME") {
        return caches + "/jpfetch"
      }
      // A missing home directory isn't created.
      guard let home = absolutePath("HOME"), SystemFile.isDirectory(home) else {
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

    /// The file of certificates that `--ca-cert` names; `nil` if it isn't typed.
    let certificateOption: String?

    init(_ options: Options, _ fields: HeaderFields) {
      self.fields = fields
      var curl = CurlTransport.Configuration()
      timeLimit = options.duration(.timeout) ?? curl.timeout
      curl.userAgent = Settings.userAgent
      curl.certificateFile = options.value(.certificateFile)?.text
      if options.arguments.has(.certificateFile) {
        certificateOption = curl.certificateFile
      } else {
        certificateOption = nil
      }
      if certificateOption == nil {
        curl.certificateDirectory = options.variable("SSL_CERT_DIR")
      }
      var retries = RetryPolicy()
      if let count = options.number(.retry) {
        retries.maxRetries = count
      }
      self.curl = curl
      self.retries = retries
    }
  }
}

extension Settings {
  /// The fields of `--header` that another server than the API's doesn't get. That of `--against`
  /// gets none, unless it is the only server. That of `get URL` gets no secrets if the user gave a
  /// base URL: in a script, somebody else may have chosen the URL.
  ///
  /// - Parameter target: the path or URL of a document; `nil` for the API's resources.
  func withheldFields(for target: String?, at base: BaseURL) -> [HeaderFields.Field] {
    let origin = data.base.text.origin
    if let target {
      if data.origin == nil || base.resolved(target).origin == origin { return [] }
      return network.fields.filter(\.isSecret)
    }
    if base.text.origin == origin || data.isLocal { return [] }
    return Array(network.fields)
  }
}
