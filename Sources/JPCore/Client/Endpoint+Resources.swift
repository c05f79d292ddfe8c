extension Endpoint where Value == [User] {
  /// All users; see ``page(_:limit:)``.
  public static func users() -> Self { Endpoint(listOf: .users) }
}

extension Endpoint where Value == User {
  /// A user, by ``User/id``.
  public static func user(_ id: Int) -> Self { Endpoint(id, of: .users) }
}

extension Endpoint where Value == [Album] {
  /// All albums; see ``page(_:limit:)``.
  public static func albums() -> Self { Endpoint(listOf: .albums) }

  /// The albums of a user, by ``User/id``; empty for an unknown user.
  public static func albums(ofUser id: Int) -> Self { Endpoint(.albums, ofParent: id) }
}

extension Endpoint where Value == Album {
  /// An album, by ``Album/id``.
  public static func album(_ id: Int) -> Self { Endpoint(id, of: .albums) }
}

extension Endpoint where Value == [Photo] {
  /// All photos; see ``page(_:limit:)``.
  public static func photos() -> Self { Endpoint(listOf: .photos) }

  /// The photos of an album, by ``Album/id``; empty for an unknown album.
  public static func photos(ofAlbum id: Int) -> Self { Endpoint(.photos, ofParent: id) }
}

extension Endpoint where Value == Photo {
  /// A photo, by ``Photo/id``.
  public static func photo(_ id: Int) -> Self { Endpoint(id, of: .photos) }
}

extension Endpoint where Value == [Post] {
  /// All posts; see ``page(_:limit:)``.
  public static func posts() -> Self { Endpoint(listOf: .posts) }

  /// The posts of a user, by ``User/id``; empty for an unknown user.
  public static func posts(ofUser id: Int) -> Self { Endpoint(.posts, ofParent: id) }
}

extension Endpoint where Value == Post {
  /// A post, by ``Post/id``.
  public static func post(_ id: Int) -> Self { Endpoint(id, of: .posts) }
}

extension Endpoint where Value == [Comment] {
  /// All comments; see ``page(_:limit:)``.
  public static func comments() -> Self { Endpoint(listOf: .comments) }

  /// The comments of a post, by ``Post/id``; empty for an unknown post.
  public static func comments(ofPost id: Int) -> Self { Endpoint(.comments, ofParent: id) }
}

extension Endpoint where Value == Comment {
  /// A comment, by ``Comment/id``.
  public static func comment(_ id: Int) -> Self { Endpoint(id, of: .comments) }
}

extension Endpoint where Value == [Todo] {
  /// All todos; see ``page(_:limit:)``.
  public static func todos() -> Self { Endpoint(listOf: .todos) }

  /// The todos of a user, by ``User/id``; empty for an unknown user.
  public static func todos(ofUser id: Int) -> Self { Endpoint(.todos, ofParent: id) }
}

extension Endpoint where Value == Todo {
  /// A todo, by ``Todo/id``.
  public static func todo(_ id: Int) -> Self { Endpoint(id, of: .todos) }
}

extension Endpoint where Value == [UserWithAlbums] {
  /// All users, albums and photos, fetched at the same time and joined.
  ///
  /// Users, albums and photos are in the order of their lists. Records without a parent are left out
  /// and reported in ``Fetched/irregularities``. If several lists fail, the error is that of the first
  /// in the order users, albums, photos; a record that lacks a field is an error.
  public static func usersWithAlbums() -> Self {
    Endpoint(.usersWithAlbums) { try UserWithAlbums.all(in: $0) }
  }
}

// MARK: Records as models

extension Endpoint {
  /// All records of a resource.
  private init<Model: Decodable>(listOf resource: Resource) where Value == [Model] {
    self.init(list: ResourcePath(.list, of: resource))
  }

  /// The records of a resource that belong to one parent.
  private init<Model: Decodable>(
    _ resource: Resource, ofParent id: Int
  ) where Value == [Model] {
    self.init(list: ResourcePath(.children(ofParent: String(id)), of: resource))
  }

  private init<Model: Decodable>(list: ResourcePath) where Value == [Model] {
    self.init(RecordQuery(list)) { fetched in
      try fetched.map { records in
        try records.shown.map { row in
          try fetched.decode(Model.self, row: row, of: records)
        }
      }
    }
  }
}

extension Endpoint where Value: Decodable {
  /// A record of a resource.
  private init(_ id: Int, of resource: Resource) {
    self.init(RecordQuery(resource, ids: [String(id)])) { fetched in
      try fetched.map { records in
        try fetched.decode(Value.self, row: records.shown[0], of: records)
      }
    }
  }
}

extension Fetched {
  /// Decodes a record.
  ///
  /// - Throws: ``FetchError``: a number may be an integer, but too large for the model.
  func decode<Model: Decodable>(
    _ type: Model.Type, row: Int, of records: Records
  ) throws -> Model {
    let value = records.document.value(at: Int(records.objects[row]))
    do {
      return try value.decode()
    } catch {
      let path = records.extent == .single ? "" : "[\(row)]"
      throw self.error(TypeMismatch(error, in: value, at: path), in: records.resource.name)
    }
  }
}
