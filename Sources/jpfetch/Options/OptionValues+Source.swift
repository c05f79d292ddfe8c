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
    return "\(place) \(text)"
  }

  /// Throws if no server may be asked, or its responses may not be stored.
  func needStorableAnswers(for place: String) throws(UsageError) {
    for option in [OptionName.offline, .noCache] where has(option) {
      throw .conflict(place, typedName(of: option))
    }
    if let local = localSource { throw .conflict(place, local) }
    let base = try baseURL.text
    if base.withoutUserInfo != base { throw .unstorable(place, base.withoutUserInfo) }
    if let secret = try headerFields.all.first(where: \.isSecret) {
      throw .conflict(place, "-H \(secret.name), which looks like a credential,")
    }
  }

  /// Whether responses aren't stored because requests hold a credential; so they count where that
  /// can't be told.
  var hasCredentials: Bool {
    guard let base = try? baseURL.text, let fields = try? headerFields.all else { return true }
    return base.withoutUserInfo != base || fields.contains(where: \.isSecret)
  }

  /// How stored responses are used.
  enum StoreUse {
    /// As the options say.
    case asAsked
    /// Neither read nor written; only `--offline` reads them.
    case none
    /// Only stored responses are used; no server is asked.
    case only
  }

  /// The client that the options choose.
  ///
  /// - Parameters:
  ///   - notices: reports what is wrong with the stored responses.
  ///   - use: how they are used.
  ///   - target: the path or URL of a document; `nil` for the API's resources.
  ///   - other: where the API is, instead of ``baseURL``; header fields of the user's own are only
  ///     sent there if it is the same server.
  func fetcher(
    _ notices: Notices, stored use: StoreUse = .asAsked, of target: String? = nil,
    from other: BaseURL? = nil
  ) throws(UsageError) -> Fetcher {
    let settings = try curlSettings
    let retries = try retryPolicy
    let (maxAge, maxStale) = (try duration(.maxAge), try duration(.maxStale))
    let policy = cachePolicy(use)
    let own = try baseURL
    let base = other ?? own
    let fields = other.map { own.hasOrigin(of: $0.text) } ?? true ? try headerFields : []
    let isSample = has(.sample) && other == nil
    var cache = isSample || base.isLocal ? nil : try cache(notices, policy, use)
    cache?.maxAge = maxAge
    cache?.maxStale = maxStale
    // `cache warm` is for what isn't stored.
    cache?.asksAfterRefusals = command == .cache
    if cache != nil, policy != .storedOnly {
      let url = target.flatMap { $0.hasPrefix("/") ? nil : $0 } ?? base.text
      if let secret = fields.all.first(where: \.isSecret) {
        notices.write(notStoredBecause: "\(secret.name) looks like a credential")
      } else if url.withoutUserInfo != url {
        notices.write(notStoredBecause: "the URL has a user name")
      }
    }
    let progress = FetchProgress()
    var fetcher = Fetcher(
      base: isSample ? .sample : base, fields: fields, userAgent: settings.userAgent, cache: cache,
      policy: policy
    ) {
      if isSample { return RetryingTransport(SampleTransport(), policy: .never) }
      return RetryingTransport(
        CurlTransport(settings: settings, eventLoop: .main), policy: retries,
        sleep: { try await EventLoop.main.sleep(for: $0) },
        report: { notice in
          progress.add(notice)
          notices.write(notice)
        })
    }
    fetcher.progress = progress
    return fetcher
  }

  /// The stored responses; `nil` if they are neither read nor written.
  private func cache(
    _ notices: Notices, _ policy: CachePolicy, _ use: StoreUse
  ) throws(UsageError) -> ResponseCache? {
    let isOffline = policy == .storedOnly
    if !isOffline && (use == .none || has(.noCache)) { return nil }
    guard let directory = try cacheDirectory else {
      if isOffline {
        throw .noCacheDirectory((use == .only ? OptionName.against : .offline).typed)
      }
      notices.writeNoDirectory()
      return nil
    }
    return ResponseCache(directory: directory)
  }

  /// The store; `nil` if there is no directory for it.
  var responseStore: ResponseStore? {
    get throws(UsageError) { try cacheDirectory.map { ResponseStore(directory: $0) } }
  }

  /// The directory from the option or its variable; else `jpfetch` in XDG_CACHE_HOME, else in
  /// `~/.cache` (macOS: `~/Library/Caches`). XDG_CACHE_HOME and HOME are ignored if they are
  /// relative paths, HOME also where it isn't there (XDG Base Directory Specification).
  private var cacheDirectory: String? {
    get throws(UsageError) {
      if let (place, path) = value(of: .cacheDirectory) {
        guard !path.isEmpty else { throw .badValue(place, path, expected: "a directory") }
        return path
      }
      func absolute(_ name: String) -> String? {
        variable(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
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
      guard let base = BaseURL(text) else {
        throw .badValue(
          place, text.withoutUserInfo, expected: "an http, https or file URL without a query")
      }
      return base
    }
  }

  /// Which use of stored responses the options ask for.
  private func cachePolicy(_ use: StoreUse) -> CachePolicy {
    if has(.offline) || use == .only { return .storedOnly }
    return has(.refresh) ? .refresh : .standard
  }

  private var retryPolicy: RetryPolicy {
    get throws(UsageError) {
      var policy = RetryPolicy()
      if let retries = try number(.retry) { policy.retries = retries }
      if let timeout = try timeout { policy.timeLimit = timeout }
      return policy
    }
  }

  /// The fields of `--header`. An error shows no more than a field's name: the value may be a
  /// secret.
  private var headerFields: HeaderFields {
    get throws(UsageError) {
      var fields: HeaderFields = []
      let lines = values(of: .header).flatMap { text in
        text.utf8.first == UInt8(ascii: "@")
          ? headerFiles.first { $0.path == text.dropFirst() }?.lines ?? [] : [text]
      }
      for text in lines {
        guard let field = HeaderFields.Field(line: text) else {
          // Only up to the first character that can't be in a name: the rest may be a secret, and
          // so may be all of it where there is no name.
          let name = String(
            decoding: text.utf8.prefix { $0 != UInt8(ascii: ":") && $0 > 0x20 }, as: UTF8.self)
          throw .badValue(
            OptionName.header.typed, text.utf8.contains(UInt8(ascii: ":")) ? name : "***",
            expected: "'<name>: <value>' on one line")
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
      let paths = values(of: .header).filter { $0.utf8.first == UInt8(ascii: "@") }
        .map { String($0.dropFirst()) }
      for path in paths
      where ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path) {
        throw .otherwise(
          "--header @\(path): standard input is never read; use @FILE or @<(COMMAND)", nil)
      }
      return paths
    }
  }

  var curlSettings: CurlTransport.Settings {
    get throws(UsageError) {
      var settings = CurlTransport.Settings()
      settings.userAgent = "jpfetch/\(JPFetch.version)"
      settings.certificateFile = value(of: .certificateFile)?.value
      if !isTyped(.certificateFile) { settings.certificateDirectory = variable("SSL_CERT_DIR") }
      if let timeout = try timeout { settings.timeout = timeout }
      if let jobs = try number(.jobs, in: 1...64) { settings.maxTransfers = jobs }
      return settings
    }
  }
}
