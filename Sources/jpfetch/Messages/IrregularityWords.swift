import JPCore

extension DataIssue {
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

  /// What is odd, with the first of the records.
  var text: String {
    let records = count.inWords(of: list)
    let isOne = count == 1
    switch kind {
    case .orphans(let reference):
      return "left out \(records) with no \(reference.parent); \(firstInWords(reference))"
    case .danglingReferences(let reference):
      let verb = isOne ? "has" : "have"
      let problem = "\(records) \(verb) no \(reference.parent) (shown as null)"
      return "\(problem); \(firstInWords(reference))"
    case .repeatedIDs:
      return "\(records) \(isOne ? "repeats" : "repeat") an earlier id; first: id \(first)"
    case .misfits:
      let what = isOne ? "isn't an object" : "aren't objects"
      return "left out \(records) that \(what) with an id"
    case .unusableStore: return "stored responses can't be used: \(first)"
    }
  }

  private func firstInWords(_ reference: Reference) -> String {
    "first: id \(first), \(reference.field) \(reference.key)"
  }

  /// What is wrong with the first of them; `nil` if the text says so.
  var detail: String? {
    if case .misfits(let mismatch) = kind { return mismatch.inWords(source: list) }
    return nil
  }
}

extension Int {
  /// A number of a list's records: `1 photo`, `2 photos`.
  func inWords(of list: String) -> String { "\(self) \(noun(of: list))" }

  /// A further number of a list's records: `1 more photo`, `2 more photos`.
  func inWords(ofMore list: String) -> String { "\(self) more \(noun(of: list))" }

  private func noun(of list: String) -> String {
    if self != 1 { return list }
    return Resource.named(list)?.singular ?? list
  }
}
