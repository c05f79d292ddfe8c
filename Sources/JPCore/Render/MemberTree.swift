/// Names of members, and of the members inside them, that are looked up in many objects.
struct MemberTree {
  /// A member of an object.
  struct Member {
    let name: MemberName

    /// Where ``MemberTree/find(in:of:_:)`` stores the value's index.
    let slot: Int

    /// The members of the value, if it is an object.
    var inner = MemberTree()

    /// Whether some value is not a number, and whether some is neither an object nor `null`.
    fileprivate(set) var isNumeric = true
    fileprivate(set) var isScalar = false

    /// The index of its value in the object that was added last.
    fileprivate var value = 0
  }

  private(set) var members: ContiguousArray<Member> = []

  /// The members' places in ``members`` by their names, if there are many. The first dictionary with
  /// keys of this type takes 220,000 instructions.
  private var places: [[UInt8]: Int] = [:]

  /// How many members are compared one by one.
  private static let few = 16

  /// Adds a path.
  ///
  /// - Parameter slotCount: how many slots there are in the whole tree.
  /// - Returns: the slot of the last member; `nil` for an empty path.
  mutating func add(_ path: ArraySlice<MemberName>, _ slotCount: inout Int) -> Int? {
    guard let name = path.first else { return nil }
    let place = add(name.content, &slotCount)
    let innerSlot = members[place].inner.add(path.dropFirst(), &slotCount)
    return innerSlot ?? members[place].slot
  }

  /// Adds the members of a shape, at any depth.
  mutating func add(_ shape: [ObjectShape.Member], _ slotCount: inout Int) {
    for member in shape {
      let place = add(member.name.content, &slotCount)
      members[place].inner.add(member.children, &slotCount)
    }
  }

  /// Adds all members of an object, at any depth. If a name is repeated, the last one counts.
  mutating func add(membersOf object: Int, of view: JSONDocument.View, _ slotCount: inout Int) {
    var found: [Int] = []
    var expected = 0
    for child in view.children(at: object) {
      let node = view.nodes[child]
      let known = place(of: node, in: view, from: expected)
      let place = known ?? add(view.nameContent(of: node), &slotCount)
      members[place].value = child
      found.append(place)
      expected = place + 1
    }
    for (child, place) in zip(view.children(at: object), found) {
      let isRepeatedLater = members[place].value != child
      if isRepeatedLater { continue }
      switch view.opening(of: view.nodes[child]) {
      case .leftBrace:
        members[place].isNumeric = false
        members[place].inner.add(membersOf: child, of: view, &slotCount)
      case "n":
        break  // A member that is `null` may be anything in other objects.
      case let opening:
        let isNumber = opening == .minus || opening.isDigit
        members[place].isScalar = true
        if !isNumber { members[place].isNumeric = false }
      }
    }
  }

  /// Adds a member, if it isn't there.
  ///
  /// - Returns: its place in ``members``.
  private mutating func add(_ name: [UInt8], _ slotCount: inout Int) -> Int {
    if let known = place(of: name) { return known }
    members.append(Member(name: MemberName(content: name), slot: slotCount))
    slotCount += 1
    if members.count > Self.few {
      for place in places.count..<members.count {
        let name = members[place].name.content
        places[name] = place
      }
    }
    return members.count - 1
  }

  private func place(of name: [UInt8]) -> Int? {
    guard members.count <= Self.few else { return places[name] }
    for place in members.indices where members[place].name.content == name { return place }
    return nil
  }

  /// Finds the members of an object in one pass over it. If a name is repeated, the last one counts.
  ///
  /// - Parameter slots: receives the indices of the values. Slots of missing members don't change.
  func find(in object: Int, of view: JSONDocument.View, _ slots: inout MutableSpan<UInt32>) {
    guard view.opening(of: view.nodes[object]) == .leftBrace else { return }
    let members = members.span
    var expected = 0
    for child in view.children(at: object) {
      guard let place = place(of: view.nodes[child], in: view, from: expected) else {
        continue
      }
      slots[members[place].slot] = UInt32(truncatingIfNeeded: child)
      expected = place &+ 1
    }
    let end = Int(view.nodes[object].next)
    for place in members.indices where !members[place].inner.members.isEmpty {
      // A slot outside of the object is left from another one.
      let value = Int(slots[members[place].slot])
      guard value > object, value < end else { continue }
      members[place].inner.find(in: value, of: view, &slots)
    }
  }

  /// Servers send members in the same order again and again, so the member after the last one found
  /// is compared first.
  @inline(__always)
  private func place(
    of node: JSONNode, in view: JSONDocument.View, from expected: Int
  ) -> Int? {
    let members = members.span
    if expected < members.count, view.hasName(members[expected].name, at: node) {
      return expected
    }
    guard members.count <= Self.few else {
      return places[view.nameContent(of: node)]
    }
    for place in members.indices where view.hasName(members[place].name, at: node) {
      return place
    }
    return nil
  }
}
