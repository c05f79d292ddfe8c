import JPCore

extension Records {
  /// How the list differs from an earlier one. Records are paired by id. Records with the same id,
  /// or without one, are paired in their order.
  ///
  ///     before: [{"id":1,"name":"a"},{"id":2}]   now: [{"id":1,"name":"b"},{"id":3}]
  ///     users: missing id 2
  ///     users: extra id 3
  ///     users: changed name of id 1
  ///
  /// - Parameter ignored: the names of fields that may differ, at any depth.
  func differences(from before: JSONDocument, ignoring ignored: [String]) -> [Finding] {
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
    var findings: [Finding] = []
    for sentence in sentences { findings.append(finding("\(resource.name): \(sentence)")) }
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
  let id: RecordKey?
  let number: Int
}

extension [RecordName] {
  /// `ids 1, 2, 3 and 4 more`.
  fileprivate var inWords: String {
    var ids: [String] = []
    for name in self {
      if let id = name.id {
        ids.append(id.text.excerpt)
      } else {
        ids.append("(none)")
      }
    }
    return "\(count.form("id", "ids")) \(ids.firstInWords)"
  }
}

/// A list's records, each by its id and its number among the records with that id.
private struct PairedList {
  var names: [RecordName] = []
  var records: [RecordName: JSONValue] = [:]

  init(_ document: JSONDocument) {
    var counts: [RecordKey?: Int] = [:]
    for record in document.root.elements {
      let id = record["id"]?.key
      let name = RecordName(id: id, number: counts[id, default: 0])
      counts[id, default: 0] += 1
      names.append(name)
      records[name] = record
    }
  }
}

/// The fields in which two lists differ, and for each field the records that differ in it. Ignores
/// white space, escapes and the order of members; compares the spelling of numbers.
///
/// Fields are numbered, and a path is made only when it is printed: in a hostile list, thousands of
/// fields can be inside a member with a long name.
private struct ChangedFields {
  /// A member of the records, or of one of their members.
  private struct Field: Hashable {
    /// The number of the field that has this member.
    let owner: Int
    let name: [UInt8]
  }

  private let ignored: Set<[UInt8]>

  /// The fields that were compared. Field 0 is the record itself.
  private var fields = [Field(owner: 0, name: [])]
  private var numbers: [Field: Int] = [:]

  /// The numbers of the fields that differ, in the order in which they were found.
  private var changed: [Int] = []
  /// For each field that differs, the records that differ in it: their positions among those that
  /// are in both lists.
  private var positions: [Int: [Int]] = [:]

  init(ignoring names: [String]) { ignored = Set(names.map { Array($0.utf8) }) }

  /// Compares two records.
  ///
  /// - Parameter position: the position of both among the records that are in both lists.
  mutating func add(from before: JSONValue, to now: JSONValue, in position: Int) {
    compare(before, now, of: 0, in: position)
  }

  private mutating func compare(
    _ before: JSONValue, _ now: JSONValue, of field: Int, in position: Int
  ) {
    guard before.kind == .object, now.kind == .object else {
      if !isSame(before, now) { add(field, position) }
      return
    }
    if before.text == now.text { return }
    for member in members(before, now) {
      let inner = number(of: Field(owner: field, name: member.name))
      if let before = member.before, let now = member.now {
        compare(before, now, of: inner, in: position)
      } else {
        add(inner, position)
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

  /// Adds a field that differs in two records.
  private mutating func add(_ field: Int, _ position: Int) {
    if positions[field] == nil { changed.append(field) }
    positions[field, default: []].append(position)
  }

  private func isSame(_ before: JSONValue, _ now: JSONValue) -> Bool {
    if before.kind != now.kind { return false }
    if before.text == now.text { return true }
    switch before.kind {
    case .number, .boolean, .null: return false
    // Keys are compared, because a String has U+FFFD for every unpaired surrogate.
    case .string: return before.key == now.key
    case .array:
      let old = before.elements
      let new = now.elements
      if old.count != new.count { return false }
      return zip(old, new).allSatisfy(isSame)
    case .object:
      for member in members(before, now) {
        guard let before = member.before, let now = member.now else { return false }
        if !isSame(before, now) { return false }
      }
      return true
    }
  }

  /// A member that one or both of two objects have. If a name is repeated, the last member counts.
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

  /// The most sentences, and the most fields that a sentence names. Further fields are only
  /// counted.
  private static let maxSentences = 3
  private static let maxPaths = 3

  /// `changed email and phone of id 3`: a sentence for the fields that differ in the same records.
  ///
  /// - Parameter names: the names of the records by their positions.
  func inWords(of names: [RecordName]) -> [String] {
    let groups = groups
    var sentences: [String] = []
    for group in groups.prefix(Self.maxSentences) {
      var paths: [String] = []
      for field in group.fields.prefix(Self.maxPaths) { paths.append(path(of: field)) }
      let rest = group.fields.count - paths.count
      if rest > 0 { paths.append("\(rest) more") }
      let records = group.positions.map { names[$0] }
      sentences.append("changed \(paths.inWords) of \(records.inWords)")
    }
    var rest = 0
    for group in groups.dropFirst(Self.maxSentences) { rest += group.fields.count }
    if rest > 0 {
      sentences.append("changed \(rest) more \(rest.form("field", "fields"))")
    }
    return sentences
  }

  /// Fields that differ in the same records.
  private struct Group {
    let positions: [Int]
    var fields: [Int]
  }

  /// The groups, in the order in which their first fields were found.
  private var groups: [Group] {
    var groups: [Group] = []
    var indices: [[Int]: Int] = [:]
    for field in changed {
      let positions = positions[field, default: []]
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
    return names.joined(separator: ".").cut(toCharacters: 60)
  }
}

extension JSONValue {
  /// Removes the names of all members, at any depth.
  func removeNames(from names: inout Set<[UInt8]>) {
    for element in elements where !names.isEmpty { element.removeNames(from: &names) }
    for (name, value) in members where !names.isEmpty {
      names.remove(Array(name.utf8))
      value.removeNames(from: &names)
    }
  }
}
