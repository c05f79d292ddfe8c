/// A user with its albums; the user's own members are also members of this type.
///
/// In JSON it is the user with one more member, `albums`, as `jpfetch --json` prints it.
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

  /// A member of the user.
  public subscript<Value>(dynamicMember member: WritableKeyPath<User, Value>) -> Value {
    get { user[keyPath: member] }
    set { user[keyPath: member] = newValue }
  }

  private enum CodingKeys: CodingKey {
    case albums
  }

  /// Reads the user's members and `albums`.
  public init(from decoder: any Decoder) throws {
    user = try User(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    albums = try members.decode([AlbumWithPhotos].self, forKey: .albums)
  }

  /// Writes the user's members and `albums`.
  public func encode(to encoder: any Encoder) throws {
    try user.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(albums, forKey: .albums)
  }
}

/// An album with its photos; the album's own members are also members of this type.
///
/// In JSON it is the album with one more member, `photos`, as `jpfetch --json` prints it.
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

  /// A member of the album.
  public subscript<Value>(dynamicMember member: WritableKeyPath<Album, Value>) -> Value {
    get { album[keyPath: member] }
    set { album[keyPath: member] = newValue }
  }

  private enum CodingKeys: CodingKey {
    case photos
  }

  /// Reads the album's members and `photos`.
  public init(from decoder: any Decoder) throws {
    album = try Album(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    photos = try members.decode([Photo].self, forKey: .photos)
  }

  /// Writes the album's members and `photos`.
  public func encode(to encoder: any Encoder) throws {
    try album.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(photos, forKey: .photos)
  }
}
