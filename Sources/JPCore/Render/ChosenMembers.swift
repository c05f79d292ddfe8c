/// The members that the requested fields choose from an object and from objects in it, in the
/// fields' order.
struct ChosenMembers: Sendable {
  struct Member {
    let name: MemberName
    /// The name as it is written in the output.
    let text: String
    var content: Content

    /// The chosen members of the value; `nil` to write all of the value.
    var inner: ChosenMembers? {
      guard case .members(let members) = content else { return nil }
      return members
    }
  }

  /// What is written as the value of a member.
  enum Content {
    /// All of the value, as the server sent it.
    case whole
    /// Only these members of the value.
    case members(ChosenMembers)
    /// A number of records: the index of its field in ``counted``, or the index after the last one
    /// for the size of a group.
    case number(Int)
  }

  private(set) var all: [Member] = []

  /// The fields that are numbers of records; their paths are the members' names.
  private(set) var counted: [FieldPath] = []

  /// - Parameter countName: the name of a last member for the number of records in a group; `nil`
  ///   to write no such member.
  init(_ fields: [FieldPath], countName: String? = nil) {
    for field in fields {
      if field.kind == .count {
        addNumber(called: field.text)
        counted.append(field)
      } else {
        add(field.path[...])
      }
    }
    if let countName { addNumber(called: countName) }
  }

  private init(_ path: ArraySlice<MemberName>) { add(path) }

  private mutating func addNumber(called name: String) {
    all.append(Member(name: MemberName(name), text: name, content: .number(counted.count)))
  }

  private mutating func add(_ path: ArraySlice<MemberName>) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    for index in all.indices where all[index].name == name {
      switch all[index].content {
      case .number:
        continue
      case .whole:
        return
      case .members(var members):
        // If the member itself is requested, too, all of its value is written.
        if rest.isEmpty {
          all[index].content = .whole
        } else {
          members.add(rest)
          all[index].content = .members(members)
        }
        return
      }
    }
    var member = Member(name: name, text: String(utf8: name.content), content: .whole)
    if !rest.isEmpty {
      member.content = .members(ChosenMembers(rest))
    }
    all.append(member)
  }
}
