/// A user with its albums; the user's own members are also members of this type.
@dynamicMemberLookup
public struct UserWithAlbums: Codable, Hashable, Identifiable, Sendable {
  /// The user to whom the albums belong.
  public var user: User
  /// The user's albums, in the order of their list.
  public var albums: [AlbumWithPhotos]

  /// The ``User/id`` of the user.
  public var id: Int { user.id }

  /// Joins a user and its albums.
  public init(user: User, albums: [AlbumWithPhotos]) {
    self.user = user
    self.albums = albums
  }

  /// A member of ``user``: `joined.name` is `joined.user.name`.
  public subscript<Value>(dynamicMember member: KeyPath<User, Value>) -> Value {
    user[keyPath: member]
  }
}

/// An album with its photos; the album's own members are also members of this type.
@dynamicMemberLookup
public struct AlbumWithPhotos: Codable, Hashable, Identifiable, Sendable {
  /// The album that contains the photos.
  public var album: Album
  /// The album's photos, in the order of their list.
  public var photos: [Photo]

  /// The ``Album/id`` of the album.
  public var id: Int { album.id }

  /// Joins an album and its photos.
  public init(album: Album, photos: [Photo]) {
    self.album = album
    self.photos = photos
  }

  /// A member of ``album``: `joined.title` is `joined.album.title`.
  public subscript<Value>(dynamicMember member: KeyPath<Album, Value>) -> Value {
    album[keyPath: member]
  }
}
