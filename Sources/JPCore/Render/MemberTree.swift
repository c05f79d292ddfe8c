/// A tree of members' names, to look up the members of many objects.
struct MemberTree {
  /// A member of an object.
  struct Member {
    let name: MemberName

    /// Where ``MemberTree/find(in:of:_:)`` stores the value's index.
    let slot: Int

    /// The members of the value, if it is an object.
    var inner = MemberTree()

    /// Whether every value that was added is a number or `null`.
    fileprivate(set) var isNumeric = true
    /// Whether any value that was added is neither an object nor `null`.
    fileprivate(set) var isScalar = false

    /// The index of its value in the object that was added last.
    fileprivate var value = 0
  }

  private(set) var members: ContiguousArray<Member> = []

  /// The index of each name in ``members``; empty if there are few, because the first dictionary
  /// with keys of this type takes 220,000 instructions.
  private var indices: [[UInt8]: Int] = [:]

  /// Up to this many members are compared one by one.
  private static let few = 16

  /// Adds the members of a path.
  ///
  /// - Parameter slotCount: the number of slots in the whole tree; each new member adds one.
  /// - Returns: the slot of the last member; `nil` for an empty path.
  mutating func addPath(_ path: ArraySlice<MemberName>, _ slotCount: inout Int) -> Int? {
    guard let name = path.first else { return nil }
    let index = addMember(name.content, &slotCount)
    let innerSlot = members[index].inner.addPath(path.dropFirst(), &slotCount)
    return innerSlot ?? members[index].slot
  }

  /// Adds the members of a shape, at any depth.
  mutating func addShape(_ shape: [ObjectShape.Member], _ slotCount: inout Int) {
    for member in shape {
      let index = addMember(member.name.content, &slotCount)
      members[index].inner.addShape(member.children, &slotCount)
    }
  }

  /// Adds all members of an object, at any depth. If a name is repeated, the last one counts.
  mutating func addMembers(
    ofObjectAt object: Int, of view: JSONDocument.View, _ slotCount: inout Int
  ) {
    var found: [Int] = []
    var expected = 0
    for child in view.children(at: object) {
      let node = view.nodes[child]
      let known = index(of: node, in: view, from: expected)
      let index = known ?? addMember(view.nameContent(of: node), &slotCount)
      members[index].value = child
      found.append(index)
      expected = index + 1
    }
    for (child, index) in zip(view.children(at: object), found) {
      let isRepeatedLater = members[index].value != child
      if isRepeatedLater { continue }
      switch view.opening(of: view.nodes[child]) {
      case .leftBrace:
        members[index].isNumeric = false
        members[index].inner.addMembers(ofObjectAt: child, of: view, &slotCount)
      case "n":
        break  // A member that is `null` may be anything in other objects.
      case let opening:
        let isNumber = opening == .minus || opening.isDigit
        members[index].isScalar = true
        if !isNumber { members[index].isNumeric = false }
      }
    }
  }

  /// Adds a member, unless there is one with its name.
  ///
  /// - Returns: its index in ``members``.
  private mutating func addMember(_ name: [UInt8], _ slotCount: inout Int) -> Int {
    if let known = index(of: name) { return known }
    members.append(Member(name: MemberName(content: name), slot: slotCount))
    slotCount += 1
    if members.count > Self.few {
      for index in indices.count..<members.count {
        let name = members[index].name.content
        indices[name] = index
      }
    }
    return members.count - 1
  }

  private func index(of name: [UInt8]) -> Int? {
    guard members.count <= Self.few else { return indices[name] }
    for index in members.indices where members[index].name.content == name { return index }
    return nil
  }

  /// Finds the members of an object in one pass over it. If a name is repeated, the last one
  /// counts.
  ///
  /// - Parameter slots: receives the indices of the values. Slots of missing members don't change.
  func find(in object: Int, of view: JSONDocument.View, _ slots: inout MutableSpan<UInt32>) {
    guard view.opening(of: view.nodes[object]) == .leftBrace else { return }
    let members = members.span
    var expected = 0
    for child in view.children(at: object) {
      guard let index = index(of: view.nodes[child], in: view, from: expected) else {
        continue
      }
      slots[members[index].slot] = UInt32(truncatingIfNeeded: child)
      expected = index &+ 1
    }
    let end = Int(view.nodes[object].next)
    for index in members.indices where !members[index].inner.members.isEmpty {
      // If the object lacks the member, the slot still has the index of another object's value.
      let value = Int(slots[members[index].slot])
      guard value > object, value < end else { continue }
      members[index].inner.find(in: value, of: view, &slots)
    }
  }

  /// The index in ``members`` of the member with a node's name; `nil` if there is none.
  ///
  /// Servers repeat the order of members, so the one at `expected` is compared first.
  @inline(__always)
  private func index(
    of node: JSONNode, in view: JSONDocument.View, from expected: Int
  ) -> Int? {
    let members = members.span
    if expected < members.count, view.hasName(members[expected].name, at: node) {
      return expected
    }
    guard members.count <= Self.few else {
      return indices[view.nameContent(of: node)]
    }
    for index in members.indices where view.hasName(members[index].name, at: node) {
      return index
    }
    return nil
  }
}
