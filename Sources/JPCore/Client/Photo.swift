/// A photo in an album.
public struct Photo: Codable, Hashable, Identifiable, Sendable {
  /// The ``Album/id`` of the album it belongs to.
  public var albumID: Int
  /// The id, unique among photos.
  public var id: Int
  /// The photo's title.
  public var title: String
  /// The picture's URL. The host in the API's own URLs doesn't exist any more.
  public var url: String
  /// The URL of a smaller picture.
  public var thumbnailURL: String

  /// Makes a photo from its members.
  public init(albumID: Int, id: Int, title: String, url: String, thumbnailURL: String) {
    self.albumID = albumID
    self.id = id
    self.title = title
    self.url = url
    self.thumbnailURL = thumbnailURL
  }

  private enum CodingKeys: String, CodingKey {
    case albumID = "albumId"
    case thumbnailURL = "thumbnailUrl"
    case id, title, url
  }
}
