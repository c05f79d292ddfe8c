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
    let old = RecordList(before)
    let new = RecordList(now)
    let fields = FieldTree(
      old.records, of: before, new.records, of: now,
      ignoring: ignored.map { $0.members.map(\.utf8) })
    // A list without records doesn't show its fields.
    let isComparable = !old.records.isEmpty && !new.records.isEmpty
    return (isComparable ? fields.drift(naming: new.name) : [])
      + recordDrift(from: old, to: new, beside: fields)
  }

  private static func recordDrift(
    from before: RecordList, to now: RecordList, beside fields: FieldTree
  ) -> [Drift] {
    var pairs = RecordPairs(before)
    var new = FirstFew<RecordName>()
    var changed = FirstFew<RecordChange>()
    for (place, record) in now.records.enumerated() {
      guard let old = pairs.take(now.keys[place]) else {
        new.append(now.name(place))
        continue
      }
      let changes = fields.changes(from: before.records[old], to: record)
      guard let changes else { continue }
      changed.append(RecordChange(record: now.name(place), fields: changes.map(fields.path)))
    }
    let missing = FirstFew(pairs.rest.map(before.name))
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

/// The records of a list, as indices of its document, and their ids.
private struct RecordList {
  let records: [Int]
  let keys: [RecordKey?]

  init(_ document: JSONDocument) {
    let isList = document.kind(at: 0) == .array
    let records = isList ? Array(document.children(at: 0)) : []
    let ids = document.members(
      named: MemberName("id"), ofValuesAt: records.map { UInt32($0) })
    self.records = records
    keys = ids.map { id in id.flatMap { document.key(at: Int($0)) } }
  }

  func name(_ place: Int) -> Drift.RecordName {
    keys[place].map { .id($0.text) } ?? .place(place)
  }
}

/// Finds the record that one is to be compared with: of those with its id, the first that wasn't
/// taken yet. An id that became a string is still the same id.
private struct RecordPairs {
  /// Where ids are repeated, or no integers: the places by their text.
  private var places: [[UInt8]?: [Int]] = [:]
  private let index: KeyIndex
  private let isSimple: Bool
  private var isTaken: [Bool]

  init(_ list: RecordList) {
    index = KeyIndex(list.keys)
    isTaken = Array(repeating: false, count: list.keys.count)
    isSimple = index.duplicates == 0 && list.keys.allSatisfy(\.isInteger)
    if isSimple { return }
    places = Dictionary(grouping: list.keys.indices.reversed()) { list.keys[$0]?.utf8 }
  }

  mutating func take(_ key: RecordKey?) -> Int? {
    if !isSimple { return places[key?.utf8]?.popLast() }
    guard let key = key?.byText, let place = index[key], !isTaken[place] else { return nil }
    isTaken[place] = true
    return place
  }

  /// The places of those that weren't taken, in their order.
  var rest: [Int] {
    isSimple
      ? isTaken.indices.filter { !isTaken[$0] } : places.values.joined().sorted()
  }
}

extension RecordKey {
  fileprivate var utf8: [UInt8] { Array(text.utf8) }
}

extension RecordKey? {
  fileprivate var isInteger: Bool { if case .integer? = self { true } else { false } }
}
