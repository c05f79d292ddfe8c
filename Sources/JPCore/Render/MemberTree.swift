/// The names of the members of many objects, and of objects in them, in the order in which they
/// first occur.
struct MemberTree {
  /// A name that occurs in the objects, and what is known about its values.
  private struct Node {
    let name: MemberName

    /// The members of the value, if it is an object.
    var inner: MemberTree

    /// Whether every value that was added is a number or `null`.
    var isNumeric = true
    /// Whether any value that was added is neither an object nor `null`.
    var isScalar = false

    /// Whether any value that was added is `null`, and has to be shown.
    var isNull = false

    /// Whether the member was added by its path. Then it needs no column of its own where it is
    /// `null`: the members inside it have columns in any case.
    var isExpected = false

    /// Whether neither the member nor those inside it have columns.
    var hasNoColumns = false

    /// Whether the member has a column of its own, besides those of its members.
    var hasColumn: Bool { !hasNoColumns && (isScalar || isNull || inner.members.isEmpty) }

    /// The index of the member's value in the object that was added last.
    var value = 0
  }

  private var members: ContiguousArray<Node> = []

  /// Whether a member that is `null` in some objects has a column of its own, even if it is an
  /// object in others.
  private let showsNull: Bool

  private var list = MemberFinder()

  init(showsNull: Bool = false) { self.showsNull = showsNull }

  /// A member that has a column.
  struct MemberColumn {
    let path: [MemberName]
    let isNumeric: Bool
    /// Whether the value is an object in at least one row. That object's members have columns.
    let isSometimesObject: Bool
  }

  /// The members that have columns. If a member is an object in some rows and `null` in the others,
  /// only the object's members have columns, unless `null` is to be shown.
  var columns: [MemberColumn] {
    var columns: [MemberColumn] = []
    appendColumns(in: [], to: &columns)
    return columns
  }

  private func appendColumns(in owners: [MemberName], to columns: inout [MemberColumn]) {
    for member in members where !member.hasNoColumns {
      let path = owners + [member.name]
      if member.hasColumn {
        columns.append(
          MemberColumn(
            path: path, isNumeric: member.isNumeric,
            isSometimesObject: !member.inner.members.isEmpty))
      }
      member.inner.appendColumns(in: path, to: &columns)
    }
  }

  /// Adds the members of a path, such as `address` and `city` in it.
  ///
  /// - Parameter room: how many columns may still be added; negative if there are too many.
  mutating func addPath(_ path: ArraySlice<MemberName>, _ room: inout Int) {
    guard let name = path.first else { return }
    let index = addMember(named: name, &room)
    members[index].isExpected = true
    if path.count == 1 { return }
    giveBackRoom(ofMemberAt: index, &room)
    members[index].inner.addPath(path.dropFirst(), &room)
  }

  /// Adds a member without columns: neither it nor the members inside it have one.
  mutating func addWithoutColumns(_ name: MemberName) {
    var room = 0
    let index = addMember(named: name, &room)
    members[index].hasNoColumns = true
  }

  /// Adds the members of objects, at any depth. If a name is repeated, the last one counts. Stops
  /// when there are too many columns: names can take twenty times as much memory as the document.
  ///
  /// - Parameter room: how many columns may still be added; negative if there are too many.
  mutating func addMembers(
    ofObjectsAt objects: [UInt32], of document: JSONDocument, _ room: inout Int
  ) {
    document.withView { view in
      for object in objects { addMembers(ofObjectAt: Int(object), of: view, &room) }
    }
  }

  private mutating func addMembers(
    ofObjectAt object: Int, of view: JSONDocument.View, _ room: inout Int
  ) {
    var found: [Int] = []
    for (position, child) in view.children(at: object).enumerated() {
      if room < 0 { return }
      let node = view.nodes[child]
      let known = list.indexOfName(of: node, at: position, in: view)
      let index = known ?? addMember(named: MemberName(content: view.nameContent(of: node)), &room)
      members[index].value = child
      found.append(index)
    }
    for (child, index) in zip(view.children(at: object), found) {
      if room < 0 { return }
      let isRepeatedLater = members[index].value != child
      if isRepeatedLater || members[index].hasNoColumns { continue }
      addValue(at: child, of: view, toMemberAt: index, &room)
    }
  }

  private mutating func addValue(
    at value: Int, of view: JSONDocument.View, toMemberAt index: Int, _ room: inout Int
  ) {
    switch view.firstByte(of: view.nodes[value]) {
    case .leftBrace:
      members[index].isNumeric = false
      let isEmpty = Int(view.nodes[value].next) == value + 1
      if isEmpty { return }
      giveBackRoom(ofMemberAt: index, &room)
      members[index].inner.addMembers(ofObjectAt: value, of: view, &room)
    case "n":
      // A member that is `null` may be anything in other objects.
      if !showsNull || members[index].isExpected { return }
      if !members[index].hasColumn { room -= 1 }
      members[index].isNull = true
    case let opening:
      let isNumber = opening == .minus || opening.isDigit
      if !isNumber { members[index].isNumeric = false }
      if !members[index].hasColumn { room -= 1 }
      members[index].isScalar = true
    }
  }

  /// Gives back the room of a member's column, which the columns of the members inside it replace.
  /// A member that is also a scalar keeps its column.
  private func giveBackRoom(ofMemberAt index: Int, _ room: inout Int) {
    if members[index].isScalar || members[index].isNull { return }
    if members[index].hasColumn { room += 1 }
  }

  /// Adds a member, unless there is one with its name.
  ///
  /// - Returns: its index in ``members``.
  private mutating func addMember(named name: MemberName, _ room: inout Int) -> Int {
    let index = list.addName(name)
    if index == members.count {
      members.append(Node(name: name, inner: MemberTree(showsNull: showsNull)))
      room -= 1
    }
    return index
  }
}
