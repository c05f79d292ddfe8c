/// A comment on a post; write `JPCore.Comment` in a file that also imports `Testing`.
public struct Comment: Codable, Hashable, Identifiable, Sendable {
  /// The ``Post/id`` of the post.
  public var postID: Int
  /// The id, unique among comments.
  public var id: Int
  /// The headline.
  public var name: String
  /// The writer's email address.
  public var email: String
  /// The comment's text.
  public var body: String

  /// Makes a comment from its members.
  public init(postID: Int, id: Int, name: String, email: String, body: String) {
    self.postID = postID
    self.id = id
    self.name = name
    self.email = email
    self.body = body
  }

  private enum CodingKeys: String, CodingKey {
    case postID = "postId"
    case id, name, email, body
  }
}
