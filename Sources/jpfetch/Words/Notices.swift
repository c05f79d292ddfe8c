import JPCore

/// Writes notices about answers, one line each, on standard error.
struct Notices: Sendable {
  let isQuiet: Bool
  let verbosity: Int
  private let isStrict: Bool
  private let format: ErrorFormat
  let style: TextStyle

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
    for source in fetched.sources where source.isUnfit && source.failure == nil {
      warn(
        "cache.missing", "not stored: \(source.url.withoutUserInfo)",
        because: "not what the path gives: records with their ids", url: source.url)
    }
    for failure in fetched.failures {
      let list = failure.resource ?? "answers"
      let what =
        failure.record.map {
          "\(Resource.named($0.resource)?.singular ?? $0.resource) \($0.id) is missing"
        }
        ?? "\(list) are missing"
      warn(
        "missing", what, because: ErrorReport(failure).sentence, source: failure.resource,
        url: failure.url)
    }
    for irregularity in fetched.irregularities {
      // It has been reported, also if the fetch failed.
      if case .unusableStore = irregularity.kind { continue }
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
      case .success(let response): "status \(response.status): \(retry.url.withoutUserInfo)"
      case .failure(let error): ErrorReport(error, url: error.url.withoutUserInfo).message
      }
    write(
      "retry \(retry.number) of \(retry.limit) in \(retry.delay.roundedMilliseconds) ms: \(why)"
    )
  }

  /// Says that responses to requests with a credential aren't stored.
  func write(notStoredBecause why: String) {
    warn("cache.credential", "responses are not stored", because: why)
  }

  func writeNoDirectory() {
    warn(
      "cache.directory", "responses are not stored",
      because: "HOME is not an absolute path of a directory; give one with --cache-dir")
  }

  /// Says that there are no records, or that none meets the conditions.
  func writeIfEmpty(_ records: Records, _ selection: RecordSelection) {
    guard records.shown.isEmpty else { return }
    let name = records.resource.name
    if records.recordCount == 0 {
      writeRemark("no \(name)")
    } else if !selection.conditions.isEmpty || selection.search != nil {
      let isExact = selection.conditions.contains(where: \.isOfWholeText)
      writeRemark("no \(name) match" + (isExact ? " (\"=\" is exact, \"~\" contains)" : ""))
    }
  }

  /// Writes a line below a table or tree, if both streams go to a terminal: how many records there
  /// are, how old they are, and what had no room.
  func writeSummary(
    _ fetched: Fetched<Records>, _ omission: AnswerOutput.Omission?, below output: AnswerOutput
  ) {
    guard !isQuiet, output.isForPeople, !fetched.value.shown.isEmpty,
      Terminal.isTerminal(.output), Terminal.isTerminal(.error)
    else { return }
    let counts = fetched.value.counts.compactMap { name, count in count.map { counted($0, name) } }
      .joined(separator: ", ")
    let facts = [fetched.value.isSingle ? nil : counts, age(of: fetched.sources)]
    let line = facts.compactMap(\.self).joined(separator: " · ")
    let room = output.width.map { $0 - line.displayWidth } ?? .max
    let all = [line, omission.map { words(for: $0, room: room) } ?? ""]
      .filter { !$0.isEmpty }.joined(separator: " · ")
    if all.isEmpty { return }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(
      all.wrapped(to: output.width).map { style.dim($0) + "\n" }.joined())
  }

  /// How old the answers are; `nil` if all came from a server or none did.
  private func age(of sources: [Provenance]) -> String? {
    // A warning has said how old a response is that replaces a failed one.
    let stored = sources.filter { $0.failure == nil && $0.storedAgo != nil }
    guard let oldest = stored.filter(\.isUnconfirmed).compactMap(\.storedAgo).max() else {
      return stored.isEmpty ? nil : "checked just now"
    }
    return "from the cache, \(oldest.roughly()) old"
  }

  /// - Parameter room: how many columns the words should fit in.
  private func words(for omission: AnswerOutput.Omission, room: Int) -> String {
    switch omission {
    case .branches: return "folded: --wide shows all"
    case .columns(let hidden):
      let names = "hidden: \(hidden.joined(separator: ", ")) (--wide)"
      let count = "hidden: \(hidden.count) column\(hidden.count == 1 ? "" : "s") (--wide)"
      return names.displayWidth + 3 <= room ? names : count
    }
  }

  /// Writes that there is nothing to print.
  func writeRemark(_ text: String) {
    guard !isQuiet, format == .text else { return }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write("\(text)\n")
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
      ("code", .string(code)), ("message", .string(message)),
      ("source", .string(orNull: source)), ("url", .string(orNull: url?.withoutUserInfo)),
    ]
    let line = OutputBuffer.bytes { output in
      JSONWriter(.compact).write(.object([("warning", .object(facts))]), to: &output)
    }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(String(decoding: line, as: UTF8.self).safeLinesForTerminal)
  }

  /// Writes one line on standard error.
  func write(_ text: String) {
    guard !isQuiet else { return }
    let lines = text.paragraph(after: "jpfetch: ", indent: 4, style.width)
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(lines.joined(separator: "\n") + "\n")
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
