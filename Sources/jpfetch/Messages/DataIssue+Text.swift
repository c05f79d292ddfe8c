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
      var verb = "have"
      if isOne { verb = "has" }
      let problem = "\(records) \(verb) no \(reference.parent) (shown as null)"
      return "\(problem); \(firstInWords(reference))"
    case .repeatedIDs:
      var verb = "repeat"
      if isOne { verb = "repeats" }
      return "\(records) \(verb) an earlier id; first: id \(first)"
    case .misfits:
      var predicate = "aren't objects"
      if isOne { predicate = "isn't an object" }
      return "left out \(records) that \(predicate) with an id"
    case .unusableStore:
      return "stored responses can't be used: \(first)"
    }
  }

  private func firstInWords(_ reference: Reference) -> String {
    "first: id \(first), \(reference.field) \(reference.key)"
  }

  /// What is wrong with the first of them; `nil` if the text says so.
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
