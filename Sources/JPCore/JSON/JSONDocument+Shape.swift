extension JSONDocument {
  /// A value that doesn't have the type that a shape gives.
  package struct Misfit: Sendable {
    /// The object that contains it.
    let object: UInt32
    /// The value's index.
    let index: UInt32
    /// The member of the shape that the value belongs to; `nil` if the object itself is not an
    /// object.
    let member: Int32?
  }

  /// Compares objects with a shape, one pass over each.
  ///
  /// Members that the shape doesn't have are ignored; if a name is repeated, the last member
  /// counts.
  ///
  /// - Parameters:
  ///   - required: the members of which missing and `null` ones are misfits too; a missing one is
  ///     reported at the object that should have it.
  ///   - goesOn: receives the first misfit of each object that has one, and returns whether to look
  ///     at the following objects.
  /// - Returns: for each object, a note for each of the shape's columns, on the last member of that
  ///   name.
  func compare(
    objectsAt objects: [UInt32], with shape: ObjectShape, requiring required: ObjectShape.Required,
    goesOn: (Misfit) -> Bool
  ) -> [MemberNote] {
    var notes = [MemberNote](repeating: .none, count: objects.count * shape.columnCount)
    let bits = shape.bits(of: required)
    let isComplete = if case .all = required { true } else { false }
    bytes.withUnsafeBufferPointer { bytes in
      nodes.withUnsafeWords { nodes in
        shape.members.withUnsafeBufferPointer { members in
          shape.names.withUnsafeBufferPointer { names in
            notes.withUnsafeMutableBufferPointer { notes in
              let scan = ShapeScan(
                bytes: bytes, nodes: nodes, members: members, names: names, notes: notes,
                columnCount: shape.columnCount, width: shape.width, required: bits,
                isComplete: isComplete)
              for (row, object) in objects.enumerated() {
                let place = scan.misfit(inObjectAt: Int(object), 0..<shape.width, row: row)
                guard let place else { continue }
                let misfit = Misfit(
                  object: object, index: UInt32(place.index), member: place.member.map { Int32($0) }
                )
                if !goesOn(misfit) { return }
              }
            }
          }
        }
      }
    }
    return notes
  }
}

/// The state of a comparison. Hot code, hence the pointers: it looks at every member of every
/// record.
///
/// Servers send members in the same order again and again, so a name is first compared with the
/// shape's member after the last one found.
private struct ShapeScan {
  let bytes: UnsafeBufferPointer<UInt8>
  let nodes: JSONNodeWords
  let members: UnsafeBufferPointer<ObjectShape.Member>
  let names: UnsafeBufferPointer<UInt8>
  /// Those of each object together.
  let notes: UnsafeMutableBufferPointer<MemberNote>
  let columnCount: Int
  /// How many members the objects themselves have; they come first.
  let width: Int
  /// Which of those are required.
  let required: UInt64
  /// Whether the members of inner objects are required as well.
  let isComplete: Bool

  /// Where something doesn't fit, and the shape's member that it belongs to.
  struct Place {
    let index: Int
    var member: Int?
  }

  /// The first value in an object that doesn't fit, or the object itself.
  func misfit(
    inObjectAt object: Int, _ range: Range<Int>, row: Int
  ) -> Place? {
    guard bytes[Int(nodes[object].start)] == .leftBrace else { return Place(index: object) }
    let end = Int(nodes[object].next)
    var expected = range.lowerBound
    var found: UInt64 = 0
    var child = JSONNode.firstChild(of: object)
    while child < end {
      let node = nodes[child]
      if let member = member(named: node, in: range, from: expected) {
        expected = member &+ 1
        found |= 1 &<< UInt64(member &- range.lowerBound)
        let misfit = misfit(at: child, node, of: member, row: row)
        if let misfit, !isRepeated(after: node, member, end: end) { return misfit }
      }
      child = Int(node.next)
    }
    let required = range.lowerBound == 0 ? required : isComplete ? ~(~0 << UInt64(range.count)) : 0
    let missing = required & ~found
    guard missing != 0 else { return nil }
    return Place(index: object, member: range.lowerBound + missing.trailingZeroBitCount)
  }

  @inline(__always)
  private func misfit(at child: Int, _ node: JSONNode, of member: Int, row: Int) -> Place? {
    let shape = members[member]
    let first = bytes[Int(node.start)]
    let isNull = first == UInt8(ascii: "n")
    var isSmallInteger = false
    if let column = shape.column {
      let note = isNull ? .none : note(child, node, first)
      notes[row &* columnCount &+ column] = note
      isSmallInteger = note.integer != nil
    }
    if isNull { return isRequired(member) ? Place(index: child, member: member) : nil }
    guard isSmallInteger && shape.type == .integer || fits(node, first, shape.type) else {
      return Place(index: child, member: member)
    }
    return shape.type == .object ? misfit(inObjectAt: child, shape.children, row: row) : nil
  }

  private func isRequired(_ member: Int) -> Bool {
    member < width ? required >> UInt64(member) & 1 == 1 : isComplete
  }

  /// Short integers, such as ids, are noted by value, all else by index.
  @inline(__always)
  private func note(_ child: Int, _ node: JSONNode, _ first: UInt8) -> MemberNote {
    guard first.isDigit, node.end &- node.start <= MemberNote.maxDigits else {
      return MemberNote(index: child)
    }
    var value: Int32 = 0
    var at = node.start
    while at < node.end {
      let byte = bytes[Int(at)]
      guard byte.isDigit else { return MemberNote(index: child) }
      value = value &* 10 &+ Int32(byte &- .zero)
      at &+= 1
    }
    return MemberNote(integer: value)
  }

  @inline(__always)
  private func member(named node: JSONNode, in range: Range<Int>, from expected: Int) -> Int? {
    if expected < range.upperBound, bytes.surelyHasName(members[expected].quoted, at: node) {
      return expected
    }
    for member in expected..<range.upperBound where bytes.hasName(name(of: member), at: node) {
      return member
    }
    for member in range.lowerBound..<expected where bytes.hasName(name(of: member), at: node) {
      return member
    }
    return nil
  }

  private func name(of member: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: names[members[member].name])
  }

  private func fits(_ node: JSONNode, _ first: UInt8, _ type: ObjectShape.MemberType) -> Bool {
    switch type {
    case .string: first == .quote
    case .integer: isInteger(node, first)
    case .boolean: first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .object: first == .leftBrace
    }
  }

  private func isInteger(_ node: JSONNode, _ first: UInt8) -> Bool {
    (first == .minus || first.isDigit)
      && bytes[Int(node.start) + 1..<Int(node.end)].allSatisfy(\.isDigit)
  }

  /// Whether another member of the same name follows; that one counts instead.
  private func isRepeated(after node: JSONNode, _ member: Int, end: Int) -> Bool {
    var later = Int(node.next)
    while later < end {
      let node = nodes[later]
      if bytes.hasName(name(of: member), at: node) { return true }
      later = Int(node.next)
    }
    return false
  }
}
