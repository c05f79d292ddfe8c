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
    let missing = old.ids.filter { new.rows[$0] == nil }
    let extra = new.ids.filter { old.rows[$0] == nil }
    let common = new.ids.filter { old.rows[$0] != nil }
    let commonBefore = old.ids.filter { new.rows[$0] != nil }

    var repeats = Changes(of: resource.name)
    var changes = Changes(of: resource.name, ignoring: ignored)
    for id in common {
      let rowsBefore = old.rows[id, default: []]
      let rowsNow = new.rows[id, default: []]
      if rowsBefore.count != rowsNow.count {
        repeats.addCounts(id, rowsBefore.count, rowsNow.count)
      }
      for (rowBefore, rowNow) in zip(rowsBefore, rowsNow) {
        changes.compare(old.records[rowBefore], new.records[rowNow], id: id, row: rowNow)
      }
    }

    var findings: [Finding] = []
    // A missing id may look like an extra one.
    let isEscaping = !missing.isEmpty && !extra.isEmpty
    if !missing.isEmpty {
      findings.append(finding("missing \(missing.inWords(isEscaping: isEscaping))"))
    }
    if !extra.isEmpty {
      findings.append(finding("extra \(extra.inWords(isEscaping: isEscaping))"))
    }
    findings += repeats.findings("id", "ids repeated more or less often")
    findings += changes.findings("change", "changes")
    if common != commonBefore { findings.append(finding("the records have another order")) }
    return findings
  }

  private func finding(_ message: String) -> Finding {
    Finding(list: resource.name, message: message)
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
    if let key = id.key { return key }
    switch id.kind {
    case .number, .boolean: return RecordKey(utf8: Array(id.text))
    default: return nil
    }
  }
}

extension RecordKey? {
  fileprivate var shown: String { self?.text.excerpt ?? "(none)" }

  /// The id in a list of ids: an odd one in quotes, so that it isn't taken for another.
  ///
  /// - Parameter isEscaping: whether to escape what isn't ASCII.
  fileprivate func shownInList(isEscaping: Bool) -> String {
    guard let self else { return "(none)" }
    if self.isPlain { return self.text }
    if isEscaping { return self.text.quotedASCII }
    return self.text.excerpt.quoted
  }
}

extension [RecordKey?] {
  /// `ids 1, 2 and 3`; if there are many, the first of them and how many more.
  ///
  /// - Parameter isEscaping: whether to escape what isn't ASCII.
  fileprivate func inWords(isEscaping: Bool) -> String {
    var words: [String] = []
    for id in prefix(List.maxFindings) { words.append(id.shownInList(isEscaping: isEscaping)) }
    let rest = count - words.count
    if rest > 0 { words.append("\(rest) more") }
    return "\(count.form("id", "ids")) \(words.inWords)"
  }
}

/// The changes in the records of a list: a finding for each of the first ten, and the number of
/// all.
///
/// White space, escapes and the order of members don't count; the spelling of numbers does. A path
/// is made only for a finding: in a hostile list, thousands of fields can be inside a member with a
/// long name.
private struct Changes {
  private let list: String
  private let ignored: Set<[UInt8]>
  private var first: [Finding] = []
  private var count = 0

  /// The record that is being compared: its id, and its index in the list.
  private var id: RecordKey?
  private var row = 0
  /// The path from the record to the value that is being compared.
  private var steps: [Step] = []

  private enum Step {
    case member(String)
    case element(Int)
  }

  init(of list: String, ignoring ignored: [String] = []) {
    self.list = list
    self.ignored = Set(ignored.map { Array($0.utf8) })
  }

  /// The findings, and if there are more changes, how many: `3 more changes`.
  ///
  /// - Parameters:
  ///   - one: the noun for one change, `change`.
  ///   - several: the noun for several changes, `changes`.
  func findings(_ one: String, _ several: String) -> [Finding] {
    let rest = count - first.count
    if rest == 0 { return first }
    return first + [Finding(list: list, message: "\(rest) more \(rest.form(one, several))")]
  }

  /// Adds the change of an id that had another number of records before.
  mutating func addCounts(_ id: RecordKey?, _ before: Int, _ now: Int) {
    count += 1
    guard first.count < List.maxFindings else { return }
    let message = "\(before.inWords("record")) → \(now.inWords("record"))"
    first.append(
      Finding(list: list, id: id.shown, message: message, expected: "\(before)", found: "\(now)"))
  }

  /// Compares two records.
  ///
  /// - Parameter row: the record's index in the list.
  mutating func compare(_ before: JSONValue, _ now: JSONValue, id: RecordKey?, row: Int) {
    if before.text == now.text { return }
    self.id = id
    self.row = row
    compare(before, now)
  }

  private mutating func compare(_ before: JSONValue, _ now: JSONValue) {
    switch (before.kind, now.kind) {
    case (.object, .object):
      for member in members(before, now) {
        steps.append(.member(member.name))
        if let before = member.before, let now = member.now {
          compare(before, now)
        } else {
          add(member.before, member.now)
        }
        steps.removeLast()
      }
    case (.array, .array) where before.elements.count == now.elements.count:
      for (index, pair) in zip(before.elements, now.elements).enumerated() {
        steps.append(.element(index))
        compare(pair.0, pair.1)
        steps.removeLast()
      }
    case (.array, .array):
      add(before, now)
    case (.string, .string):
      // Keys are compared, not Strings, which have U+FFFD for every unpaired surrogate.
      if before.key != now.key { add(before, now) }
    default:
      if before.text != now.text { add(before, now) }
    }
  }

  /// A member that one or both of two objects have. If a name is repeated, the last member counts.
  private struct Member {
    let name: String
    let before: JSONValue?
    let now: JSONValue?
  }

  /// Pairs the members of two objects by name, without those that are ignored.
  private func members(_ before: JSONValue, _ now: JSONValue) -> [Member] {
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

  /// Adds the change at ``steps``; `nil` stands for a missing value.
  private mutating func add(_ before: JSONValue?, _ now: JSONValue?) {
    count += 1
    guard first.count < List.maxFindings else { return }
    var path = ""
    for step in steps {
      switch step {
      case .member(let name) where path.isEmpty: path = name
      case .member(let name): path += ".\(name)"
      case .element(let index): path += "[\(index)]"
      }
    }
    path = path.cut(toCharacters: 60)
    let values = ChangedValues(before, now)
    var finding = Finding(
      list: list, id: id.shown,
      message: "\(values.before ?? "nothing") → \(values.now ?? "nothing")",
      expected: values.before, found: values.now, path: "[\(row)]")
    if !path.isEmpty {
      finding.message = "\(path)  \(finding.message)"
      var dot = "."
      if path.hasPrefix("[") { dot = "" }
      finding.path = "[\(row)]\(dot)\(path)"
    }
    first.append(finding)
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
