import JPCore

extension Settings {
  /// How a fetcher uses stored responses.
  enum StoreUse {
    /// As the options say, such as `--offline` and `--no-cache`.
    case asAsked
    /// Stored responses are neither read nor written, except that `--offline` reads them.
    case none
    /// Stored responses only; no server is asked.
    case only
  }

  /// Makes a fetcher for the options' server, store and header fields.
  ///
  /// - Parameters:
  ///   - notices: report retries.
  ///   - use: how stored responses are used.
  ///   - target: the path or URL of a document; `nil` for the API's resources.
  ///   - other: the base URL to use instead of the one in the settings.
  func fetcher(
    _ notices: Notices, stored use: StoreUse = .asAsked, of target: String? = nil,
    from other: BaseURL? = nil
  ) throws(Message) -> Fetcher {
    var policy = store.policy
    if use == .only { policy = .storedOnly }
    var base = other ?? data.base
    if data.isSample, other == nil { base = .sample }
    var cache: ResponseCache?
    if !base.isLocal { cache = try self.cache(policy, use) }
    var fetcher = Fetcher(
      base: base, fields: sentFields(for: target, at: base), userAgent: network.curl.userAgent,
      cache: cache, policy: policy
    ) {
      transport(to: base, notices)
    }
    fetcher.progress = FetchProgress()
    return fetcher
  }

  /// The fields of `--header` that requests get.
  private func sentFields(for target: String?, at base: BaseURL) -> HeaderFields {
    let withheld = withheldFields(for: target, at: base)
    if withheld.isEmpty { return network.fields }
    return HeaderFields(network.fields.filter { field in !withheld.contains(field) })
  }

  /// - Parameter base: a server, or the built-in data.
  private func transport(to base: BaseURL, _ notices: Notices) -> RetryingTransport {
    if base.isLocal {
      return RetryingTransport(SampleTransport(), policy: .never)
    }
    return RetryingTransport(
      CurlTransport(configuration: network.curl, eventLoop: .main),
      policy: network.retries,
      timeLimit: network.timeLimit,
      sleep: { try await EventLoop.main.sleep(for: $0) },
      report: notices.writeRetry)
  }

  // MARK: The store

  /// The cache of stored responses; `nil` if they are neither read nor written.
  private func cache(_ policy: CachePolicy, _ use: StoreUse) throws(Message) -> ResponseCache? {
    let isOffline = policy == .storedOnly
    if !isOffline && (use == .none || store.isOff) { return nil }
    guard let directory = store.directory else {
      if !isOffline { return nil }
      throw .noCacheDirectory(optionForStoreOnly(use), because: store.problemOfHome)
    }
    var cache = ResponseCache(directory: directory)
    cache.maxAge = store.maxAge
    cache.maxStale = store.maxStale
    return cache
  }

  /// The option or variable because of which only stored responses are used.
  private func optionForStoreOnly(_ use: StoreUse) -> String {
    if use == .only { return OptionName.against.typed }
    return store.offlineOrigin ?? OptionName.offline.typed
  }

  // MARK: Warnings

  /// Warnings about a run that is to store responses: why it won't, and which header fields it
  /// doesn't send.
  ///
  /// - Parameter target: the path or URL of a document; `nil` for the API's resources.
  func warnings(about fetcher: Fetcher, of target: String? = nil) -> [Message] {
    if fetcher.base.isLocal { return [] }
    var warnings: [Message] = []
    if store.directory == nil, !store.isOff {
      let problem = "\(store.problemOfHome); give a directory with --cache-dir"
      warnings.append(Message(notStoredBecause: problem))
    }
    var url = fetcher.base.text
    if let target { url = fetcher.base.resolved(target) }
    if let warning = warningOfWithheldFields(about: fetcher, of: target) {
      warnings.append(warning)
    }
    // `cache warm` is useless if its responses can't be stored. Other commands say so only with -v.
    if fetcher.hasStore, !fetcher.isOffline, command == .cache || options.has(.verbose) {
      let request = HTTPRequest(url: url, headerFields: sentFields(for: target, at: fetcher.base))
      if let secret = request.secretInWords { warnings.append(Message(notStoredBecause: secret)) }
    }
    return warnings
  }

  /// The warning that fields aren't sent to another server; `nil` if all are sent.
  ///
  /// - Parameter target: the path or URL of a document; `nil` for the API's resources.
  func warningOfWithheldFields(about fetcher: Fetcher, of target: String? = nil) -> Message? {
    let withheld = withheldFields(for: target, at: fetcher.base)
    if withheld.isEmpty || fetcher.base.isLocal { return nil }
    var url = fetcher.base.text
    if let target { url = fetcher.base.resolved(target) }
    return Message(withheld: withheld, from: url, data.base)
  }
}
