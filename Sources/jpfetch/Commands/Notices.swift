import JPCore
import Synchronization

/// Writes messages, and lines about sources and progress, on standard error.
struct Notices {
  private let isQuiet: Bool
  private let verbosity: Int
  private var isStrict = false
  /// Whether each message is one line of JSON.
  private let isJSON: Bool
  /// Whether lines about progress are shown.
  private let showsProgress: Bool
  private let columns: Int?
  private let style: TextStyle

  init(_ settings: Settings) {
    self.init(settings.messages, settings.display)
    isStrict = settings.isStrict
  }

  /// Creates the notices for an error that happens before there are settings.
  init(_ messages: Settings.Messages, _ display: Settings.Display) {
    isJSON = messages.areJSON && !Terminal.isTerminal(.error)
    style = display.style(of: .error)
    isQuiet = messages.isQuiet
    showsProgress = !isQuiet && Terminal.isTerminal(.error) && display.canEraseLines
    columns = display.columns
    verbosity = messages.verbosity
  }

  /// Warns of stale, missing and odd data.
  func warn<Value>(about answer: Answer<Value>) {
    let warnings = Message.warnings(about: answer, isStrict: isStrict)
    warnings.forEach(write)
  }

  /// `-v`: reports a retry, with its cause.
  func writeRetry(_ retry: RetryingTransport.Notice) {
    if verbosity == 0 { return }
    let why: String
    switch retry.failure {
    case .success(let response):
      why = "\(response.status): \(retry.url)"
    case .failure(let error): why = error.sentence
    }
    let delay = retry.delay.roundedMilliseconds
    writeAboutRun("retry \(retry.number) of \(retry.limit) in \(delay) ms: \(why)")
  }

  /// Warns of responses that couldn't be stored, and of stored responses that couldn't be used.
  func writeStoreErrors(of fetcher: Fetcher) {
    guard let progress = fetcher.progress else { return }
    for error in progress.storeErrors {
      write(Message(warning: error))
    }
  }

  /// `-v`: describes the requests of the fetcher's last fetch.
  func describe(_ fetcher: Fetcher) {
    guard verbosity > 0, let progress = fetcher.progress else { return }
    var sources = SourceLines(isDetailed: verbosity > 1)
    for part in progress.parts { sources.add(part) }
    sources.lines.forEach(writeLine)
  }

  /// The line to show while a fetch takes long; `nil` with `--quiet`, without a terminal that can
  /// erase it, or if the fetch can't take long.
  func progressLine(of fetcher: Fetcher) -> ProgressLine? {
    guard showsProgress, fetcher.mayWait, let progress = fetcher.progress else {
      return nil
    }
    let text = ProgressText(limit: fetcher.timeLimit)
    return ProgressLine(maxColumns: columns) { columns in
      text.text(of: progress, columns: columns)
    }
  }

  /// Writes a remark if the list is empty, or if no record matches.
  func writeIfEmpty(_ records: Records, _ selection: RecordSelection) {
    guard records.shown.isEmpty else { return }
    let name = records.resource.name
    if records.recordCount == 0 {
      writeRemark("no \(name)")
    } else if !selection.conditions.isEmpty || selection.search != nil {
      writeRemark("no \(name) match")
    }
  }

  /// Writes the summary below an answer in a format for people, if both streams go to a terminal.
  ///
  /// - Parameter summary: the summary, which is made only if it is written.
  func writeSummary(_ summary: @autoclosure () -> Summary?, below output: AnswerOutput) {
    guard !isQuiet, output.isForPeople, Terminal.isTerminal(.output), Terminal.isTerminal(.error),
      let summary = summary()
    else { return }
    let text = summary.text(width: output.width)
    if text.isEmpty { return }
    writeText(style.dim(text) + "\n")
  }

  /// Writes a remark that there is nothing to print, such as `no users match`.
  func writeRemark(_ text: String) {
    if isQuiet { return }
    if isJSON {
      let tree: JSONTree = ["notice": ["message": text] as JSONTree]
      writeText(tree.line)
    } else {
      text.paragraph(indent: 0, style.width).forEach(writeLine)
    }
  }

  /// Writes an error, or a warning unless `--quiet` is given.
  func write(_ message: Message) {
    if isQuiet, message.kind == .warning { return }
    if isJSON { return writeText(message.json) }
    var text = ""
    for line in message.lines(style) { text += line + "\n" }
    writeText(text)
  }

  /// Writes a text about the run, wrapped to the terminal.
  private func writeAboutRun(_ text: String) {
    for line in text.paragraph(after: "jpfetch: ", indent: 4, style.width) {
      writeLine(line)
    }
  }

  private func writeLine(_ line: String) { if !isQuiet { writeText(line + "\n") } }

  /// Writes to standard error. Everything but the progress line goes through here, so that no line is
  /// a command to a CI system.
  private func writeText(_ text: String) {
    ProgressLine.erase()
    var safeLines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak) {
      safeLines.append(String(line).harmlessInLogs)
    }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(safeLines.joined(separator: "\n"))
  }
}

extension Notices {
  /// Does work with a fetcher, with a line about its progress; `-v` then describes every source.
  func fetch<Output: Sendable>(
    with fetcher: Fetcher, showsProgress: Bool = true,
    _ work: @escaping @Sendable () async throws -> Output
  ) throws -> Output {
    defer {
      writeStoreErrors(of: fetcher)
      describe(fetcher)
    }
    var line: ProgressLine?
    if showsProgress { line = progressLine(of: fetcher) }
    return try runOnMainThread(showing: line, work)
  }
}

// MARK: The main thread

extension EventLoop {
  /// The main thread's event loop.
  static let main = EventLoop()
}

/// Does asynchronous work on the main thread. If the work takes longer than 300 ms, shows a line
/// about it, and updates the line's text ten times a second. The line stays until something else is
/// written.
///
/// - Parameter start: when the work began, or the longer work that this is a part of.
func runOnMainThread<Output: Sendable>(
  showing progress: ProgressLine? = nil, since start: ContinuousClock.Instant = .now,
  _ work: @escaping @Sendable () async throws -> Output
) throws -> Output {
  let outcome = Mailbox<Output>()
  Task(executorPreference: EventLoop.main) {
    let result: Result<Output, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.result.withLock { $0 = result }
  }
  var nextDrawing: ContinuousClock.Instant?
  if progress != nil { nextDrawing = start + .milliseconds(300) }
  while true {
    EventLoop.main.work(waitingUntil: nextDrawing)
    if let result = outcome.result.withLock({ $0 }) {
      return try result.get()
    }
    if let time = nextDrawing, time <= .now {
      progress?.draw()
      nextDrawing = .now + .milliseconds(100)
    }
  }
}

/// Holds the outcome of asynchronous work until the main thread reads it.
private final class Mailbox<Output: Sendable>: Sendable {
  let result = Mutex<Result<Output, any Error>?>(nil)
}
