/// A task of a user.
public struct Todo: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user who has to do it.
  public var userID: Int
  /// The id, unique among todos.
  public var id: Int
  /// What has to be done.
  public var title: String
  /// Whether the task is done.
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
