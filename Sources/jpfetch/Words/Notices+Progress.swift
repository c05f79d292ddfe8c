import JPCore

/// What is shown while a fetch takes long.
extension Notices {
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
    let seconds = (retry.start - .now).seconds(.up)
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
    return limit.map { "\(spent) of \($0.seconds(.up)) s" } ?? "\(spent) s"
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
