/// The records of one resource as the server spelled them, read once. A row is the number of a
/// record in the document's order, from 0.
///
/// A class, because joins, tables and trees share their lists, and each copy of a struct would
/// retain all arrays in it.
package final class List: Sendable {
  package let resource: Resource

  package let document: JSONDocument

  /// Whether the document is an array of records, and not one record.
  let isArray: Bool

  /// The index of each row's record in ``document``.
  package let objects: [UInt32]

  /// The code of each row's `id` (``JSONDocument/View/keyCode(at:)``).
  let ids: [UInt32]

  /// The code of each row's reference to its parent, such as `userId`; ``JSONDocument/none`` if it
  /// is `null` or missing.
  let references: [UInt32]

  /// The indices of the elements that aren't records, and so were left out.
  package let misfits: [UInt32]

  /// The rows by their ids.
  let index: KeyIndex

  /// Reads records from a document. A record is an object with an `id`; all other fields may be
  /// missing, or of any type.
  ///
  /// - Parameters:
  ///   - isArray: whether the document is a list, and not one record.
  ///   - isLenient: whether elements that aren't records are left out, instead of being an error.
  /// - Throws: a mismatch if the document isn't a list, or at the first value that isn't a record.
  package convenience init(
    _ document: JSONDocument, of resource: Resource, isArray: Bool = true, isLenient: Bool = false
  ) throws(TypeMismatch) {
    if isArray, document.kind(at: 0) != .array {
      throw TypeMismatch(in: document, at: 0, path: "", expected: .array)
    }
    self.init(reading: document, of: resource, isArray: isArray)
    if let firstMisfit, !isLenient { throw firstMisfit }
  }

  /// Makes an empty list.
  package convenience init(noneOf resource: Resource) {
    self.init(reading: JSONDocument(), of: resource)
  }

  /// Reads the records of a document, which is known to be a list unless `isArray` is false. Leaves
  /// out elements that aren't records.
  init(reading document: JSONDocument, of resource: Resource, isArray: Bool = true) {
    var objects: [UInt32] = []
    var ids: [UInt32] = []
    var references: [UInt32] = []
    var misfits: [UInt32] = []
    let idName = MemberName("id")
    let referenceName = resource.referenceName
    document.withView { view in
      let elements = isArray ? view.children(at: 0) : view.children(only: 0)
      var previous = 0
      var keys = (first: 0, second: 0)
      for element in elements {
        if view.repeatsNames(at: element, after: previous) {
          if keys.first > 0 { keys.first &+= element &- previous }
          if keys.second > 0 { keys.second &+= element &- previous }
        } else {
          keys = view.lastMembers(of: element, idName, referenceName)
        }
        previous = element
        guard let id = view.idCode(at: keys.first) else {
          misfits.append(UInt32(truncatingIfNeeded: element))
          continue
        }
        objects.append(UInt32(truncatingIfNeeded: element))
        ids.append(id)
        references.append(view.referenceCode(at: keys.second))
      }
    }
    self.resource = resource
    self.document = document
    self.isArray = isArray
    self.objects = objects
    self.ids = ids
    self.references = references
    self.misfits = misfits
    index = KeyIndex(ids, in: document)
  }

  /// Reads the complete list of a resource from a store, of any age and without asking a server.
  ///
  /// - Parameters:
  ///   - directory: the store's directory.
  ///   - base: the API's URL.
  /// - Returns: `nil` if no readable list is stored.
  package static func stored(
    _ resource: Resource, in directory: String, from base: BaseURL
  ) -> List? {
    let request = HTTPRequest(url: base.resolved(ResourcePath.list(of: resource).text))
    let run = ResponseCache(directory: directory).startRun(.storedOnly, at: HTTPDate.systemClock())
    // The caller has no use for the reason why a list can't be read.
    guard let copy = run.lookUp(RequestKey(request)),
      let document = try? JSONDocument(checking: copy.stored.response)
    else { return nil }
    return try? List(document, of: resource, isLenient: true)
  }

  /// The number of elements in the document, including those that aren't records.
  package var elementCount: Int { objects.count + misfits.count }

  package func id(ofRow row: Int) -> RecordKey? { document.recordKey(ofCode: ids[row]) }

  /// The index of a row's `id` in ``document``.
  func idIndex(ofRow row: Int) -> Int { keyIndices(ofRow: row).id }

  /// The index of a row's reference to its parent in ``document``; `nil` if the reference is `null`
  /// or missing.
  func referenceIndex(ofRow row: Int) -> Int? {
    if references[row] == JSONDocument.none { return nil }
    return keyIndices(ofRow: row).reference
  }

  private func keyIndices(ofRow row: Int) -> (id: Int, reference: Int) {
    let (id, reference) = document.withView { view in
      view.lastMembers(of: Int(objects[row]), MemberName("id"), resource.referenceName)
    }
    return (id, reference)
  }
}

extension Resource {
  /// The name of a record's reference to its parent; `id` for a resource without parents.
  fileprivate var referenceName: MemberName { MemberName(parent?.field ?? "id") }
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
    guard firstByte(of: nodes[object]) == .leftBrace else { return (0, 0) }
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

  /// The code of an id; `nil` if the value can't be an id.
  ///
  /// - Parameter index: the index of the id; 0 without one.
  @inline(__always)
  fileprivate func idCode(at index: Int) -> UInt32? {
    if index == 0 { return nil }
    let code = keyCode(at: index)
    if code > JSONNode.maxOffset, !canBeKey(nodes[index]) { return nil }
    return code
  }

  /// The code of a reference; ``JSONDocument/none`` if it is `null` or missing.
  ///
  /// - Parameter index: the index of the reference; 0 without one.
  @inline(__always)
  fileprivate func referenceCode(at index: Int) -> UInt32 {
    if index == 0 || firstByte(of: nodes[index]) == UInt8(ascii: "n") { return JSONDocument.none }
    return keyCode(at: index)
  }
}

// MARK: Elements that aren't records

extension List {
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
  package func elementIndex(of object: UInt32) -> Int {
    let earlier = document.children(at: 0).prefix { element in element < object }
    return earlier.count
  }

  /// The path of an element, `[3]`; empty for a single record.
  func path(ofElement element: UInt32) -> String {
    if !isArray { return "" }
    return "[\(elementIndex(of: element))]"
  }
}
