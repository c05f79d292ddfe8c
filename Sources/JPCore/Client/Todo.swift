/// A task of a user.
public struct Todo: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user who has to do it.
  public var userID: Int
  /// The todo's own number.
  public var id: Int
  /// The task.
  public var title: String
  /// Whether it is done.
  public var completed: Bool

  /// Makes a todo from its members.
  public init(userID: Int, id: Int, title: String, completed: Bool) {
    self.userID = userID
    self.id = id
    self.title = title
    self.completed = completed
  }

  private enum CodingKeys: String, CodingKey {
    case userID = "userId"
    case id, title, completed
  }
}

extension Todo: RecordModel {
  private enum Names {
    static let userID = MemberName("userId")
    static let id = MemberName("id")
    static let title = MemberName("title")
    static let completed = MemberName("completed")
  }

  init?(_ record: JSONValue) {
    guard
      let userID = record.integer(named: Names.userID),
      let id = record.integer(named: Names.id),
      let title = record.string(named: Names.title),
      let completed = record.boolean(named: Names.completed)
    else { return nil }
    self.init(userID: userID, id: id, title: title, completed: completed)
  }
}
