import JPCore

/// `jpfetch cache info|list|warm|clear|path`: looks after the stored responses.
struct ManageCache {
  private let action: CacheAction
  private let paths: [String]
  private let store: ResponseStore
  private let base: BaseURL
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
    if action != .clear, let path = paths.first { throw .unexpectedOperand(path) }
    guard let store = try options.responseStore else { throw .noCacheDirectory("cache") }
    self.store = store
    if action == .warm {
      for option in [OptionName.offline, .noCache, .sample] where options.has(option) {
        throw .badValue("cache warm", option.typed, expected: "a server to ask")
      }
    }
    base = try options.baseURL
    notices = Notices(options)
    fetcher = try options.fetcher(notices)
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
    }
    return .answered
  }

  // MARK: Actions

  private func info() throws {
    let entries = try store.entries()
    let bytes = entries.reduce(0) { $0 + $1.bytes }
    let now = OptionValues.wallClock()
    let oldest = entries.first.map { now.seconds - $0.stored.seconds }
    let age = oldest.map { "\($0.secondsInWords) ago" } ?? "-"
    try output.write(
      [
        "directory  \(store.directory)", "responses  \(entries.count)",
        "size       \(bytes.bytesInWords) of at most \(store.maxBytes.bytesInWords)",
        "oldest     \(age)",
      ],
      .object([
        ("directory", .string(store.directory)), ("responses", .number(entries.count)),
        ("bytes", .number(bytes)), ("maxBytes", .number(store.maxBytes)),
        ("oldestAge", .number(orNull: oldest)),
      ]))
  }

  private func list() throws {
    let now = OptionValues.wallClock()
    let entries = try store.entries()
    try output.write(
      entries.map { entry in
        let what = entry.response?.url ?? "cannot be used: \(entry.path)"
        let age = (now.seconds - entry.stored.seconds).secondsInWords
        return "\(what)  \(entry.bytes.bytesInWords), stored \(age) ago".safeForTerminal
      },
      .array(
        entries.map { entry in
          .object([
            ("url", .string(orNull: entry.response?.url)), ("file", .string(entry.path)),
            ("bytes", .number(entry.bytes)), ("age", .number(now.seconds - entry.stored.seconds)),
            ("etag", .string(orNull: entry.response?.fields["ETag"])),
          ])
        }))
  }

  private func clear() throws {
    let wanted = paths.map { store.path(for: $0.first == "/" ? base.url(of: $0) : $0) }
    let count = try store.remove { wanted.isEmpty || wanted.contains($0.path) }
    let responses = count == 1 ? "response" : "responses"
    try output.write(
      ["removed \(count) stored \(responses)"], .object([("removed", .number(count))]))
  }

  /// Fetches all six lists, by the requests that every other command makes.
  private func warm() throws -> ExitCode {
    let query = RecordQuery.everything
    let fetched =
      try fetcher.recordsNow(query)
      ?? blocking { [fetcher] in try await fetcher.records(query) }
    notices.write(about: fetched)
    let missing = fetched.sources.map(\.url).filter { (try? store.response(for: $0)) == nil }
    for url in missing { notices.write("not stored, as the server wants it: \(url)") }
    let order = Resource.all.map(\.name)
    let counts = fetched.value.counts.sorted {
      order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0
    }
    try output.write(
      ["stored " + counts.map { "\($0.count) \($0.name)" }.inWords + " in \(store.directory)"],
      Meta.tree(.null, sources: fetched.sources, counts: counts))
    return missing.isEmpty && !fetched.sources.contains(where: \.isStale) ? .answered : .limited
  }
}
