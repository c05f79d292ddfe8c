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
  package var aliases: [String] { [singular] + otherNames }

  fileprivate var otherNames: [String] = []

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
    name: "users", singular: "user",
    fields: [
      .init("id", .integer), .init("name", .string), .init("username", .string),
      .init("email", .string), .init("address.street", .string),
      .init("address.suite", .string), .init("address.city", .string),
      .init("address.zipcode", .string), .init("address.geo.lat", .string),
      .init("address.geo.lng", .string), .init("phone", .string), .init("website", .string),
      .init("company.name", .string), .init("company.catchPhrase", .string),
      .init("company.bs", .string),
    ],
    columns: ["id", "name", "username", "email"].map { ($0, $0) } + [
      ("address.city", "city"), ("company.name", "company"),
    ],
    reference: nil, usualEmbed: ["albums.photos"], expectedCount: 10)

  package static let albums = Resource(
    name: "albums", singular: "album",
    fields: [.init("userId", .integer), .init("id", .integer), .init("title", .string)],
    columns: ["id", "userId", "title"].map { ($0, $0) },
    reference: Reference(field: "userId", resource: "users"), usualEmbed: [],
    expectedCount: 100)

  package static let photos = Resource(
    name: "photos", singular: "photo", otherNames: ["pictures", "picture"],
    fields: [
      .init("albumId", .integer), .init("id", .integer), .init("title", .string),
      .init("url", .string), .init("thumbnailUrl", .string),
    ],
    columns: ["id", "albumId", "title", "url"].map { ($0, $0) },
    reference: Reference(field: "albumId", resource: "albums"), usualEmbed: [],
    expectedCount: 5000)

  package static let posts = Resource(
    name: "posts", singular: "post",
    fields: [
      .init("userId", .integer), .init("id", .integer), .init("title", .string),
      .init("body", .string),
    ],
    columns: ["id", "userId", "title"].map { ($0, $0) },
    reference: Reference(field: "userId", resource: "users"), usualEmbed: [],
    expectedCount: 100)

  package static let comments = Resource(
    name: "comments", singular: "comment",
    fields: [
      .init("postId", .integer), .init("id", .integer), .init("name", .string),
      .init("email", .string), .init("body", .string),
    ],
    columns: ["id", "postId", "name", "email"].map { ($0, $0) },
    reference: Reference(field: "postId", resource: "posts"), usualEmbed: [],
    expectedCount: 500)

  package static let todos = Resource(
    name: "todos", singular: "todo",
    fields: [
      .init("userId", .integer), .init("id", .integer), .init("title", .string),
      .init("completed", .boolean),
    ],
    columns: ["id", "completed", "userId", "title"].map { ($0, $0) },
    reference: Reference(field: "userId", resource: "users"), usualEmbed: [],
    expectedCount: 200)

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
  package var children: [Resource] { Resource.all.filter { $0.reference?.resource == name } }

  /// The resource that the records belong to.
  package var parent: Resource? { reference.flatMap { Resource.named($0.resource) } }

  /// All relations that can be embedded, dotted: `albums`, `albums.photos`; `album`, `album.user`.
  package var relations: [String] { childRelations + parentRelations }

  private var childRelations: [String] {
    children.flatMap { child in
      [child.name] + child.childRelations.map { "\(child.name).\($0)" }
    }
  }

  private var parentRelations: [String] {
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
      strings.contains(field.path) ? ObjectShape.Field(field.path, .string) : field
    }
    return ObjectShape(members, columns: keys)
  }
}
