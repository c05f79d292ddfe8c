import JPCore

/// The line below a table or tree: how much is shown of how many records, how old they are, and what
/// isn't shown.
///
/// ```
/// 5 of 100 posts · cached 1m ago · more: body (--wide)
/// ```
///
/// It never wraps: what doesn't fit is left out from its end.
struct Summary {
  /// The records shown and those embedded in them, `5 of 100 posts`.
  private let counts: [String]

  /// How old the records are; `nil` if they came from a server or from local data.
  private let age: String?

  /// What isn't shown.
  private let omission: AnswerOutput.Omission?

  /// - Parameters:
  ///   - counts: the number of records of each list; those of missing lists are left out.
  ///   - total: how many records the first list has; `nil` if all are shown.
  ///   - sources: those of the records.
  init(
    counts: [(name: String, count: Int?)], total: Int? = nil, sources: [Source],
    omission: AnswerOutput.Omission?
  ) {
    var allWords: [String] = []
    for (index, list) in counts.enumerated() {
      guard let count = list.count else { continue }
      var words = count.inWords(of: list.name)
      if index == 0, let total, total > count {
        words = "\(count) of \(total.inWords(of: list.name))"
      }
      allWords.append(words)
    }
    self.counts = allWords
    age = Self.age(of: sources)
    self.omission = omission
  }

  /// How old stored answers are; `nil` if all came from a server or none did.
  private static func age(of sources: [Source]) -> String? {
    // A warning has said how old a response is that replaces a failed one.
    let stored = sources.filter { $0.failure == nil && $0.storedAgo != nil }
    if stored.isEmpty { return nil }
    let unconfirmed = stored.filter(\.isUnconfirmed)
    guard let oldest = unconfirmed.compactMap(\.storedAgo).max() else { return "checked just now" }
    return "cached \(oldest.short) ago"
  }

  /// The line; empty if there is nothing to say.
  ///
  /// - Parameter width: the terminal's columns; `nil` for any.
  func text(width: Int?) -> String {
    let maxWidth = width ?? Int.max
    for parts in shortenedParts {
      let line = parts.joined(separator: " · ").safeForTerminal
      if line.displayWidth <= maxWidth { return line }
    }
    return counts.first?.safeForTerminal.cut(to: maxWidth) ?? ""
  }

  /// The parts of the line, and then the parts of shorter and shorter ones.
  private var shortenedParts: [[String]] {
    var start: [String] = []
    if !counts.isEmpty { start.append(counts.joined(separator: ", ")) }
    var startWithAge = start
    if let age { startWithAge.append(age) }
    var all: [[String]] = []
    for words in omissionWords { all.append(startWithAge + [words]) }
    all.append(startWithAge)
    all.append(start)
    for length in counts.indices.reversed() where length > 0 {
      all.append([counts.prefix(length).joined(separator: ", ")])
    }
    return all
  }

  /// What isn't shown, in words: by name, and shorter.
  private var omissionWords: [String] {
    let option = OptionName.wide.typed
    switch omission {
    case nil:
      return []
    case .branches:
      return ["folded: \(option) shows all"]
    case .children(let commands):
      let names = commands.map(\.name).joined(separator: ", ")
      guard let first = commands.first?.line else { return [] }
      return ["more: \(names) (\(first))", "more: \(first)"]
    case .columns(let names):
      let noun = names.count == 1 ? "field" : "fields"
      return [
        "more: \(names.joined(separator: ", ")) (\(option))",
        "more: \(names.count) \(noun) (\(option))",
      ]
    }
  }
}
