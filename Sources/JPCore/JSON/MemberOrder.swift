/// Where the objects of one list have their members: mostly in the same places as the object before
/// them. So a member is searched for only in the first object, and in those that have other members.
final class MemberOrder {
  /// The index of the last object; -1 before the first one.
  private(set) var object = -1

  /// The indices of the last object's members, and their names.
  private var members: [Int] = []
  private var names: [MemberName] = []

  /// The keys that were asked for, and the place of each among the members.
  private var places: [(key: String, place: Int?)] = []

  /// Where the next key is expected: after the last one.
  private var expected = 0

  /// Goes on with the next object. Its places are unknown if its names aren't those of the last one,
  /// in the same order.
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
  /// Whether members have these names in this order.
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
