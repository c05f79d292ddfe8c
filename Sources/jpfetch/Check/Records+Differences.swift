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
    let changed = common.map { name in
      (name, paths: changedPaths(before.records[name], now.records[name], ignored))
    }.filter { !$0.paths.isEmpty }
    var seen: Set<String> = []
    let paths = changed.flatMap(\.paths).filter { seen.insert($0).inserted }
      .map { $0.isEmpty ? "everything" : $0.cut(to: 60) }
    let sentences = [
      missing.isEmpty ? nil : "missing \(missing.inWords)",
      extra.isEmpty ? nil : "extra \(extra.inWords)",
      paths.isEmpty ? nil : "changed \(paths.firstInWords) of \(changed.map(\.0).inWords)",
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

/// The paths of the values that differ. Ignores white space, escapes and the order of members;
/// compares the spelling of numbers.
private func changedPaths(
  _ before: JSONValue?, _ now: JSONValue?, _ ignored: Set<String>, at path: String = ""
) -> [String] {
  guard let before, let now, before.kind == now.kind else { return [path] }
  if before.text == now.text { return [] }
  var isSame = false
  switch before.kind {
  case .string: isSame = (before.string ?? "").utf8.elementsEqual((now.string ?? "").utf8)
  case .number, .boolean, .null: break
  case .array:
    let (old, new) = (before.elements, now.elements)
    isSame =
      old.count == new.count && zip(old, new).allSatisfy { changedPaths($0, $1, ignored).isEmpty }
  case .object:
    let old = Dictionary(before.members.map { ($0.name, $0.value) }) { $1 }
    let new = Dictionary(now.members.map { ($0.name, $0.value) }) { $1 }
    let names = before.members.map(\.name) + now.members.map(\.name).filter { old[$0] == nil }
    return names.filter { !ignored.contains($0) }.flatMap { name in
      changedPaths(old[name], new[name], ignored, at: path.isEmpty ? name : "\(path).\(name)")
    }
  }
  return isSame ? [] : [path]
}

extension JSONValue {
  /// Whether it, or a value in it, has a member of this name.
  func hasMember(_ name: String) -> Bool {
    self[name] != nil || elements.contains { $0.hasMember(name) }
      || members.contains { $0.value.hasMember(name) }
  }
}
