/// What somebody has written about a post.
public struct Comment: Codable, Hashable, Identifiable, Sendable {
  /// The ``Post/id`` of the post.
  public var postId: Int
  /// The comment's own number.
  public var id: Int
  /// The headline.
  public var name: String
  /// The writer's address for mail.
  public var email: String
  /// The text.
  public var body: String
}
