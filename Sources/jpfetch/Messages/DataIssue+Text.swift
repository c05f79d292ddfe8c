import JPCore

extension DataIssue {
  /// The problem in one sentence, with its detail.
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

  /// The problem; for most kinds, also the first record that has it.
  var text: String {
    let records = count.inWords(of: list)
    switch kind {
    case .orphans(let reference):
      return "left out \(records) with no \(reference.parent); \(firstInWords(reference))"
    case .danglingReferences(let reference):
      let verb = count.form("has", "have")
      let problem = "\(records) \(verb) no \(reference.parent) (shown as null)"
      return "\(problem); \(firstInWords(reference))"
    case .repeatedIDs:
      let verb = count.form("repeats", "repeat")
      return "\(records) \(verb) an earlier id; first: id \(first.excerpt)"
    case .misfits:
      let predicate = count.form("isn't an object", "aren't objects")
      return "left out \(records) that \(predicate) with an id"
    case .unusableStore:
      return "stored responses can't be used: \(first)"
    }
  }

  private func firstInWords(_ reference: Reference) -> String {
    "first: id \(first.excerpt), \(reference.field) \(reference.key.excerpt)"
  }

  /// Why the first record is left out; `nil` if the text says enough.
  var detail: String? {
    if case .misfits(let mismatch) = kind {
      return mismatch.inWords(source: list)
    }
    return nil
  }
}

extension Int {
  /// A number of a list's records: `1 photo`, `2 photos`.
  func inWords(of list: String) -> String { "\(self) \(noun(of: list))" }

  /// A further number of a list's records: `1 more photo`, `2 more photos`.
  func inWords(ofMore list: String) -> String { "\(self) more \(noun(of: list))" }

  private func noun(of list: String) -> String {
    guard self == 1, let resource = Resource.named(list) else {
      return list
    }
    return resource.singular
  }
}
