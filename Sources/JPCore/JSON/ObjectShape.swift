/// The members that objects should have, and their types.
package struct ObjectShape: Sendable {
  /// The types that a shape can require.
  package enum MemberType: Sendable {
    /// A number without a fraction or an exponent.
    case integer
    case string
    case boolean
    case object
  }

  /// A scalar that an object should have, at a dotted path such as `address.city`.
  package struct Field: Sendable {
    package let path: String
    package let type: MemberType
  }

  struct Member {
    let name: MemberName
    let path: String
    let type: MemberType
    /// If the type is ``MemberType/object``, the members of that object.
    let children: [Member]
  }

  /// The outermost members, such as `id` and `address`, but not `address.city`.
  let members: [Member]

  /// Makes the shape of objects that have the given fields.
  ///
  /// - Parameter fields: fields of the same inner object, such as `address.city` and
  ///   `address.zipcode`, have to be adjacent.
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
        Member(name: MemberName(name), path: path, type: type, children: children))
      rest = rest.dropFirst(max(innerFields.count, 1))
    }
    return members
  }
}

// MARK: Comparing objects with a shape

extension JSONDocument {
  /// A value that is missing or doesn't have the type that a shape requires.
  struct Misfit: Sendable {
    /// The index of the outermost object, such as a user.
    let object: UInt32
    /// The index of the value that doesn't fit, such as the user's `address.city`; for a missing
    /// value, the index of the object that lacks it.
    let index: UInt32
    let isMissing: Bool
    /// The member of the shape that the value should fit; `nil` if the outermost value isn't an
    /// object.
    let member: ObjectShape.Member?
  }

  /// Compares objects with a shape, in one pass over each object.
  ///
  /// All members of the shape have to be present, and not `null`. Other members are ignored. If a
  /// name is repeated, the last member is compared.
  ///
  /// - Returns: the first misfit of each object that has one, in the objects' order.
  func misfits(among objects: [UInt32], with shape: ObjectShape) -> [Misfit] {
    var misfits: [Misfit] = []
    withView { view in
      var scan = ShapeScan(shape.members)
      for object in objects {
        guard let problem = scan.problem(inObjectAt: Int(object), of: view) else { continue }
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

  private let members: [ObjectShape.Member]
  private var list: MemberList
  /// The index of each member's value in the current object.
  private var values: ContiguousArray<UInt32>
  /// For each member, the scan of its children.
  private var inner: [ShapeScan]

  init(_ members: [ObjectShape.Member]) {
    self.members = members
    list = MemberList(members.map(\.name))
    values = ContiguousArray(repeating: JSONDocument.none, count: members.count)
    inner = members.map { member in ShapeScan(member.children) }
  }

  /// Finds the first value in an object that doesn't fit or, if all fit, the first missing member.
  /// If the value at `index` isn't an object, that value is the problem.
  mutating func problem(inObjectAt index: Int, of view: JSONDocument.View) -> Problem? {
    let opening = view.opening(of: view.nodes[index])
    guard opening == .leftBrace else { return Problem(index: index, member: nil) }
    for place in values.indices { values[place] = JSONDocument.none }
    list.find(in: index, of: view, &values)
    var first: Problem?
    var missing: Problem?
    for (place, member) in members.enumerated() {
      let value = values[place]
      if value == JSONDocument.none {
        if missing == nil { missing = Problem(index: index, member: member, isMissing: true) }
      } else if let problem = problem(at: Int(value), of: view, place) {
        // Report the problem that comes first in the text, where members can be in any order.
        if let earlier = first, earlier.index < problem.index { continue }
        first = problem
      }
    }
    return first ?? missing
  }

  private mutating func problem(
    at index: Int, of view: JSONDocument.View, _ place: Int
  ) -> Problem? {
    let member = members[place]
    if !fits(view.nodes[index], member.type, in: view) {
      return Problem(index: index, member: member)
    }
    if member.type == .object { return inner[place].problem(inObjectAt: index, of: view) }
    return nil
  }

  private func fits(
    _ node: JSONNode, _ type: ObjectShape.MemberType, in view: JSONDocument.View
  ) -> Bool {
    switch view.opening(of: node) {
    case .quote: type == .string
    case .leftBrace: type == .object
    case "t", "f": type == .boolean
    default: type == .integer && view.isInteger(node)
    }
  }
}
