extension Records {
  /// Reads records from a document. A record is an object with an `id`; all other fields may be
  /// missing, or of any type.
  ///
  /// - Parameters:
  ///   - isList: whether the document is a list, and not one record.
  ///   - isLenient: whether elements that aren't records are left out, instead of being an error.
  /// - Throws: a mismatch if the document isn't a list, or at the first value that isn't a record.
  init(
    _ document: JSONDocument, of resource: Resource, isList: Bool = true, isLenient: Bool = false
  ) throws(TypeMismatch) {
    var elements: [UInt32] = [0]
    if isList {
      guard document.kind(at: 0) == .array else {
        throw TypeMismatch(in: document, at: 0, path: "", expected: .array)
      }
      elements = document.childIndices(of: 0)
    }
    self.init(elements, of: document, resource, isList: isList)
    if let firstMisfit, !isLenient { throw firstMisfit }
  }

  /// Reads values of a document as records, and leaves out those that aren't records.
  ///
  /// - Parameter elements: the indices of the values.
  init(
    _ elements: [UInt32], of document: JSONDocument, _ resource: Resource, isList: Bool
  ) {
    var objects: [UInt32] = []
    var misfits: [UInt32] = []
    var ids: [UInt32] = []
    var references: [UInt32] = []
    objects.reserveCapacity(elements.count)
    ids.reserveCapacity(elements.count)
    references.reserveCapacity(elements.count)
    let idName = MemberName("id")
    let referenceName = MemberName(resource.parent?.field ?? "id")
    document.withView { view in
      for element in elements {
        let keys = view.lastMembers(of: Int(element), idName, referenceName)
        guard keys.first != 0, view.isKey(view.nodes[keys.first]) else {
          misfits.append(element)
          continue
        }
        objects.append(element)
        ids.append(UInt32(keys.first))
        var reference = UInt32(keys.second)
        if view.opening(of: view.nodes[keys.second]) == UInt8(ascii: "n") { reference = 0 }
        references.append(reference)
      }
    }
    self.init(
      resource: resource, document: document, isList: isList, isSingle: !isList,
      misfits: misfits, objects: objects, ids: ids, references: references)
  }

  /// Reads the complete list of a resource from a store, of any age and without asking a server.
  ///
  /// - Parameters:
  ///   - directory: the store's directory.
  ///   - base: the API's URL.
  /// - Returns: `nil` if no readable list is stored.
  package static func stored(
    _ resource: Resource, in directory: String, from base: BaseURL
  ) -> Records? {
    let request = HTTPRequest(url: base.resolved(ResourcePath.list(of: resource).text))
    let run = ResponseCache(directory: directory).run(.storedOnly, at: HTTPDate.systemClock())
    // The caller has no use for the reason why a list can't be read.
    guard let copy = run.lookUp(RequestKey(request)),
      let document = try? JSONDocument(checking: SourcedResponse(copy, as: copy.origin).response)
    else { return nil }
    return try? Records(document, of: resource, isList: true, isLenient: true)
  }

  /// An empty list.
  package init(noneOf resource: Resource) {
    self.init([], of: JSONDocument(), resource, isList: true)
  }
}

extension JSONDocument.View {
  /// Finds the last member with each of two names in an object. Its index is 0 if the object has no
  /// such member, or if the value isn't an object.
  @inline(__always)
  fileprivate func lastMembers(
    of object: Int, _ firstName: MemberName, _ secondName: MemberName
  ) -> (first: Int, second: Int) {
    var first = 0
    var second = 0
    guard opening(of: nodes[object]) == .leftBrace else { return (0, 0) }
    for child in children(at: object) {
      let node = nodes[child]
      if hasName(firstName, at: node) {
        first = child
      } else if hasName(secondName, at: node) {
        second = child
      }
    }
    return (first, second)
  }
}

// MARK: Elements that aren't records

extension Records {
  /// Why the first element that was left out isn't a record: it isn't an object, or it has no `id`
  /// that is an integer or a string. `nil` if all elements are records.
  package var firstMisfit: TypeMismatch? {
    guard let element = misfits.first else { return nil }
    let path = path(ofElement: element)
    if document.kind(at: Int(element)) != .object {
      return TypeMismatch(in: document, at: Int(element), path: path, expected: .object)
    }
    var pathOfID = "id"
    if !path.isEmpty { pathOfID = "\(path).id" }
    let id = document.member(named: MemberName("id"), ofObjectAt: Int(element))
    return TypeMismatch(
      in: document, at: id ?? Int(element), path: pathOfID,
      expected: .described("an integer or a string"), isMissing: id == nil)
  }

  /// The index of an element in its list, from 0.
  package func place(of object: UInt32) -> Int {
    let earlier = document.children(at: 0).prefix { element in element < object }
    return earlier.count
  }

  /// The path of an element, `[3]`; empty for a single record.
  func path(ofElement element: UInt32) -> String {
    if !isList { return "" }
    return "[\(place(of: element))]"
  }
}
