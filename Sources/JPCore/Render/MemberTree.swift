/// A tree of members' names, to look up the members of many objects.
struct MemberTree {
  /// The size of a whole tree.
  struct Size {
    /// The number of slots.
    fileprivate(set) var slots = 0

    /// The number of members that have a column, and the bytes of the names in their paths.
    private var columns = 0
    private var pathBytes = 0

    /// Whether a table of these members would be too wide. More members don't change that.
    var exceedsTable: Bool {
      columns > Table.maxColumns || pathBytes > Table.maxTitleBytes
    }

    fileprivate mutating func addColumn(_ bytes: Int) {
      columns += 1
      pathBytes += bytes
    }

    fileprivate mutating func removeColumn(_ bytes: Int) {
      columns -= 1
      pathBytes -= bytes
    }
  }

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

    /// Whether the member's own members aren't added.
    fileprivate(set) var isClosed = false

    /// Whether the member has a column of its own, besides those of its members.
    var hasColumn: Bool { isScalar || inner.members.isEmpty }

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
  /// - Returns: the slot of the last member; `nil` for an empty path.
  mutating func addPath(_ path: ArraySlice<MemberName>, _ size: inout Size) -> Int? {
    guard let name = path.first else { return nil }
    let index = addMember(name.content, &size)
    let innerSlot = members[index].inner.addPath(path.dropFirst(), &size)
    return innerSlot ?? members[index].slot
  }

  /// Adds the members of a shape, at any depth.
  mutating func addShape(_ shape: [ObjectShape.Member], _ size: inout Size) {
    for member in shape {
      let index = addMember(member.name.content, &size)
      if !member.children.isEmpty { size.removeColumn(member.name.content.count) }
      members[index].inner.addShape(member.children, &size)
    }
  }

  /// Adds a member whose value has no columns.
  mutating func addClosed(_ name: MemberName, _ size: inout Size) {
    let index = addMember(name.content, &size)
    members[index].isClosed = true
    size.removeColumn(name.content.count)
  }

  /// Adds all members of an object, at any depth. If a name is repeated, the last one counts. Stops
  /// when there are more scalars than a table may have columns.
  ///
  /// - Parameter pathBytes: the bytes of the names that lead to the object.
  mutating func addMembers(
    ofObjectAt object: Int, of view: JSONDocument.View, pathBytes: Int = 0, _ size: inout Size
  ) {
    var found: [Int] = []
    var expected = 0
    for child in view.children(at: object) {
      if size.exceedsTable { return }
      let node = view.nodes[child]
      let known = index(of: node, in: view, from: expected)
      let index = known ?? addMember(view.nameContent(of: node), &size, pathBytes)
      members[index].value = child
      found.append(index)
      expected = index + 1
    }
    for (child, index) in zip(view.children(at: object), found) {
      if size.exceedsTable { return }
      let isRepeatedLater = members[index].value != child
      if isRepeatedLater || members[index].isClosed { continue }
      let bytes = pathBytes + members[index].name.content.count
      let hadColumn = members[index].hasColumn
      switch view.opening(of: view.nodes[child]) {
      case .leftBrace:
        members[index].isNumeric = false
        let isEmpty = Int(view.nodes[child].next) == child + 1
        if isEmpty { continue }
        if hadColumn, !members[index].isScalar { size.removeColumn(bytes) }
        members[index].inner.addMembers(ofObjectAt: child, of: view, pathBytes: bytes, &size)
      case "n":
        break  // A member that is `null` may be anything in other objects.
      case let opening:
        let isNumber = opening == .minus || opening.isDigit
        members[index].isScalar = true
        if !isNumber { members[index].isNumeric = false }
        if !hadColumn { size.addColumn(bytes) }
      }
    }
  }
  /// Adds a member, unless there is one with its name.
  ///
  /// - Parameter pathBytes: the bytes of the names that lead to the member's object.
  /// - Returns: its index in ``members``.
  private mutating func addMember(
    _ name: [UInt8], _ size: inout Size, _ pathBytes: Int = 0
  ) -> Int {
    if let known = index(of: name) { return known }
    members.append(Member(name: MemberName(content: name), slot: size.slots))
    size.slots += 1
    size.addColumn(pathBytes + name.count)
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
