import JPCore

extension Settings {
  /// How stored responses are used.
  enum StoreUse {
    /// As the options say.
    case asAsked
    /// Neither read nor written; only `--offline` reads them.
    case none
    /// Stored responses only; no server is asked.
    case only
  }

  /// The client that the options choose.
  ///
  /// - Parameters:
  ///   - notices: reports problems with the store.
  ///   - use: how stored responses are used.
  ///   - target: the path or URL of a document; `nil` for the API's resources.
  ///   - other: the API's URL, instead of that of the settings. The user's header fields are sent
  ///     there only if it is the same server.
  func fetcher(
    _ notices: Notices, stored use: StoreUse = .asAsked, of target: String? = nil,
    from other: BaseURL? = nil
  ) throws(UsageError) -> Fetcher {
    let policy = use == .only ? CachePolicy.storedOnly : self.store.policy
    let base = other ?? data.base
    let fields = sendsFields(to: base.text) ? network.fields : []
    let isSample = data.isSample && other == nil
    var cache: ResponseCache?
    if !isSample, !base.isLocal { cache = try self.cache(notices, policy, use) }
    cache?.maxAge = store.maxAge
    cache?.maxStale = store.maxStale
    if cache != nil, policy != .storedOnly {
      var url = base.text
      if let target { url = base.resolved(target) }
      if let secret = fields.first(where: \.isSecret) {
        notices.write(Message(notStoredBecause: "\(secret.name) looks like a credential"))
      } else if url.hasUserInfo {
        notices.write(Message(notStoredBecause: "the URL has a user name"))
      } else if let name = url.secretParameter {
        notices.write(Message(notStoredBecause: "the parameter \(name) looks like a credential"))
      }
    }
    var fetcher = Fetcher(
      base: isSample ? .sample : base, fields: fields, userAgent: network.curl.userAgent,
      cache: cache, policy: policy
    ) {
      if isSample { return RetryingTransport(SampleTransport(), policy: .none) }
      return RetryingTransport(
        CurlTransport(configuration: network.curl, eventLoop: .main), policy: network.retries,
        timeLimit: network.timeLimit,
        sleep: { try await EventLoop.main.sleep(for: $0) },
        report: notices.write)
    }
    fetcher.progress = FetchProgress()
    if let limit = network.maxConcurrentRequests { fetcher.maxConcurrentRequests = limit }
    return fetcher
  }

  /// Whether a request to a server of the API has the fields of `--header`.
  func sendsFields(to url: String) -> Bool { url.origin == data.base.text.origin }

  /// The stored responses; `nil` if they are neither read nor written.
  private func cache(
    _ notices: Notices, _ policy: CachePolicy, _ use: StoreUse
  ) throws(UsageError) -> ResponseCache? {
    let isOffline = policy == .storedOnly
    if !isOffline && (use == .none || store.isOff) { return nil }
    guard let directory = store.directory else {
      if isOffline {
        var origin = store.offlineOrigin ?? OptionName.offline.typed
        if use == .only { origin = OptionName.against.typed }
        throw .noCacheDirectory(origin)
      }
      notices.write(
        Message(
          notStoredBecause: "HOME is not an absolute path of a directory; give one with --cache-dir"
        ))
      return nil
    }
    return ResponseCache(directory: directory)
  }
}
