extension Records {
  /// Takes the records out of a document, and checks the types of the catalogue's fields.
  ///
  /// Every record has an `id`; other fields may be missing or `null`. An `id` or a reference must
  /// be an integer, or a string in all records of the list.
  ///
  /// - Parameters:
  ///   - required: which fields must be there besides, and not `null`.
  ///   - isLenient: whether records that don't fit are left out, instead of being an error.
  /// - Throws: the first value of another type, which may be the list or a record itself.
  init(
    _ document: JSONDocument, of resource: Resource, extent: Extent,
    requiring required: Required = .id,
    isLenient: Bool = false
  ) throws(TypeMismatch) {
    guard extent == .single || document.kind(at: 0) == .array else {
      throw TypeMismatch(in: document, at: 0, path: "", expected: .array)
    }
    let elements = extent == .single ? [0] : document.childIndices(of: 0)
    let strings = resource.keys.filter {
      required != .all && document.firstIsString($0, ofObjectsAt: elements)
    }
    var comparison = Comparison(
      of: elements, in: document, with: resource.shape(strings: strings), strings: strings,
      requiring: required, toTheEnd: isLenient)
    if comparison.isMixed {
      // The keys are of both types; the strings are then the misfits.
      comparison = Comparison(
        of: elements, in: document, with: resource.shape(strings: []), requiring: required,
        toTheEnd: isLenient)
    }
    let objects = comparison.fitting(elements, of: elements)
    self.init(
      resource: resource, document: document, extent: extent, isSingle: extent == .single,
      shape: comparison.shape, misfits: comparison.misfits, objects: objects,
      keys: comparison.fitting(comparison.keys, of: elements))
    if let first = misfits.first, !isLenient { throw mismatch(first) }
    if required == .all, let largeKey { throw mismatch(largeKey) }
  }

  /// The first key that is not a 64-bit integer, as the models need.
  private var largeKey: JSONDocument.Misfit? {
    for (key, name) in resource.keys.enumerated() {
      let isLarge = { (index: Int) in document.integer(at: index) == nil }
      guard
        let row = objects.indices.first(where: { note(key, ofRow: $0).index.map(isLarge) ?? false }
        ),
        let index = note(key, ofRow: row).index
      else { continue }
      return JSONDocument.Misfit(
        object: objects[row], index: UInt32(index),
        member: shape.members.first { $0.path == name })
    }
    return nil
  }

  /// Describes a misfit, with its path and its text.
  func mismatch(_ misfit: JSONDocument.Misfit) -> TypeMismatch {
    let path = misfit.member?.path ?? ""
    let element = extent == .single ? "" : "[\(place(of: misfit.object))]"
    let name = path.split(separator: ".").last ?? ""
    return TypeMismatch(
      in: document, at: Int(misfit.index),
      path: element + (element.isEmpty || path.isEmpty ? "" : ".") + path,
      expected: misfit.member.map { .init($0.type) } ?? .object,
      isMissing: !path.isEmpty && document.name(at: Int(misfit.index)) != name)
  }

  /// The elements of the list that lack a field of the catalogue or have one of another type.
  ///
  /// - Parameter limit: how many to return.
  /// - Returns: how many there are, and what is wrong with the first ones.
  package func incomplete(first limit: Int) -> (count: Int, first: [TypeMismatch]) {
    var count = 0
    var first: [JSONDocument.Misfit] = []
    let elements = document.childIndices(of: 0)
    _ = document.compare(objectsAt: elements, with: shape, requiring: .all) { misfit in
      count += 1
      if first.count < limit { first.append(misfit) }
      return true
    }
    return (count, first.map(mismatch))
  }

  /// The id of the record that a misfit is in.
  func id(of misfit: JSONDocument.Misfit) -> RecordKey? {
    JSONValue(document: document, index: Int(misfit.object))["id"]
      .flatMap { document.key(at: $0.index) }
  }

  /// The place of an element in its list, from 0.
  package func place(of object: UInt32) -> Int {
    document.children(at: 0).prefix { $0 < object }.count
  }

  /// An empty list.
  init(noneOf resource: Resource) {
    self.init(
      resource: resource, document: JSONDocument(), extent: .list, isSingle: false,
      shape: resource.shape(strings: []), misfits: [], objects: [], keys: [])
  }

  /// Joins single records, fetched and checked one by one, into one list; one alone stays as it is.
  ///
  /// - Precondition: there is at least one.
  init(joining singles: [Records]) throws(JSONError) {
    guard singles.count > 1 else {
      self = singles[0]
      return
    }
    let document = try JSONDocument(arrayOf: singles.map(\.document))
    let resource = singles[0].resource
    let objects = document.childIndices(of: 0)
    let names = resource.keys.map(MemberName.init)
    let keys = objects.flatMap { object in
      names.map { name in
        let member = document.member(named: name, ofObjectAt: Int(object))
        return member.map { document.kind(at: $0) == .null ? .none : MemberNote(index: $0) }
          ?? .none
      }
    }
    self.init(
      resource: resource, document: document, extent: .several, isSingle: false,
      shape: singles[0].shape, misfits: [], objects: objects, keys: keys)
  }
}

extension Records.Required {
  /// By the columns of a resource's shape, which are its keys.
  fileprivate var ofShape: ObjectShape.Required {
    switch self {
    case .id: .columns(1)
    case .keys: .columns(2)
    case .all: .all
    }
  }
}

/// Compares the elements of a list with the shape of its resource's records.
private struct Comparison {
  let shape: ObjectShape

  /// For each element, a note on each key.
  private(set) var keys: [MemberNote] = []

  private(set) var misfits: [JSONDocument.Misfit] = []

  /// Whether a key that should be a string is an integer; the comparison ends there.
  private(set) var isMixed = false

  /// - Parameters:
  ///   - strings: the keys that should be strings.
  ///   - required: the members that are misfits where they are missing or `null`.
  ///   - toTheEnd: whether to go on after the first misfit.
  init(
    of elements: [UInt32], in document: JSONDocument, with shape: ObjectShape,
    strings: [String] = [], requiring required: Records.Required, toTheEnd: Bool
  ) {
    self.shape = shape
    keys = document.compare(
      objectsAt: elements, with: shape, requiring: required.ofShape
    ) { misfit in
      misfits.append(misfit)
      let isKey = misfit.member.map { strings.contains($0.path) } ?? false
      isMixed = isKey && document.isSpelledAsInteger(at: Int(misfit.index))
      return toTheEnd && !isMixed
    }
  }

  /// What belongs to the elements that fit.
  ///
  /// - Parameter values: as many for each element.
  func fitting<Value>(_ values: [Value], of elements: [UInt32]) -> [Value] {
    guard !misfits.isEmpty else { return values }
    let width = values.count / elements.count
    var rest = misfits[...]
    return elements.enumerated().flatMap { place, element -> ArraySlice<Value> in
      guard rest.first?.object == element else {
        return values[place * width..<(place + 1) * width]
      }
      rest.removeFirst()
      return []
    }
  }
}

extension JSONDocument {
  /// Whether a member is a string in the first of some objects that has it.
  fileprivate func firstIsString(_ name: String, ofObjectsAt objects: [UInt32]) -> Bool {
    let name = MemberName(name)
    let first = objects.lazy.compactMap { object in
      member(named: name, ofObjectAt: Int(object)).map { kind(at: $0) }
    }.first { $0 != .null }
    return first == .string
  }
}
