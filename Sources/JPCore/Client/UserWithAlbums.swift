/// A user with its albums; the user's own members are also members of this type.
@dynamicMemberLookup
public struct UserWithAlbums: Hashable, Identifiable, Sendable {
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

extension RecordQuery {
  /// Users with their albums and photos.
  static var usersWithAlbums: RecordQuery {
    RecordQuery(.users, embeddings: Embedding.tree(Resource.users.usualEmbed))
  }
}

extension UserWithAlbums {
  /// Makes the models of the records of ``RecordQuery/usersWithAlbums``, which are all complete.
  ///
  /// - Throws: ``FetchError`` for the first record that doesn't decode.
  static func all(in fetched: Fetched<Records>) throws -> Fetched<[UserWithAlbums]> {
    try fetched.map { users in
      try users.shown.map { user in
        let albums = try users.children(ofRow: user).map { albums, album in
          let photos = try albums.children(ofRow: album).map { photos, photo in
            try fetched.decode(Photo.self, row: photo, of: photos)
          }
          let album = try fetched.decode(Album.self, row: album, of: albums)
          return AlbumWithPhotos(album: album, photos: photos)
        }
        return UserWithAlbums(
          user: try fetched.decode(User.self, row: user, of: users), albums: albums)
      }
    }
  }
}

extension Records {
  /// The records of the first embedding in a row.
  fileprivate func children(ofRow row: Int) -> [(Records, row: Int)] {
    embedded.first.map { embedded in
      embedded.rows(ofParent: row).map { (embedded.children, Int($0)) }
    } ?? []
  }
}
