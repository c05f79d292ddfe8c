/// The records of one resource as they came, with what is embedded in each.
///
/// Rows count the records in the document's order; joining and selecting only move row numbers.
public struct Records: Sendable {
  /// Whether the document holds the whole list, or single records that were asked for by id.
  public enum Extent: Sendable {
    /// The whole list.
    case list
    /// One record by itself, an object.
    case single
    /// Records that were asked for one by one, put into an array.
    case several
  }

  /// What the records are.
  public let resource: Resource

  /// The text that they stand in.
  public let document: JSONDocument

  /// How much of the resource the document holds.
  public let extent: Extent

  /// The rows to show, in this order.
  public internal(set) var shown: [Int]

  /// Whether one record was asked for by its id, which is then shown by itself, not as a list.
  public internal(set) var isSingle: Bool

  /// What is embedded in each record, in order.
  public internal(set) var embedded: [Embedded] = []

  /// The index of each row's record.
  let objects: [UInt32]

  /// The index of each row's `id`, or 0.
  let ids: [UInt32]

  /// The index of each row's reference to another resource, or 0.
  let references: [UInt32]

  /// How many records are shown, and how many of each kind are embedded in them.
  public var counts: [(name: String, count: Int)] {
    [(resource.name, shown.count)]
      + zip(embeddedNames, embeddedCounts(rows: shown)).map { (name: $0, count: $1) }
  }

  /// The names of all lists that are embedded, in the records and in those, an embedded list before what is
  /// embedded in it.
  var embeddedNames: [String] {
    embedded.filter { !$0.isSingle }.flatMap { [$0.name] + $0.children.embeddedNames }
  }

  /// How many records are embedded in some rows, in the order of ``embeddedNames``.
  func embeddedCounts(rows: some Sequence<Int>) -> [Int] {
    embedded.filter { !$0.isSingle }.flatMap { embedded in
      let children = rows.flatMap { embedded.rows(ofParent: $0).lazy.map { Int($0) } }
      return [children.count] + embedded.children.embeddedCounts(rows: children)
    }
  }

  /// The key of a row; `nil` where it has none.
  public func id(ofRow row: Int) -> RecordKey? { key(at: ids[row]) }

  /// The key of the record that a row belongs to; `nil` where it has none.
  func reference(ofRow row: Int) -> RecordKey? { key(at: references[row]) }

  var allIDs: some Collection<RecordKey?> { objects.indices.lazy.map { id(ofRow: $0) } }

  private func key(at index: UInt32) -> RecordKey? {
    index == 0 ? nil : document.key(at: Int(index))
  }
}

/// The records of another resource that belong to each of some records, or that each belongs to.
public struct Embedded: Sendable {
  /// The name of the member that holds them.
  public let name: String

  /// Whether a record has one of them or none, instead of a list.
  public let isSingle: Bool

  /// All of the other resource's records.
  public let children: Records

  /// The children's rows, those of one parent together.
  let rows: [UInt32]

  /// Where each parent's rows begin in `rows`, and at last where the last one's end.
  let starts: [UInt32]

  /// The rows of the children of a parent's row, in the children's order.
  public func rows(ofParent row: Int) -> ArraySlice<UInt32> {
    rows[Int(starts[row])..<Int(starts[row + 1])]
  }
}

extension Records {
  /// Takes the records out of a document, checking the shape that joining relies on.
  ///
  /// - Throws: the first value that is not as the catalogue says: the list or the record itself, an
  ///   `id` or a reference that is neither an integer nor a string.
  init(_ document: JSONDocument, of resource: Resource, extent: Extent) throws(TypeMismatch) {
    let objects = try Self.objects(in: document, extent: extent)
    let fields = ["id"] + (resource.reference.map { [$0.field] } ?? [])
    let members = document.members(named: fields, ofObjectsAt: objects)
    var keys: [[UInt32]] = []
    for (field, column) in zip(fields, members) {
      keys.append(try Self.checked(column, field: field, in: document, extent: extent))
    }
    self.init(
      resource: resource, document: document, extent: extent, shown: Array(objects.indices),
      isSingle: extent == .single, objects: objects, ids: keys[0],
      references: keys.count > 1 ? keys[1] : Array(repeating: 0, count: objects.count))
  }

  private static func objects(
    in document: JSONDocument, extent: Extent
  ) throws(TypeMismatch) -> [UInt32] {
    if case .single = extent {
      guard document.kind(at: 0) == .object else {
        throw TypeMismatch(in: document, at: 0, path: "", expected: .object)
      }
      return [0]
    }
    guard document.kind(at: 0) == .array else {
      throw TypeMismatch(in: document, at: 0, path: "", expected: .array)
    }
    var objects: [UInt32] = []
    for index in document.children(at: 0) {
      guard document.kind(at: index) == .object else {
        let path = "[\(objects.count)]"
        throw TypeMismatch(in: document, at: index, path: path, expected: .object)
      }
      objects.append(UInt32(index))
    }
    return objects
  }

  /// A missing key and `null` are the same: no key.
  private static func checked(
    _ column: [UInt32], field: String, in document: JSONDocument, extent: Extent
  ) throws(TypeMismatch) -> [UInt32] {
    var checked = column
    for (row, index) in column.enumerated() where index != 0 {
      if document.kind(at: Int(index)) == .null {
        checked[row] = 0
      } else if !document.isKey(at: Int(index)) {
        let path = extent == .single ? field : "[\(row)].\(field)"
        throw TypeMismatch(in: document, at: Int(index), path: path, expected: .key)
      }
    }
    return checked
  }
}

/// A value of another type than the catalogue says.
public struct TypeMismatch: Error, Equatable, Sendable {
  /// The types that are asked for.
  public enum Expectation: Equatable, Sendable {
    /// A list.
    case array
    /// A record.
    case object
    /// An integer or a string.
    case key
  }

  /// Where the value stands, `[3].userId`; empty for the whole document.
  public let path: String

  /// Where its text begins.
  public let position: TextPosition

  /// What should stand there.
  public let expected: Expectation

  /// The value's own text, the first bytes of it.
  public let found: String

  init(in document: JSONDocument, at index: Int, path: String, expected: Expectation) {
    let value = JSONValue(document: document, index: index)
    self.path = path
    position = value.position
    self.expected = expected
    found = String(decoding: value.text.prefix(40), as: UTF8.self)
  }
}
