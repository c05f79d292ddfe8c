import JPCore

extension Message {
  /// Warnings about stale, missing and odd data.
  ///
  /// - Parameter isStrict: whether stale responses that nothing failed for count too.
  static func warnings<Value>(about fetched: Fetched<Value>, isStrict: Bool) -> [Message] {
    let sources = fetched.sources
    var messages: [Message] = []
    for source in sources {
      guard let misfit = source.misfit else { continue }
      messages.append(
        Message(
          .bodyType, "not stored: \(source.url)", kind: .warning,
          because: misfit.inWords(source: source.resource), source: source.resource,
          url: source.url))
    }
    if let warning = Message(downgraded: sources) { messages.append(warning) }
    messages += fetched.failures.map { failure in
      let record = failure.record.map { "\($0.singular) \($0.id) is" }
      return Message(
        warning: "\(record ?? "\(failure.resource ?? "answers") are") missing",
        because: Message(failure))
    }
    messages += fetched.irregularities.compactMap { irregularity in
      // The store's have been reported, also if the fetch failed.
      if case .unusableStore = irregularity.kind { return nil }
      let facts = irregularity.facts
      return Message(
        facts.code, facts.what, kind: .warning, because: facts.why, source: irregularity.list)
    }
    let stale = sources.filter { $0.failure != nil }
    if let failure = stale.first?.failure {
      messages.append(
        Message(warning: "showing \(words(forStored: stale))", because: Message(failure)))
    }
    let old = sources.filter { $0.isStale && $0.failure == nil }
    if isStrict, let first = old.first {
      messages.append(
        Message(
          .cacheMissing, "stale: \(words(forStored: old))", kind: .warning, source: first.resource,
          url: first.url))
    }
    return messages
  }

  /// A warning about responses that anyone on the way could have read and changed; `nil` without
  /// one.
  init?(downgraded sources: [Provenance]) {
    let downgraded = sources.filter(\.isDowngraded)
    guard let first = downgraded.first else { return nil }
    let more = downgraded.count == 1 ? "" : " and \(downgraded.count - 1) more"
    self.init(
      .tls, "redirected from https to http: \(first.url)\(more)", kind: .warning,
      source: first.resource, url: first.url)
  }

  /// A warning about a stored response or the cache directory.
  init(warning error: StoreError) {
    let (path, why) = (error.path.withoutSecrets, error.problem.inWords)
    switch error.problem {
    case .unwritable: self.init(notStoredBecause: "cannot write \(path): \(why)")
    // Other responses are stored.
    case .tooLarge: self.init(.cacheUnusable, "not stored: \(path)", kind: .warning, because: why)
    case .notOurs: self.init(.cacheUnusable, "not used: \(path)", kind: .warning, because: why)
    // The path may be the directory's.
    case .unreadable:
      self.init(.cacheUnusable, "cannot read \(path)", kind: .warning, because: why)
    case .foreign, .otherVersion, .damaged, .otherURL, .notAFile:
      self.init(
        .cacheUnusable, "ignoring the cached response \(path)", kind: .warning, because: why)
    }
  }

  /// - Parameter why: the reason that no response is stored.
  init(notStoredBecause why: String) {
    self.init(.cacheUnusable, "responses are not stored", kind: .warning, because: why)
  }

  /// `photos stored 2 hours ago`; the oldest, if the ages differ.
  private static func words(forStored sources: [Provenance]) -> String {
    let names = sources.compactMap(\.resource).eachOnce
    let list = sources.contains { $0.derivedFrom != nil } ? " from a list" : ""
    let what = (names.isEmpty ? "an answer" : names.inWords) + list
    let oldest = sources.max { $0.storedAgo ?? .zero < $1.storedAgo ?? .zero }
    let age = (oldest?.storedAgo ?? .zero).roughly()
    guard let name = oldest?.resource, sources.contains(where: { $0.storedAgo?.roughly() != age })
    else {
      return "\(what) stored \(age) ago"
    }
    return "\(what) stored up to \(age) ago (\(name))"
  }
}

extension StoreError.Problem {
  var inWords: String {
    switch self {
    case .foreign: "not a jpfetch file"
    case .otherVersion: "written by another version of jpfetch"
    case .damaged: "damaged"
    case .otherURL: "it belongs to another URL"
    case .notAFile: "not a regular file"
    case .notOurs: "it belongs to another user"
    case .tooLarge(let limit): "larger than \(limit.bytesInWords)"
    case .unreadable(let errno), .unwritable(let errno): systemWords(errno)
    }
  }
}
