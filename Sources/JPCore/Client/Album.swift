/// An album of a user.
public struct Album: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user it belongs to.
  public var userID: Int
  /// The number by which photos refer to the album.
  public var id: Int
  /// The album's title.
  public var title: String

  /// Makes an album from its members.
  public init(userID: Int, id: Int, title: String) {
    self.userID = userID
    self.id = id
    self.title = title
  }

  private enum CodingKeys: String, CodingKey {
    case userID = "userId"
    case id, title
  }
}
