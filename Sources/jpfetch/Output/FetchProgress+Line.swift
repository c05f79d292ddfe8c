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
  ///   - width: the width of the terminal. Without room for the whole line, the first words go, then
  ///     the amounts, and then the last lists.
  func waitingLine(after time: Duration, limit: Duration?, to width: Int) -> String {
    var names: [String] = []
    var amounts: [String] = []
    for part in parts where part.outcome == nil {
      var amount = part.name
      if part.bytes > 0 { amount += " \(part.bytes.bytesInWords)" }
      if part.bytes > 0, let all = part.expectedBytes { amount += " of \(all.bytesInWords)" }
      names.append(part.name)
      amounts.append(amount)
    }
    var clock = "\(time.wholeSeconds)"
    if let limit, time * 2 >= limit { clock += " of \(limit.seconds(.up))" }
    clock += " s"
    if names.isEmpty { return clock }
    let line = "\(amounts.joined(separator: ", "))  \(clock)"
    let longLine = "waiting for \(line)"
    if longLine.displayWidth <= width { return longLine }
    if line.displayWidth <= width { return line }
    // A narrower terminal shows the beginning, which is a name.
    let room = max(Self.leastColumns, width - clock.displayWidth - 2)
    return "\(names.joined(separator: ", ").cut(to: room))  \(clock)"
  }

  /// The fewest columns that the names are cut to.
  private static let leastColumns = 7
}
