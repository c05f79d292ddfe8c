/// A user with its albums; the user's own members are also members of this type.
///
/// It is encoded as what `jpfetch --json` prints: the user, with its albums as the last member.
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
  public subscript<Value>(dynamicMember member: WritableKeyPath<User, Value>) -> Value {
    get { user[keyPath: member] }
    set { user[keyPath: member] = newValue }
  }
}

extension UserWithAlbums: Codable {
  private enum Key: CodingKey { case albums }

  /// Decodes a user, and its albums from the member `albums`.
  public init(from decoder: any Decoder) throws {
    let albums = try decoder.container(keyedBy: Key.self)
      .decode([AlbumWithPhotos].self, forKey: .albums)
    self.init(user: try User(from: decoder), albums: albums)
  }

  /// Encodes the user with one more member, `albums`.
  public func encode(to encoder: any Encoder) throws {
    try user.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(albums, forKey: .albums)
  }
}

extension RecordQuery {
  /// Users with their albums and photos, each with all fields that the models need.
  static var usersWithAlbums: RecordQuery {
    var query = RecordQuery(.users, embeddings: Embedding.tree(Resource.users.usualEmbed))
    query.isComplete = true
    return query
  }
}

/// A record that its model can't hold.
private struct ModelMisfit: Error {
  let resource: String
  let mismatch: TypeMismatch
}

extension UserWithAlbums {
  /// Makes the models of the fetched records.
  ///
  /// - Throws: ``FetchError`` for the first record that doesn't decode.
  static func all(in fetched: Fetched<Records>) throws -> Fetched<[UserWithAlbums]> {
    do { return try fetched.map(all) } catch let misfit as ModelMisfit {
      let url = fetched.sources.first { $0.resource == misfit.resource }?.url ?? ""
      throw FetchError(resource: misfit.resource, url: url, cause: .mismatch(misfit.mismatch))
    }
  }

  /// Makes the models from the records of ``RecordQuery/usersWithAlbums``, which are all complete.
  static func all(_ users: Records) throws -> [UserWithAlbums] {
    try users.shown.map { user in
      let albums = try users.children(ofRow: user).map { albums, album in
        let photos = try albums.children(ofRow: album).map { try $0.decode(Photo.self, row: $1) }
        return AlbumWithPhotos(album: try albums.decode(Album.self, row: album), photos: photos)
      }
      return UserWithAlbums(user: try users.decode(User.self, row: user), albums: albums)
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

  /// - Throws: ``ModelMisfit``: of repeated members, a model reads the first, and joining the last.
  fileprivate func decode<Model: Decodable>(_ type: Model.Type, row: Int) throws -> Model {
    let value = JSONValue(document: document, index: Int(objects[row]))
    do { return try value.decode() } catch {
      throw ModelMisfit(
        resource: resource.name, mismatch: TypeMismatch(error, in: value, at: "[\(row)]"))
    }
  }
}
