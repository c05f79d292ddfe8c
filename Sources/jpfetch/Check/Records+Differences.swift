import JPCore

extension Records {
  /// How the list differs from another one. Records are paired by id; those with the same id, or
  /// with none, in their order.
  ///
  /// - Parameter ignored: the names of fields that may differ, at any depth.
  func differences(from other: JSONDocument, ignoring ignored: Set<String>) -> [Finding] {
    if document.bytes == other.bytes { return [] }
    let (before, now) = (PairedList(other), PairedList(document))
    let missing = before.names.filter { now.records[$0] == nil }
    let extra = now.names.filter { before.records[$0] == nil }
    let common = now.names.filter { before.records[$0] != nil }
    var comparison = Comparison(ignored: ignored)
    for name in common { comparison.compare(before.records[name], now.records[name], of: name) }
    let sentences = [
      missing.isEmpty ? nil : "missing \(missing.inWords)",
      extra.isEmpty ? nil : "extra \(extra.inWords)",
      comparison.paths.isEmpty
        ? nil
        : "changed \(comparison.paths.firstInWords) of \(comparison.records.inWords)",
      common == before.names.filter { now.records[$0] != nil }
        ? nil : "the records have another order",
    ]
    return sentences.compactMap { sentence in
      sentence.map { Finding(list: resource.name, sentence: "\(resource.name): \($0)") }
    }
  }
}

/// A record's id, and its number among the records with that id.
private struct RecordName: Hashable {
  let id: String?
  let number: Int
}

extension [RecordName] {
  /// `ids 1, 2, 3 and 4 more`.
  fileprivate var inWords: String {
    "\(count == 1 ? "id" : "ids") \(map { $0.id?.cut(to: 40) ?? "(none)" }.firstInWords)"
  }
}

private struct PairedList {
  var names: [RecordName] = []
  var records: [RecordName: JSONValue] = [:]

  init(_ document: JSONDocument) {
    var counts: [String?: Int] = [:]
    for record in document.root.elements {
      let id = record["id"]?.key?.text
      let name = RecordName(id: id, number: counts[id, default: 0])
      counts[id, default: 0] += 1
      names.append(name)
      records[name] = record
    }
  }
}

/// Collects the paths that differ, and the records that have them.
private struct Comparison {
  let ignored: Set<String>
  private(set) var paths: [String] = []
  private(set) var records: [RecordName] = []
  private var seen: Set<String> = []

  init(ignored: Set<String>) { self.ignored = ignored }

  mutating func compare(_ before: JSONValue?, _ now: JSONValue?, of name: RecordName) {
    let found = differences(before, now, at: "")
    if found.isEmpty { return }
    records.append(name)
    for path in found where seen.insert(path).inserted {
      paths.append(path.isEmpty ? "everything" : path.cut(to: 60))
    }
  }

  /// Ignores white space, escapes and the order of members; compares the spelling of numbers.
  private func differences(_ before: JSONValue?, _ now: JSONValue?, at path: String) -> [String] {
    guard let before, let now, before.kind == now.kind else { return [path] }
    if before.text == now.text { return [] }
    switch before.kind {
    case .string:
      let isSame = (before.string ?? "").utf8.elementsEqual((now.string ?? "").utf8)
      return isSame ? [] : [path]
    case .number, .boolean, .null: return [path]
    case .array:
      let pairs = zip(before.elements, now.elements)
      let isSame =
        before.elements.count == now.elements.count
        && pairs.allSatisfy { differences($0, $1, at: path).isEmpty }
      return isSame ? [] : [path]
    case .object:
      let old = Dictionary(before.members.map { ($0.name, $0.value) }) { $1 }
      let new = Dictionary(now.members.map { ($0.name, $0.value) }) { $1 }
      let names = before.members.map(\.name) + now.members.map(\.name).filter { old[$0] == nil }
      return names.filter { !ignored.contains($0) }.flatMap { name in
        differences(old[name], new[name], at: path.isEmpty ? name : "\(path).\(name)")
      }
    }
  }
}

extension JSONValue {
  /// Whether it, or a value in it, has a member of this name.
  func hasMember(_ name: String) -> Bool {
    self[name] != nil || elements.contains { $0.hasMember(name) }
      || members.contains { $0.value.hasMember(name) }
  }
}
