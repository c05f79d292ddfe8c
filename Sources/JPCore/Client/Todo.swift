/// What a user has to do.
public struct Todo: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user who has to do it.
  public var userId: Int
  /// The todo's own number.
  public var id: Int
  /// What is to be done.
  public var title: String
  /// Whether it is done.
  public var completed: Bool
}
