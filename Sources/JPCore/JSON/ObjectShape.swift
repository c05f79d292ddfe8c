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
    /// The column that notes this member, if there is one.
    let column: Int?
    /// An object's members, at most 64.
    let children: [Member]
    /// Its place among its siblings.
    let bit: UInt64
  }

  /// The members of the objects themselves, at most 64.
  let members: [Member]

  /// How many columns of notes there are.
  let columnCount: Int

  /// - Parameters:
  ///   - fields: the scalars' dotted paths and types; those of one object are adjacent.
  ///   - columns: the paths to note, in the columns' order.
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
      let name = String(field.path.utf8.dropFirst(prefix.utf8.count).prefix { $0 != .point }) ?? ""
      let path = prefix + name
      let inner = rest.prefix { $0.path.utf8.starts(with: "\(path).".utf8) }
      members.append(
        Member(
          name: MemberName(name), path: path, type: inner.isEmpty ? field.type : .object,
          column: columns.firstIndex(of: path),
          children: Self.members(of: inner, inside: path + ".", columns), bit: 1 << members.count))
      rest = rest.dropFirst(max(inner.count, 1))
    }
    return members
  }
}
