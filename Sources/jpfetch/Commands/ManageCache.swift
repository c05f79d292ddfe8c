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
  private let options: OptionValues

  init(_ operands: [String], _ options: OptionValues) throws(UsageError) {
    guard let word = operands.first else {
      let actions = CacheAction.choices.map(\.word).joined(separator: ", ")
      throw .missingOperand("one of \(actions)", of: "cache")
    }
    guard let action = CacheAction(rawValue: word) else {
      throw .badChoice("cache", word, CacheAction.choices)
    }
    self.action = action
    self.options = options
    paths = Array(operands.dropFirst())
    let most = action == .clear ? Int.max : action == .export ? 1 : 0
    if paths.count > most { throw .unexpectedOperand(paths[most]) }
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
      throw .conflict("cache export", local)
    }
    fetcher = try options.fetcher(notices, stored: action == .warm ? .asAsked : .only)
    output = try AnswerOutput(options)
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

  /// Whether a response is of the API, where a base URL is given; `nil` where it can't be read.
  private func isMeant(_ entry: ResponseStore.Entry) -> Bool? {
    isBaseGiven ? entry.head?.isBelow(base) : true
  }

  // MARK: Actions

  private func info() throws {
    let entries = try store.entries().filter { isMeant($0) ?? true }
    let bytes = entries.reduce(0) { $0 + $1.bytes }
    let now = HTTPDate.systemClock()
    let ages = entries.map { $0.age(at: now) }.sorted()
    let inWords = { (age: Duration?) in age.map { "\($0.roughly()) ago" } ?? "-" }
    // The limit is the whole directory's.
    let server = isBaseGiven ? base.text.withoutUserInfo : nil
    let limit = isBaseGiven ? "" : " of at most \(store.maxBytes.bytesInWords)"
    try output.write(
      ["directory  \(store.directory)"] + (server.map { ["server     \($0)"] } ?? []) + [
        "responses  \(entries.count)", "size       \(bytes.bytesInWords)\(limit)",
        "oldest     \(inWords(ages.last))", "newest     \(inWords(ages.first))",
      ],
      .object([
        ("directory", .string(store.directory)), ("server", .string(orNull: server)),
        ("responses", .number(entries.count)),
        ("bytes", .number(bytes)), ("maxBytes", .number(store.maxBytes)),
        ("oldestAge", .number(orNull: ages.last?.wholeSeconds)),
        ("newestAge", .number(orNull: ages.first?.wholeSeconds)),
      ]))
  }

  private func list() throws {
    let now = HTTPDate.systemClock()
    let entries = try store.entries().filter { isMeant($0) ?? true }
    let facts = entries.map { $0.facts(at: now) }
    let widths = (0..<3).map { column in facts.map { $0[column].count }.max() ?? 0 }
    let lines = zip(entries, facts).map { entry, facts in
      let padded = zip(facts, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
      return "\(padded)  \(entry.place)".safeForTerminal
    }
    if entries.isEmpty {
      notices.writeRemark("nothing stored\(isBaseGiven ? " of \(base.text.withoutUserInfo)" : "")")
    }
    try output.write(lines, .array(entries.map { $0.tree(at: now) }))
  }

  private func clear() throws {
    var count = 0
    if paths.isEmpty {
      count = try store.remove { isMeant($0) ?? false }
      try store.tidy()
    } else {
      for path in paths {
        let url =
          path.contains(ascii: "://") ? path : base.url(of: path.first == "/" ? path : "/" + path)
        count += try store.remove(storedFor: url)
      }
    }
    let responses = count == 1 ? "response" : "responses"
    let place = paths.first { $0.contains(ascii: "://") } ?? base.text.withoutUserInfo
    let which = count == 0 && (isBaseGiven || !paths.isEmpty) ? " of \(place)" : ""
    try output.write(
      ["removed \(count) stored \(responses)\(which)"], .object([("removed", .number(count))]))
  }

  /// Fetches all six lists, with the same requests as every other command.
  private func warm() throws -> ExitCode {
    let query = RecordQuery.everything
    let (fetched, plan) = try notices.blocking(on: fetcher) { [fetcher] in
      (try await fetcher.records(query), try await fetcher.plan(query))
    }
    notices.write(about: fetched)
    // What can't be read back counts as not stored.
    let missing = zip(fetched.sources.compactMap(\.resource), plan.requests)
      .filter { !$1.lookUp.isStored }.map(\.0)
    if !missing.isEmpty { notices.warn("cache.missing", "not stored: \(missing.inWords)") }
    let order = Resource.all.map(\.name)
    // Orphans are stored as well.
    let counts = fetched.value.listCounts.filter { !missing.contains($0.name) }.sorted {
      order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0
    }
    // What a failed server didn't confirm was stored before.
    let kept = fetched.sources.filter(\.isStale).compactMap(\.resource)
    func list(ofKept isKept: Bool) -> String {
      counts.filter { kept.contains($0.name) == isKept }.map { "\($1) \($0)" }.inWords
    }
    let parts = [("stored", list(ofKept: false)), ("still stored:", list(ofKept: true))]
      .filter { !$1.isEmpty }.map { "\($0) \($1)" }
    let what = parts.isEmpty ? "stored nothing" : parts.joined(separator: "; ")
    try output.write(
      ["\(what) in \(store.directory)"],
      Meta.tree(.null, fetched, options, counts: counts.map { ($0.name, $0.count) }))
    return missing.isEmpty && !fetched.sources.contains(where: \.isStale) ? .answered : .limited
  }

  /// Writes the six stored lists to files that `--base-url file:DIR` reads, or none where one isn't
  /// stored.
  private func export(to directory: String) throws {
    let lists = try notices.blocking(on: fetcher, isShown: false) { [fetcher] in
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

  /// `200 fresh`, `5.6 KiB`, `2 hours ago`.
  fileprivate func facts(at now: HTTPDate) -> [String] {
    let state = head.map { "\($0.status) \($0.isFresh(at: now) ? "fresh" : "stale")" }
    return [state ?? "unusable", bytes.bytesInWords, "\(age(at: now).roughly()) ago"]
  }

  /// The URL, or the file of what can't be used.
  fileprivate var place: String {
    guard let head else { return path }
    return head.url + (head.fields["Vary"].map { ", varies by \($0)" } ?? "")
  }

  fileprivate func tree(at now: HTTPDate) -> JSONTree {
    .object([
      ("url", .string(orNull: head?.url)), ("status", .number(orNull: head?.status)),
      ("fresh", head.map { .boolean($0.isFresh(at: now)) } ?? .null),
      ("file", .string(path)), ("bytes", .number(bytes)),
      ("age", .number(age(at: now).wholeSeconds)),
      ("etag", .string(orNull: head?.fields["ETag"])),
      ("vary", .string(orNull: head?.fields["Vary"])),
    ])
  }
}
