/// The members that objects should have, and their types.
package struct ObjectShape: Sendable {
  /// Which members must be there, and not `null`.
  enum Required: Equatable {
    /// The members of the first columns.
    case columns(Int)
    /// All, those of inner objects too.
    case all
  }

  /// The types that a member can have, besides `null`.
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
    /// The column of this member's values, if there is one.
    let column: Int?
    /// An object's members, at most 64.
    let children: [Member]
    /// 1, shifted by the number of siblings before it.
    let bit: UInt64
  }

  /// The members of the objects themselves, at most 64.
  let members: [Member]

  /// How many columns of values there are.
  let columnCount: Int

  /// - Parameters:
  ///   - fields: the scalars' dotted paths and types; those of one object are adjacent.
  ///   - columns: the paths of the columns, in order.
  init(_ fields: [Field], columns: [String] = []) {
    members = Self.members(of: fields[...], inside: "", columns)
    columnCount = columns.count
  }

  private static func members(
    of fields: ArraySlice<Field>, inside prefix: String, _ columns: [String]
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
      let children = Self.members(of: innerFields, inside: inside, columns)
      members.append(
        Member(
          name: MemberName(name), path: path, type: type, column: columns.firstIndex(of: path),
          children: children, bit: 1 << members.count))
      rest = rest.dropFirst(max(innerFields.count, 1))
    }
    return members
  }
}
