import JPCore

/// Writes to standard error: errors and warnings, the progress line, and what `-v` adds.
struct Notices {
  private let isQuiet: Bool
  private let verbosity: Int
  private let isStrict: Bool
  /// Whether each message is one line of JSON.
  private let isJSON: Bool
  private let showsProgress: Bool
  private let columns: Int?
  private let style: TextStyle

  init(_ settings: Settings) { self.init(settings.options, settings.display) }

  /// - Parameter options: the options, which aren't checked yet: notices also report that one is
  ///   wrong.
  init(_ options: Options, _ display: Settings.Display) {
    let isTerminal = Terminal.isTerminal(.error)
    isJSON = options.asksForJSON && !isTerminal
    style = display.style(of: .error)
    isQuiet = options.has(.quiet)
    showsProgress = !isQuiet && isTerminal && display.canEraseLines
    columns = display.columns
    verbosity = options.texts(.verbose).count
    isStrict = options.has(.strict)
  }

  /// Warns of stale and missing responses, and of irregular records.
  ///
  /// - Parameter isForStore: whether the run is to store the responses.
  func warn<Value>(about answer: Answer<Value>, isForStore: Bool = false) {
    writeMessages(Message.warnings(about: answer, isStrict: isStrict, isForStore: isForStore))
  }

  /// `-v`: reports a retry, with its cause.
  func writeRetry(_ retry: RetryingTransport.RetryNotice) {
    if verbosity == 0 { return }
    let why: String
    switch retry.failure {
    case .success(let response):
      why = "\(response.status): \(retry.url)"
    case .failure(let error): why = error.sentence
    }
    let delay = retry.delay.measuredInWords()
    writeAboutRun("retry \(retry.number) of \(retry.limit) in \(delay): \(why)")
  }

  /// Warns of responses that couldn't be stored, of stored responses that couldn't be used, and of
  /// secrets that a redirect's target didn't get.
  ///
  /// - Parameter failure: the error that the fetch ends with, which needs no warning.
  func warnOfRequests(of fetcher: Fetcher, endingWith failure: FetchError? = nil) {
    guard let progress = fetcher.progress else { return }
    for error in progress.storeErrors where failure?.cause != .unusableStore(error) {
      writeMessage(Message(warning: error))
    }
    let redirected = progress.parts.filter { !$0.withheldSecrets.isEmpty }
    guard let first = redirected.first else { return }
    let names = redirected.flatMap(\.withheldSecrets).eachOnce
    writeMessage(Message(withheld: names, atRedirectOf: first.url))
  }

  /// `-v`: describes the requests of the fetcher's last fetch.
  func writeSources(of fetcher: Fetcher) {
    guard verbosity > 0, let progress = fetcher.progress else { return }
    var sources = SourceLines(isDetailed: verbosity > 1, looksUp: fetcher.hasStore)
    for part in progress.parts { sources.addPart(part) }
    sources.lines(to: style.width).forEach(writeLine)
  }

  /// The line to show while a fetch takes long; `nil` with `--quiet`, without a terminal that can
  /// erase it, or if the fetch can't take long.
  func progressLine(of fetcher: Fetcher) -> ProgressLine? {
    guard showsProgress, fetcher.mayWait, let progress = fetcher.progress else {
      return nil
    }
    let start = ContinuousClock.now
    return ProgressLine(maxColumns: columns) { width in
      progress.waitingLine(after: ContinuousClock.now - start, limit: fetcher.timeLimit, to: width)
    }
  }

  /// Writes a line below an answer in a format for people, if standard output and standard error
  /// are terminals. If the terminal is too narrow for it, the line is broken between its parts.
  ///
  /// - Parameter parts: the parts of the line, which are made only if it is written.
  func writeSummary(_ parts: @autoclosure () -> [String], below output: AnswerOutput) {
    guard !isQuiet, output.isForPeople, Terminal.isTerminal(.output), Terminal.isTerminal(.error)
    else { return }
    let width = output.style.width
    var lines: [String] = []
    for part in parts() {
      if let last = lines.popLast() {
        let longer = "\(last) · \(part)"
        if longer.displayWidth <= width ?? .max {
          lines.append(longer)
          continue
        }
        lines.append(last)
      }
      lines.append(part)
    }
    for line in lines {
      for text in line.paragraph(indent: 2, width) { writeToStandardError(style.dim(text) + "\n") }
    }
  }

  /// Writes a remark on a terminal about an answer without records, such as `nothing is stored`. In
  /// a pipe and in JSON, the empty list says it.
  func writeRemark(_ text: String, below output: AnswerOutput) {
    if output.isForTerminal, !output.format.isJSON, Terminal.isTerminal(.error) {
      writeRemark(text)
    }
  }

  func writeRemark(_ text: String) {
    text.paragraph(indent: 0, style.width).forEach(writeLine)
  }

  /// Writes an error, or a warning unless `--quiet` is given.
  func writeMessage(_ message: Message) {
    if isQuiet, message.severity == .warning { return }
    if isJSON { return writeToStandardError(message.json) }
    var text = ""
    for line in message.lines(style) { text += line + "\n" }
    writeToStandardError(text)
  }

  func writeMessages(_ messages: [Message]) { messages.forEach(writeMessage) }

  /// Writes a line that begins with `jpfetch: `, wrapped to the terminal.
  private func writeAboutRun(_ text: String) {
    for line in text.paragraph(after: "jpfetch: ", indent: 4, style.width) {
      writeLine(line)
    }
  }

  private func writeLine(_ line: String) { if !isQuiet { writeToStandardError(line + "\n") } }

  /// Writes to standard error. All texts but the progress line go through here, so that none of
  /// their lines is a command to a CI system.
  private func writeToStandardError(_ text: String) {
    ProgressLine.erase()
    var safeLines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak) {
      safeLines.append(String(line).safeForLogs)
    }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(safeLines.joined(separator: "\n"))
  }
}

extension Notices {
  /// Runs a fetcher's work while a progress line is shown. Then, even if the work fails, warns of
  /// problems with the store and, with `-v`, describes each request.
  func fetch<Output: Sendable>(
    with fetcher: Fetcher, showsProgress: Bool = true,
    _ work: @escaping @Sendable () async throws -> Output
  ) throws -> Output {
    var failure: FetchError?
    defer {
      warnOfRequests(of: fetcher, endingWith: failure)
      writeSources(of: fetcher)
    }
    var line: ProgressLine?
    if showsProgress { line = progressLine(of: fetcher) }
    do { return try runOnMainThread(showing: line, work) } catch {
      failure = error as? FetchError
      throw error
    }
  }
}
