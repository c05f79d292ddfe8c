/// A user with the albums that belong to it; the user's own members can be read from it directly.
@dynamicMemberLookup
public struct UserWithAlbums: Hashable, Identifiable, Sendable {
  /// The user.
  public var user: User
  /// The user's albums, in the order of their list.
  public var albums: [AlbumWithPhotos]

  /// The user's id.
  public var id: Int { user.id }

  /// A member of the user.
  public subscript<Value>(dynamicMember member: KeyPath<User, Value>) -> Value {
    user[keyPath: member]
  }
}

/// An album with the photos that belong to it; the album's own members can be read from it directly.
@dynamicMemberLookup
public struct AlbumWithPhotos: Hashable, Identifiable, Sendable {
  /// The album.
  public var album: Album
  /// The album's photos, in the order of their list.
  public var photos: [Photo]

  /// The album's id.
  public var id: Int { album.id }

  /// A member of the album.
  public subscript<Value>(dynamicMember member: KeyPath<Album, Value>) -> Value {
    album[keyPath: member]
  }
}

extension RecordQuery {
  /// Users with albums with photos.
  static var usersWithAlbums: RecordQuery {
    let users = Resource.all[0]
    return RecordQuery(users, embeddings: Embedding.tree(users.usualEmbed))
  }
}

extension UserWithAlbums {
  /// The records of ``RecordQuery/usersWithAlbums``.
  ///
  /// - Throws: ``FetchError`` for a number that is too large.
  static func all(_ fetched: Fetched<Records>) throws -> [UserWithAlbums] {
    let users = fetched.value
    return try users.shown.map { user in
      let albums = try users.children(ofRow: user).map { albums, album in
        let photos = try albums.children(ofRow: album).map { photos, photo in
          try fetched.decode(Photo.self, row: photo, of: photos)
        }
        return AlbumWithPhotos(
          album: try fetched.decode(Album.self, row: album, of: albums), photos: photos)
      }
      return UserWithAlbums(
        user: try fetched.decode(User.self, row: user, of: users), albums: albums)
    }
  }
}

extension Records {
  /// What is embedded first in a row.
  fileprivate func children(ofRow row: Int) -> [(Records, row: Int)] {
    embedded.first.map { embedded in
      embedded.rows(ofParent: row).map { (embedded.children, Int($0)) }
    } ?? []
  }
}

extension Fetched {
  fileprivate func decode<Model: Decodable>(
    _ type: Model.Type, row: Int, of records: Records
  ) throws(FetchError) -> Model {
    do {
      return try JSONValue(document: records.document, index: Int(records.objects[row])).decode()
    } catch {
      let name = records.resource.name
      throw FetchError(
        source: name, url: sources.first { $0.source == name }?.url ?? "",
        cause: .mismatch(TypeMismatch(error, in: records.document)))
    }
  }
}
