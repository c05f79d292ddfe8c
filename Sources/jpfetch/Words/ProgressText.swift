import JPCore

/// The line that is shown while something takes long.
struct ProgressText {
  let start = ContinuousClock.now
  /// When it is given up; `nil` if never.
  let limit: Duration?
  /// The terminal's columns.
  let columns: Int

  /// `users ✓  albums ✓  photos 886 KiB  4 s (gives up at 10 s)`; if that doesn't fit,
  /// `2/3 lists  886 KiB  4 s`.
  func text(of progress: FetchProgress) -> String {
    let parts = progress.parts
    let bytes = progress.bytes > 0 ? ["\(progress.bytes >> 10) KiB"] : []
    let retry = progress.retry.map { retry in
      let seconds = (retry.start - .now).seconds(.up)
      return "retry \(retry.number) of \(retry.limit)" + (seconds > 1 ? " in \(seconds) s" : "")
    }
    let facts = [retry].compactMap(\.self)
    let names = parts.map { $0.mark.isEmpty ? $0.name : "\($0.name) \($0.mark)" }
    let content = [(names.last ?? "") + (bytes.first.map { " \($0)" } ?? "")]
    let whole = (names.dropLast() + content + facts + [time()]).joined(separator: "  ")
    if whole.safeForTerminal.displayWidth <= columns { return whole.safeForTerminal }
    let count = parts.count { !$0.mark.isEmpty }
    let lists = parts.count > 1 ? ["\(count)/\(parts.count) lists"] : []
    return (lists + bytes + facts + ["\(spent) s"]).joined(separator: "  ").cut(to: columns)
  }

  var waiting: String { "waiting for the server, \(time())".cut(to: columns) }

  private var spent: Int { (ContinuousClock.now - start).wholeSeconds }

  /// `4 s (gives up at 10 s)`; the limit is rounded up.
  private func time() -> String {
    "\(spent) s" + (limit.map { " (gives up at \($0.seconds(.up)) s)" } ?? "")
  }
}

extension FetchProgress.Part {
  /// How it ended; empty while it is under way.
  fileprivate var mark: String {
    switch outcome {
    case .success?: "✓"
    case .failure?: "✗"
    case nil: ""
    }
  }
}
