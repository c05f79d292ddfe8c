/// Members of an object, and members inside them, in the order in which fields name them.
struct ChosenMembers: Sendable {
  struct Member {
    let name: String
    let memberName: MemberName
    /// Set for a number of records, whose path is the name.
    var count: FieldPath?
    /// Whether it is how many records a group has.
    var isGroupCount = false
    /// The members of the value; `nil` for the whole value.
    var members: ChosenMembers?
  }

  private(set) var all: [Member] = []

  init(_ fields: [FieldPath], hasGroupCount: Bool = false) {
    for field in fields {
      if field.kind == .count {
        let name = field.text
        all.append(Member(name: name, memberName: MemberName(name), count: field))
      } else {
        add((field.relations.map { MemberName($0.name) } + field.members)[...])
      }
    }
    if hasGroupCount {
      all.append(Member(name: "count", memberName: MemberName("count"), isGroupCount: true))
    }
  }

  private mutating func add(_ path: ArraySlice<MemberName>) {
    guard let memberName = path.first else { return }
    let name = String(utf8: memberName.content)
    let rest = path.dropFirst()
    if let known = all.firstIndex(where: { $0.name == name && $0.count == nil }) {
      // All of it is more than a part of it.
      if rest.isEmpty { all[known].members = nil } else { all[known].members?.add(rest) }
      return
    }
    var members = rest.isEmpty ? nil : ChosenMembers([])
    members?.add(rest)
    all.append(Member(name: name, memberName: memberName, members: members))
  }
}
