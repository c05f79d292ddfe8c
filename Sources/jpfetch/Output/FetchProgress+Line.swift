import JPCore

extension FetchProgress {
  /// The line that is shown while a fetch takes long: each list that is still missing, with how
  /// much of it has arrived, and the time. After half of the time limit, the line also shows the
  /// limit.
  ///
  ///     waiting for albums, photos 585 KiB of 1 MiB  6 of 10 s
  ///
  /// - Parameters:
  ///   - time: how long the fetch has taken.
  ///   - limit: how long it may take; `nil` for no limit.
  ///   - width: the width of the terminal. Without room for the whole line, the first words go, and
  ///     then the last lists.
  func waitingLine(after time: Duration, limit: Duration?, to width: Int) -> String {
    var missing: [String] = []
    for part in parts where part.outcome == nil {
      var amount = part.name
      if part.bytes > 0 { amount += " \(part.bytes.bytesInWords)" }
      if part.bytes > 0, let all = part.expectedBytes { amount += " of \(all.bytesInWords)" }
      missing.append(amount)
    }
    var clock = "\(time.wholeSeconds)"
    if let limit, time * 2 >= limit { clock += " of \(limit.seconds(.up))" }
    clock += " s"
    if missing.isEmpty { return clock }
    let lists = missing.joined(separator: ", ")
    let line = "waiting for \(lists)  \(clock)"
    if line.displayWidth <= width { return line }
    // A narrower terminal shows the beginning, which is a name.
    let room = max(Self.leastColumns, width - clock.displayWidth - 2)
    return "\(lists.cut(to: room))  \(clock)"
  }

  /// The fewest columns that the lists are cut to.
  private static let leastColumns = 12
}
