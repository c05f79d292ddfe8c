extension Records {
  /// Takes the records out of a document, comparing the fields that the catalogue has with their types.
  ///
  /// A field that is missing or `null` passes. An `id` or a reference is an integer; where all of a
  /// list's are strings, that passes too.
  ///
  /// - Parameter isLenient: whether records that don't fit are left out, instead of being an error.
  /// - Throws: the first value of another type, which may be the list or a record itself.
  init(
    _ document: JSONDocument, of resource: Resource, extent: Extent, isLenient: Bool = false
  ) throws(TypeMismatch) {
    guard extent == .single || document.kind(at: 0) == .array else {
      throw TypeMismatch(in: document, at: 0, path: "", expected: .array)
    }
    let elements = extent == .single ? [0] : document.children(at: 0).map { UInt32($0) }
    let comparison = Comparison(of: elements, in: document, resource, toTheEnd: isLenient)
    let mismatches = comparison.misfits.map { misfit in
      TypeMismatch(misfit, of: comparison.shape, in: document, extent)
    }
    if let first = mismatches.first, !isLenient { throw first }
    let columns = ([elements] + comparison.columns).map(comparison.fitting)
    self.init(
      resource: resource, document: document, extent: extent, shown: Array(columns[0].indices),
      isSingle: extent == .single, leftOut: comparison.rows.map { elements[Int($0)] },
      mismatches: mismatches, objects: columns[0], ids: columns[1],
      references: columns.count > 2 ? columns[2] : Array(repeating: 0, count: columns[0].count))
  }

  /// No records.
  init(noneOf resource: Resource) {
    self.init(
      resource: resource, document: JSONDocument(), extent: .list, shown: [], isSingle: false,
      leftOut: [], mismatches: [], objects: [], ids: [], references: [])
  }

  /// One list of single records that were got, and checked, apart; a single one as it is.
  ///
  /// - Precondition: there is one at least.
  init(joining singles: [Records]) throws(JSONError) {
    guard singles.count > 1 else {
      self = singles[0]
      return
    }
    let document = try JSONDocument(arrayOf: singles.map(\.document))
    let resource = singles[0].resource
    let objects = document.children(at: 0).map { UInt32($0) }
    func column(_ field: String) -> [UInt32] {
      let name = Array(field.utf8)
      return objects.map { object in
        let member = document.member(named: name, ofObjectAt: Int(object))
        return member.map { document.kind(at: $0) == .null ? 0 : UInt32($0) } ?? 0
      }
    }
    self.init(
      resource: resource, document: document, extent: .several, shown: Array(objects.indices),
      isSingle: false, leftOut: [], mismatches: [], objects: objects, ids: column("id"),
      references: resource.reference.map { column($0.field) } ?? objects.map { _ in 0 })
  }
}

/// The elements of a list beside the shape of its resource's records.
private struct Comparison {
  private(set) var shape: ObjectShape

  /// Where the keys are, for each element.
  private(set) var columns: [[UInt32]] = []

  /// The elements that don't fit.
  private(set) var rows: [UInt32] = []

  /// What is wrong with the first of them.
  private(set) var misfits: [JSONDocument.Misfit] = []

  /// How many misfits are told one by one; the others are counted.
  private static let told = 3

  /// - Parameter toTheEnd: whether to look at what is behind the first misfit.
  init(
    of elements: [UInt32], in document: JSONDocument, _ resource: Resource, toTheEnd: Bool
  ) {
    let strings = resource.keys.filter { document.firstIsString($0, ofObjectsAt: elements) }
    shape = resource.shape(strings: strings)
    let isMixed = compare(elements, in: document, toTheEnd) { strings.contains($0) }
    guard isMixed else { return }
    // Where only some are strings, it is those that don't fit.
    self = Comparison(shape: resource.shape(strings: []))
    _ = compare(elements, in: document, toTheEnd) { _ in false }
  }

  private init(shape: ObjectShape) { self.shape = shape }

  /// Ends where a misfit's path has to be looked at otherwise, and returns whether there is one.
  private mutating func compare(
    _ elements: [UInt32], in document: JSONDocument, _ toTheEnd: Bool, until isOdd: (String) -> Bool
  ) -> Bool {
    var hasOdd = false
    columns = document.compare(objectsAt: elements, with: shape) { misfit in
      hasOdd = misfit.member.map { isOdd(shape.paths[$0]) } ?? false
      rows.append(UInt32(truncatingIfNeeded: misfit.row))
      if misfits.count < Self.told { misfits.append(misfit) }
      return toTheEnd && !hasOdd
    }
    return hasOdd
  }

  /// The part of a column that is of elements that fit.
  func fitting(_ column: [UInt32]) -> [UInt32] {
    guard !rows.isEmpty else { return column }
    var isFitting = [Bool](repeating: true, count: column.count)
    for row in rows { isFitting[Int(row)] = false }
    return zip(column, isFitting).compactMap { $1 ? $0 : nil }
  }
}

extension JSONDocument {
  /// Whether a member is a string in the first of some objects that has it.
  fileprivate func firstIsString(_ name: String, ofObjectsAt objects: [UInt32]) -> Bool {
    let name = Array(name.utf8)
    let first = objects.lazy.compactMap { object -> JSONValue.Kind? in
      guard kind(at: Int(object)) == .object else { return nil }
      return member(named: name, ofObjectAt: Int(object)).map { kind(at: $0) }
    }.first { $0 != .null }
    return first == .string
  }
}
