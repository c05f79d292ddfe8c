/// An album of a user.
public struct Album: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user it belongs to.
  public var userId: Int
  /// The number by which photos refer to the album.
  public var id: Int
  /// The title.
  public var title: String

  /// Makes an album from its members.
  public init(userId: Int, id: Int, title: String) {
    self.userId = userId
    self.id = id
    self.title = title
  }
}
