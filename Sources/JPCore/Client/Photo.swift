/// A photo in an album.
public struct Photo: Codable, Hashable, Identifiable, Sendable {
  /// The ``Album/id`` of the album it belongs to.
  public var albumId: Int
  /// The photo's own number.
  public var id: Int
  /// The title.
  public var title: String
  /// Where the picture is said to be. The API's own host for them is gone.
  public var url: String
  /// Where a small one is said to be.
  public var thumbnailUrl: String

  /// Makes a photo of its members.
  public init(albumId: Int, id: Int, title: String, url: String, thumbnailUrl: String) {
    self.albumId = albumId
    self.id = id
    self.title = title
    self.url = url
    self.thumbnailUrl = thumbnailUrl
  }
}
