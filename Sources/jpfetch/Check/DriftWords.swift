import JPCore

extension Drift {
  /// One sentence, which begins with the list's name.
  func inWords(_ list: String) -> String {
    let what =
      switch self {
      case .newFields(let fields): fields.inWords("new field", "new fields", \.named)
      case .missingFields(let fields): fields.inWords("missing field", "missing fields", \.named)
      case .types(let changes):
        changes.inWords("field of another type", "fields of other types", \.inWords)
      case .newRecords(let records): records.inWords("new record", "new records", \.inWords)
      case .missingRecords(let records):
        records.inWords("missing record", "missing records", \.inWords)
      case .records(let changes): changes.inWords("changed record", "changed records", \.inWords)
      }
    return "\(list): \(what)"
  }
}

extension FirstFew {
  /// `2 new fields: a and b`, `5 new fields: a, b, c and 2 more`.
  fileprivate func inWords(_ one: String, _ many: String, _ word: (Element) -> String) -> String {
    "\(count) \(count == 1 ? one : many): \(listed(word))"
  }

  fileprivate func listed(_ word: (Element) -> String) -> String {
    let rest = count - first.count
    return (first.map(word) + (rest > 0 ? ["\(rest) more"] : [])).inWords
  }
}

extension String {
  /// A server's text in a sentence, cut to 60 columns.
  fileprivate var named: String { isEmpty ? "\"\"" : cut(to: 60) }
}

extension Drift.RecordName {
  fileprivate var inWords: String {
    switch self {
    case .id(let id): "id \(id.named)"
    case .place(let place): "[\(place)]"
    }
  }
}

extension Drift.RecordChange {
  fileprivate var inWords: String {
    fields.isEmpty ? record.inWords : "\(record.inWords) (\(fields.listed(\.named)))"
  }
}

extension Drift.TypeChange {
  fileprivate var inWords: String {
    let first = first.map { ", the first at \($0.inWords)" } ?? ""
    return "\(field.named) (was \(before.alternatives), is \(now.alternatives)\(first))"
  }
}

extension [JSONValue.Kind] {
  fileprivate var alternatives: String { map(\.inWords).joined(separator: " or ") }
}
