import JPCore

extension FetchProgress {
  /// The line that is shown while a fetch takes long: each list that is still missing, with how
  /// much of it has arrived, and the time. After half of the time limit, the line also shows the
  /// limit.
  ///
  ///     albums  photos 585 KiB of 1 MiB  2 s
  ///
  /// - Parameters:
  ///   - time: how long the fetch has taken.
  ///   - limit: how long it may take; `nil` for no limit.
  func line(after time: Duration, limit: Duration?) -> String {
    var words: [String] = []
    for part in parts where part.outcome == nil {
      var word = part.name
      if part.bytes > 0 { word += " \(part.bytes.bytesInWords)" }
      if part.bytes > 0, let all = part.expectedBytes { word += " of \(all.bytesInWords)" }
      words.append(word)
    }
    var clock = "\(time.wholeSeconds) s"
    if let limit, time * 2 >= limit { clock += " of \(limit.seconds(.up)) s" }
    words.append(clock)
    return words.joined(separator: "  ")
  }
}
