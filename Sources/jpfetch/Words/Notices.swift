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
      let list = failure.resource ?? "answers"
      let what =
        failure.requestedID.map { "\(Resource.named(list)?.singular ?? list) \($0) is missing" }
        ?? "\(list) are missing"
      warn(
        "missing", what, because: ErrorReport(failure).sentence, source: failure.resource,
        url: failure.url)
    }
    for irregularity in fetched.irregularities {
      let (what, why) = irregularity.words
      warn("data.\(irregularity.code)", what, because: why, source: irregularity.list)
    }
    warnOfStale(fetched.sources)
    if isStrict { warnOfOld(fetched.sources) }
  }

  /// Writes what is wrong with a stored response, or with the directory for them.
  func write(_ error: StoreError) {
    switch error.problem {
    case .unwritable, .tooLarge:
      warn(
        "cache.unwritable", "responses are not stored",
        because: "cannot write \(error.path): \(error.problem.inWords)")
    case .notOurs:
      warn("cache.unusable", "not used: \(error.path)", because: error.problem.inWords)
    default:
      warn(
        "cache.unusable", "ignoring the cached response \(error.path)",
        because: error.problem.inWords)
    }
  }

  /// `-v`: writes that a request is retried, and why.
  func write(_ retry: RetryingTransport.Notice) {
    guard verbosity > 0 else { return }
    let why =
      switch retry.failure {
      case .success(let status): "status \(status): \(retry.url.withoutUserInfo)"
      case .failure(let error): ErrorReport(error, url: error.url.withoutUserInfo).message
      }
    write(
      "retry \(retry.number) of \(retry.limit) in \(Int(retry.delay / .milliseconds(1))) ms: \(why)"
    )
  }

  /// Says that responses to requests with a credential aren't stored.
  func write(notStoredBecauseOf secret: HTTPFields.Field) {
    warn(
      "cache.credential", "responses are not stored",
      because: "\(secret.name) looks like a credential")
  }

  func writeNoDirectory() {
    warn(
      "cache.directory", "responses are not stored",
      because: "HOME is not an absolute path of a directory; give one with --cache-dir")
  }

  /// The line to show while a fetch takes long; `nil` with `--quiet` or without a terminal.
  func progressLine(of fetcher: Fetcher) -> ProgressLine? {
    guard !isQuiet, fetcher.mayWait, let progress = fetcher.progress else { return nil }
    let columns = (style.width ?? 80) - 1
    let start = ContinuousClock.now
    let limit = fetcher.timeLimit
    return ProgressLine {
      let parts = progress.parts
      let retry = progress.retry.map { "  \(Self.words(for: $0))" } ?? ""
      let time = Self.time(since: start, of: limit)
      let bytes = progress.bytes > 0 ? "  \(progress.bytes.bytesInWords)" : ""
      let facts = "\(retry)\(bytes)  \(time)"
      let whole = parts.map { "\($0.name) \($0.mark)" }.joined(separator: "  ").safeForTerminal
      // Where the names have no room, the marks alone are in the catalogue's order.
      let isWhole = whole.displayWidth + facts.displayWidth <= columns
      return ((isWhole ? whole : parts.map(\.mark).joined()) + facts).cut(to: columns)
    }
  }

  /// `retry 1 of 2`, and how long it is waited for.
  private static func words(for retry: FetchProgress.Retry) -> String {
    let seconds = Int(((retry.start - .now) / .seconds(1)).rounded(.up))
    return "retry \(retry.number) of \(retry.limit)" + (seconds > 1 ? " in \(seconds) s" : "")
  }

  /// The line to show while a check waits for its server; `nil` as above.
  func waitingLine(since start: ContinuousClock.Instant, within limit: Duration) -> ProgressLine? {
    if isQuiet { return nil }
    let columns = (style.width ?? 80) - 1
    return ProgressLine {
      "waiting for the server, \(Self.time(since: start, of: limit))".cut(to: columns)
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
      writeRemark("no \(fetched.value.resource.name) match")
      if Terminal.isTerminal(.output), Terminal.isTerminal(.error), !hidden.isEmpty {
        writeRemark(String(words(forHidden: hidden, output).dropLast()))
      }
      return
    }
    guard Terminal.isTerminal(.output), Terminal.isTerminal(.error)
    else { return }
    let counts = fetched.value.counts.compactMap { name, count in count.map { counted($0, name) } }
      .joined(separator: ", ")
    // The warning has told how old what stands in for a failure is.
    let ages = fetched.sources.filter { $0.failure == nil }.compactMap(\.storedAgo)
    let stored = ages.max().map { " · \(ages.count) from cache, \($0.roughly) old" } ?? ""
    // If standard error is gone, there is nowhere to report it.
    let lines = "\(counts)\(stored)".wrapped(to: output.width).joined(separator: "\n")
    try? StandardStream.error.write("\(lines)\n\(words(forHidden: hidden, output))")
  }

  /// Writes that there is nothing to print.
  func writeRemark(_ text: String) {
    guard !isQuiet, format == .text else { return }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write("\(text)\n")
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
  func warn(
    _ code: String, _ message: String, because why: String? = nil, source: String? = nil,
    url: String? = nil
  ) {
    guard !isQuiet else { return }
    guard format == .json else {
      let start = "jpfetch: warning: "
      var lines = message.paragraph(after: start, indent: 2, style.width)
      lines[0] = "jpfetch: \(style.yellow("warning:")) \(lines[0].dropFirst(start.count))"
      lines += why?.paragraph(after: "  ", indent: 2, style.width) ?? []
      // If standard error is gone, there is nowhere to report it.
      try? StandardStream.error.write(lines.joined(separator: "\n") + "\n")
      return
    }
    let message = why.map { "\(message): \($0)" } ?? message
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
  private func write(_ text: String) {
    guard !isQuiet else { return }
    let lines = text.paragraph(after: "jpfetch: ", indent: 4, style.width)
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(lines.joined(separator: "\n") + "\n")
  }

  // MARK: Sources

  /// Fetches with a line about its progress; where that fails, `-v` describes every source.
  func blocking<Output: Sendable>(
    on fetcher: Fetcher, isShown: Bool = true,
    _ work: @escaping @Sendable () async throws -> Output
  ) throws -> Output {
    do {
      return try jpfetch.blocking(showing: isShown ? progressLine(of: fetcher) : nil, work)
    } catch {
      describeParts(of: fetcher)
      throw error
    }
  }

  /// `-v`: describes every source of a fetch whose answers are of no use.
  func describeParts(of fetcher: Fetcher) {
    for part in fetcher.progress?.parts ?? [] { describe(part) }
  }

  private func describe(_ part: FetchProgress.Part) {
    switch part.outcome {
    case .success(let source)?: describe(source)
    case .failure(let error as FetchError)?: describe(error)
    case .failure?, nil:
      let name = part.name == part.url ? "" : "\(part.name): "
      if verbosity > 0 { write("\(name)\(part.url) given up") }
    }
  }

  /// `-v`: a line for each source; `-vv`: its header fields, secrets masked, and where its time
  /// went.
  func describe(_ source: Provenance) {
    guard verbosity > 0 else { return }
    let age = source.storedAgo.map { ", stored \($0.roughly) ago" } ?? ""
    let name = source.resource.map { "\($0): " } ?? ""
    let url = source.url.withoutUserInfo
    let asked = source.isDerived ? "\(source.requestedURL.withoutUserInfo), derived from " : ""
    let facts = "\(source.bytes.bytesInWords), \(source.duration.roundedMilliseconds) ms"
    write("\(name)\(asked)\(url) \(source.status), \(facts), \(source.cacheWord)\(age)")
    if let failure = source.failure { describe(failure) }
    guard verbosity > 1 else { return }
    if let times = source.times { write("  \(times.inWords)") }
    describe(source.fields)
  }

  /// `-v`: a line for a source that failed, and what is below the error that is told; `-vv`: its
  /// response as well.
  func describe(_ failure: FetchError) {
    guard verbosity > 0 else { return }
    let status = failure.status.map { "\($0), \(failure.body.count.bytesInWords)" } ?? "no answer"
    let time = failure.duration.map { ", \($0.roundedMilliseconds) ms" } ?? ""
    let name = failure.resource.map { "\($0): " } ?? ""
    write("\(name)\(failure.url.withoutUserInfo) \(status)\(time), failed")
    describeCauses(of: failure)
    guard verbosity > 1 else { return }
    if let times = failure.times { write("  \(times.inWords)") }
    describe(failure.fields)
    let shown = failure.body.prefix(Self.maxBodyBytes)
    for line in String(decoding: shown, as: UTF8.self).split(whereSeparator: \.isNewline) {
      write("  \(line)")
    }
    let rest = failure.body.count - shown.count
    if rest > 0 { write("  ... and \(rest.bytesInWords) more") }
  }

  /// How much of a failure's content `-vv` shows.
  private static let maxBodyBytes = 4096

  /// From the outermost to the words of the layer below.
  private func describeCauses(of failure: FetchError) {
    write("  \(ErrorReport(failure).sentence)")
    if case .transport(let error) = failure.cause, !error.detail.isEmpty {
      write("  \(error.detail)")
    }
  }

  private func describe(_ fields: HTTPFields) {
    for field in fields.all {
      write("  \(field.name): \(field.isSecret ? "***" : field.value.withoutUserInfo)")
    }
  }

  /// One line for all stored responses that stand in for failures.
  private func warnOfStale(_ sources: [Provenance]) {
    let stale = sources.filter { $0.failure != nil }
    guard let failure = stale.first?.failure else { return }
    warn(
      "stale", "showing \(words(forStored: stale))", because: ErrorReport(failure).sentence,
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

  /// What was done about it, and about what.
  fileprivate var words: (what: String, why: String?) {
    switch self {
    case .orphans(let list, let parent, let field, let count, let first, let key):
      ("left out \(counted(count, list)) with no \(parent); first: \(first) (\(field) \(key))", nil)
    case .danglingReferences(let list, let parent, let field, let count, let first, let key):
      (
        "\(counted(count, list)) with no \(parent), null there; first: \(first) (\(field) \(key))",
        nil
      )
    case .duplicateIDs(let list, let count, let first):
      (
        "\(counted(count, list)) \(count == 1 ? "repeats" : "repeat") an earlier id; first: \(first)",
        nil
      )
    case .mixedKeys(let list, let parent, let field, _, _):
      (
        "\(list).\(field) and \(parent).id have different types, number and string: joined as text",
        nil
      )
    case .misfits(let list, let count, let first):
      (
        "left out \(counted(count, list)) that \(count == 1 ? "doesn't" : "don't") fit",
        first.inWords(source: list)
      )
    }
  }

  /// One sentence.
  var inWords: String {
    let (what, why) = words
    return why.map { "\(what): \($0)" } ?? what
  }
}

extension FetchProgress.Part {
  /// How it is with the answer.
  fileprivate var mark: String {
    switch outcome {
    case .success?: "✓"
    case .failure?: "✗"
    case nil: "…"
    }
  }
}

extension TransferTimes {
  /// From the transfer's start.
  fileprivate var inWords: String {
    "DNS \(lookUp.roundedMilliseconds) ms, connection \(connection.roundedMilliseconds) ms, "
      + (tls > .zero ? "TLS \(tls.roundedMilliseconds) ms, " : "")
      + "first byte \(firstByte.roundedMilliseconds) ms"
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
