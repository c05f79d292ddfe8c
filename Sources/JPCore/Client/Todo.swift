/// A task of a user.
public struct Todo: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user who has to do it.
  public var userId: Int
  /// The todo's own number.
  public var id: Int
  /// The task.
  public var title: String
  /// Whether it is done.
  public var completed: Bool

  /// Makes a todo from its members.
  public init(userId: Int, id: Int, title: String, completed: Bool) {
    self.userId = userId
    self.id = id
    self.title = title
    self.completed = completed
  }
}
