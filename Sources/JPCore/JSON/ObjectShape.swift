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

  /// A scalar: the dotted path of a member (`address.city`), and its type.
  package struct Field: Sendable {
    package let path: String
    package let type: MemberType
  }

  struct Member {
    let name: MemberName
    let path: String
    let type: MemberType
    /// An object's members, at most 64.
    let children: [Member]
    /// 1, shifted by the number of siblings before it.
    let bit: UInt64
  }

  /// The members of the objects themselves, at most 64.
  let members: [Member]

  /// - Parameter fields: the scalars' dotted paths and types; those of one object are adjacent.
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
      let type = innerFields.isEmpty ? field.type : .object
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
