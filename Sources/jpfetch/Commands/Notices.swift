import JPCore

/// Writes messages, and lines about sources and progress, on standard error.
struct Notices {
  private let isQuiet: Bool
  private let verbosity: Int
  private let isStrict: Bool
  /// Whether each message is one line of JSON.
  private let isJSON: Bool
  /// Whether lines about progress are shown.
  private let showsProgress: Bool
  private let columns: Int?
  let style: TextStyle

  init(_ options: OptionValues) {
    isJSON = options.givesJSON && !Terminal.isTerminal(.error)
    style = options.style(of: .error)
    isQuiet = options.has(.quiet)
    showsProgress = !isQuiet && Terminal.isTerminal(.error) && options.canEraseLines
    columns = options.columns
    verbosity = options.values(of: .verbose).count
    isStrict = options.has(.strict)
  }

  /// Warns of stale, missing and odd data.
  func write<Value>(about fetched: Fetched<Value>) {
    Message.warnings(about: fetched, isStrict: isStrict).forEach(write)
  }

  /// `-v`: writes that a request is retried, and why.
  func write(_ retry: RetryingTransport.Notice) {
    let why =
      switch retry.failure {
      case .success(let response): "\(response.status): \(retry.url)"
      case .failure(let error): Message(error).text
      }
    let delay = retry.delay.roundedMilliseconds
    if verbosity > 0 { write("retry \(retry.number) of \(retry.limit) in \(delay) ms: \(why)") }
  }

  /// Reports the stored responses that couldn't be used.
  func writeStoreErrors(of fetcher: Fetcher) {
    for error in fetcher.progress?.storeErrors ?? [] { write(Message(warning: error)) }
  }

  /// `-v`: describes the sources of answers.
  func describe(_ add: (inout SourceTable) -> Void) {
    guard verbosity > 0 else { return }
    var table = SourceTable(isDetailed: verbosity > 1)
    add(&table)
    for line in table.lines { writeLine(line) }
  }

  /// The line to show while a fetch takes long; `nil` with `--quiet` or without a terminal that can
  /// erase it.
  func progressLine(of fetcher: Fetcher) -> ProgressLine? {
    guard showsProgress, fetcher.mayWait, let progress = fetcher.progress else { return nil }
    let words = ProgressText(limit: fetcher.timeLimit)
    return ProgressLine(maxColumns: columns) { words.text(of: progress, columns: $0) }
  }

  /// The line to show while a check waits for its server; `nil` as above.
  func waitingLine(within limit: Duration) -> ProgressLine? {
    guard showsProgress else { return nil }
    let words = ProgressText(limit: limit)
    return ProgressLine(maxColumns: columns) { words.waiting(columns: $0) }
  }

  /// Reports an empty list, or that no record matches.
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
    writeText(all.safeForTerminal.wrapped(to: output.width).map { style.dim($0) + "\n" }.joined())
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
    if isQuiet { return }
    let tree: JSONTree = ["message": text]
    writeText(isJSON ? JSONTree.object([("notice", tree)]).line : text.safeForTerminal + "\n")
  }

  /// Writes a warning, or an error even with `--quiet`.
  func write(_ message: Message) {
    if isQuiet, message.kind == .warning { return }
    writeText(isJSON ? message.json : message.lines(style).map { $0 + "\n" }.joined())
  }

  /// Writes a line about the run.
  private func write(_ text: String) {
    for line in text.paragraph(after: "jpfetch: ", indent: 4, style.width) { writeLine(line) }
  }

  private func writeLine(_ line: String) { if !isQuiet { writeText(line + "\n") } }

  /// Everything on standard error but the progress line goes through here. Nothing in it is a command
  /// to a CI system.
  private func writeText(_ text: String) {
    ProgressLine.erase()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let safe = lines.map { String($0).harmlessInLogs }.joined(separator: "\n")
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(safe)
  }
}
