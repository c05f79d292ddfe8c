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
  ///   - notices: report retries, and why responses aren't stored.
  ///   - use: how stored responses are used.
  ///   - target: the path or URL of a document; `nil` for the API's resources.
  ///   - other: the base URL to use instead of the one in the settings. The user's header fields
  ///     are sent there only if it is on the same server.
  func fetcher(
    _ notices: Notices, stored use: StoreUse = .asAsked, of target: String? = nil,
    from other: BaseURL? = nil
  ) throws(Message) -> Fetcher {
    var policy = store.policy
    if use == .only { policy = .storedOnly }
    var base = data.base
    if let other { base = other }
    var fields: HeaderFields = []
    if sendsFields(to: base.text) { fields = network.fields }
    let isSample = data.isSample && other == nil
    var cache: ResponseCache?
    if !isSample, !base.isLocal {
      cache = try self.cache(notices, policy, use)
    }
    var url = base.text
    if let target {
      url = base.resolved(target)
      let withheld = fieldsWithheld(from: url)
      if !withheld.isEmpty {
        fields = HeaderFields(fields.filter { !$0.isSecret })
        notices.write(Message(withheld: withheld, from: url, base))
      }
    }
    if cache != nil, policy != .storedOnly {
      let request = HTTPRequest(url: url, headerFields: fields)
      // `cache warm` is useless if its responses can't be stored. Other commands say so only with
      // -v.
      if let secret = request.secretInWords, command == .cache || options.has(.verbose) {
        notices.write(Message(notStoredBecause: secret))
      }
    }
    if isSample { base = .sample }
    var fetcher = Fetcher(
      base: base,
      fields: fields,
      userAgent: network.curl.userAgent,
      cache: cache,
      policy: policy
    ) {
      transport(isSample: isSample, notices)
    }
    fetcher.progress = FetchProgress()
    return fetcher
  }

  private func transport(isSample: Bool, _ notices: Notices) -> RetryingTransport {
    if isSample {
      return RetryingTransport(SampleTransport(), policy: .never)
    }
    return RetryingTransport(
      CurlTransport(configuration: network.curl, eventLoop: .main),
      policy: network.retries,
      timeLimit: network.timeLimit,
      sleep: { try await EventLoop.main.sleep(for: $0) },
      report: notices.writeRetry)
  }

  /// The cache of stored responses; `nil` if they are neither read nor written.
  private func cache(
    _ notices: Notices, _ policy: CachePolicy, _ use: StoreUse
  ) throws(Message) -> ResponseCache? {
    let isOffline = policy == .storedOnly
    if !isOffline && (use == .none || store.isOff) { return nil }
    guard let directory = store.directory else {
      if isOffline {
        var origin = OptionName.offline.typed
        if use == .only {
          origin = OptionName.against.typed
        } else if let offlineOrigin = store.offlineOrigin {
          origin = offlineOrigin
        }
        throw .noCacheDirectory(origin, because: store.problemOfHome)
      }
      notices.write(
        Message(
          notStoredBecause: "\(store.problemOfHome); give a directory with --cache-dir"
        ))
      return nil
    }
    var cache = ResponseCache(directory: directory)
    cache.maxAge = store.maxAge
    cache.maxStale = store.maxStale
    return cache
  }
}
