import JPCore

/// Writes notices about answers, one line each, on standard error.
struct Notices: Sendable {
  private let isQuiet: Bool
  private let verbosity: Int
  private let isStrict: Bool
  private let format: ErrorFormat
  private let style: TextStyle

  init(_ options: OptionValues) {
    format = options.errorFormat
    style = options.errorStyle
    isQuiet = options.has(.quiet)
    verbosity = options.count(of: .verbose)
    isStrict = options.has(.strict)
  }

  /// Writes where an answer came from, what is stale or missing, and what did not fit.
  func write<Value>(about fetched: Fetched<Value>) {
    for source in fetched.sources { describe(source) }
    for failure in fetched.failures {
      warn(
        "missing", "missing: \(ErrorReport(failure).message)", source: failure.resource,
        url: failure.url)
    }
    for irregularity in fetched.irregularities {
      warn("data.\(irregularity.code)", irregularity.inWords, source: irregularity.list)
    }
    warnOfStale(fetched.sources)
    if isStrict { warnOfOld(fetched.sources) }
  }

  /// Writes what is wrong with a stored response, or with the directory for them.
  func write(_ error: StoreError) {
    switch error.problem {
    case .unwritable, .tooLarge:
      warn(
        "cache.unwritable",
        "responses are not stored: cannot write \(error.path): \(error.problem.inWords)")
    case .notOurs: warn("cache.unusable", "not used: \(error.path): \(error.problem.inWords)")
    default:
      warn(
        "cache.unusable",
        "ignoring the stored response \(error.path): \(error.problem.inWords)")
    }
  }

  /// `-v`: writes that a request is retried, and why.
  func write(_ retry: RetryingTransport.Notice) {
    guard verbosity > 0 else { return }
    let why =
      switch retry.failure {
      case .success(let status): "\(retry.url.withoutUserInfo) answered \(status)"
      case .failure(let error): ErrorReport(error, url: error.url.withoutUserInfo).message
      }
    write("trying again in \(Int(retry.delay / .milliseconds(1))) ms: \(why)")
  }

  /// Says that responses to requests with a credential aren't stored.
  func write(notStoredBecauseOf secret: HTTPFields.Field) {
    warn("cache.credential", "responses are not stored: \(secret.name) looks like a credential")
  }

  func writeNoDirectory() {
    warn(
      "cache.directory",
      "responses are not stored: HOME is no directory's absolute path, and --cache-dir is not given"
    )
  }

  /// The line to show while a fetch takes long; `nil` with `--quiet` or without a terminal.
  func progressLine(of fetcher: Fetcher) -> ProgressLine? {
    guard !isQuiet, fetcher.mayWait, let progress = fetcher.progress else { return nil }
    let columns = Terminal.width(.error) ?? 80
    let start = ContinuousClock.now
    let limit = fetcher.timeLimit
    return ProgressLine {
      let sources = progress.parts.map { part in
        "\(part.name) \(part.hasSucceeded.map { $0 ? "✓" : "✗" } ?? "…")"
      }
      let facts = "  \(progress.bytes.bytesInWords)  \(Self.time(since: start, of: limit))"
      let room = max(0, columns - 1 - facts.displayWidth)
      return sources.joined(separator: "  ").safeForTerminal.cut(to: room) + facts
    }
  }

  /// The line to show while a check waits for its server; `nil` as above.
  func waitingLine(since start: ContinuousClock.Instant, within limit: Duration) -> ProgressLine? {
    if isQuiet { return nil }
    let columns = Terminal.width(.error) ?? 80
    return ProgressLine {
      "waiting for the server, \(Self.time(since: start, of: limit))".cut(to: columns - 1)
    }
  }

  /// `3 of 10 s`; the limit is rounded up.
  private static func time(since start: ContinuousClock.Instant, of limit: Duration?) -> String {
    let spent = (ContinuousClock.now - start).components.seconds
    return limit.map { "\(spent) of \(Int(($0 / .seconds(1)).rounded(.up))) s" } ?? "\(spent) s"
  }

  /// Writes the counts below a table or tree, and which columns had no room, if both streams go to
  /// a terminal. Where nothing was found, says so even without a terminal.
  ///
  /// - Parameter isChoice: whether conditions chose the records.
  func writeSummary(
    _ fetched: Fetched<Records>, hidden: [String], below output: AnswerOutput,
    ofChoice isChoice: Bool
  ) {
    guard !isQuiet, output.isForPeople else { return }
    if isChoice, format == .text, fetched.value.shown.isEmpty {
      // If standard error is gone, there is nowhere to report it.
      try? StandardStream.error.write("no \(fetched.value.resource.name) match\n")
      return
    }
    guard Terminal.isTerminal(.output), Terminal.isTerminal(.error)
    else { return }
    let counts = fetched.value.counts.compactMap { name, count in count.map { counted($0, name) } }
      .joined(separator: ", ")
    let ages = fetched.sources.compactMap(\.storedAgo)
    let stored = ages.max().map { " · \(ages.count) from cache, \($0.roughly) old" } ?? ""
    // If standard error is gone, there is nowhere to report it.
    let lines = "\(counts)\(stored)".wrapped(to: output.width).joined(separator: "\n")
    try? StandardStream.error.write("\(lines)\n\(words(forHidden: hidden, output))")
  }

  /// `hidden: city, company (--wide)` and a line feed; the number of columns where that is too
  /// long.
  private func words(forHidden hidden: [String], _ output: AnswerOutput) -> String {
    if hidden.isEmpty { return "" }
    let names = "hidden: \(hidden.joined(separator: ", ")) (--wide)"
    let count = "hidden: \(hidden.count) column\(hidden.count == 1 ? "" : "s") (--wide)"
    return (names.displayWidth <= output.width ?? .max ? names : count) + "\n"
  }

  /// Writes a warning: a line for people, or a line of JSON.
  ///
  /// - Parameters:
  ///   - code: stable for scripts.
  ///   - source: the name of the resource that it is about.
  func warn(_ code: String, _ message: String, source: String? = nil, url: String? = nil) {
    guard !isQuiet else { return }
    guard format == .json else {
      return write(message, after: style.yellow("warning:") + " ")
    }
    let facts: [(name: String, value: JSONTree)] = [
      ("code", .string(code)), ("message", .string(message.showingSystemBytes)),
      ("source", .string(orNull: source)), ("url", .string(orNull: url?.withoutUserInfo)),
    ]
    let line = OutputBuffer.bytes { output in
      JSONWriter(.compact).write(.object([("warning", .object(facts))]), to: &output)
    }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(String(decoding: line, as: UTF8.self).safeLinesForTerminal)
  }

  /// Writes one line on standard error.
  ///
  /// - Parameter kind: stands before the text, such as `warning: `.
  private func write(_ text: String, after kind: String = "") {
    guard !isQuiet else { return }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(
      "jpfetch: \(kind)\(text.showingSystemBytes.safeForTerminal.harmlessInLogs)\n")
  }

  // MARK: Sources

  /// `-v`: a line for each source; `-vv`: its header fields, secrets masked.
  func describe(_ source: Provenance) {
    guard verbosity > 0 else { return }
    let age = source.storedAgo.map { ", stored \($0.roughly) ago" } ?? ""
    let name = source.resource.map { "\($0): " } ?? ""
    let url = source.url.withoutUserInfo
    let asked = source.isDerived ? "\(source.requestedURL.withoutUserInfo), derived from " : ""
    write("\(name)\(asked)\(url) \(source.status), \(source.cacheWord)\(age)")
    guard verbosity > 1 else { return }
    for field in source.fields.all {
      write("  \(field.name): \(field.isSecret ? "***" : field.value)")
    }
  }

  /// One line for all stored responses that stand in for failures.
  private func warnOfStale(_ sources: [Provenance]) {
    let stale = sources.filter { $0.failure != nil }
    guard let failure = stale.first?.failure else { return }
    warn(
      "stale", "showing \(words(forStored: stale)): \(ErrorReport(failure).message)",
      source: failure.resource, url: failure.url)
  }

  /// `--offline --strict`: the stored responses that are stale.
  private func warnOfOld(_ sources: [Provenance]) {
    let old = sources.filter { $0.isStale && $0.failure == nil }
    guard let first = old.first else { return }
    warn("stale", "stale: \(words(forStored: old))", source: first.resource, url: first.url)
  }

  /// `photos stored 2 hours ago`; the oldest, if the ages differ.
  private func words(forStored sources: [Provenance]) -> String {
    var names: [String] = []
    for case let name? in sources.map(\.resource) where !names.contains(name) { names.append(name) }
    let what = names.isEmpty ? "an answer" : names.inWords
    let oldest = sources.max { $0.storedAgo ?? .zero < $1.storedAgo ?? .zero }
    let age = (oldest?.storedAgo ?? .zero).roughly
    guard let name = oldest?.resource, sources.contains(where: { $0.storedAgo?.roughly != age })
    else {
      return "\(what) stored \(age) ago"
    }
    return "\(what) stored up to \(age) ago (\(name))"
  }
}

extension Irregularity {
  /// The list that it is about.
  fileprivate var list: String {
    switch self {
    case .orphans(let list, _, _, _, _, _), .danglingReferences(let list, _, _, _, _, _),
      .duplicateIDs(let list, _, _), .mixedKeys(let list, _, _, _, _), .misfits(let list, _, _):
      list
    }
  }

  /// Stable for scripts.
  fileprivate var code: String {
    switch self {
    case .orphans: "orphans"
    case .danglingReferences: "dangling"
    case .duplicateIDs: "duplicate-ids"
    case .mixedKeys: "mixed-keys"
    case .misfits: "misfits"
    }
  }

  /// One sentence.
  var inWords: String {
    switch self {
    case .orphans(let list, let parent, let field, let count, let first, let key):
      "\(counted(count, list)) without \(parent), left out: the first is \(first) (\(field) \(key))"
    case .danglingReferences(let list, let parent, let field, let count, let first, let key):
      "\(counted(count, list)) without \(parent), null there: the first is \(first) (\(field) \(key))"
    case .duplicateIDs(let list, let count, let first):
      "\(counted(count, list)) with an id that an earlier one has: the first is \(first)"
    case .mixedKeys(let list, let parent, let field, _, _):
      "\(list).\(field) and \(parent).id are a number and a text: joined by their text"
    case .misfits(let list, let count, let first):
      "\(counted(count, list)) left out: \(first.inWords(source: list))"
    }
  }
}

/// `1 photo`, `2 photos`.
func counted(_ count: Int, _ list: String) -> String {
  "\(count) \(count == 1 ? Resource.named(list)?.singular ?? list : list)"
}

extension Provenance {
  /// The cache word of ``origin``.
  var cacheWord: String { origin.cacheWord }
}

extension HTTPResponse.Origin {
  /// The word of RFC 9211 if it has one.
  var cacheWord: String {
    switch self {
    case .network: "miss"
    case .fresh: "hit"
    case .revalidated: "revalidated"
    case .stale: "stale"
    case .offline: "offline"
    case .sample: "sample"
    case .file: "file"
    }
  }
}

extension StoreError.Problem {
  var inWords: String {
    switch self {
    case .foreign: "not a file of jpfetch's"
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
