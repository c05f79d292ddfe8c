/// An album of a user's.
public struct Album: Codable, Hashable, Identifiable, Sendable {
  /// The ``User/id`` of the user it belongs to.
  public var userId: Int
  /// The number that photos call the album by.
  public var id: Int
  /// The title.
  public var title: String
}
