import JPCore

/// The line below a table or tree: how many records are shown, how many there are, how old they
/// are, and what isn't shown.
///
///     5 of 29 posts that match, 100 in all · cached 1m ago · more: body (--wide)
enum Summary {
  /// - Parameters:
  ///   - amounts: how many records there are of each list, the shown list first.
  ///   - sources: the sources of the records.
  ///   - rest: the end of the line, such as `more: body (--wide)`.
  /// - Returns: the parts of the line; empty if there is nothing to say.
  static func parts(_ amounts: [String], sources: [Source], rest: [String] = []) -> [String] {
    var parts: [String] = []
    if !amounts.isEmpty { parts.append(amounts.joined(separator: ", ")) }
    if let age = ageInWords(of: sources) { parts.append(age) }
    return parts + rest
  }

  /// `cached 1m ago` for the oldest stored response, or `checked just now` if the server has
  /// confirmed all of them; `nil` if no response comes from the store.
  private static func ageInWords(of sources: [Source]) -> String? {
    // The age of a response that replaces a failed one is in a warning already.
    let usable = sources.filter { $0.failure == nil }
    let cached = usable.filter(\.isUnconfirmed)
    if cached.isEmpty {
      guard usable.contains(where: { $0.origin == .revalidated }) else { return nil }
      return "checked just now"
    }
    guard let oldest = cached.storedAgo else { return "cached at an unknown time" }
    return "cached \(oldest.roughlyAbbreviated) ago"
  }
}

/// How many records of a list are shown, how many match, and how many there are.
struct RecordAmount {
  /// The list's name, `posts`.
  let list: String

  let shown: Int
  let matching: Int

  /// How many records were fetched; conditions choose from them.
  let total: Int

  /// Whether conditions (`--where`) or a text (`--search`) decide which records match.
  var isFiltered = false

  /// How many matching records are left out at the beginning.
  var skip = 0

  /// `5 of 29 posts that match, 100 in all`.
  var inWords: String {
    if let none = noneInWords { return none }
    var count = total
    if isFiltered { count = matching }
    var words = count.inWords(of: list)
    if isFiltered { words += " that \(count.pluralForm("matches", "match"))" }
    if shown < count { words = "\(shown) of \(words)" }
    if isFiltered { words += ", \(total) in all" }
    if shown == 0 { words += skipInWords }
    return words
  }

  /// `29 posts in 10 groups` or, with a limit, `29 posts, 3 of 10 groups`.
  func inWords(in groups: RecordGroups) -> String {
    if let none = noneInWords { return none }
    let records = matching.inWords(of: list)
    let all = groups.total.inWords("group")
    let shown = groups.counts.count
    if shown == groups.total { return "\(records) in \(all)" }
    var words = "\(records), \(shown) of \(all)"
    if shown == 0 { words += skipInWords }
    return words
  }

  /// `no users`, or `no users match`; `nil` if records match.
  private var noneInWords: String? {
    if total == 0 { return "no \(list)" }
    if matching == 0, isFiltered { return "no \(list) match" }
    return nil
  }

  /// The reason that no matching record is shown, ` (--skip 50)`; empty without `--skip`.
  private var skipInWords: String {
    if skip == 0 { return "" }
    return " (\(OptionName.skip.typed) \(skip))"
  }
}
