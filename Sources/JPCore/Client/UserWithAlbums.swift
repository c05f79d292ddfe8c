/// A user with its albums; the user's own members are also members of this type.
@dynamicMemberLookup
public struct UserWithAlbums: Codable, Hashable, Identifiable, Sendable {
  /// The user.
  public var user: User
  /// The user's albums, in the order of their list.
  public var albums: [AlbumWithPhotos]

  /// The user's id.
  public var id: Int { user.id }

  /// Puts a user and its albums together.
  public init(user: User, albums: [AlbumWithPhotos]) {
    self.user = user
    self.albums = albums
  }

  /// A member of the user.
  public subscript<Value>(dynamicMember member: KeyPath<User, Value>) -> Value {
    user[keyPath: member]
  }
}

/// An album with its photos; the album's own members are also members of this type.
@dynamicMemberLookup
public struct AlbumWithPhotos: Codable, Hashable, Identifiable, Sendable {
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
