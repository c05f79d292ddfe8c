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
