/// The members that the requested fields choose from an object and from objects in it, in the
/// fields' order.
struct ChosenMembers: Sendable {
  struct Member {
    let name: MemberName
    /// The name as it is written in the output.
    let text: String
    var output: MemberOutput

    /// The chosen members of the value; `nil` to write all of the value.
    var inner: ChosenMembers? {
      guard case .members(let members) = output else { return nil }
      return members
    }
  }

  /// What is written as the value of a member.
  enum MemberOutput {
    /// All of the value, as the server sent it.
    case whole
    /// Members of the value, or of the records embedded in it.
    case members(ChosenMembers)
    /// A number that isn't in the record: how many children it has, or how many records are in its
    /// group. The numbers are in columns; this is the column's index.
    case number(Int)
  }

  private(set) var all: [Member] = []

  /// Whether the object's other members are written, too: `album,album.user.name` chooses the name of
  /// an album's user, and all of the album.
  private(set) var includesOthers = false

  /// The fields of the first columns of numbers.
  private(set) var counts: [FieldPath] = []

  /// The names of ``all``, without those of numbers.
  private var names = MemberFinder()

  /// For each of ``names``, the index of its member in ``all``.
  private var indices: [Int] = []

  /// - Parameter countName: the name of a last member for the number of records in a group; `nil`
  ///   to write no such member.
  init(_ fields: [FieldPath], countName: String? = nil) {
    for field in fields {
      if field.kind == .count {
        addNumber(counts.count, called: field.text)
        counts.append(field)
      } else {
        addMember(at: field.path[...])
      }
    }
    if let countName { addNumber(counts.count, called: countName) }
  }

  private init(_ path: ArraySlice<MemberName>) { addMember(at: path) }

  private mutating func addNumber(_ column: Int, called name: String) {
    all.append(Member(name: MemberName(name), text: name, output: .number(column)))
  }

  private mutating func addMember(at path: ArraySlice<MemberName>) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    let nameIndex = names.addName(name)
    if nameIndex == indices.count {
      indices.append(all.count)
      var member = Member(name: name, text: String(utf8: name.content), output: .whole)
      if !rest.isEmpty { member.output = .members(ChosenMembers(rest)) }
      all.append(member)
      return
    }
    let index = indices[nameIndex]
    switch all[index].output {
    case .members(var members):
      // The members are taken out of the array, so that they aren't copied for each further one.
      all[index].output = .whole
      members.includesOthers = members.includesOthers || rest.isEmpty
      members.addMember(at: rest)
      all[index].output = .members(members)
    case .whole where !rest.isEmpty:
      var members = ChosenMembers(rest)
      members.includesOthers = true
      all[index].output = .members(members)
    case .whole, .number: break
    }
  }

  /// The chosen members of the records that a relation embeds; `nil` to write all of them.
  func inner(of relation: Relation) -> ChosenMembers? {
    let member = all.first { member in member.name.content.elementsEqual(relation.name.utf8) }
    return member?.inner
  }

  /// The values of an object's members, found in one pass over it, for each member in ``all``;
  /// `nil` if there are so few that each can be searched for.
  func values(ofObjectAt object: Int, in document: JSONDocument) -> [UInt32]? {
    if all.count <= Self.few { return nil }
    var list = names
    var found = ContiguousArray(repeating: JSONDocument.none, count: list.count)
    document.withView { view in list.findMembers(in: object, of: view, &found) }
    var values = [UInt32](repeating: JSONDocument.none, count: all.count)
    for (nameIndex, index) in indices.enumerated() { values[index] = found[nameIndex] }
    return values
  }

  private static let few = 16
}
