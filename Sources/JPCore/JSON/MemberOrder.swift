/// Remembers the positions of members in the objects of one list. Most objects have the names of
/// the previous one, in the same order. Members are searched for only in the other objects.
final class MemberOrder {
  /// The index of the last object; -1 before the first one.
  private(set) var object = -1

  /// The indices of the last object's members, and their names.
  private var members: [Int] = []
  private var names: [MemberName] = []

  /// The keys that were asked for, and the position of each among the members; `nil` for a key
  /// without a member.
  private var places: [(key: String, place: Int?)] = []

  /// The index in ``places`` where the next key is expected, because keys are asked for in the same
  /// order for each object.
  private var expected = 0

  /// Begins the next object. If it doesn't have the names of the previous one in the same order,
  /// the positions are forgotten.
  func begin(_ object: Int, with members: [Int], of document: JSONDocument) {
    if !document.haveNames(members, names) {
      places = []
      names = members.map { member in MemberName(content: document.nameContent(at: member)) }
    }
    self.object = object
    self.members = members
    expected = 0
  }

  /// The index of the object's member for a key; `nil` without one.
  ///
  /// - Parameter search: searches the object, if the key's position isn't known.
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
