/// The members that objects should have, and their types: a tree, laid out flat for
/// ``JSONDocument/compare(objectsAt:with:requiring:goesOn:)``.
struct ObjectShape {
  /// Which members must be there, and not `null`.
  enum Required: Sendable {
    /// The members of the first columns.
    case columns(Int)
    /// All, those of inner objects too.
    case all
  }

  /// The types that a member can have, besides `null`.
  enum MemberType {
    /// A number without a fraction or an exponent.
    case integer
    case string
    case boolean
    case object
  }

  /// A scalar: the dotted path of a member, and its type.
  struct Field {
    let path: String
    let type: MemberType
  }

  /// A member; everything in it is a number, so that hot code can look at it through a pointer.
  struct Member {
    let type: MemberType
    /// Where the name stands in ``ObjectShape/names``.
    let name: Range<Int>
    /// The name as texts usually have it, without escapes.
    let quoted: QuotedName
    /// For an object: where its members stand in ``ObjectShape/members``.
    var children: Range<Int>
    /// The column that notes this member, if there is one.
    let column: Int?
  }

  /// Siblings stand together, the objects' own members first. An object has at most 64 members.
  private(set) var members: [Member] = []

  /// The members' names as UTF-8, one after the other.
  private(set) var names: [UInt8] = []

  /// The members' dotted paths.
  private(set) var paths: [String] = []

  /// How many members the objects themselves have.
  let width: Int

  /// How many columns of notes there are.
  let columnCount: Int

  /// - Parameters:
  ///   - fields: the scalars' dotted paths and types; those of one object stand together.
  ///   - columns: the paths to note, in the columns' order.
  init(_ fields: [Field], columns: [String] = []) {
    columnCount = columns.count
    var groups = Self.grouped(
      fields.map { field in
        let parts = field.path.utf8.split(separator: UInt8(ascii: ".")).map { Substring($0) }
        return Leaf(parts: parts[...], type: field.type)
      })
    width = groups.count
    append(groups, inside: "", columns)
    // Each round appends one group's members, so every level follows the one above it.
    var index = 0
    while index < groups.count {
      let inner = Self.grouped(groups[index].fields)
      members[index].children = members.count..<members.count + inner.count
      append(inner, inside: paths[index] + ".", columns)
      groups += inner
      index += 1
    }
  }

  /// The objects' own members that are required, as a set of bits.
  func bits(of required: Required) -> UInt64 {
    members[..<width].indices.reduce(0) { bits, member in
      let isRequired =
        switch required {
        case .columns(let count): members[member].column.map { $0 < count } ?? false
        case .all: true
        }
      return isRequired ? bits | 1 << UInt64(member) : bits
    }
  }

  /// A field, seen from an object that contains it.
  private struct Leaf {
    /// The names from there on.
    let parts: ArraySlice<Substring>
    let type: MemberType
  }

  /// A member and the fields inside it.
  private struct Group {
    let name: Substring
    let type: MemberType
    var fields: [Leaf] = []
  }

  /// Groups fields by the first part of their paths.
  private static func grouped(_ fields: [Leaf]) -> [Group] {
    var groups: [Group] = []
    for field in fields {
      guard let name = field.parts.first else { continue }
      let rest = field.parts.dropFirst()
      if groups.last?.name != name {
        groups.append(Group(name: name, type: rest.isEmpty ? field.type : .object))
      }
      if !rest.isEmpty {
        groups[groups.count - 1].fields.append(Leaf(parts: rest, type: field.type))
      }
    }
    return groups
  }

  private mutating func append(_ groups: [Group], inside prefix: String, _ columns: [String]) {
    for group in groups {
      let path = prefix + String(group.name)
      let start = names.count
      names += group.name.utf8
      paths.append(path)
      members.append(
        Member(
          type: group.type, name: start..<names.count, quoted: QuotedName(group.name.utf8),
          children: 0..<0,
          column: columns.firstIndex(of: path)))
    }
  }
}
