import JPCore

extension Irregularity {
  /// What was done about it, and about what.
  var words: (what: String, why: String?) {
    let records = counted(count, list)
    return switch kind {
    case .orphans(let reference):
      ("left out \(records) with no \(reference.parent); first: \(words(for: reference))", nil)
    case .danglingReferences(let reference):
      ("\(records) with no \(reference.parent), null there; first: \(words(for: reference))", nil)
    case .repeatedIDs:
      ("\(records) \(count == 1 ? "repeats" : "repeat") an earlier id; first: \(first)", nil)
    case .mixedKeys(let reference):
      (
        "\(list).\(reference.field) and \(parents(of: reference)).id have different types, "
          + "number and string: joined as text", nil
      )
    case .misfits(let mismatch):
      (
        "left out \(records) that \(count == 1 ? "doesn't" : "don't") fit",
        mismatch.inWords(source: list)
      )
    case .unusableStore: ("stored responses can't be used: \(first)", nil)
    }
  }

  private func parents(of reference: Reference) -> String {
    Resource.understood(reference.parent)?.name ?? reference.parent
  }

  private func words(for reference: Reference) -> String {
    "\(first) (\(reference.field) \(reference.key))"
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
