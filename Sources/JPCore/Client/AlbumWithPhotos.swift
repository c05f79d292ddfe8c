/// An album with its photos; the album's own members are also members of this type.
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
  public subscript<Value>(dynamicMember member: KeyPath<Album, Value>) -> Value {
    album[keyPath: member]
  }
}
