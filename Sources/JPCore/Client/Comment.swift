/// A comment on a post; write `JPCore.Comment` in a file that also imports `Testing`.
public struct Comment: Codable, Hashable, Identifiable, Sendable {
  /// The ``Post/id`` of the post.
  public var postID: Int
  /// The comment's own number.
  public var id: Int
  /// The headline.
  public var name: String
  /// The writer's email address.
  public var email: String
  /// The text.
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

extension Comment: RecordModel {
  private enum Names {
    static let postID = MemberName("postId")
    static let id = MemberName("id")
    static let name = MemberName("name")
    static let email = MemberName("email")
    static let body = MemberName("body")
  }

  init?(_ record: JSONValue) {
    guard
      let postID = record.integer(named: Names.postID),
      let id = record.integer(named: Names.id),
      let name = record.string(named: Names.name),
      let email = record.string(named: Names.email),
      let body = record.string(named: Names.body)
    else { return nil }
    self.init(postID: postID, id: id, name: name, email: email, body: body)
  }
}
