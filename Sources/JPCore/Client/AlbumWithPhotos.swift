/// An album with its photos; the album's own members are also members of this type.
///
/// It is encoded as the album, with its photos as the last member.
@dynamicMemberLookup
public struct AlbumWithPhotos: Hashable, Identifiable, Sendable {
  /// The album.
  public var album: Album
  /// The album's photos, in the order of their list.
  public var photos: [Photo]

  /// The album's id.
  public var id: Int { album.id }

  /// Puts an album and its photos together.
  public init(album: Album, photos: [Photo]) {
    self.album = album
    self.photos = photos
  }

  /// A member of the album.
  public subscript<Value>(dynamicMember member: WritableKeyPath<Album, Value>) -> Value {
    get { album[keyPath: member] }
    set { album[keyPath: member] = newValue }
  }
}

extension AlbumWithPhotos: Codable {
  private enum Key: CodingKey { case photos }

  /// Decodes an album, and its photos from the member `photos`.
  public init(from decoder: any Decoder) throws {
    let photos = try decoder.container(keyedBy: Key.self).decode([Photo].self, forKey: .photos)
    self.init(album: try Album(from: decoder), photos: photos)
  }

  /// Encodes the album with one more member, `photos`.
  public func encode(to encoder: any Encoder) throws {
    try album.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(photos, forKey: .photos)
  }
}
