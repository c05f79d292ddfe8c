import JPCore

/// The line below a table or tree: how many records are shown, how many there are, how old they
/// are, and what isn't shown.
///
///     5 of 100 posts · cached 1m ago · more: body (--wide)
enum Summary {
  /// - Parameters:
  ///   - counts: each list's number of records, the shown list first; `nil` for a missing list,
  ///     which the line leaves out.
  ///   - total: how many records there are to choose from, or how many ids were asked for; shown
  ///     only if it is larger than the first count. `nil` if there is no such number.
  ///   - sources: the sources of the records.
  ///   - rest: what there is besides, at the line's end.
  /// - Returns: the line, empty if there is nothing to say.
  static func text(
    counts: [(name: String, count: Int?)], total: Int? = nil, sources: [Source], rest: String?
  ) -> String {
    var texts: [String] = []
    for (index, list) in counts.enumerated() {
      guard let count = list.count else { continue }
      if index == 0, let total, total > count {
        texts.append("\(count) of \(total.inWords(of: list.name))")
      } else {
        texts.append(count.inWords(of: list.name))
      }
    }
    var parts: [String] = []
    if !texts.isEmpty { parts.append(texts.joined(separator: ", ")) }
    if let age = age(of: sources) { parts.append(age) }
    if let rest { parts.append(rest) }
    return parts.joined(separator: " · ")
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
}
