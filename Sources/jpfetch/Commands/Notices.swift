import JPCore

/// Puts what is worth knowing about an answer into words, on standard error.
enum Notices {
  static func write(_ irregularities: [Irregularity]) throws {
    for irregularity in irregularities {
      try StandardStream.error.write("jpfetch: \(words(for: irregularity).safeForTerminal)\n")
    }
  }

  private static func words(for irregularity: Irregularity) -> String {
    switch irregularity {
    case .orphans(let list, let parent, let field, let count, let first, let key):
      "\(counted(count, list)) without \(parent), left out: the first is \(first) (\(field) \(key))"
    case .duplicateIDs(let list, let count, let first):
      "\(counted(count, list)) with an id that an earlier one has: the first is \(first)"
    case .missingKeys(let list, let field, let count, let first):
      "\(counted(count, list)) without \(field): the first is \(list)[\(first)]"
    }
  }

  private static func counted(_ count: Int, _ list: String) -> String {
    "\(count) \(count == 1 ? Resource.named(list)?.singular ?? list : list)"
  }
}
