/// A text that a user has posted.
public struct Post: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user who posted it.
  public var userId: Int
  /// The number by which comments refer to the post.
  public var id: Int
  /// The title.
  public var title: String
  /// The text.
  public var body: String

  /// Makes a post from its members.
  public init(userId: Int, id: Int, title: String, body: String) {
    self.userId = userId
    self.id = id
    self.title = title
    self.body = body
  }
}
