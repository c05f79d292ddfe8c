extension Records {
  /// Reads records from a document, and checks the types of the catalogue's fields.
  ///
  /// Every record has an `id`; other fields may be missing or `null`. An `id` or a reference is an
  /// integer in all records, or a string in all. Among integers, strings don't fit.
  ///
  /// - Parameters:
  ///   - required: which fields must be there, and not `null`.
  ///   - read: the members besides its keys whose types matter; `nil` for all.
  ///   - isLenient: whether records that don't fit are left out, instead of being an error.
  /// - Throws: the first value of another type, which may be the list or a record itself.
  init(
    _ document: JSONDocument, of resource: Resource, extent: Extent,
    requiring required: ObjectShape.Required = .id, reading read: [String]? = nil,
    isLenient: Bool = false
  ) throws(TypeMismatch) {
    guard extent == .single || document.kind(at: 0) == .array else {
      throw TypeMismatch(in: document, at: 0, path: "", expected: .array)
    }
    let elements = extent == .single ? [0] : document.childIndices(of: 0)
    let strings = resource.keys.filter {
      required != .all && document.areStrings($0, ofObjectsAt: elements)
    }
    let shape = resource.shape(strings: strings, read: read)
    var misfits: [JSONDocument.Misfit] = []
    let keys = document.compare(objectsAt: elements, with: shape, requiring: required) { misfit in
      misfits.append(misfit)
      return isLenient
    }
    func fitting<Value>(_ values: [Value]) -> [Value] {
      // The misfits are in the elements' order.
      var odd = misfits[...]
      if odd.isEmpty { return values }
      let width = values.count / elements.count
      return elements.indices.flatMap { index -> ArraySlice<Value> in
        if odd.first?.object == elements[index] {
          odd.removeFirst()
          return []
        }
        return values[index * width..<(index + 1) * width]
      }
    }
    self.init(
      resource: resource, document: document, extent: extent, isSingle: extent == .single,
      shape: shape, misfits: misfits, objects: fitting(elements), keys: fitting(keys))
    if let first = misfits.first, !isLenient { throw mismatch(first) }
  }

  /// Describes a misfit, with its path and its text.
  func mismatch(_ misfit: JSONDocument.Misfit) -> TypeMismatch {
    mismatch(misfit, place: place(of: misfit.object))
  }

  /// Describes all misfits, in one pass over the list.
  var mismatches: [TypeMismatch] {
    var mismatches: [TypeMismatch] = []
    let elements = document.childIndices(of: 0)
    var place = 0
    for misfit in misfits {
      while elements[place] < misfit.object { place += 1 }
      mismatches.append(mismatch(misfit, place: place, after: mismatches.last?.position))
    }
    return mismatches
  }

  /// - Parameters:
  ///   - place: the index of the misfit's element.
  ///   - earlier: a place in the text before the misfit.
  private func mismatch(
    _ misfit: JSONDocument.Misfit, place: Int, after earlier: TextPosition? = nil
  ) -> TypeMismatch {
    let path = misfit.member?.path ?? ""
    let element = extent == .single ? "" : "[\(place)]"
    let name = path.split(separator: ".").last ?? ""
    return TypeMismatch(
      in: document, at: Int(misfit.index),
      path: element + (element.isEmpty || path.isEmpty ? "" : ".") + path,
      expected: misfit.member.map { .init($0.type) } ?? .object,
      isMissing: !path.isEmpty && document.name(at: Int(misfit.index)) != name, after: earlier)
  }

  /// The elements of the list that lack a field of the catalogue or have one of another type.
  ///
  /// - Parameter limit: how many to return.
  /// - Returns: their number, and the mismatches of the first ones.
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
    document.value(at: Int(misfit.object))["id"]
      .flatMap { document.key(at: $0.index) }
  }

  /// The index of an element in its list, from 0.
  package func place(of object: UInt32) -> Int {
    document.children(at: 0).prefix { $0 < object }.count
  }

  /// An empty list.
  package init(noneOf resource: Resource) {
    self.init(
      resource: resource, document: JSONDocument(), extent: .list, isSingle: false,
      shape: resource.shape(strings: []), misfits: [], objects: [], keys: [])
  }

  /// Joins single records, fetched and checked one by one, into one list. One alone stays unchanged.
  init(joining singles: [Records], of resource: Resource) throws(JSONError) {
    if singles.count < 2 {
      self = singles.first ?? Records(noneOf: resource)
      return
    }
    let document = try JSONDocument(arrayOf: singles.map(\.document))
    let objects = document.childIndices(of: 0)
    let keys = document.compare(
      objectsAt: objects, with: singles[0].shape, requiring: .id, continueAfter: { _ in true })
    self.init(
      resource: resource, document: document, extent: .several, isSingle: false,
      shape: singles[0].shape, misfits: [], objects: objects, keys: keys)
  }
}

extension JSONDocument {
  /// Whether a member is a string in the first of some objects that has it, and a number in none.
  fileprivate func areStrings(_ name: String, ofObjectsAt objects: [UInt32]) -> Bool {
    let name = MemberName(name)
    let kinds = objects.lazy.compactMap { object in
      member(named: name, ofObjectAt: Int(object)).map { kind(at: $0) }
    }.filter { $0 != .null }
    return kinds.first == .string && !kinds.contains(.number)
  }
}

extension ObjectShape.Required {
  /// A record's `id`.
  static var id: Self { .columns(1) }

  /// Its `id` and its reference to another record, if the resource has one.
  static var keys: Self { .columns(2) }
}
