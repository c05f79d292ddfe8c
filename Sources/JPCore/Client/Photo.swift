/// A photo in an album.
public struct Photo: Codable, Hashable, Identifiable, Sendable {
  /// The ``Album/id`` of the album it belongs to.
  public var albumID: Int
  /// The photo's own number.
  public var id: Int
  /// The title.
  public var title: String
  /// The picture's URL. The API's own host for pictures is gone.
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

extension Photo: RecordModel {
  private enum Names {
    static let albumID = MemberName("albumId")
    static let id = MemberName("id")
    static let title = MemberName("title")
    static let url = MemberName("url")
    static let thumbnailURL = MemberName("thumbnailUrl")
  }

  init?(_ record: JSONValue) {
    guard
      let albumID = record.integer(named: Names.albumID),
      let id = record.integer(named: Names.id),
      let title = record.string(named: Names.title),
      let url = record.string(named: Names.url),
      let thumbnailURL = record.string(named: Names.thumbnailURL)
    else { return nil }
    self.init(albumID: albumID, id: id, title: title, url: url, thumbnailURL: thumbnailURL)
  }
}
