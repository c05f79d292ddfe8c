import JPCore

extension Irregularity {
  /// One sentence.
  var inWords: String { facts.what + (facts.why.map { ": \($0)" } ?? "") }

  var facts: (code: ErrorCode, what: String, why: String?) {
    let records = counted(count, list)
    let (has, fits, repeats) =
      count == 1 ? ("has", "doesn't", "repeats") : ("have", "don't", "repeat")
    return switch kind {
    case .orphans(let reference):
      (.orphans, "left out \(records) with no \(reference.parent)", words(for: reference))
    case .danglingReferences(let reference):
      (
        .orphans, "\(records) \(has) no \(reference.parent) (shown as null)", words(for: reference)
      )
    case .repeatedIDs:
      (.repeatedIDs, "\(records) \(repeats) an earlier id", "the first is \(first)")
    case .mixedKeys(let reference):
      (
        .misfits,
        "\(list).\(reference.field) and \(parents(of: reference)).id have different types: "
          + "joined as text", nil
      )
    case .misfits(let mismatch):
      (.misfits, "left out \(records) that \(fits) fit", mismatch.inWords(source: list))
    case .unusableStore: (.cacheUnusable, "stored responses can't be used: \(first)", nil)
    }
  }

  private func parents(of reference: Reference) -> String {
    Resource.understood(reference.parent)?.name ?? reference.parent
  }

  private func words(for reference: Reference) -> String {
    "the first is \(first), with \(reference.field) \(reference.key)"
  }
}

/// `1 photo`, `2 photos`.
func counted(_ count: Int, _ list: String) -> String {
  "\(count) \(count == 1 ? Resource.named(list)?.singular ?? list : list)"
}
