extension Endpoint where Value == [User] {
  /// All users.
  public static var users: Self { Endpoint(listOf: .users) }
}

extension Endpoint where Value == User {
  /// A user, by ``User/id``.
  public static func user(_ id: Int) -> Self { Endpoint(id, of: .users) }
}

extension Endpoint where Value == [Album] {
  /// All albums.
  public static var albums: Self { Endpoint(listOf: .albums) }

  /// The albums of a user, by ``User/id``; empty for an unknown user.
  public static func albums(ofUser id: Int) -> Self { Endpoint(.albums, ofParent: id) }
}

extension Endpoint where Value == Album {
  /// An album, by ``Album/id``.
  public static func album(_ id: Int) -> Self { Endpoint(id, of: .albums) }
}

extension Endpoint where Value == [Photo] {
  /// All photos.
  public static var photos: Self { Endpoint(listOf: .photos) }

  /// The photos of an album, by ``Album/id``; empty for an unknown album.
  public static func photos(ofAlbum id: Int) -> Self { Endpoint(.photos, ofParent: id) }
}

extension Endpoint where Value == Photo {
  /// A photo, by ``Photo/id``.
  public static func photo(_ id: Int) -> Self { Endpoint(id, of: .photos) }
}

extension Endpoint where Value == [Post] {
  /// All posts.
  public static var posts: Self { Endpoint(listOf: .posts) }

  /// The posts of a user, by ``User/id``; empty for an unknown user.
  public static func posts(ofUser id: Int) -> Self { Endpoint(.posts, ofParent: id) }
}

extension Endpoint where Value == Post {
  /// A post, by ``Post/id``.
  public static func post(_ id: Int) -> Self { Endpoint(id, of: .posts) }
}

extension Endpoint where Value == [Comment] {
  /// All comments.
  public static var comments: Self { Endpoint(listOf: .comments) }

  /// The comments of a post, by ``Post/id``; empty for an unknown post.
  public static func comments(ofPost id: Int) -> Self { Endpoint(.comments, ofParent: id) }
}

extension Endpoint where Value == Comment {
  /// A comment, by ``Comment/id``.
  public static func comment(_ id: Int) -> Self { Endpoint(id, of: .comments) }
}

extension Endpoint where Value == [Todo] {
  /// All todos.
  public static var todos: Self { Endpoint(listOf: .todos) }

  /// The todos of a user, by ``User/id``; empty for an unknown user.
  public static func todos(ofUser id: Int) -> Self { Endpoint(.todos, ofParent: id) }
}

extension Endpoint where Value == Todo {
  /// A todo, by ``Todo/id``.
  public static func todo(_ id: Int) -> Self { Endpoint(id, of: .todos) }
}

// MARK: Joined records

extension Endpoint where Value == [UserWithAlbums] {
  /// All users with their albums, fetched at the same time and joined.
  ///
  /// Users, albums and photos are in the order of their lists. Records without a parent are left
  /// out and reported in ``Answer/issues``. If several lists fail, the error is that of the first
  /// in the order users, albums, photos; a record that lacks a field is an error.
  ///
  /// - Parameter includingPhotos: whether to fetch the photos of the albums, too; otherwise the
  ///   albums have none.
  public static func usersWithAlbums(includingPhotos: Bool = true) -> Self {
    Endpoint(.usersWithAlbums(includingPhotos: includingPhotos)) { answer in
      try answer.joinAlbumsToUsers()
    }
  }
}

extension Endpoint where Value == UserWithAlbums {
  /// A user with the albums that belong to it, by ``User/id``; see
  /// ``usersWithAlbums(includingPhotos:)``.
  public static func userWithAlbums(_ id: Int, includingPhotos: Bool = true) -> Self {
    let query = RecordQuery.usersWithAlbums([String(id)], includingPhotos: includingPhotos)
    return Endpoint(query) { answer in try answer.joinAlbumsToUsers()[0] }
  }
}

extension Endpoint where Value == AlbumWithPhotos {
  /// An album with its photos, by ``Album/id``.
  public static func albumWithPhotos(_ id: Int) -> Self {
    let relations = Resource.albums.walk(to: .photos)
    let query = RecordQuery(
      .albums, ids: [String(id)], embeddings: Embedding.tree(merging: [relations]))
    return Endpoint(query) { answer in
      try answer.joinPhotos(
        toAlbumsOf: answer.value.list, answer.value.embedded, rows: answer.value.rows)[0]
    }
  }
}

extension RecordQuery {
  /// - Parameter ids: the users' ids; none for all.
  fileprivate static func usersWithAlbums(
    _ ids: [String] = [], includingPhotos: Bool
  ) -> RecordQuery {
    var last = Resource.albums
    if includingPhotos { last = .photos }
    let relations = Resource.users.walk(to: last)
    return RecordQuery(.users, ids: ids, embeddings: Embedding.tree(merging: [relations]))
  }
}

extension Answer<Records> {
  /// The users with the albums that are embedded in them.
  fileprivate func joinAlbumsToUsers() throws -> [UserWithAlbums] {
    let users: [User] = try decodeModels(of: value.list, rows: value.rows)
    // The query embeds the albums, and isn't partial, so no list is missing.
    let embedding = value.embedded[0]
    guard let step = value.join.step(embedding.relation, of: .users) else { return [] }
    var joined: [UserWithAlbums] = []
    for (row, user) in zip(value.rows, users) {
      let rows = step.rows(from: row).map { row in Int(row) }
      let albums = try joinPhotos(toAlbumsOf: step.list, embedding.nested, rows: rows)
      joined.append(UserWithAlbums(user: user, albums: albums))
    }
    return joined
  }

  /// The albums of rows, with the photos that are embedded in them.
  ///
  /// - Parameter embeddings: the relation to the photos; empty to read none.
  fileprivate func joinPhotos(
    toAlbumsOf list: List, _ embeddings: [Embedding], rows: [Int]
  ) throws -> [AlbumWithPhotos] {
    let albums: [Album] = try decodeModels(of: list, rows: rows)
    var step: JoinStep?
    if let embedding = embeddings.first {
      step = value.join.step(embedding.relation, of: .albums)
    }
    var joined: [AlbumWithPhotos] = []
    for (row, album) in zip(rows, albums) {
      var photos: [Photo] = []
      if let step {
        let rows = step.rows(from: row).map { row in Int(row) }
        photos = try decodeModels(of: step.list, rows: rows)
      }
      joined.append(AlbumWithPhotos(album: album, photos: photos))
    }
    return joined
  }
}

// MARK: Records as models

extension Endpoint {
  private init<Model: Decodable>(listOf resource: Resource) where Value == [Model] {
    self.init(all: RecordQuery(resource))
  }

  private init<Model: Decodable>(
    _ resource: Resource, ofParent id: Int
  ) where Value == [Model] {
    var query = RecordQuery(resource)
    query.parentID = String(id)
    self.init(all: query)
  }

  private init<Model: Decodable>(all query: RecordQuery) where Value == [Model] {
    self.init(query) { answer in
      try answer.decodeModels(of: answer.value.list, rows: answer.value.rows)
    }
  }
}

extension Endpoint where Value: Decodable {
  private init(_ id: Int, of resource: Resource) {
    self.init(RecordQuery(resource, ids: [String(id)])) { answer in
      try answer.decodeModels(of: answer.value.list, rows: answer.value.rows)[0]
    }
  }
}

extension Answer<Records> {
  /// Decodes records of one of this answer's lists.
  ///
  /// - Throws: ``FetchError`` if a record doesn't match the model.
  fileprivate func decodeModels<Model: Decodable>(of list: List, rows: [Int]) throws -> [Model] {
    var models: [Model] = []
    for row in rows {
      let record = list.document.value(at: Int(list.objects[row]))
      do {
        models.append(try record.decode())
      } catch {
        let path = list.path(ofElement: list.objects[row])
        let mismatch = TypeMismatch(error, in: record, at: path)
        throw self.mismatchError(mismatch, in: list.resource.name)
      }
    }
    return models
  }
}
