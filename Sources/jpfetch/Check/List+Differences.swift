import JPCore

extension List {
  /// How the list differs from another one. Records are paired by id; several records with the same
  /// id, or without one, are paired in their order.
  ///
  ///     before: [{"id":1,"name":"a"},{"id":2}]   now: [{"id":1,"name":"b"},{"id":3}]
  ///     users: missing id 2
  ///     users: extra id 3
  ///     users 1  name  a → b
  ///
  /// - Parameters:
  ///   - before: the list to compare with.
  ///   - ignored: the names of fields that may differ, at any depth.
  func differences(from before: List, ignoring ignored: [String]) -> [Finding] {
    if document.bytes == before.document.bytes { return [] }
    let old = RecordsByID(before.document)
    let new = RecordsByID(document)
    var findings: [Finding] = []
    for id in old.ids where new.rows[id] == nil { findings += missingFindings(id, in: old) }
    for id in new.ids where old.rows[id] == nil { findings += extraFindings(id, in: new) }
    let common = new.ids.filter { old.rows[$0] != nil }
    let commonBefore = old.ids.filter { new.rows[$0] != nil }

    var changes = Changes(of: resource.name, ignoring: ignored)
    for id in common {
      let rowsBefore = old.rows[id, default: []]
      let rowsNow = new.rows[id, default: []]
      if rowsBefore.count != rowsNow.count {
        findings.append(countFinding(rowsBefore.count, rowsNow, in: new))
      }
      for (rowBefore, rowNow) in zip(rowsBefore, rowsNow) {
        let before = old.records[rowBefore]
        let now = new.records[rowNow]
        if before.text != now.text { changes.compare(before, now, at: .record(now, row: rowNow)) }
      }
    }

    findings += changes.findings
    if common != commonBefore {
      findings.append(Finding(resource.name, .moved, "the records have another order"))
    }
    return findings
  }

  private func missingFindings(_ id: RecordKey?, in old: RecordsByID) -> [Finding] {
    var finding = Finding(resource.name, .missing, "missing id \(id.shownInMessage)")
    let rows = old.rows[id, default: []]
    return rows.map { row in
      finding.id = old.records[row]["id"]
      return finding
    }
  }

  private func extraFindings(_ id: RecordKey?, in new: RecordsByID) -> [Finding] {
    var finding = Finding(resource.name, .extra, "extra id \(id.shownInMessage)")
    let rows = new.rows[id, default: []]
    return rows.map { row in
      finding.id = new.records[row]["id"]
      finding.value = new.records[row]
      return finding
    }
  }

  /// The finding about an id that more or fewer records have than before.
  private func countFinding(_ before: Int, _ rows: [Int], in new: RecordsByID) -> Finding {
    let words = "\(before.inWords("record")) → \(rows.count.inWords("record"))"
    var finding = Finding(resource.name, .count, words)
    finding.comparedField = ""
    finding.id = new.records[rows[0]]["id"]
    finding.value = new.records[rows[0]]
    finding.expected = before.tree
    finding.found = rows.count.tree
    return finding
  }
}

/// The elements of a list, and the rows of each id.
private struct RecordsByID {
  let records: [JSONValue]
  /// Each id once, in the list's order. If a record has no id, `nil` is one of them.
  private(set) var ids: [RecordKey?] = []
  private(set) var rows: [RecordKey?: [Int]] = [:]

  init(_ document: JSONDocument) {
    records = document.root.elements
    for (row, record) in records.enumerated() {
      let id = Self.id(of: record)
      if rows[id] == nil { ids.append(id) }
      rows[id, default: []].append(row)
    }
  }

  /// A record's id. A value that can't be an id, such as 1.0, is compared by its spelling.
  private static func id(of record: JSONValue) -> RecordKey? {
    guard let id = record["id"] else { return nil }
    if let key = id.recordKey { return key }
    switch id.kind {
    case .number, .boolean: return RecordKey(utf8: Array(id.text))
    default: return nil
    }
  }
}

extension RecordKey? {
  /// The id in a message. Two different ids can look the same (é has two spellings), so an unusual id
  /// is in quotes, with escapes for everything that isn't ASCII.
  fileprivate var shownInMessage: String {
    guard let self else { return "(none)" }
    if self.needsNoQuotes { return self.text }
    return self.text.excerpt.quotedASCII
  }
}

/// Where a value is: a record, or a member or an element of the value at another place.
private indirect enum Place {
  case record(JSONValue, row: Int)
  case member(String, of: Place)
  case element(Int, of: Place)

  /// The record and its index in the list.
  ///
  /// - Parameter path: gets the path from the record to the value. It is cut, because it is made for
  ///   each value: in a hostile list, thousands of fields can be inside a member with a long name.
  func record(writingPathTo path: inout String) -> (record: JSONValue, row: Int) {
    switch self {
    case .record(let record, let row):
      return (record, row)
    case .member(let name, let place):
      let record = place.record(writingPathTo: &path)
      if !path.isEmpty { path += "." }
      path += name.cut(toCharacters: Self.maxCharacters)
      path = path.cut(toCharacters: Self.maxCharacters)
      return record
    case .element(let index, let place):
      let record = place.record(writingPathTo: &path)
      path = "\(path)[\(index)]".cut(toCharacters: Self.maxCharacters)
      return record
    }
  }

  private static let maxCharacters = 200
}

/// The changes in the records of a list.
///
/// White space, escapes and the order of members don't count; the spelling of numbers does.
private struct Changes {
  private let list: String
  private let ignored: Set<[UInt8]>
  private(set) var findings: [Finding] = []

  init(of list: String, ignoring ignored: [String]) {
    self.list = list
    self.ignored = Set(ignored.map { Array($0.utf8) })
  }

  /// Compares the values at a place in two lists.
  mutating func compare(_ before: JSONValue, _ now: JSONValue, at place: Place) {
    switch (before.kind, now.kind) {
    case (.object, .object):
      for member in pairedMembers(before, now) {
        let place = Place.member(member.name, of: place)
        if let before = member.before, let now = member.now {
          compare(before, now, at: place)
        } else {
          addChange(member.before, member.now, in: now, at: place)
        }
      }
    case (.array, .array) where before.elements.count == now.elements.count:
      for (index, pair) in zip(before.elements, now.elements).enumerated() {
        compare(pair.0, pair.1, at: .element(index, of: place))
      }
    case (.array, .array):
      addChange(before, now, at: place)
    case (.string, .string):
      // Keys are compared, not Strings, which have U+FFFD for every unpaired surrogate.
      if before.recordKey != now.recordKey { addChange(before, now, at: place) }
    default:
      if before.text != now.text { addChange(before, now, at: place) }
    }
  }

  /// A member that one or both of two objects have. If a name is repeated, the last member counts.
  private struct Member {
    let name: String
    let before: JSONValue?
    let now: JSONValue?
  }

  /// Pairs the members of two objects by name, without those that are ignored.
  private func pairedMembers(_ before: JSONValue, _ now: JSONValue) -> [Member] {
    // Names are compared byte by byte, because Strings are equal if they differ only in
    // normalization.
    var names: [String] = []
    var old: [[UInt8]: JSONValue] = [:]
    var new: [[UInt8]: JSONValue] = [:]
    for (name, value) in before.members {
      if old.updateValue(value, forKey: Array(name.utf8)) == nil { names.append(name) }
    }
    for (name, value) in now.members {
      let bytes = Array(name.utf8)
      if new.updateValue(value, forKey: bytes) == nil, old[bytes] == nil { names.append(name) }
    }
    var members: [Member] = []
    for name in names {
      let bytes = Array(name.utf8)
      if ignored.contains(bytes) { continue }
      members.append(Member(name: name, before: old[bytes], now: new[bytes]))
    }
    return members
  }

  /// Adds a change; `nil` stands for a missing value.
  ///
  /// - Parameter owner: the object that has or lacks the value, if it is a member.
  private mutating func addChange(
    _ before: JSONValue?, _ now: JSONValue?, in owner: JSONValue? = nil, at place: Place
  ) {
    var kind = Finding.Kind.changed
    if before == nil { kind = .extra }
    if now == nil { kind = .missing }
    var field = ""
    let (record, row) = place.record(writingPathTo: &field)
    var finding = Finding(list, kind)
    finding.id = record["id"]
    finding.comparedField = field
    finding.path = "[\(row)]"
    if field.utf8.first == .leftBracket {
      finding.path = "[\(row)]\(field)"
    } else if !field.isEmpty {
      finding.path = "[\(row)].\(field)"
    }
    finding.expected = before?.tree
    finding.found = now?.tree
    finding.value = now ?? owner
    findings.append(finding)
  }
}

extension JSONValue {
  /// Removes the names of this value's members, at any depth, from a set.
  func removeNames(from names: inout Set<[UInt8]>) {
    for element in elements where !names.isEmpty { element.removeNames(from: &names) }
    for (name, value) in members where !names.isEmpty {
      names.remove(Array(name.utf8))
      value.removeNames(from: &names)
    }
  }
}
