/// One way in which a list differs from what it was.
///
/// Records are paired by id, wherever they stand. A field that the whole list gained or lost, or
/// has with another type, is reported once, not for each record.
package enum Drift: Equatable, Sendable {
  /// Fields that no record had.
  case newFields(FirstFew<String>)
  /// Fields that no record has any more.
  case missingFields(FirstFew<String>)
  /// Fields whose values are of other types.
  case types(FirstFew<TypeChange>)
  /// Records that are new.
  case newRecords(FirstFew<RecordName>)
  /// Records that are no longer there.
  case missingRecords(FirstFew<RecordName>)
  /// Records that changed in another way.
  case records(FirstFew<RecordChange>)

  /// What a record is called: its id, or its place in the list, from 0, if it has none.
  package enum RecordName: Equatable, Sendable {
    case id(String)
    case place(Int)
  }

  /// A field's types before and now, and the first record with a new type.
  package struct TypeChange: Equatable, Sendable {
    package let field: String
    package let before: [JSONValue.Kind]
    package let now: [JSONValue.Kind]
    package let first: RecordName?
  }

  /// A record, and which of its fields have changed; empty if it isn't an object.
  package struct RecordChange: Equatable, Sendable {
    package let record: RecordName
    package let fields: FirstFew<String>
  }

  /// All ways in which a list differs from what it was.
  ///
  /// - Parameters:
  ///   - before: the list as it was; anything but an array has no records.
  ///   - now: the list as it is.
  ///   - ignored: the paths of fields that may differ.
  package static func all(
    from before: JSONDocument, to now: JSONDocument, ignoring ignored: [FieldPath] = []
  ) -> [Drift] {
    if before.bytes == now.bytes { return [] }
    var fields = FieldTree(ignoring: ignored.map { $0.parts.map { Array($0.utf8) } })
    let before = before.root.elements
    let now = now.root.elements
    for record in before { fields.add(record) { $0.before.insert($1) } }
    for (place, record) in now.enumerated() {
      fields.add(record) { $0.now[$1] = $0.now[$1] ?? place }
    }
    // A list without records doesn't show its fields.
    let isComparable = !before.isEmpty && !now.isEmpty
    return (isComparable ? fields.drift(naming: { RecordName(now[$0], at: $0) }) : [])
      + recordDrift(from: before, to: now, beside: fields)
  }

  private static func recordDrift(
    from before: [JSONValue], to now: [JSONValue], beside fields: FieldTree
  ) -> [Drift] {
    var places = Dictionary(grouping: before.indices.reversed()) { before[$0].pairingKey }
    var new = FirstFew<RecordName>()
    var changed = FirstFew<RecordChange>()
    for (place, record) in now.enumerated() {
      let name = RecordName(record, at: place)
      guard let old = places[record.pairingKey]?.popLast() else {
        new.append(name)
        continue
      }
      let changes = fields.changes(from: before[old], to: record)
      guard let changes else { continue }
      changed.append(RecordChange(record: name, fields: changes.map(fields.path)))
    }
    let missing = FirstFew(
      places.values.joined().sorted().map { RecordName(before[$0], at: $0) })
    return (new.isEmpty ? [] : [.newRecords(new)])
      + (missing.isEmpty ? [] : [.missingRecords(missing)])
      + (changed.isEmpty ? [] : [.records(changed)])
  }
}

/// A number of elements, and the first few of them.
package struct FirstFew<Element> {
  package private(set) var count = 0
  package private(set) var first: [Element] = []

  /// How many are kept.
  private static var limit: Int { 3 }

  init(_ elements: [Element] = []) {
    count = elements.count
    first = Array(elements.prefix(Self.limit))
  }

  package var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) {
    count += 1
    if first.count < Self.limit { first.append(element) }
  }

  func map<Other>(_ transform: (Element) -> Other) -> FirstFew<Other> {
    var others = FirstFew<Other>(first.map(transform))
    others.count = count
    return others
  }
}

extension FirstFew: Sendable where Element: Sendable {}
extension FirstFew: Equatable where Element: Equatable {}

extension Drift.RecordName {
  fileprivate init(_ record: JSONValue, at place: Int) {
    self = record.key.map { .id($0.text) } ?? .place(place)
  }
}

extension JSONValue {
  fileprivate var key: RecordKey? {
    self["id"].flatMap { $0.document.key(at: $0.index) }
  }

  /// The key by which records are paired; an id that became a string is still the same id.
  fileprivate var pairingKey: [UInt8]? { key.map { Array($0.text.utf8) } }
}
