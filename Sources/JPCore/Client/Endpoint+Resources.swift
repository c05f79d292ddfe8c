extension Endpoint where Value == [User] {
  /// All users.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func users(page: Int? = nil, limit: Int? = nil) -> Self {
    Endpoint(list: .users, page: page, limit: limit)
  }
}

extension Endpoint where Value == User {
  /// A user.
  ///
  /// - Parameter id: its ``User/id``.
  public static func user(_ id: Int) -> Self { Endpoint(id, of: .users) }
}

extension Endpoint where Value == [Album] {
  /// All albums.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func albums(page: Int? = nil, limit: Int? = nil) -> Self {
    Endpoint(list: .albums, page: page, limit: limit)
  }

  /// The albums of a user; none where there is no such user.
  ///
  /// - Parameters:
  ///   - id: the ``User/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func albums(
    ofUser id: Int, page: Int? = nil, limit: Int? = nil
  ) -> Self {
    Endpoint(.albums, of: id, page: page, limit: limit)
  }
}

extension Endpoint where Value == Album {
  /// An album.
  ///
  /// - Parameter id: its ``Album/id``.
  public static func album(_ id: Int) -> Self { Endpoint(id, of: .albums) }
}

extension Endpoint where Value == [Photo] {
  /// All photos.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func photos(page: Int? = nil, limit: Int? = nil) -> Self {
    Endpoint(list: .photos, page: page, limit: limit)
  }

  /// The photos of an album; none where there is no such album.
  ///
  /// - Parameters:
  ///   - id: the ``Album/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func photos(
    ofAlbum id: Int, page: Int? = nil, limit: Int? = nil
  ) -> Self {
    Endpoint(.photos, of: id, page: page, limit: limit)
  }
}

extension Endpoint where Value == Photo {
  /// A photo.
  ///
  /// - Parameter id: its ``Photo/id``.
  public static func photo(_ id: Int) -> Self { Endpoint(id, of: .photos) }
}

extension Endpoint where Value == [Post] {
  /// All posts.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func posts(page: Int? = nil, limit: Int? = nil) -> Self {
    Endpoint(list: .posts, page: page, limit: limit)
  }

  /// The posts of a user; none where there is no such user.
  ///
  /// - Parameters:
  ///   - id: the ``User/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func posts(
    ofUser id: Int, page: Int? = nil, limit: Int? = nil
  ) -> Self {
    Endpoint(.posts, of: id, page: page, limit: limit)
  }
}

extension Endpoint where Value == Post {
  /// A post.
  ///
  /// - Parameter id: its ``Post/id``.
  public static func post(_ id: Int) -> Self { Endpoint(id, of: .posts) }
}

extension Endpoint where Value == [Comment] {
  /// All comments.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func comments(page: Int? = nil, limit: Int? = nil) -> Self {
    Endpoint(list: .comments, page: page, limit: limit)
  }

  /// The comments of a post; none where there is no such post.
  ///
  /// - Parameters:
  ///   - id: the ``Post/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func comments(
    ofPost id: Int, page: Int? = nil, limit: Int? = nil
  ) -> Self {
    Endpoint(.comments, of: id, page: page, limit: limit)
  }
}

extension Endpoint where Value == Comment {
  /// A comment.
  ///
  /// - Parameter id: its ``Comment/id``.
  public static func comment(_ id: Int) -> Self { Endpoint(id, of: .comments) }
}

extension Endpoint where Value == [Todo] {
  /// All todos.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func todos(page: Int? = nil, limit: Int? = nil) -> Self {
    Endpoint(list: .todos, page: page, limit: limit)
  }

  /// The todos of a user; none where there is no such user.
  ///
  /// - Parameters:
  ///   - id: the ``User/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  public static func todos(
    ofUser id: Int, page: Int? = nil, limit: Int? = nil
  ) -> Self {
    Endpoint(.todos, of: id, page: page, limit: limit)
  }
}

extension Endpoint where Value == Todo {
  /// A todo.
  ///
  /// - Parameter id: its ``Todo/id``.
  public static func todo(_ id: Int) -> Self { Endpoint(id, of: .todos) }
}

extension Endpoint where Value == [UserWithAlbums] {
  /// All users, albums and photos, joined (``JSONPlaceholder/usersWithAlbums(policy:)``).
  public static func usersWithAlbums() -> Self {
    Endpoint { try UserWithAlbums.all(in: await $0.records(.usersWithAlbums)) }
  }
}
