import JPCore

extension Records {
  /// How the list differs from an earlier one. Records are paired by id; those with the same id, or
  /// with none, in their order.
  ///
  ///     before: [{"id":1,"name":"a"},{"id":2}]   now: [{"id":1,"name":"b"},{"id":3}]
  ///     users: missing id 2
  ///     users: extra id 3
  ///     users: changed name of id 1
  ///
  /// - Parameter ignored: the names of fields that may differ, at any depth.
  func differences(from before: JSONDocument, ignoring ignored: Set<String>) -> [Finding] {
    if document.bytes == before.bytes { return [] }
    let old = PairedList(before)
    let new = PairedList(document)
    let missing = old.names.filter { new.records[$0] == nil }
    let extra = new.names.filter { old.records[$0] == nil }
    let common = new.names.filter { old.records[$0] != nil }
    let commonBefore = old.names.filter { new.records[$0] != nil }

    var changes = ChangedFields(ignoring: ignored)
    for (position, name) in common.enumerated() {
      guard let before = old.records[name], let now = new.records[name] else { continue }
      changes.add(from: before, to: now, in: position)
    }

    var sentences: [String] = []
    if !missing.isEmpty { sentences.append("missing \(missing.inWords)") }
    if !extra.isEmpty { sentences.append("extra \(extra.inWords)") }
    sentences += changes.inWords(of: common)
    var findings = sentences.map { finding("\(resource.name): \($0)") }
    if common != commonBefore {
      let cause = "the records have another order"
      findings.append(finding("\(resource.name): \(cause)", cause: cause))
    }
    return findings
  }

  private func finding(_ sentence: String, cause: String? = nil) -> Finding {
    Finding(list: resource.name, sentence: sentence, cause: cause)
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
    let noun = count == 1 ? "id" : "ids"
    let ids = map { $0.id?.cut(to: 40) ?? "(none)" }
    return "\(noun) \(ids.firstInWords)"
  }
}

/// A list's records by their names.
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

/// The fields in which two lists differ, and for each the records that differ in it. Ignores white
/// space, escapes and the order of members; compares the spelling of numbers.
///
/// A field is a number, and its path is made when it is printed: a hostile list can have a long name
/// above thousands of fields.
private struct ChangedFields {
  /// A member of the records, or of another member.
  private struct Field: Hashable {
    /// The field that it is a member of.
    let owner: Int
    let name: [UInt8]
  }

  private let ignored: Set<[UInt8]>

  /// The fields that were compared. Field 0 is the record itself.
  private var fields = [Field(owner: 0, name: [])]
  private var numbers: [Field: Int] = [:]

  /// The fields that differ, in the order in which they were found.
  private var changed: [Int] = []
  /// The records that differ in a field, by their positions among those that are in both lists.
  private var positions: [Int: [Int]] = [:]

  init(ignoring names: Set<String>) { ignored = Set(names.map { Array($0.utf8) }) }

  /// Compares two records.
  ///
  /// - Parameter position: that of both among the records that are in both lists.
  mutating func add(from before: JSONValue, to now: JSONValue, in position: Int) {
    compare(before, now, of: 0, in: position)
  }

  private mutating func compare(
    _ before: JSONValue, _ now: JSONValue, of field: Int, in position: Int
  ) {
    guard before.kind == .object, now.kind == .object else {
      if !isSame(before, now) { note(field, position) }
      return
    }
    if before.text == now.text { return }
    for member in members(before, now) {
      let inner = number(of: Field(owner: field, name: member.name))
      if let before = member.before, let now = member.now {
        compare(before, now, of: inner, in: position)
      } else {
        note(inner, position)
      }
    }
  }

  private mutating func number(of field: Field) -> Int {
    if let number = numbers[field] { return number }
    let number = fields.count
    fields.append(field)
    numbers[field] = number
    return number
  }

  private mutating func note(_ field: Int, _ position: Int) {
    if positions[field] == nil { changed.append(field) }
    positions[field, default: []].append(position)
  }

  private func isSame(_ before: JSONValue, _ now: JSONValue) -> Bool {
    if before.kind != now.kind { return false }
    if before.text == now.text { return true }
    switch before.kind {
    case .number, .boolean, .null: return false
    case .string: return (before.string ?? "").utf8.elementsEqual((now.string ?? "").utf8)
    case .array:
      let old = before.elements
      let new = now.elements
      return old.count == new.count && zip(old, new).allSatisfy(isSame)
    case .object:
      return members(before, now).allSatisfy { member in
        guard let before = member.before, let now = member.now else { return false }
        return isSame(before, now)
      }
    }
  }

  /// A member of two objects; of a repeated name the last one.
  private struct Member {
    let name: [UInt8]
    let before: JSONValue?
    let now: JSONValue?
  }

  /// The members of two objects that aren't ignored.
  private func members(_ before: JSONValue, _ now: JSONValue) -> [Member] {
    var names: [[UInt8]] = []
    var old: [[UInt8]: JSONValue] = [:]
    var new: [[UInt8]: JSONValue] = [:]
    for (name, value) in before.members {
      let name = Array(name.utf8)
      if old.updateValue(value, forKey: name) == nil { names.append(name) }
    }
    for (name, value) in now.members {
      let name = Array(name.utf8)
      if new.updateValue(value, forKey: name) == nil, old[name] == nil { names.append(name) }
    }
    var members: [Member] = []
    for name in names where !ignored.contains(name) {
      members.append(Member(name: name, before: old[name], now: new[name]))
    }
    return members
  }

  // MARK: Words

  /// The most sentences. Others are counted.
  private static let maxSentences = 3

  /// `changed email and phone of id 3`: a sentence for the fields that differ in the same records.
  ///
  /// - Parameter names: the names of the records by their positions.
  func inWords(of names: [RecordName]) -> [String] {
    let groups = groups
    var sentences: [String] = []
    for group in groups.prefix(Self.maxSentences) {
      var paths = group.fields.prefix(3).map(path)
      let rest = group.fields.count - paths.count
      if rest > 0 { paths.append("\(rest) more") }
      let records = group.positions.map { names[$0] }
      sentences.append("changed \(paths.inWords) of \(records.inWords)")
    }
    var rest = 0
    for group in groups.dropFirst(Self.maxSentences) { rest += group.fields.count }
    if rest > 0 {
      let noun = rest == 1 ? "field" : "fields"
      sentences.append("changed \(rest) more \(noun)")
    }
    return sentences
  }

  /// Fields that differ in the same records.
  private struct Group {
    let positions: [Int]
    var fields: [Int]
  }

  private var groups: [Group] {
    var groups: [Group] = []
    var indices: [[Int]: Int] = [:]
    for field in changed {
      let positions = positions[field] ?? []
      if let index = indices[positions] {
        groups[index].fields.append(field)
      } else {
        indices[positions] = groups.count
        groups.append(Group(positions: positions, fields: [field]))
      }
    }
    return groups
  }

  /// A field's path, `address.city`, cut if it is long.
  private func path(of field: Int) -> String {
    if field == 0 { return "everything" }
    var names: [String] = []
    var field = field
    while field > 0 {
      names.append(String(utf8: fields[field].name))
      field = fields[field].owner
    }
    names.reverse()
    return names.joined(separator: ".").cut(to: 60)
  }
}

extension JSONValue {
  /// Removes the names that it, or a value in it, has a member of.
  func removeNames(from names: inout Set<[UInt8]>) {
    for element in elements where !names.isEmpty { element.removeNames(from: &names) }
    for (name, value) in members where !names.isEmpty {
      names.remove(Array(name.utf8))
      value.removeNames(from: &names)
    }
  }
}
