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

  /// Other names for the resource; the first is ``singular``.
  package let aliases: [String]

  /// The types that fields have.
  package typealias FieldType = ObjectShape.MemberType

  /// A scalar of a record.
  package struct Field: Sendable {
    /// The dotted path.
    package let path: String

    package let type: FieldType

    /// The least width of the field's column in a table, in terminal columns. It isn't used for
    /// numbers and booleans, whose columns are at least as wide as their titles.
    let leastWidth: Int

    /// The title of the field's column in a table. An object's name (`company`) is the title of the
    /// field that a table shows for the object.
    let title: String

    /// The least width of a column if the catalogue gives no other.
    static let defaultWidth = 8

    init(
      _ path: String, _ type: FieldType, leastWidth: Int = Self.defaultWidth, title: String? = nil
    ) {
      self.path = path
      self.type = type
      self.leastWidth = leastWidth
      self.title = title ?? path
    }
  }

  /// The fields in the API's order.
  package let fields: [Field]

  /// The path of the field that names a record for people.
  let labelPath: String

  /// The paths of the columns of the usual table, the most important first.
  let columns: [String]

  /// The reference to the record that each record belongs to; `nil` if the resource has none.
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
    "users", singular: "user",
    fields: [
      Field("id", .integer), Field("name", .string, leastWidth: 16),
      Field("username", .string, leastWidth: 10), Field("email", .string, leastWidth: 20),
      Field("address.street", .string), Field("address.suite", .string),
      Field("address.city", .string, leastWidth: 12, title: "city"),
      Field("address.zipcode", .string), Field("address.geo.lat", .string),
      Field("address.geo.lng", .string), Field("phone", .string), Field("website", .string),
      Field("company.name", .string, leastWidth: 16, title: "company"),
      Field("company.catchPhrase", .string), Field("company.bs", .string),
    ],
    label: "name",
    columns: ["id", "name", "username", "email", "address.city", "company.name"],
    usualEmbed: ["albums.photos"], expectedCount: 10)

  static let albums = Resource(
    "albums", singular: "album",
    fields: [
      Field("userId", .integer), Field("id", .integer), Field("title", .string, leastWidth: 24),
    ],
    label: "title", columns: ["id", "userId", "title"],
    reference: Reference(field: "userId", resource: "users"), expectedCount: 100)

  static let photos = Resource(
    "photos", singular: "photo", otherNames: ["pictures", "picture"],
    fields: [
      Field("albumId", .integer), Field("id", .integer), Field("title", .string, leastWidth: 24),
      Field("url", .string, leastWidth: 14), Field("thumbnailUrl", .string, leastWidth: 14),
    ],
    label: "title", columns: ["id", "albumId", "title", "url"],
    reference: Reference(field: "albumId", resource: "albums"), expectedCount: 5000)

  static let posts = Resource(
    "posts", singular: "post",
    fields: [
      Field("userId", .integer), Field("id", .integer), Field("title", .string, leastWidth: 24),
      Field("body", .string, leastWidth: 24),
    ],
    label: "title", columns: ["id", "userId", "title"],
    reference: Reference(field: "userId", resource: "users"), expectedCount: 100)

  static let comments = Resource(
    "comments", singular: "comment",
    fields: [
      Field("postId", .integer), Field("id", .integer), Field("name", .string, leastWidth: 16),
      Field("email", .string, leastWidth: 20), Field("body", .string, leastWidth: 24),
    ],
    label: "name", columns: ["id", "postId", "name", "email"],
    reference: Reference(field: "postId", resource: "posts"), expectedCount: 500)

  static let todos = Resource(
    "todos", singular: "todo",
    fields: [
      Field("userId", .integer), Field("id", .integer), Field("title", .string, leastWidth: 24),
      Field("completed", .boolean),
    ],
    label: "title", columns: ["id", "completed", "userId", "title"],
    reference: Reference(field: "userId", resource: "users"), expectedCount: 200)

  private init(
    _ name: String, singular: String, otherNames: [String] = [], fields: [Field], label: String,
    columns: [String], reference: Reference? = nil, usualEmbed: [String] = [], expectedCount: Int
  ) {
    self.name = name
    self.singular = singular
    aliases = [singular] + otherNames
    self.fields = fields
    labelPath = label
    self.columns = columns
    self.reference = reference
    self.usualEmbed = usualEmbed
    self.expectedCount = expectedCount
  }

  /// Finds a resource by its name.
  package static func named(_ name: String) -> Resource? {
    all.first { resource in resource.name == name }
  }

  /// Finds a resource by its name or another name for it.
  package static func understood(_ word: String) -> Resource? {
    all.first { resource in resource.name == word || resource.aliases.contains(word) }
  }

  /// The resources whose records belong to these records.
  package var children: [Resource] {
    Resource.all.filter { other in other.reference?.resource == name }
  }

  /// The resource that the records belong to.
  package var parent: Resource? {
    guard let reference else { return nil }
    return Resource.named(reference.resource)
  }

  /// The path of the field that refers to an ancestor, directly or through other records: photos
  /// have `albumId` for albums and `album.userId` for users. `nil` if there is no such ancestor.
  package func referencePath(to ancestor: Resource) -> String? {
    var names: [String] = []
    var resource = self
    while let reference = resource.reference, let parent = resource.parent {
      if parent.name == ancestor.name {
        return (names + [reference.field]).joined(separator: ".")
      }
      names.append(parent.singular)
      resource = parent
    }
    return nil
  }

  /// All relations that can be embedded, dotted: `albums`, `albums.photos`; `album`, `album.user`.
  package var relations: [String] { childRelations + parentRelations }

  var childRelations: [String] {
    var relations: [String] = []
    for child in children {
      relations.append(child.name)
      for relation in child.childRelations { relations.append("\(child.name).\(relation)") }
    }
    return relations
  }

  var parentRelations: [String] {
    guard let parent else { return [] }
    var relations = [parent.singular]
    for relation in parent.parentRelations { relations.append("\(parent.singular).\(relation)") }
    return relations
  }

  /// The fields as the shape of a record.
  ///
  /// - Parameter textKeys: the fields that should be strings, whatever their type in the catalogue.
  func shape(textKeys: [String] = []) -> ObjectShape {
    var shapeFields: [ObjectShape.Field] = []
    for field in fields {
      var type = field.type
      if textKeys.contains(field.path) { type = .string }
      shapeFields.append(ObjectShape.Field(path: field.path, type: type))
    }
    return ObjectShape(shapeFields)
  }
}
