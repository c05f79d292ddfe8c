import JPCore

/// The line below a table or tree: how many records are shown, how many there are, how old they
/// are, and what isn't shown.
///
/// ```
/// 5 of 100 posts · cached 1m ago · more: body (--wide)
/// ```
///
/// The line never wraps: its last parts are shortened or left out until it fits.
struct Summary {
  /// The records shown and those embedded in them, `5 of 100 posts`.
  private let counts: [String]

  /// How old the stored records are, `cached 1m ago`; `nil` if all came from a server or from local
  /// data.
  private let age: String?

  /// The part of the answer that isn't shown.
  private let omission: AnswerOutput.Omission?

  /// - Parameters:
  ///   - counts: each list's number of records, the shown list first; `nil` for a missing list,
  ///     which the line leaves out.
  ///   - total: how many records there are to choose from, or how many ids were asked for; shown
  ///     only if it is larger than the first count. `nil` if there is no such number.
  ///   - sources: the sources of the records.
  init(
    counts: [(name: String, count: Int?)], total: Int? = nil, sources: [Source],
    omission: AnswerOutput.Omission?
  ) {
    var texts: [String] = []
    for (index, list) in counts.enumerated() {
      guard let count = list.count else { continue }
      if index == 0, let total, total > count {
        texts.append("\(count) of \(total.inWords(of: list.name))")
      } else {
        texts.append(count.inWords(of: list.name))
      }
    }
    self.counts = texts
    age = Self.age(of: sources)
    self.omission = omission
  }

  /// How old the oldest stored response is; `nil` if no response is a stored one.
  private static func age(of sources: [Source]) -> String? {
    // The age of a response that replaces a failed one is in a warning already.
    let stored = sources.filter { $0.failure == nil && $0.storedAgo != nil }
    if stored.isEmpty { return nil }
    var ages: [Duration] = []
    for source in stored where source.isUnconfirmed {
      if let age = source.storedAgo { ages.append(age) }
    }
    guard let oldest = ages.max() else { return "checked just now" }
    return "cached \(oldest.short) ago"
  }

  /// The line; empty if there is nothing to say.
  ///
  /// - Parameter width: the terminal's columns; `nil` for any.
  func text(width: Int?) -> String {
    for parts in shortenedParts {
      let line = parts.joined(separator: " · ").safeForTerminal
      guard let width, line.displayWidth > width else { return line }
    }
    guard let width, let first = counts.first else { return "" }
    return first.safeForTerminal.cut(to: width)
  }

  /// The parts of the whole line, then those of shorter and shorter lines.
  private var shortenedParts: [[String]] {
    var start: [String] = []
    if !counts.isEmpty {
      start.append(counts.joined(separator: ", "))
    }
    var startWithAge = start
    if let age { startWithAge.append(age) }
    var all: [[String]] = []
    for text in omissionTexts { all.append(startWithAge + [text]) }
    all.append(startWithAge)
    all.append(start)
    for length in counts.indices.reversed() where length > 0 {
      all.append([counts.prefix(length).joined(separator: ", ")])
    }
    return all
  }

  /// Texts about what isn't shown: with the names, then shorter.
  private var omissionTexts: [String] {
    let option = OptionName.wide.typed
    switch omission {
    case nil:
      return []
    case .branches:
      return ["folded: \(option) shows all"]
    case .neighbors(let names, let line):
      return ["\(names.joined(separator: ", ")): \(line)", line]
    case .columns(let names):
      var noun = "fields"
      if names.count == 1 { noun = "field" }
      return [
        "more: \(names.joined(separator: ", ")) (\(option))",
        "more: \(names.count) \(noun) (\(option))",
      ]
    }
  }
}
