/// A text that a user has posted.
public struct Post: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user who posted it.
  public var userID: Int
  /// The number by which comments refer to the post.
  public var id: Int
  /// The post's title.
  public var title: String
  /// The post's text, with line feeds.
  public var body: String

  /// Makes a post from its members.
  public init(userID: Int, id: Int, title: String, body: String) {
    self.userID = userID
    self.id = id
    self.title = title
    self.body = body
  }

  private enum CodingKeys: String, CodingKey {
    case userID = "userId"
    case id, title, body
  }
}
