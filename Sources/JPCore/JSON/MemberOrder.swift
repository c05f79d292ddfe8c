/// Remembers the positions of members in the objects of a list, for decoding them.
///
/// Most objects of a list have the same names in the same order as the object before them. So a
/// key's member is searched for once; in the next object it is at the same position.
final class MemberOrder {
  /// The index of the object for which ``begin(_:with:of:)`` was called last; -1 before the first
  /// call.
  private(set) var object = -1

  /// The indices of the object's members, and their names.
  private var members: [Int] = []
  private var names: [MemberName] = []

  /// The keys that were asked for, each with the position of its member in ``members``; `nil` if
  /// the key has no member.
  private var places: [(key: String, place: Int?)] = []

  /// The index in ``places`` of the key that is expected next. A type asks for its keys in the same
  /// order for each object.
  private var expected = 0

  /// Begins the next object. Forgets the positions if the object doesn't have the same names in the
  /// same order as the previous one.
  func begin(_ object: Int, with members: [Int], of document: JSONDocument) {
    if !document.haveNames(members, names) {
      places = []
      names = members.map { member in MemberName(content: document.nameContent(at: member)) }
    }
    self.object = object
    self.members = members
    expected = 0
  }

  /// The index of the object's member for a key; `nil` if there is none.
  ///
  /// - Parameter search: called if the key's position isn't known; searches the object for the key,
  ///   and returns the member's index.
  func member(for key: String, search: (String) -> Int?) -> Int? {
    for distance in places.indices {
      var at = expected + distance
      if at >= places.count { at -= places.count }
      // Names are compared by their bytes; `==` would also accept canonically equivalent ones.
      guard places[at].key.utf8.elementsEqual(key.utf8) else { continue }
      expected = at + 1
      guard let place = places[at].place else { return nil }
      return members[place]
    }
    let found = search(key)
    var place: Int?
    if let found { place = members.firstIndex(of: found) }
    places.append((key, place))
    expected = places.count
    return found
  }
}

extension JSONDocument {
  fileprivate func haveNames(_ members: [Int], _ names: [MemberName]) -> Bool {
    guard members.count == names.count else { return false }
    return withView { view in
      for (member, name) in zip(members, names) {
        if !view.hasName(name, at: view.nodes[member]) { return false }
      }
      return true
    }
  }
}
