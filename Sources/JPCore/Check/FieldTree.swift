/// The fields of a list's records and of the objects in them, with the types of their values before
/// and now.
struct FieldTree {
  /// One field; the first one represents the records themselves.
  private struct Field {
    /// The name in the form in which it was spelled first, with its quotes.
    let spelling: [UInt8]
    /// The name as UTF-8, without escapes.
    let name: [UInt8]
    let parent: Int

    /// Whether it may differ.
    var isIgnored = false

    /// The types of its values before, and now.
    var before = KindSet()
    var now = KindSet()

    /// For each type that its values have now, the place of the first record that has it, from 0.
    var firstPlaces: [JSONValue.Kind: Int] = [:]

    /// In the order of their first appearance.
    var members: [Int] = []
    /// By their names as UTF-8, without escapes.
    var membersByName: [[UInt8]: Int] = [:]

    /// Whether some record had it, and some record still has it.
    var isKept: Bool { !before.isEmpty && !now.isEmpty }

    /// Whether it was an object in some record, and still is in some.
    var hasMembers: Bool { before.contains(.object) && now.contains(.object) }

    /// Whether a record's values are of types that the list had before and has now, so that a
    /// change is the record's own.
    func isComparable(_ before: JSONValue.Kind, _ now: JSONValue.Kind) -> Bool {
      self.now.contains(before) && self.before.contains(now)
    }
  }

  private let before: JSONDocument
  private let now: JSONDocument
  private var fields = [Field(spelling: [], name: [], parent: 0)]

  private static let records = 0

  /// The names on the paths of the fields that may differ.
  private let ignored: [[[UInt8]]]

  /// - Parameters:
  ///   - before: the records as they were, as indices of their document; `now` likewise.
  ///   - ignored: the names on the paths of fields that may differ.
  init(
    _ oldRecords: [Int], of before: JSONDocument, _ newRecords: [Int], of now: JSONDocument,
    ignoring ignored: [[[UInt8]]]
  ) {
    self.before = before
    self.now = now
    self.ignored = ignored
    for record in oldRecords {
      visit(record, of: before, as: Self.records) { $0.before.insert($1) }
    }
    for (place, record) in newRecords.enumerated() {
      visit(record, of: now, as: Self.records) { field, kind in
        if !field.now.contains(kind) { field.firstPlaces[kind] = place }
        field.now.insert(kind)
      }
    }
  }

  /// Notes the types of a value, and of those in it.
  private mutating func visit(
    _ value: Int, of document: JSONDocument, as field: Int,
    note: (inout Field, JSONValue.Kind) -> Void
  ) {
    let kind = document.kind(at: value)
    note(&fields[field], kind)
    guard kind == .object else { return }
    for (place, member) in document.children(at: value).enumerated() {
      let field =
        expectedField(of: member, at: place, of: document, in: field)
        ?? addedField(of: member, of: document, in: field)
      visit(member, of: document, as: field, note: note)
    }
  }

  /// The field of an object's member, where it has the name that stands there in other records, as
  /// it nearly always does; else `nil`.
  private func expectedField(
    of member: Int, at place: Int, of document: JSONDocument, in field: Int
  ) -> Int? {
    guard place < fields[field].members.count else { return nil }
    let expected = fields[field].members[place]
    return document.hasName(spelled: fields[expected].spelling, at: member) ? expected : nil
  }

  private mutating func addedField(of member: Int, of document: JSONDocument, in field: Int) -> Int
  {
    let name = document.utf8(quoted: document.nameRange(at: member))
    if let known = fields[field].membersByName[name] { return known }
    let added = fields.count
    fields.append(
      Field(
        spelling: Array(document.bytes[document.nameRange(at: member)]), name: name,
        parent: field))
    fields[field].members.append(added)
    fields[field].membersByName[name] = added
    if !ignored.isEmpty { fields[added].isIgnored = ignored.contains(names(on: added)) }
    return added
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

  // MARK: What has changed

  /// How the fields of the whole list have changed.
  func drift(naming name: (Int) -> Drift.RecordName) -> [Drift] {
    var new = FirstFew<Int>()
    var missing = FirstFew<Int>()
    var changed = FirstFew<Int>()
    var rest = [Self.records]
    while let field = rest.popLast() {
      let members = fields[field].members.filter { !fields[$0].isIgnored }
      for member in members where fields[member].before != fields[member].now {
        switch (fields[member].before.isEmpty, fields[member].now.isEmpty) {
        case (true, _): new.append(member)
        case (_, true): missing.append(member)
        default: changed.append(member)
        }
      }
      rest += members.reversed().filter { fields[$0].hasMembers }
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
    let new = now.kinds.filter { !before.contains($0) }
    return Drift.TypeChange(
      field: path(of: field), before: before.kinds, now: now.kinds,
      first: new.compactMap { fields[field].firstPlaces[$0] }.min().map(name))
  }

  /// The changed fields of a record, except those that changed in the whole list. `nil` if there
  /// are none; empty if the record itself isn't an object and has changed.
  func changes(from old: Int, to new: Int) -> FirstFew<Int>? {
    // Only whole records: text that is compared on each level takes time by its depth.
    if hasSameText(old, new) { return nil }
    var changes = FirstFew<Int>()
    addChanges(from: old, to: new, of: Self.records, to: &changes)
    guard !changes.isEmpty else { return nil }
    return changes.first == [Self.records] ? FirstFew() : changes
  }

  private func addChanges(
    from old: Int?, to new: Int?, of field: Int, to changes: inout FirstFew<Int>
  ) {
    guard field == Self.records || fields[field].isKept && !fields[field].isIgnored else { return }
    guard let old, let new else { return changes.append(field) }
    let (oldKind, newKind) = (before.kind(at: old), now.kind(at: new))
    guard oldKind == .object, newKind == .object else {
      let isTold = field != Self.records && !fields[field].isComparable(oldKind, newKind)
      if !isTold, !hasSameText(old, new), !before.value(at: old, equals: new, of: now) {
        changes.append(field)
      }
      return
    }
    if !addChangesInTurn(from: old, to: new, of: field, to: &changes) {
      addChangesByName(from: old, to: new, of: field, to: &changes)
    }
  }

  /// Compares the members of two objects one by one, where both have those of most records, in
  /// their order; else does nothing.
  ///
  /// - Returns: whether it did.
  private func addChangesInTurn(
    from old: Int, to new: Int, of field: Int, to changes: inout FirstFew<Int>
  ) -> Bool {
    var pairs: [(field: Int, old: Int, new: Int)] = []
    var others = now.children(at: new)
    for (place, one) in before.children(at: old).enumerated() {
      guard let other = others.next(),
        let member = expectedField(of: one, at: place, of: before, in: field),
        now.hasName(spelled: fields[member].spelling, at: other)
      else { return false }
      pairs.append((member, one, other))
    }
    guard others.next() == nil else { return false }
    for (member, old, new) in pairs { addChanges(from: old, to: new, of: member, to: &changes) }
    return true
  }

  private func addChangesByName(
    from old: Int, to new: Int, of field: Int, to changes: inout FirstFew<Int>
  ) {
    let (old, oldByField) = members(ofObjectAt: old, of: before, in: field)
    let (new, newByField) = members(ofObjectAt: new, of: now, in: field)
    for (member, index) in new where newByField[member] == index {
      addChanges(from: oldByField[member], to: index, of: member, to: &changes)
    }
    for (member, index) in old where newByField[member] == nil && oldByField[member] == index {
      addChanges(from: index, to: nil, of: member, to: &changes)
    }
  }

  /// An object's members with their fields, and of each field the last one, which counts.
  private func members(
    ofObjectAt object: Int, of document: JSONDocument, in field: Int
  ) -> ([(field: Int, index: Int)], [Int: Int]) {
    let members = document.children(at: object).compactMap { index in
      let name = document.utf8(quoted: document.nameRange(at: index))
      return fields[field].membersByName[name].map { (field: $0, index: index) }
    }
    return (members, Dictionary(members.map { ($0.field, $0.index) }) { $1 })
  }

  private func hasSameText(_ old: Int, _ new: Int) -> Bool {
    before.hasBytes(before.range(at: old), of: now, now.range(at: new))
  }
}

/// Some of the types of JSON values.
private struct KindSet: Equatable {
  private var bits: UInt8 = 0

  var isEmpty: Bool { bits == 0 }

  var kinds: [JSONValue.Kind] { JSONValue.Kind.allCases.filter(contains) }

  mutating func insert(_ kind: JSONValue.Kind) { bits |= kind.bit }

  func contains(_ kind: JSONValue.Kind) -> Bool { bits & kind.bit != 0 }
}

extension JSONValue.Kind {
  fileprivate var bit: UInt8 {
    switch self {
    case .object: 1
    case .array: 2
    case .string: 4
    case .number: 8
    case .boolean: 16
    case .null: 32
    }
  }
}
