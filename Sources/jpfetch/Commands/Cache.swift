import JPCore

/// `jpfetch cache info|list|warm|clear|path`: looks after the stored responses.
struct Cache {
  static let description = CommandDescription(
    name: .cache, usage: "cache {info|list|warm|export|clear|path} [<path>...]",
    summary: "Manage stored responses",
    examples: [
      ("jpfetch cache warm", "Store all \(Resource.countInWords) lists for --offline"),
      ("jpfetch cache export fixtures", "Files for --base-url file:fixtures"),
      ("jpfetch cache clear /photos", "Remove one stored response"),
    ], operands: CacheAction.choices,
    rules: CommandRules(
      options: CacheAction.allCases.flatMap(options),
      formats: .answer([.table, .json], default: .table), optionsOfAction: options),
    next: next, details: [.init("HOW RESPONSES ARE STORED", storing)])

  @Sendable private static func options(of action: CacheAction) -> [OptionName] {
    let common = OptionName.printing + [.compact, .cacheDirectory] + OptionName.everywhere
    switch action {
    case .info, .list, .clear: return common + [.baseURL]
    case .warm:
      return common + [.refresh, .maxAge, .maxStale, .strict, .baseURL] + OptionName.connecting
    case .export: return common + [.offline, .baseURL, .header]
    case .path: return common
    }
  }

  private static func next(_ typed: [String]) -> CommandDescription.Offer {
    if typed.count == 1 { return .words([CacheAction.choices]) }
    let isDirectoryNext = typed.count == 2 && typed[1] == CacheAction.export.rawValue
    return isDirectoryNext ? .directory : .nothing
  }

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
    action = try CacheAction.named(operands.first, by: .cache)
    self.options = options
    paths = Array(operands.dropFirst())
    let most = action == .clear ? Int.max : action == .export ? 1 : 0
    if paths.count > most { throw .unexpectedOperand(paths[most]) }
    if action == .export, paths.first?.isEmpty ?? true {
      throw UsageError("cache export needs a directory")
    }
    if action == .export { try Self.checkFiles(in: paths[0], options) }
    guard let directory = try options.cacheDirectory else { throw .noCacheDirectory("cache") }
    store = ResponseStore(directory: directory)
    base = try options.baseURL
    isBaseGiven = options.value(of: .baseURL) != nil
    notices = Notices(options)
    if action == .warm || action == .export, let local = options.localSource {
      throw UsageError("cache \(action.rawValue) and \(local) cannot be combined")
    }
    fetcher = try options.fetcher(notices, stored: action == .warm ? .asAsked : .only)
    output = try AnswerOutput(options)
  }

  func run() throws -> ExitCode {
    switch action {
    case .path:
      try output.write([directory], ["directory": directory])
    case .info: try info()
    case .list: try list()
    case .clear: try clear()
    case .warm: return try warm()
    case .export: try export(to: paths[0])
    }
    return .answered
  }

  /// The store's directory as it is shown.
  private var directory: String { store.directory.withoutSecrets }

  /// Whether an entry belongs to the given base URL; `nil` if it can't be read.
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
    let server = isBaseGiven ? base.description : nil
    let limit = isBaseGiven ? "" : " of about \(store.maxBytes.bytesInWords)"
    try output.write(
      ["directory  \(directory)"] + (server.map { ["server     \($0)"] } ?? []) + [
        "responses  \(entries.count)", "size       \(bytes.bytesInWords)\(limit)",
        "oldest     \(inWords(ages.last))", "newest     \(inWords(ages.first))",
      ],
      [
        "directory": directory, "server": server,
        "responses": entries.count, "bytes": bytes,
        "maxBytes": store.maxBytes, "oldestAge": ages.last?.wholeSeconds,
        "newestAge": ages.first?.wholeSeconds,
      ])
  }

  private func list() throws {
    let now = HTTPDate.systemClock()
    let entries = try store.entries().filter { isMeant($0) ?? true }
    if entries.isEmpty {
      let server = isBaseGiven ? " for \(base)" : ""
      notices.writeRemark("nothing is stored\(server)")
    }
    let rows = [["STATUS", "AGE", "SIZE"]] + entries.map { $0.facts(at: now) }
    let facts = rows.aligned(numbers: 1...2)
    let lines = zip(facts, ["URL"] + entries.map(\.place)).flatMap { facts, place in
      let url = place.safeForTerminal
      let line = "\(facts)  \(url)"
      guard let width = output.width, line.displayWidth > width else { return [line] }
      // The URL goes on its own line; a long one is cut at its start.
      let below = "  " + url.cutAtStart(to: max(1, width - 2))
      return [facts.cut(to: width), below.cut(to: width)]
    }
    try output.write(entries.isEmpty ? [] : lines, .array(entries.map { $0.tree(at: now) }))
  }

  private func clear() throws {
    var count = 0
    var missing: [String] = []
    if paths.isEmpty {
      count = try store.remove { isMeant($0) ?? false }
      if count == 0, isBaseGiven { missing = [base.description] }
      try store.tidy()
    }
    for path in paths {
      let url =
        path.contains(ascii: "://")
        ? path : base.url(of: path.utf8.first == .slash ? path : "/" + path)
      let removed = try store.remove(storedFor: url)
      if removed == 0 { missing.append(url.withoutSecrets) }
      count += removed
    }
    var sentences: [String] = []
    if count > 0 || missing.isEmpty {
      sentences.append("removed \(count) stored \(count == 1 ? "response" : "responses")")
    }
    var json: JSONTree = ["removed": count]
    if !missing.isEmpty {
      let stored = try store.entries().compactMap(\.head?.url.withoutSecrets).eachOnce
      if stored.isEmpty {
        sentences.append("nothing is stored")
      } else {
        let found = stored.firstInWords
        sentences.append("nothing is stored for \(missing.inWords); stored: \(found)")
      }
      json = ["removed": count, "notStored": missing, "stored": stored]
    }
    try writeOutcome(sentences, json)
  }

  /// Writes what was done, which `--quiet` leaves out; as JSON, or to a file, it is the output that
  /// was asked for.
  private func writeOutcome(_ sentences: [String], _ tree: JSONTree) throws {
    if options.has(.quiet), output.isForPeople { return }
    try output.write(sentences.flatMap { $0.safeForTerminal.wrapped(to: output.width) }, tree)
  }

  /// Fetches all six lists, with the same requests as every other command.
  private func warm() throws -> ExitCode {
    let (lists, now) = try notices.blocking(on: fetcher) { [fetcher] in
      (try await fetcher.lists(of: Resource.all), try await fetcher.preview(Resource.all))
    }
    var parts: [(how: String, list: String)] = []
    var failure: FetchError?
    for (list, preview) in zip(lists, now) {
      let name = list.resource.name
      switch list.result {
      case .success(let answer):
        let provenance = answer.provenance
        // An older response may be stored although this one isn't.
        let how = provenance.isStored ? provenance.origin.warmWord : "not stored:"
        parts.append((how, counted(answer.content.recordCount, name)))
      case .failure(let error):
        let isKept = preview.lookUp.isStored
        parts.append((isKept ? "kept" : "not stored:", name))
        if !isKept { failure = failure ?? error }
      }
    }
    let errors = lists.compactMap(\.result.failure)
    if let error = errors.first, failure == nil {
      notices.write(Message(warning: "not confirmed", because: Message(error)))
    }
    let isWhole = parts.allSatisfy { $0.how != "not stored:" }
    if let failure, errors.count == lists.count { throw failure }
    let what = ["stored", "confirmed", "still fresh", "kept", "not stored:"].compactMap { how in
      let lists = parts.filter { $0.how == how }.map(\.list)
      return lists.isEmpty ? nil : "\(how) \(lists.inWords)"
    }
    let text = "\(what.joined(separator: "; ")) in \(directory)"
    var fetched = Fetched((), sources: lists.compactMap { try? $0.result.get().provenance })
    // Says why a list isn't stored.
    notices.write(about: fetched)
    fetched.failures = errors
    try writeOutcome([text], Meta.tree(.null, fetched, options))
    if let failure { throw failure }
    return isWhole && errors.isEmpty ? .answered : .limited
  }

  /// The files of an export, and the one that its line goes to, are different.
  private static func checkFiles(
    in directory: String, _ options: OptionValues
  ) throws(UsageError) {
    guard case .file(let path, _) = try options.destination else { return }
    let output = FileIdentity(of: path)
    for resource in Resource.all
    where output == FileIdentity(of: exportPath(of: resource, in: directory)) {
      throw .badValue(OptionName.output.typed, path, expected: "a file that isn't exported")
    }
  }

  private static func exportPath(of resource: Resource, in directory: String) -> String {
    "\(directory)/\(resource.name).json"
  }

  /// Writes the six stored lists to files for `--base-url file:DIR`, or none if one isn't stored.
  private func export(to directory: String) throws {
    let lists = try notices.blocking(on: fetcher, isShown: false) { [fetcher] in
      // Throws an error that names all lists that are missing.
      _ = try await fetcher.records(.everything)
      return try await fetcher.lists(of: Resource.all)
    }
    let files = try lists.map { list in
      OutputFile.File(
        path: Self.exportPath(of: list.resource, in: directory),
        bytes: try list.result.get().content.document.bytes)
    }
    try SystemFile.makeDirectory(directory)
    try OutputFile.write(together: files)
    let shown = directory.withoutSecrets
    try writeOutcome(
      ["wrote \(files.count) lists to \(shown)"],
      ["directory": shown, "lists": files.count])
  }
}

extension ResponseStore.Entry {
  /// How long ago it was stored, by the time in the file if there is one: a copy of the file keeps
  /// that.
  fileprivate func age(at now: HTTPDate) -> Duration {
    max(.zero, now - (head?.received ?? stored))
  }

  /// `200 fresh`, `2 h`, `5.6 KiB`.
  fileprivate func facts(at now: HTTPDate) -> [String] {
    let state = head.map { "\($0.status) \($0.isFresh(at: now) ? "fresh" : "stale")" }
    return [state ?? "unusable", age(at: now).roughly(), bytes.bytesInWords]
  }

  /// The URL, or the path of a file that can't be used.
  fileprivate var place: String {
    guard let head else { return path }
    return head.url.withoutSecrets + (head.fields["Vary"].map { ", varies by \($0)" } ?? "")
  }

  fileprivate func tree(at now: HTTPDate) -> JSONTree {
    [
      "url": head?.url.withoutSecrets, "status": head?.status,
      "fresh": head?.isFresh(at: now), "file": path,
      "bytes": bytes, "age": age(at: now).wholeSeconds,
      "etag": head?.fields["ETag"], "vary": head?.fields["Vary"],
    ]
  }
}

extension TransportResponse.Origin {
  /// What warming did about a stored response.
  fileprivate var warmWord: String {
    switch self {
    case .network: "stored"
    case .revalidated: "confirmed"
    case .fresh: "still fresh"
    case .stale, .offline, .file, .sample: "kept"
    }
  }
}
