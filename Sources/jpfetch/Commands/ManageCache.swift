import JPCore

/// `jpfetch cache info|list|warm|clear|path`: looks after the stored responses.
struct ManageCache {
  private let action: CacheAction
  private let paths: [String]
  private let store: ResponseStore
  private let base: BaseURL
  private let isBaseGiven: Bool
  private let fetcher: Fetcher
  private let notices: Notices
  private let output: AnswerOutput

  init(_ operands: [String], _ options: OptionValues) throws(UsageError) {
    guard let word = operands.first else {
      let actions = CacheAction.choices.map(\.word).joined(separator: ", ")
      throw .missingOperand("one of \(actions)", of: "cache")
    }
    guard let action = CacheAction(rawValue: word) else {
      throw .badChoice("cache", word, CacheAction.choices)
    }
    self.action = action
    paths = Array(operands.dropFirst())
    let most = action == .clear ? Int.max : action == .export ? 1 : 0
    if paths.count > most { throw .unexpectedOperand(paths[most].withoutUserInfo) }
    if action == .export, paths.first?.isEmpty ?? true {
      throw .missingOperand("a directory", of: "cache export")
    }
    guard let store = try options.responseStore else { throw .noCacheDirectory("cache") }
    self.store = store
    base = try options.baseURL
    isBaseGiven = options.value(of: .baseURL) != nil
    if action == .warm { try options.needStorableAnswers(for: "cache warm") }
    notices = Notices(options)
    if action == .export, let local = options.localSource {
      throw .badValue("cache export", local, expected: "a server's stored responses")
    }
    fetcher = try options.fetcher(notices, stored: action == .export ? .only : .asAsked)
    output = try AnswerOutput(options, usual: .table)
  }

  func run() throws -> ExitCode {
    switch action {
    case .path:
      try output.write([store.directory], .object([("directory", .string(store.directory))]))
    case .info: try info()
    case .list: try list()
    case .clear: try clear()
    case .warm: return try warm()
    case .export: try export(to: paths[0])
    }
    return .answered
  }

  // MARK: Actions

  private func info() throws {
    let entries = try store.entries()
    let bytes = entries.reduce(0) { $0 + $1.bytes }
    let now = HTTPDate.systemClock()
    let oldest = entries.first.map { now - $0.stored }
    let age = oldest.map { "\($0.roughly) ago" } ?? "-"
    try output.write(
      [
        "directory  \(store.directory)", "responses  \(entries.count)",
        "size       \(bytes.bytesInWords) of at most \(store.maxBytes.bytesInWords)",
        "oldest     \(age)",
      ],
      .object([
        ("directory", .string(store.directory)), ("responses", .number(entries.count)),
        ("bytes", .number(bytes)), ("maxBytes", .number(store.maxBytes)),
        ("oldestAge", .number(orNull: oldest?.wholeSeconds)),
      ]))
  }

  private func list() throws {
    let now = HTTPDate.systemClock()
    let entries = try store.entries()
    try output.write(
      entries.map { entry in
        let what = entry.head?.url ?? "cannot be used: \(entry.path)"
        let age = entry.age(at: now).roughly
        return "\(what)  \(entry.bytes.bytesInWords), stored \(age) ago".safeForTerminal
      },
      .array(
        entries.map { entry in
          .object([
            ("url", .string(orNull: entry.head?.url)), ("file", .string(entry.path)),
            ("bytes", .number(entry.bytes)), ("age", .number(entry.age(at: now).wholeSeconds)),
            ("etag", .string(orNull: entry.head?.fields["ETag"])),
          ])
        }))
  }

  private func clear() throws {
    let wanted = paths.map { path in
      let isWhole = path.has("://")
      return store.path(for: isWhole ? path : base.url(of: path.first == "/" ? path : "/" + path))
    }
    try store.tidy(now: HTTPDate.systemClock())
    let count = try store.remove { entry in
      if !wanted.isEmpty { return wanted.contains(entry.path) }
      // With a base URL, other servers' responses are kept.
      return !isBaseGiven || entry.head.map { base.path(of: $0.url) != nil } ?? false
    }
    let responses = count == 1 ? "response" : "responses"
    try output.write(
      ["removed \(count) stored \(responses)"], .object([("removed", .number(count))]))
  }

  /// Fetches all six lists, with the same requests as every other command.
  private func warm() throws -> ExitCode {
    let query = RecordQuery.everything
    let fetched = try blocking(showing: notices.progressLine(of: fetcher)) { [fetcher] in
      try await fetcher.records(query)
    }
    notices.write(about: fetched)
    let names = fetched.sources.compactMap(\.resource)
    let missing = zip(names, fetched.sources.map(\.requestedURL)).filter { _, url in
      // A response that can't be read back counts as not stored.
      (try? store.response(for: url)) == nil
    }.map(\.0)
    if !missing.isEmpty { notices.write("not stored: \(missing.inWords)") }
    let order = Resource.all.map(\.name)
    let counts = fetched.value.counts.sorted {
      order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0
    }
    let stored = counts.filter { !missing.contains($0.name) }
      .compactMap { name, count in count.map { "\($0) \(name)" } }
    try output.write(
      ["stored \(stored.isEmpty ? "nothing" : stored.inWords) in \(store.directory)"],
      Meta.tree(.null, fetched, counts: counts))
    return missing.isEmpty && !fetched.sources.contains(where: \.isStale) ? .answered : .limited
  }

  /// Writes the six stored lists to files that `--base-url file:DIR` reads, or none where one isn't
  /// stored.
  private func export(to directory: String) throws {
    let lists = try blocking { [fetcher] in
      // Throws an error that names all lists that are missing.
      _ = try await fetcher.records(.everything)
      return try await fetcher.lists(of: Resource.all)
    }
    let files = try lists.map { list in
      (name: list.resource.name, bytes: try list.result.get().records.document.bytes)
    }
    try SystemFile.makeDirectory(directory)
    for file in files {
      try OutputTarget.file("\(directory)/\(file.name).json").write {
        $0.append(file.bytes.span.bytes)
      }
    }
    try output.write(
      ["wrote \(files.count) lists to \(directory)"],
      .object([("directory", .string(directory)), ("lists", .number(files.count))]))
  }
}

extension ResponseStore.Entry {
  /// How long ago it was stored, by the time in the file if there is one: a copy of the file keeps
  /// that.
  fileprivate func age(at now: HTTPDate) -> Duration {
    max(.zero, now - (head?.received ?? stored))
  }
}
