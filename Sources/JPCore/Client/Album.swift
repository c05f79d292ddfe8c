/// An album of a user's.
public struct Album: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user it belongs to.
  public var userId: Int
  /// The number that photos call the album by.
  public var id: Int
  /// The title.
  public var title: String

  /// Makes an album of its members.
  public init(userId: Int, id: Int, title: String) {
    self.userId = userId
    self.id = id
    self.title = title
  }
}
