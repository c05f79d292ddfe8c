/// The fields of a list's records and of the objects in them, with the types of their values before
/// and now.
struct FieldTree {
  /// One field; the first one represents the records themselves.
  struct Field {
    fileprivate let name: [UInt8]
    fileprivate let parent: Int

    /// Whether it may differ.
    fileprivate var isIgnored = false

    /// The types of its values before.
    var before: Set<JSONValue.Kind> = []

    /// The types of its values now, each with the place of the first record that has it, from 0.
    var now: [JSONValue.Kind: Int] = [:]

    /// In the order of their first appearance.
    fileprivate var members: [Int] = []
    fileprivate var membersByName: [[UInt8]: Int] = [:]

    /// Whether some record had it, and some record still has it.
    fileprivate var isKept: Bool { !before.isEmpty && !now.isEmpty }

    /// Whether its values have the same types as before, in the whole list.
    fileprivate var hasSameTypes: Bool { before == Set(now.keys) }

    /// Whether it was an object in some record, and still is in some.
    fileprivate var hasMembers: Bool { before.contains(.object) && now[.object] != nil }

    /// Whether a record's values are of types that the list had before and has now, so that a
    /// change is the record's own.
    fileprivate func isComparable(_ before: JSONValue, _ now: JSONValue) -> Bool {
      self.now[before.kind] != nil && self.before.contains(now.kind)
    }
  }

  private var fields = [Field(name: [], parent: 0)]

  private static let records = 0

  /// The names on the paths of the fields that may differ.
  private let ignored: [[[UInt8]]]

  init(ignoring ignored: [[[UInt8]]] = []) { self.ignored = ignored }

  /// Adds the fields of a record.
  ///
  /// - Parameter note: notes that a field has a value of a type.
  mutating func add(_ record: JSONValue, note: (inout Field, JSONValue.Kind) -> Void) {
    add(record, to: Self.records, note: note)
  }

  private mutating func add(
    _ value: JSONValue, to field: Int, note: (inout Field, JSONValue.Kind) -> Void
  ) {
    note(&fields[field], value.kind)
    for (name, member) in value.namedMembers {
      add(member, to: self.member(named: name, of: field), note: note)
    }
  }

  private mutating func member(named name: [UInt8], of field: Int) -> Int {
    if let member = fields[field].membersByName[name] { return member }
    let member = fields.count
    fields.append(Field(name: name, parent: field))
    if !ignored.isEmpty { fields[member].isIgnored = ignored.contains(names(on: member)) }
    fields[field].members.append(member)
    fields[field].membersByName[name] = member
    return member
  }

  /// The dotted path, `address.city`.
  func path(of field: Int) -> String {
    names(on: field).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }

  /// The names from the record to the field.
  private func names(on field: Int) -> [[UInt8]] {
    var names: [[UInt8]] = []
    var field = field
    while field != Self.records {
      names.append(fields[field].name)
      field = fields[field].parent
    }
    return names.reversed()
  }

  /// How the fields of the whole list have changed.
  func drift(naming name: (Int) -> Drift.RecordName) -> [Drift] {
    var new = FirstFew<Int>()
    var missing = FirstFew<Int>()
    var changed = FirstFew<Int>()
    var rest = [Self.records]
    while let field = rest.popLast() {
      for member in fields[field].members
      where !fields[member].hasSameTypes && !fields[member].isIgnored {
        switch (fields[member].before.isEmpty, fields[member].now.isEmpty) {
        case (true, _): new.append(member)
        case (_, true): missing.append(member)
        default: changed.append(member)
        }
      }
      rest += fields[field].members.reversed().filter {
        fields[$0].hasMembers && !fields[$0].isIgnored
      }
    }
    return (new.isEmpty ? [] : [.newFields(new.map(path))])
      + (missing.isEmpty ? [] : [.missingFields(missing.map(path))])
      + (changed.isEmpty ? [] : [.types(changed.map { typeChange(of: $0, naming: name) })])
  }

  private func typeChange(
    of field: Int, naming name: (Int) -> Drift.RecordName
  ) -> Drift.TypeChange {
    let before = fields[field].before
    let now = fields[field].now
    return Drift.TypeChange(
      field: path(of: field), before: JSONValue.Kind.allCases.filter(before.contains),
      now: JSONValue.Kind.allCases.filter(now.keys.contains),
      first: now.filter { !before.contains($0.key) }.values.min().map(name))
  }

  /// The changed fields of a record, except those that changed in the whole list. `nil` if there
  /// are none; empty if the record itself isn't an object and has changed.
  func changes(from before: JSONValue, to now: JSONValue) -> FirstFew<Int>? {
    var changes = FirstFew<Int>()
    addChanges(from: before, to: now, of: Self.records, to: &changes)
    guard !changes.isEmpty else { return nil }
    return changes.first == [Self.records] ? FirstFew() : changes
  }

  private func addChanges(
    from before: JSONValue?, to now: JSONValue?, of field: Int, to changes: inout FirstFew<Int>
  ) {
    guard field == Self.records || fields[field].isKept && !fields[field].isIgnored else { return }
    guard let before, let now else { return changes.append(field) }
    guard before.kind == .object, now.kind == .object else {
      let isTold = field != Self.records && !fields[field].isComparable(before, now)
      if !isTold && before.text != now.text && !before.equals(now) { changes.append(field) }
      return
    }
    // Only whole records: text that is compared on each level takes time by its depth.
    if field == Self.records && before.text == now.text { return }
    let members = fields[field].membersByName
    let old = before.membersByName
    let new = now.membersByName
    for (name, value) in now.namedMembers where new[name]?.index == value.index {
      guard let member = members[name] else { continue }
      addChanges(from: old[name], to: value, of: member, to: &changes)
    }
    for (name, value) in before.namedMembers
    where new[name] == nil && old[name]?.index == value.index {
      guard let member = members[name] else { continue }
      addChanges(from: value, to: nil, of: member, to: &changes)
    }
  }
}

extension JSONValue {
  /// An object's members, with their names as UTF-8; empty for other types.
  fileprivate var namedMembers: [(name: [UInt8], value: JSONValue)] {
    guard kind == .object else { return [] }
    return document.children(at: index).map {
      (document.utf8(quoted: document.nameRange(at: $0)), JSONValue(document: document, index: $0))
    }
  }

  /// The members by name; the last one counts.
  fileprivate var membersByName: [[UInt8]: JSONValue] {
    Dictionary(namedMembers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// Whether another value is equal. White space, escapes and the order of members don't count;
  /// numbers are compared as they are spelled.
  fileprivate func equals(_ other: JSONValue) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .number, .boolean, .null: return text == other.text
    case .string:
      return document.utf8(quoted: document.range(at: index))
        == other.document.utf8(quoted: other.document.range(at: other.index))
    case .array:
      let (one, two) = (elements, other.elements)
      return one.count == two.count && zip(one, two).allSatisfy { $0.equals($1) }
    case .object:
      let (one, two) = (membersByName, other.membersByName)
      return one.count == two.count
        && one.allSatisfy { name, value in two[name].map { value.equals($0) } ?? false }
    }
  }
}
