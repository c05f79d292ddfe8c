/// The API's resources. Each call is ``fetch(_:policy:)`` of the ``Endpoint`` of the same name.
extension JSONPlaceholder {
  /// Gets all users, or a page of them.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func users(
    page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[User]> {
    try await fetch(.users(page: page, limit: limit), policy: policy)
  }

  /// Gets a user.
  ///
  /// - Parameters:
  ///   - id: its ``User/id``.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``: where there is no such user, with
  ///   ``FetchError/Cause-swift.enum/noRecord(id:)`` or the server's 404; `CancellationError`.
  @concurrent public func user(
    _ id: Int, policy: CachePolicy = .standard
  ) async throws -> Fetched<User> {
    try await fetch(.user(id), policy: policy)
  }

  /// Gets all albums, or a page of them.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func albums(
    page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Album]> {
    try await fetch(.albums(page: page, limit: limit), policy: policy)
  }

  /// Gets an album.
  ///
  /// - Parameters:
  ///   - id: its ``Album/id``.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``: where there is no such album, with
  ///   ``FetchError/Cause-swift.enum/noRecord(id:)`` or the server's 404; `CancellationError`.
  @concurrent public func album(
    _ id: Int, policy: CachePolicy = .standard
  ) async throws -> Fetched<Album> {
    try await fetch(.album(id), policy: policy)
  }

  /// Gets the albums of a user, or a page of them; none where there is no such user.
  ///
  /// - Parameters:
  ///   - id: the ``User/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func albums(
    ofUser id: Int, page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Album]> {
    try await fetch(.albums(ofUser: id, page: page, limit: limit), policy: policy)
  }

  /// Gets all photos, or a page of them.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func photos(
    page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Photo]> {
    try await fetch(.photos(page: page, limit: limit), policy: policy)
  }

  /// Gets a photo.
  ///
  /// - Parameters:
  ///   - id: its ``Photo/id``.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``: where there is no such photo, with
  ///   ``FetchError/Cause-swift.enum/noRecord(id:)`` or the server's 404; `CancellationError`.
  @concurrent public func photo(
    _ id: Int, policy: CachePolicy = .standard
  ) async throws -> Fetched<Photo> {
    try await fetch(.photo(id), policy: policy)
  }

  /// Gets the photos of an album, or a page of them; none where there is no such album.
  ///
  /// - Parameters:
  ///   - id: the ``Album/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func photos(
    ofAlbum id: Int, page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Photo]> {
    try await fetch(.photos(ofAlbum: id, page: page, limit: limit), policy: policy)
  }

  /// Gets all posts, or a page of them.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func posts(
    page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Post]> {
    try await fetch(.posts(page: page, limit: limit), policy: policy)
  }

  /// Gets a post.
  ///
  /// - Parameters:
  ///   - id: its ``Post/id``.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``: where there is no such post, with
  ///   ``FetchError/Cause-swift.enum/noRecord(id:)`` or the server's 404; `CancellationError`.
  @concurrent public func post(
    _ id: Int, policy: CachePolicy = .standard
  ) async throws -> Fetched<Post> {
    try await fetch(.post(id), policy: policy)
  }

  /// Gets the posts of a user, or a page of them; none where there is no such user.
  ///
  /// - Parameters:
  ///   - id: the ``User/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func posts(
    ofUser id: Int, page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Post]> {
    try await fetch(.posts(ofUser: id, page: page, limit: limit), policy: policy)
  }

  /// Gets all comments, or a page of them.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func comments(
    page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Comment]> {
    try await fetch(.comments(page: page, limit: limit), policy: policy)
  }

  /// Gets a comment.
  ///
  /// - Parameters:
  ///   - id: its ``Comment/id``.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``: where there is no such comment, with
  ///   ``FetchError/Cause-swift.enum/noRecord(id:)`` or the server's 404; `CancellationError`.
  @concurrent public func comment(
    _ id: Int, policy: CachePolicy = .standard
  ) async throws -> Fetched<Comment> {
    try await fetch(.comment(id), policy: policy)
  }

  /// Gets the comments of a post, or a page of them; none where there is no such post.
  ///
  /// - Parameters:
  ///   - id: the ``Post/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func comments(
    ofPost id: Int, page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Comment]> {
    try await fetch(.comments(ofPost: id, page: page, limit: limit), policy: policy)
  }

  /// Gets all todos, or a page of them.
  ///
  /// - Parameters:
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func todos(
    page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Todo]> {
    try await fetch(.todos(page: page, limit: limit), policy: policy)
  }

  /// Gets a todo.
  ///
  /// - Parameters:
  ///   - id: its ``Todo/id``.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``: where there is no such todo, with
  ///   ``FetchError/Cause-swift.enum/noRecord(id:)`` or the server's 404; `CancellationError`.
  @concurrent public func todo(
    _ id: Int, policy: CachePolicy = .standard
  ) async throws -> Fetched<Todo> {
    try await fetch(.todo(id), policy: policy)
  }

  /// Gets the todos of a user, or a page of them; none where there is no such user.
  ///
  /// - Parameters:
  ///   - id: the ``User/id``.
  ///   - page: which page of the list, from 1; `nil` for the whole list.
  ///   - limit: how many records a page has.
  ///   - policy: how stored responses are used.
  /// - Throws: ``FetchError``, `CancellationError`.
  @concurrent public func todos(
    ofUser id: Int, page: Int? = nil, limit: Int? = nil, policy: CachePolicy = .standard
  ) async throws -> Fetched<[Todo]> {
    try await fetch(.todos(ofUser: id, page: page, limit: limit), policy: policy)
  }
}
