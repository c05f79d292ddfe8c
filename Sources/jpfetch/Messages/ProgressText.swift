import JPCore

/// The text of the line that is shown while a fetch takes long.
struct ProgressText {
  let start = ContinuousClock.now
  /// How long the fetch may take; `nil` without a limit.
  let limit: Duration?

  /// The requests that haven't ended, and the time: `albums  photos 886 KiB  4 s of 10 s`.
  func text(of progress: FetchProgress, columns: Int) -> String {
    var names: [String] = []
    var namesWithSizes: [String] = []
    for part in progress.parts where part.outcome == nil {
      let name = part.name.safeForTerminal
      let kibibytes = part.bytes >> 10
      names.append(name)
      if kibibytes > 0 {
        namesWithSizes.append("\(name) \(kibibytes) KiB")
      } else {
        namesWithSizes.append(name)
      }
    }
    return line(names, namesWithSizes, columns)
  }

  /// The names and the time. What doesn't fit is left out, in this order: the sizes, all names but
  /// the first, the time limit, the time. If need be, the first name is cut.
  func line(_ names: [String], _ namesWithSizes: [String], _ columns: Int) -> String {
    let seconds = (ContinuousClock.now - start).wholeSeconds
    let spent = "\(seconds) s"
    var time = spent
    if let limit { time += " of \(limit.seconds(.up)) s" }
    guard let first = names.first else {
      return time.cut(to: columns)
    }
    var candidates = [namesWithSizes + [time], names + [time]]
    if names.count > 1 {
      candidates.append(["\(first) and \(names.count - 1) more", time])
    }
    for candidate in candidates {
      let text = candidate.joined(separator: "  ")
      if text.displayWidth <= columns { return text }
    }
    let room = columns - spent.displayWidth - 2
    if room < Self.leastName { return first.cut(to: columns) }
    return "\(first.cut(to: room))  \(spent)"
  }

  /// The fewest columns for a name next to the time.
  private static let leastName = 4
}
