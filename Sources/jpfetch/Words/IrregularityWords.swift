import JPCore

extension Irregularity {
  /// The list that it is about.
  var list: String {
    switch self {
    case .orphans(let list, _, _, _, _, _), .danglingReferences(let list, _, _, _, _, _),
      .duplicateIDs(let list, _, _), .mixedKeys(let list, _, _, _, _), .misfits(let list, _, _):
      list
    case .unusableStore: "store"
    }
  }

  /// Stable for scripts.
  var code: String {
    switch self {
    case .orphans: "orphans"
    case .danglingReferences: "dangling"
    case .duplicateIDs: "duplicate-ids"
    case .mixedKeys: "mixed-keys"
    case .misfits: "misfits"
    case .unusableStore: "unusable-store"
    }
  }

  /// What was done about it, and about what.
  var words: (what: String, why: String?) {
    switch self {
    case .orphans(let list, let parent, let field, let count, let first, let key):
      ("left out \(counted(count, list)) with no \(parent); first: \(first) (\(field) \(key))", nil)
    case .danglingReferences(let list, let parent, let field, let count, let first, let key):
      (
        "\(counted(count, list)) with no \(parent), null there; first: \(first) (\(field) \(key))",
        nil
      )
    case .duplicateIDs(let list, let count, let first):
      (
        "\(counted(count, list)) \(count == 1 ? "repeats" : "repeat") an earlier id; first: \(first)",
        nil
      )
    case .mixedKeys(let list, let parent, let field, _, _):
      (
        "\(list).\(field) and \(parent).id have different types, number and string: joined as text",
        nil
      )
    case .misfits(let list, let count, let first):
      (
        "left out \(counted(count, list)) that \(count == 1 ? "doesn't" : "don't") fit",
        first.inWords(source: list)
      )
    case .unusableStore(let error): ("stored responses can't be used: \(error.path)", nil)
    }
  }

  /// One sentence.
  var inWords: String {
    let (what, why) = words
    return why.map { "\(what): \($0)" } ?? what
  }
}

/// `1 photo`, `2 photos`.
func counted(_ count: Int, _ list: String) -> String {
  "\(count) \(count == 1 ? Resource.named(list)?.singular ?? list : list)"
}
