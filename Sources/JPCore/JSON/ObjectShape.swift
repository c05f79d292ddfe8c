/// The members that objects should have, and their types.
package struct ObjectShape: Sendable {
  /// The types that a member can have.
  package enum MemberType: Sendable {
    /// A number without a fraction or an exponent.
    case integer
    case string
    case boolean
    case object
  }

  /// A member whose value is a scalar: its dotted path, such as `address.city`, and its type.
  package struct Field: Sendable {
    package let path: String
    package let type: MemberType
  }

  struct Member {
    let name: MemberName
    let path: String
    let type: MemberType
    /// The members inside, if the member's value is an object; at most 64.
    let children: [Member]
    /// The member's bit in a set of siblings: 1, shifted by the number of siblings before it.
    let bit: UInt64
  }

  /// The outermost members, at most 64.
  let members: [Member]

  /// - Parameter fields: the scalars' dotted paths and types. The members of an inner object have
  ///   to be adjacent.
  init(_ fields: [Field]) {
    members = Self.members(of: fields[...], inside: "")
  }

  private static func members(
    of fields: ArraySlice<Field>, inside prefix: String
  ) -> [Member] {
    var members: [Member] = []
    var rest = fields
    while let field = rest.first {
      let relativePath = field.path.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
      let name = String(relativePath.prefix { $0 != "." })
      let path = prefix + name
      let inside = path + "."
      let innerFields = rest.prefix { $0.path.utf8.starts(with: inside.utf8) }
      var type = MemberType.object
      if innerFields.isEmpty { type = field.type }
      let children = Self.members(of: innerFields, inside: inside)
      members.append(
        Member(
          name: MemberName(name), path: path, type: type, children: children,
          bit: 1 << members.count))
      rest = rest.dropFirst(max(innerFields.count, 1))
    }
    return members
  }
}

// MARK: Comparing objects with a shape

extension JSONDocument {
  /// A value that is missing or doesn't have the type that a shape requires.
  struct Misfit: Sendable {
    /// The index of the compared object.
    let object: UInt32
    /// The value's index; for a missing value, the index of the object that lacks it.
    let index: UInt32
    /// Whether the object lacks the value.
    let isMissing: Bool
    /// The shape's member; `nil` if the compared value itself is not an object.
    let member: ObjectShape.Member?
  }

  /// Compares objects with a shape, in one pass over each object.
  ///
  /// Every member of the shape has to be present, and not `null`. Members that the shape doesn't
  /// have are ignored; if a name is repeated, the last member counts.
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

/// Finds the first value in an object that doesn't fit a shape.
private struct ShapeScan {
  struct Problem {
    /// The index of the value that doesn't fit, or of the object that lacks a member.
    let index: Int
    let member: ObjectShape.Member?
    var isMissing = false
  }

  let view: JSONDocument.View

  /// Finds the first value in an object that doesn't fit, or else the first missing member. If the
  /// value at the index isn't an object, that value is the problem.
  ///
  /// Servers send the members of each record in the same order, so a name is first compared with
  /// the member after the last one found.
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
    if member.type == .object { return problem(inObjectAt: index, member.children) }
    return nil
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

  /// Whether another member with the same name follows. If so, the later one counts instead.
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
