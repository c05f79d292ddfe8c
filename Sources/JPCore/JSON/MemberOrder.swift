/// Where the objects of one list have their members: mostly in the same places as the object before
/// them. So a member is searched for only in the first object, and in those that have other members.
final class MemberOrder {
  /// The index of the last object; -1 before the first one.
  private(set) var object = -1

  /// The indices of the last object's members.
  private var members: [Int] = []

  /// The keys that were asked for, and the place of each among the members.
  private var places: [(key: String, place: Int?)] = []

  /// Where the next key is expected: after the last one.
  private var expected = 0

  /// Goes on with the next object. Its places are unknown if its names aren't those of the last one,
  /// in the same order.
  func begin(_ object: Int, with members: [Int], of document: JSONDocument) {
    if !document.haveSameNames(members, self.members) { places = [] }
    self.object = object
    self.members = members
    expected = 0
  }

  /// The index of the object's member for a key; `nil` without one.
  ///
  /// - Parameter search: finds the index in an object with unknown places.
  func member(for key: String, search: (String) -> Int?) -> Int? {
    for distance in places.indices {
      var at = expected + distance
      if at >= places.count { at -= places.count }
      // Keys that look the same are different names if their bytes differ.
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
  /// Whether two lists of members have the same names in the same order, spelled in the same way.
  fileprivate func haveSameNames(_ members: [Int], _ others: [Int]) -> Bool {
    guard members.count == others.count else { return false }
    return withView { view in
      for (member, other) in zip(members, others) {
        let name = view.nameText(of: view.nodes[member])
        if !name.elementsEqual(view.nameText(of: view.nodes[other])) { return false }
      }
      return true
    }
  }
}
