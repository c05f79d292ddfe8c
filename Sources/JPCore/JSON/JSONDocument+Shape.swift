extension JSONDocument {
  /// A value that doesn't have the type that a shape gives.
  package struct Misfit: Sendable {
    /// The object that contains it.
    let object: UInt32
    /// The value's index; the object's that should have it if it is missing.
    let index: UInt32
    /// What the shape has there; `nil` if the object itself is not an object.
    let member: ObjectShape.Member?
  }

  /// Compares objects with a shape, one pass over each.
  ///
  /// Members that the shape doesn't have are ignored; if a name is repeated, the last member
  /// counts.
  ///
  /// - Parameters:
  ///   - required: the members of which missing and `null` ones are misfits too.
  ///   - continueAfter: receives the first misfit of each object that has one, and returns whether
  ///     to look at the following objects.
  /// - Returns: for each object, a note for each of the shape's columns, on the last member of that
  ///   name.
  func compare(
    objectsAt objects: [UInt32], with shape: ObjectShape, requiring required: ObjectShape.Required,
    continueAfter: (Misfit) -> Bool
  ) -> [MemberNote] {
    withView { view in
      var scan = ShapeScan(
        view: view, required: required, columnCount: shape.columnCount,
        notes: Array(repeating: .none, count: objects.count * shape.columnCount))
      shape.members.withUnsafeBufferPointer { members in
        for object in objects {
          if let (index, member) = scan.misfit(inObjectAt: Int(object), members),
            !continueAfter(
              Misfit(object: object, index: UInt32(index), member: member?.pointee))
          {
            return
          }
          scan.firstNote += shape.columnCount
        }
      }
      return scan.notes
    }
  }
}

/// The state of a comparison. Hot code, hence the pointers: it looks at every member of every
/// record.
private struct ShapeScan {
  typealias Members = UnsafeBufferPointer<ObjectShape.Member>
  /// A value's index, and what the shape has there.
  typealias Misfit = (index: Int, member: UnsafePointer<ObjectShape.Member>?)

  let view: JSONDocument.View
  let required: ObjectShape.Required
  let columnCount: Int
  /// Those of each object together.
  var notes: [MemberNote]
  /// The first of the object's.
  var firstNote = 0

  /// The first value in an object that doesn't fit, or the object itself.
  ///
  /// Servers send members in the same order again and again, so a name is first compared with the
  /// member after the last one found.
  mutating func misfit(inObjectAt index: Int, _ members: Members) -> Misfit? {
    guard view.opening(of: view.nodes[index]) == .leftBrace, let first = members.baseAddress else {
      return (index, nil)
    }
    var expected = 0
    var found: UInt64 = 0
    for child in view.children(at: index) {
      let node = view.nodes[child]
      guard let member = place(of: node, in: members, from: expected) else { continue }
      expected = member &+ 1
      found |= 1 &<< UInt64(member)
      if let misfit = misfit(at: child, node, first + member),
        !isRepeated(members[member].name, after: node, until: Int(view.nodes[index].next))
      {
        return misfit
      }
    }
    let missing = members.indices.first { found >> UInt64($0) & 1 == 0 && isRequired(members[$0]) }
    return missing.map { (index, first + $0) }
  }

  @inline(__always)
  private mutating func misfit(
    at child: Int, _ node: JSONNode, _ member: UnsafePointer<ObjectShape.Member>
  ) -> Misfit? {
    let first = view.opening(of: node)
    let isNull = first == UInt8(ascii: "n")
    var isSmallInteger = false
    if let column = member.pointee.column {
      let note = isNull ? .none : note(child, node, first)
      notes[firstNote &+ column] = note
      isSmallInteger = note.integer != nil
    }
    if isNull { return isRequired(member.pointee) ? (child, member) : nil }
    let type = member.pointee.type
    guard isSmallInteger && type == .integer || fits(node, first, type) else {
      return (child, member)
    }
    guard type == .object else { return nil }
    return member.pointee.children.withUnsafeBufferPointer { misfit(inObjectAt: child, $0) }
  }

  private func isRequired(_ member: ObjectShape.Member) -> Bool {
    switch required {
    case .columns(let count): member.column.map { $0 < count } ?? false
    case .all: true
    }
  }

  /// Short integers, such as ids, are noted by value, all else by index.
  @inline(__always)
  private func note(_ child: Int, _ node: JSONNode, _ first: UInt8) -> MemberNote {
    guard first.isDigit, node.end &- node.start <= MemberNote.maxDigits else {
      return MemberNote(index: child)
    }
    var value: Int32 = 0
    for digit in view.slice(node.start, node.end) {
      guard digit.isDigit else { return MemberNote(index: child) }
      value = value &* 10 &+ Int32(digit &- .zero)
    }
    return MemberNote(integer: value)
  }

  @inline(__always)
  private func place(of node: JSONNode, in members: Members, from expected: Int) -> Int? {
    if expected < members.count, view.hasName(members[expected].name, at: node) { return expected }
    return members.indices.first { view.hasName(members[$0].name, at: node) }
  }

  private func fits(_ node: JSONNode, _ first: UInt8, _ type: ObjectShape.MemberType) -> Bool {
    switch type {
    case .string: first == .quote
    case .integer: view.isInteger(node)
    case .boolean: first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .object: first == .leftBrace
    }
  }

  /// Whether another member of the same name follows; that one counts instead.
  private func isRepeated(_ name: MemberName, after node: JSONNode, until end: Int) -> Bool {
    var later = Int(node.next)
    while later < end {
      let node = view.nodes[later]
      if view.hasName(name, at: node) { return true }
      later = Int(node.next)
    }
    return false
  }
}
