/// A resource of the API, with all facts about it.
package struct Resource: Sendable {
  /// The field by which records belong to a record of another resource.
  package struct Reference: Sendable {
    /// The field's name.
    package let field: String

    /// The name of the other resource, whose `id` the field holds.
    package let resource: String
  }

  /// The name, which is also the list's path and the name of embedded records.
  package let name: String

  /// The name of one record.
  package let singular: String

  /// Other names for it.
  package var aliases: [String] { [singular] + (name == "photos" ? ["pictures", "picture"] : []) }

  /// The types that fields have.
  package typealias FieldType = ObjectShape.MemberType

  /// The fields in the API's order.
  package let fields: [ObjectShape.Field]

  /// The columns of the usual table: fields, and their titles.
  let columns: [(path: String, title: String)]

  /// The resource that the records belong to, if they belong to one.
  package let reference: Reference?

  /// The relations embedded by default, as dotted paths.
  package let usualEmbed: [String]

  /// How many records the public service has.
  package let expectedCount: Int
}

extension Resource {
  /// The six resources, in the order in which they are requested and their failures are reported.
  package static let all = [users, albums, photos, posts, comments, todos]

  package static let users = Resource(
    "users", "user",
    fields: [
      "id": .integer, "name": .string, "username": .string, "email": .string,
      "address.street": .string, "address.suite": .string, "address.city": .string,
      "address.zipcode": .string, "address.geo.lat": .string, "address.geo.lng": .string,
      "phone": .string, "website": .string, "company.name": .string,
      "company.catchPhrase": .string, "company.bs": .string,
    ],
    columns: ["id", "name", "username", "email"],
    titled: ["address.city": "city", "company.name": "company"], usualEmbed: ["albums.photos"],
    expectedCount: 10)

  static let albums = Resource(
    "albums", "album", fields: ["userId": .integer, "id": .integer, "title": .string],
    columns: ["id", "userId", "title"], parent: ("userId", "users"), expectedCount: 100)

  static let photos = Resource(
    "photos", "photo",
    fields: [
      "albumId": .integer, "id": .integer, "title": .string, "url": .string,
      "thumbnailUrl": .string,
    ],
    columns: ["id", "albumId", "title", "url"], parent: ("albumId", "albums"),
    expectedCount: 5000)

  static let posts = Resource(
    "posts", "post",
    fields: ["userId": .integer, "id": .integer, "title": .string, "body": .string],
    columns: ["id", "userId", "title"], parent: ("userId", "users"), expectedCount: 100)

  static let comments = Resource(
    "comments", "comment",
    fields: [
      "postId": .integer, "id": .integer, "name": .string, "email": .string, "body": .string,
    ],
    columns: ["id", "postId", "name", "email"], parent: ("postId", "posts"), expectedCount: 500)

  static let todos = Resource(
    "todos", "todo",
    fields: ["userId": .integer, "id": .integer, "title": .string, "completed": .boolean],
    columns: ["id", "completed", "userId", "title"], parent: ("userId", "users"),
    expectedCount: 200)

  private init(
    _ name: String, _ singular: String, fields: KeyValuePairs<String, FieldType>,
    columns: [String], titled: KeyValuePairs<String, String> = [:],
    parent: (field: String, resource: String)? = nil, usualEmbed: [String] = [], expectedCount: Int
  ) {
    self.name = name
    self.singular = singular
    self.fields = fields.map { ObjectShape.Field(path: $0, type: $1) }
    self.columns = columns.map { ($0, $0) } + titled.map { ($0, $1) }
    reference = parent.map { Reference(field: $0, resource: $1) }
    self.usualEmbed = usualEmbed
    self.expectedCount = expectedCount
  }

  /// The least widths of columns of text, in terminal columns, by the last name of a field.
  static let columnWidths = [
    "title": 24, "body": 24, "email": 20, "name": 16, "url": 14, "thumbnailUrl": 14, "city": 12,
    "username": 10,
  ]

  /// Finds a resource by its name.
  package static func named(_ name: String) -> Resource? {
    all.first { $0.name == name }
  }

  /// Finds a resource by its name or another name for it.
  package static func understood(_ word: String) -> Resource? {
    all.first { $0.name == word || $0.aliases.contains(word) }
  }

  /// The resources whose records belong to these records.
  var children: [Resource] { Resource.all.filter { $0.reference?.resource == name } }

  /// The resource that the records belong to.
  package var parent: Resource? { reference.flatMap { Resource.named($0.resource) } }

  /// All relations that can be embedded, dotted: `albums`, `albums.photos`; `album`, `album.user`.
  package var relations: [String] { childRelations + parentRelations }

  var childRelations: [String] {
    children.flatMap { child in
      [child.name] + child.childRelations.map { "\(child.name).\($0)" }
    }
  }

  var parentRelations: [String] {
    guard let parent else { return [] }
    return [parent.singular] + parent.parentRelations.map { "\(parent.singular).\($0)" }
  }

  /// The fields by which records are joined: the `id`, and the reference if there is one.
  var keys: [String] { ["id"] + (reference.map { [$0.field] } ?? []) }

  /// The fields as the shape of a record, with ``keys`` as its columns.
  ///
  /// - Parameters:
  ///   - strings: the keys that should be strings.
  ///   - read: the paths of the members that are read besides the keys; `nil` for all.
  func shape(strings: [String], read: [String]? = nil) -> ObjectShape {
    let used = fields.filter { field in
      let isInside = { (path: String) in path.isEmpty || "\(field.path).".hasPrefix("\(path).") }
      return keys.contains(field.path) || read?.contains(where: isInside) ?? true
    }
    let members = used.map { field in
      strings.contains(field.path) ? ObjectShape.Field(path: field.path, type: .string) : field
    }
    return ObjectShape(members, columns: keys)
  }
}
