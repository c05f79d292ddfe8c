import JPCore

extension Irregularity {
  /// One sentence.
  var inWords: String {
    guard let detail else { return text }
    return "\(text): \(detail)"
  }

  var code: ErrorCode {
    switch kind {
    case .orphans, .danglingReferences: .orphans
    case .repeatedIDs: .repeatedIDs
    case .misfits: .misfits
    case .unusableStore: .cacheUnusable
    }
  }

  /// What is odd.
  var text: String {
    let records = counted(count, list)
    let isOne = count == 1
    switch kind {
    case .orphans(let reference): return "left out \(records) with no \(reference.parent)"
    case .danglingReferences(let reference):
      return "\(records) \(isOne ? "has" : "have") no \(reference.parent) (shown as null)"
    case .repeatedIDs: return "\(records) \(isOne ? "repeats" : "repeat") an earlier id"
    case .misfits: return "left out \(records) that \(isOne ? "doesn't" : "don't") fit"
    case .unusableStore: return "stored responses can't be used: \(first)"
    }
  }

  /// Where the first of them is.
  var detail: String? {
    switch kind {
    case .orphans(let reference), .danglingReferences(let reference):
      "the first is \(first), with \(reference.field) \(reference.key)"
    case .repeatedIDs: "the first is \(first)"
    case .misfits(let mismatch): mismatch.inWords(source: list)
    case .unusableStore: nil
    }
  }
}

/// `1 photo`, `2 photos`.
func counted(_ count: Int, _ list: String) -> String {
  if count != 1 { return "\(count) \(list)" }
  return "1 \(Resource.named(list)?.singular ?? list)"
}
