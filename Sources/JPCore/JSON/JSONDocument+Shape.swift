extension JSONDocument {
  /// A value that doesn't have the type that a shape gives.
  struct Misfit: Sendable {
    /// The object that contains it.
    let object: UInt32
    /// The value's index, or the index of the object that lacks it.
    let index: UInt32
    /// Whether the object lacks the value.
    let isMissing: Bool
    /// The shape's member; `nil` if the object itself is not an object.
    let member: ObjectShape.Member?
  }

  /// Compares objects with a shape, one pass over each.
  ///
  /// Every member of the shape has to be there, and not `null`. Members that the shape doesn't have
  /// are ignored; if a name is repeated, the last member counts.
  ///
  /// - Returns: the first misfit of each object that has one, in the objects' order.
  func misfits(among objects: [UInt32], with shape: ObjectShape) -> [Misfit] {
    var misfits: [Misfit] = []
    withView { view in
      let scan = ShapeScan(view: view)
      for object in objects {
        guard let problem = scan.problem(inObjectAt: Int(object), shape.members) else { continue }
        misfits.append(
          Misfit(
            object: object, index: UInt32(problem.index), isMissing: problem.isMissing,
            member: problem.member))
      }
    }
    return misfits
  }
}

extension JSONDocument {
  /// Whether it is an array without elements.
  package var isEmptyArray: Bool { root.kind == .array && children(at: 0).isEmpty }

  /// Whether it has no member to show: the object, or each object in the array.
  package var hasNoFields: Bool {
    var objects = [0]
    if root.kind == .array { objects = children(at: 0) }
    return objects.allSatisfy { object in children(at: object).isEmpty }
  }
}

/// Compares one object at a time.
private struct ShapeScan {
  struct Problem {
    /// The index of a value, or of the object that lacks it.
    let index: Int
    let member: ObjectShape.Member?
    var isMissing = false
  }

  let view: JSONDocument.View

  /// The first value in an object that doesn't fit, or the object itself.
  ///
  /// Servers send members in the same order again and again, so a name is first compared with the
  /// member after the last one found.
  func problem(inObjectAt index: Int, _ members: [ObjectShape.Member]) -> Problem? {
    let object = view.nodes[index]
    guard view.opening(of: object) == .leftBrace else { return Problem(index: index, member: nil) }
    var expected = 0
    var foundMembers: UInt64 = 0
    for child in view.children(at: index) {
      let node = view.nodes[child]
      guard let found = memberIndex(of: node, in: members, from: expected) else { continue }
      let member = members[found]
      expected = found + 1
      foundMembers |= member.bit
      guard let problem = problem(at: child, node, member) else { continue }
      if !isRepeated(member.name, after: node, until: object.next) { return problem }
    }
    guard let missing = members.first(where: { foundMembers & $0.bit == 0 }) else { return nil }
    return Problem(index: index, member: missing, isMissing: true)
  }

  private func problem(
    at index: Int, _ node: JSONNode, _ member: ObjectShape.Member
  ) -> Problem? {
    if !fits(node, member.type) { return Problem(index: index, member: member) }
    return member.type == .object ? problem(inObjectAt: index, member.children) : nil
  }

  private func memberIndex(
    of node: JSONNode, in members: [ObjectShape.Member], from expected: Int
  ) -> Int? {
    if expected < members.count, view.hasName(members[expected].name, at: node) { return expected }
    return members.firstIndex { view.hasName($0.name, at: node) }
  }

  private func fits(_ node: JSONNode, _ type: ObjectShape.MemberType) -> Bool {
    switch view.opening(of: node) {
    case .quote: type == .string
    case .leftBrace: type == .object
    case "t", "f": type == .boolean
    default: type == .integer && view.isInteger(node)
    }
  }

  /// Whether another member of the same name follows; that one counts instead.
  private func isRepeated(_ name: MemberName, after node: JSONNode, until end: UInt32) -> Bool {
    var later = node.next
    while later < end {
      let node = view.nodes[Int(later)]
      if view.hasName(name, at: node) { return true }
      later = node.next
    }
    return false
  }
}
