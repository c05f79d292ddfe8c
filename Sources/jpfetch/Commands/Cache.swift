import JPCore

/// `jpfetch cache info|list|warm|clear|path`: looks after the stored responses.
struct Cache {
  static let description = CommandDescription(
    name: .cache,
    usage: "cache {info|list|warm|export|clear|path} [<path>...]",
    summary: "Manage stored responses",
    examples: [
      ("jpfetch cache warm", "Store all \(Resource.countInWords) lists for --offline"),
      ("jpfetch cache export fixtures", "Files for --base-url file:fixtures"),
      ("jpfetch cache clear /photos", "Remove one stored response"),
    ],
    operands: CacheAction.choices,
    rules: CommandRules(
      options: CacheAction.allCases.flatMap(options),
      formats: .answer([.table, .json], default: .table),
      optionsOfAction: options),
    next: next,
    details: [.init("HOW RESPONSES ARE STORED", storing)])

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
    if typed.count == 2, typed[1] == CacheAction.export.rawValue {
      return .directory
    }
    return .nothing
  }

  private let action: CacheAction
  private let paths: [String]
  private let store: ResponseStore
  private let base: BaseURL
  private let isBaseGiven: Bool
  private let fetcher: Fetcher
  private let notices: Notices
  private let output: AnswerOutput
  private let settings: Settings

  init(_ operands: [String], _ settings: Settings) throws(UsageError) {
    action = try CacheAction.named(operands.first, by: .cache)
    self.settings = settings
    paths = Array(operands.dropFirst())
    try Self.check(paths, of: action)
    if action == .export {
      try Self.checkFiles(in: paths[0], settings.output)
    }
    guard let directory = settings.store.directory else {
      throw .noCacheDirectory("cache")
    }
    store = ResponseStore(directory: directory)
    base = settings.data.base
    isBaseGiven = settings.data.origin != nil
    notices = Notices(settings)
    if action == .warm || action == .export, let local = settings.data.localOrigin {
      throw UsageError("cache \(action.rawValue) and \(local) cannot be combined")
    }
    // The other actions ask no server.
    var use = Settings.StoreUse.only
    if action == .warm { use = .asAsked }
    fetcher = try settings.fetcher(notices, stored: use)
    output = AnswerOutput(settings)
  }

  private static func check(_ paths: [String], of action: CacheAction) throws(UsageError) {
    switch action {
    case .clear: return
    case .export:
      guard let directory = paths.first, !directory.isEmpty else {
        throw UsageError("cache export needs a directory")
      }
      if paths.count > 1 { throw .unexpectedOperand(paths[1]) }
    case .info, .list, .warm, .path:
      if let path = paths.first { throw .unexpectedOperand(path) }
    }
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

  /// Whether an entry belongs to the given base URL.
  ///
  /// - Parameter isUnreadableToo: whether one that can't be read counts, too.
  private func isMeant(_ entry: ResponseStore.Entry, isUnreadableToo: Bool) -> Bool {
    guard isBaseGiven else { return true }
    guard let head = entry.head else { return isUnreadableToo }
    return head.isBelow(base)
  }

  /// The server that an option or a variable names; `nil` if all are meant.
  private var namedServer: String? {
    if isBaseGiven { return base.description }
    return nil
  }

  private func entries() throws -> [ResponseStore.Entry] {
    try store.entries().filter { isMeant($0, isUnreadableToo: true) }
  }

  /// Writes what was done, which `--quiet` leaves out; as JSON, or to a file, it is the output that
  /// was asked for.
  private func writeOutcome(_ sentences: [String], _ tree: JSONTree) throws {
    if settings.messages.isQuiet, output.isForPeople { return }
    var lines: [String] = []
    for sentence in sentences {
      lines += sentence.safeForTerminal.wrapped(to: output.width)
    }
    try output.write(lines, tree)
  }

  // MARK: info

  private func info() throws {
    let entries = try entries()
    var bytes = 0
    for entry in entries { bytes += entry.bytes }
    let now = HTTPDate.systemClock()
    let ages = entries.map { $0.age(at: now) }
    let oldest = ages.max()
    let newest = ages.min()
    let amount = StoredAmount(entries)
    var lines = ["directory  \(directory)"]
    var server: String?
    var limit = ""
    if isBaseGiven {
      server = base.description
      lines.append("server     \(base)")
      lines.append("responses  \(amount.responses)")
    } else {
      // The limit is the whole directory's.
      limit = " of about \(store.maxBytes.bytesInWords)"
      lines.append("responses  \(amount.responsesOfServers)")
    }
    if amount.damaged > 0 {
      lines.append("damaged    \(amount.damaged.inWords("file"))")
    }
    lines.append("size       \(bytes.bytesInWords)\(limit)")
    lines.append("oldest     \(Self.words(for: oldest))")
    lines.append("newest     \(Self.words(for: newest))")
    try output.write(
      lines,
      [
        "directory": directory,
        "server": server,
        "responses": entries.count,
        "servers": amount.servers,
        "bytes": bytes,
        "maxBytes": store.maxBytes,
        "oldestAge": oldest?.wholeSeconds,
        "newestAge": newest?.wholeSeconds,
      ])
  }

  private static func words(for age: Duration?) -> String {
    guard let age else { return "-" }
    return "\(age.roughly()) ago"
  }

  // MARK: list

  private func list() throws {
    let now = HTTPDate.systemClock()
    let entries = try entries()
    let rows = entries.map { SourceRow($0, at: now) }
    let json = JSONTree.array(rows.map(\.entryTree))
    if rows.isEmpty {
      var remark = "nothing is stored"
      if isBaseGiven { remark += " for \(base)" }
      notices.writeRemark(remark)
      return try output.write([], json)
    }
    try output.write(lines(for: rows), json)
    let amount = StoredAmount(entries).inWords(of: namedServer)
    notices.write(below: output) {
      guard let width = output.width else { return amount }
      return amount.cut(to: width)
    }
  }

  private func lines(for rows: [SourceRow]) -> [String] {
    var cells = [["status", "age", "size"]]
    var urls = ["url"]
    for row in rows {
      cells.append(row.entryCells)
      urls.append(row.entryURL)
    }
    var lines: [String] = []
    for (alignedCells, url) in zip(cells.aligned(numbers: 1...2), urls) {
      lines += self.lines(ofCells: alignedCells, url)
    }
    return lines
  }

  /// A line, or two if the URL doesn't fit next to the cells.
  private func lines(ofCells cells: String, _ url: String) -> [String] {
    let line = "\(cells)  \(url)"
    guard let width = output.width, line.displayWidth > width else {
      return [line]
    }
    // A long URL is cut at its start.
    let below = "  " + url.cutAtStart(to: max(1, width - 2))
    return [cells.cut(to: width), below.cut(to: width)]
  }

  // MARK: clear

  private func clear() throws {
    var removed: [ResponseStore.Entry] = []
    var missing: [String] = []
    if paths.isEmpty {
      removed = try store.remove { isMeant($0, isUnreadableToo: false) }
      if removed.isEmpty, isBaseGiven { missing = [base.description] }
      try store.tidy()
    }
    for path in paths {
      let url = url(of: path)
      let entries = try store.remove(storedFor: url)
      if entries.isEmpty { missing.append(url.withoutSecrets) }
      removed += entries
    }
    try writeRemoved(StoredAmount(removed), missing: missing)
  }

  /// The URL of a path, which may lack its slash, or a whole URL.
  private func url(of path: String) -> String {
    if path.contains(ascii: "://") { return path }
    if path.utf8.first == .slash { return base.url(of: path) }
    return base.url(of: "/" + path)
  }

  private func writeRemoved(_ removed: StoredAmount, missing: [String]) throws {
    var sentences: [String] = []
    if !removed.isEmpty {
      sentences.append("removed \(removed.inWords(of: namedServer))")
    } else if missing.isEmpty {
      sentences.append("nothing is stored")
    }
    let count = removed.responses + removed.damaged
    if missing.isEmpty {
      return try writeOutcome(sentences, ["removed": count, "servers": removed.servers])
    }
    let stored = try store.entries().compactMap(\.head?.url.withoutSecrets).eachOnce
    if stored.isEmpty {
      sentences.append("nothing is stored")
    } else {
      let found = stored.firstInWords
      sentences.append("nothing is stored for \(missing.inWords); stored: \(found)")
    }
    try writeOutcome(
      sentences,
      [
        "removed": count,
        "servers": removed.servers,
        "notStored": missing,
        "stored": stored,
      ])
  }

  // MARK: warm

  /// Fetches all lists, with the same requests as every other command.
  private func warm() throws -> ExitCode {
    let (lists, previews) = try notices.fetch(with: fetcher) { [fetcher] in
      let lists = try await fetcher.lists(of: Resource.all)
      // They show what is stored afterwards.
      let previews = try await fetcher.preview(Resource.all)
      return (lists, previews)
    }
    var warmed = WarmedLists()
    for (list, preview) in zip(lists, previews) {
      warmed.add(list, isStored: preview.lookUp.isStored)
    }
    let failures = lists.compactMap(\.error)
    if let error = warmed.error, failures.count == lists.count {
      throw error
    }
    if let error = failures.first, warmed.error == nil {
      let cause = Message(error, Circumstances(settings))
      notices.write(Message(warning: "not confirmed", because: cause))
    }
    var answer = Answer((), sources: lists.compactMap(\.source))
    // Says why a list isn't stored.
    notices.write(about: answer)
    answer.failures = failures
    var text = "\(warmed.inWords) in \(directory)"
    if warmed.areAllFresh {
      text = "nothing to fetch: all \(Resource.countInWords) lists in \(directory) are fresh"
    }
    try writeOutcome([text], Meta.tree(.null, answer, settings))
    if let error = warmed.error { throw error }
    guard warmed.isWhole else { return .limited }
    return ExitCode(for: answer, isStrict: true)
  }

  // MARK: export

  /// The files of an export, and the one that its line goes to, are different.
  private static func checkFiles(
    in directory: String, _ settings: Settings.Output
  ) throws(UsageError) {
    guard let output = settings.target.identity else { return }
    for resource in Resource.all
    where output == FileIdentity(of: exportPath(of: resource, in: directory)) {
      let file = "\(resource.name).json"
      switch settings.target {
      case .file(let path, _):
        throw UsageError(
          "\(OptionName.output.typed) \(path) is \(file), which is exported",
          .sentence("name another file"))
      case .standardOutput:
        throw UsageError(
          "standard output is \(file), which is exported",
          .sentence("redirect it to another file"))
      }
    }
  }

  private static func exportPath(of resource: Resource, in directory: String) -> String {
    "\(directory)/\(resource.name).json"
  }

  /// Writes the stored lists to files for `--base-url file:DIR`, or none if one isn't stored.
  private func export(to directory: String) throws {
    let lists = try notices.fetch(with: fetcher, showsProgress: false) { [fetcher] in
      // Throws an error that names all lists that are missing.
      _ = try await fetcher.records(.everything)
      return try await fetcher.lists(of: Resource.all)
    }
    var files: [OutputFile.File] = []
    for list in lists {
      let path = Self.exportPath(of: list.resource, in: directory)
      let document = try list.result.get().content.document
      files.append(OutputFile.File(path: path, bytes: document.bytes))
    }
    try SystemFile.makeDirectory(directory)
    try OutputFile.write(together: files)
    let shown = directory.withoutSecrets
    try writeOutcome(
      ["wrote \(files.count) lists to \(shown)"],
      ["directory": shown, "lists": files.count])
  }
}

// MARK: Stored responses

/// How many responses are meant, and of which servers.
private struct StoredAmount {
  let responses: Int
  /// How many files can't be used, so that nobody knows their servers.
  let damaged: Int
  /// The servers, each once, in the order of their first responses.
  let servers: [String]

  init(_ entries: [ResponseStore.Entry]) {
    let heads = entries.compactMap(\.head)
    responses = heads.count
    damaged = entries.count - heads.count
    servers = heads.map(\.server.withoutSecrets).eachOnce
  }

  var isEmpty: Bool { responses == 0 && damaged == 0 }

  /// `25 of 2 servers`.
  var responsesOfServers: String {
    switch servers.count {
    case 0: "\(responses)"
    case 1: "\(responses) of \(servers[0])"
    default: "\(responses) of \(servers.count) servers"
    }
  }

  /// `25 responses of 2 servers`.
  ///
  /// - Parameter server: the server that was named; `nil` for all.
  func inWords(of server: String?) -> String {
    var parts: [String] = []
    if responses > 0 {
      var owner = "\(servers.count) servers"
      if let server {
        owner = server
      } else if servers.count == 1 {
        owner = servers[0]
      }
      parts.append("\(responses.inWords("response")) of \(owner)")
    }
    if damaged > 0 { parts.append(damaged.inWords("damaged file")) }
    return parts.inWords
  }
}

extension Int {
  /// `1 response`, `2 responses`.
  fileprivate func inWords(_ noun: String) -> String {
    if self == 1 { return "1 \(noun)" }
    return "\(self) \(noun)s"
  }
}

extension SourceRow {
  /// `200 fresh`, `2h`, `5.6 KiB`.
  fileprivate var entryCells: [String] {
    var cells = [state, "-", "-"]
    if let status { cells[0] = "\(status) \(state)" }
    if let age { cells[1] = age.short }
    if let bytes { cells[2] = bytes.bytesInWords }
    return cells
  }

  fileprivate var entryURL: String {
    var text = url
    if let names = fields[.vary] { text += ", varies by \(names)" }
    return text.safeForTerminal
  }

  fileprivate var entryTree: JSONTree {
    // A file that can't be used has a path for a URL.
    var url: String? = url
    if status == nil { url = nil }
    return [
      "url": url,
      "status": status,
      "fresh": isFresh,
      "file": file,
      "bytes": fileBytes,
      "contentBytes": bytes,
      "age": age?.wholeSeconds,
      "etag": fields[.etag],
      "vary": fields[.vary],
    ]
  }
}

/// What warming did about the lists.
private struct WarmedLists {
  private enum Outcome: String, CaseIterable {
    case stored
    case confirmed
    case fresh = "still fresh"
    case kept
    case missing = "not stored:"
  }

  private var lists: [Outcome: [String]] = [:]

  /// The first error of a list for which nothing is stored.
  private(set) var error: FetchError?

  /// - Parameter isStored: whether a response is stored for the list now.
  mutating func add(_ list: ListAnswer, isStored: Bool) {
    let name = list.resource.name
    switch list.result {
    case .success(let answer):
      let words = answer.content.recordCount.inWords(of: name)
      lists[Self.outcome(answer.source), default: []].append(words)
    case .failure(let failure):
      guard !isStored else {
        return lists[.kept, default: []].append(name)
      }
      lists[.missing, default: []].append(name)
      if error == nil { error = failure }
    }
  }

  private static func outcome(_ source: Source) -> Outcome {
    // An older response may be stored although this one isn't.
    guard source.isStored else { return .missing }
    switch source.origin {
    case .network: return .stored
    case .revalidated: return .confirmed
    case .fresh: return .fresh
    case .stale, .offline, .file, .sample: return .kept
    }
  }

  var isWhole: Bool { lists[.missing] == nil }

  /// Whether nothing was fetched.
  var areAllFresh: Bool { Array(lists.keys) == [.fresh] }

  /// `stored 10 users and 100 albums; kept photos`.
  var inWords: String {
    var parts: [String] = []
    for outcome in Outcome.allCases {
      if let lists = lists[outcome] {
        parts.append("\(outcome.rawValue) \(lists.inWords)")
      }
    }
    return parts.joined(separator: "; ")
  }
}
