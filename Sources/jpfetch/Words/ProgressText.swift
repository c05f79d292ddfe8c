import JPCore

/// The line that is shown while something takes long.
struct ProgressText {
  let start = ContinuousClock.now
  /// When it is given up; `nil` if never.
  let limit: Duration?
  /// The terminal's columns.
  let columns: Int

  /// `2/3 lists  886 KiB  4 s (gives up at 10 s)`.
  func text(of progress: FetchProgress) -> String {
    let parts = progress.parts
    let arrived = parts.count { $0.outcome != nil }
    let what = parts.count > 1 ? "\(arrived)/\(parts.count) lists" : parts.first?.name
    let bytes = progress.bytes > 0 ? "\(progress.bytes >> 10) KiB" : nil
    return [what, bytes, time()].compactMap(\.self).joined(separator: "  ")
      .safeForTerminal.cut(to: columns)
  }

  var waiting: String { "waiting for the server, \(time())".cut(to: columns) }

  /// `4 s (gives up at 10 s)`; the limit is rounded up.
  private func time() -> String {
    "\((ContinuousClock.now - start).wholeSeconds) s"
      + (limit.map { " (gives up at \($0.seconds(.up)) s)" } ?? "")
  }
}
