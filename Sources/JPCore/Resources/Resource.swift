import Synchronization

/// A resource of the API: its names, fields, table columns and relations. The resources in ``all``
/// are the catalogue that other comments refer to.
///
/// A class, because relations refer to resources, and each copy of a struct would retain the names
/// and the arrays in it.
package final class Resource: Sendable {
  /// The name in the plural, such as `albums`. The list's path (`/albums`) and the member with
  /// embedded records have it, too.
  package let name: String

  /// The name in the singular, such as `album`.
  package let singular: String

  /// Other names for the resource; the first is ``singular``.
  package let aliases: [String]

  /// The types of a record's members.
  package enum FieldType: Sendable {
    /// A number without a fraction or an exponent.
    case integer
    case string
    case boolean
    case object
  }

  /// A scalar of a record.
  package struct CatalogueField: Sendable {
    /// The dotted path, such as `address.city`.
    package let path: String

    /// The names in the path, such as `address`, `city`.
    let names: [MemberName]

    package let type: FieldType

    /// The least width of the field's column in a table, in terminal columns. It isn't used for
    /// numbers and booleans, whose columns are at least as wide as their titles.
    let leastWidth: Int

    /// The width that most values need.
    let usualWidth: Int

    /// The title of the field's column in a table. A field whose title is an object's name, such as
    /// `company` for `company.name`, is shown in place of the object.
    let title: String

    /// The least width of a column if the catalogue gives no other.
    static let defaultWidth = 8

    init(
      _ path: String, _ type: FieldType, leastWidth: Int = Self.defaultWidth,
      usualWidth: Int? = nil, title: String? = nil
    ) {
      self.path = path
      names = [MemberName](path: path)
      self.type = type
      self.leastWidth = leastWidth
      self.usualWidth = usualWidth ?? leastWidth
      self.title = title ?? path
    }
  }

  /// The paths that a short name can be the end of.
  struct KnownPaths {
    let own: [String]
    /// The parents, and the paths of their members.
    let ofParents: [String]
    /// The lists of children, without the paths into them.
    let ofLists: [String]
  }

  /// The fields in the API's order.
  package let fields: [CatalogueField]

  /// The path of the field that people know a record by: its name or its title.
  let labelPath: String

  /// The paths of the columns of the usual table, the most important first.
  let columns: [String]

  /// The paths of further columns, which only a table on a wide terminal has.
  let extraColumns: [String]

  /// The relation to the parent, such as `user` of albums; `nil` for users.
  package let parent: Relation?

  /// How many records the public service has.
  package let expectedCount: Int

  /// The paths that a short name can be the end of; `nil` before they are needed.
  let cachedPaths = Mutex<KnownPaths?>(nil)

  private init(
    _ name: String, singular: String, otherNames: [String] = [], fields: [CatalogueField],
    label: String,
    columns: [String], extraColumns: [String] = [], parent: Relation? = nil, expectedCount: Int
  ) {
    self.name = name
    self.singular = singular
    aliases = [singular] + otherNames
    self.fields = fields
    labelPath = label
    self.columns = columns
    self.extraColumns = extraColumns
    self.parent = parent
    self.expectedCount = expectedCount
  }
}

extension Resource: Equatable {
  package static func == (one: Resource, other: Resource) -> Bool { one === other }
}

extension Resource {
  /// The six resources, in the order in which they are requested and their failures are reported.
  package static let all = [users, albums, photos, posts, comments, todos]

  package static let users = Resource(
    "users", singular: "user",
    fields: [
      CatalogueField("id", .integer), CatalogueField("name", .string, leastWidth: 16),
      CatalogueField("username", .string, leastWidth: 10),
      CatalogueField("email", .string, leastWidth: 20),
      CatalogueField("address.street", .string, title: "street"),
      CatalogueField("address.suite", .string, title: "suite"),
      CatalogueField("address.city", .string, leastWidth: 12, title: "city"),
      CatalogueField("address.zipcode", .string, title: "zipcode"),
      CatalogueField("address.geo.lat", .string, title: "lat"),
      CatalogueField("address.geo.lng", .string, title: "lng"),
      CatalogueField("phone", .string), CatalogueField("website", .string),
      CatalogueField("company.name", .string, leastWidth: 16, title: "company"),
      CatalogueField("company.catchPhrase", .string, title: "catchPhrase"),
      CatalogueField("company.bs", .string, title: "bs"),
    ],
    label: "name",
    columns: ["id", "name", "username", "email", "address.city", "company.name"],
    expectedCount: 10)

  static let albums = Resource(
    "albums", singular: "album",
    fields: [
      CatalogueField("userId", .integer), CatalogueField("id", .integer),
      CatalogueField("title", .string, leastWidth: 24),
    ],
    label: "title", columns: ["id", "userId", "title"],
    parent: Relation(toOneOf: users, by: "userId"), expectedCount: 100)

  package static let photos = Resource(
    "photos", singular: "photo", otherNames: ["pictures", "picture"],
    fields: [
      CatalogueField("albumId", .integer), CatalogueField("id", .integer),
      CatalogueField("title", .string, leastWidth: 24),
      CatalogueField("url", .string, leastWidth: 14),
      CatalogueField("thumbnailUrl", .string, leastWidth: 14),
    ],
    label: "title", columns: ["id", "albumId", "title", "url"],
    parent: Relation(toOneOf: albums, by: "albumId"), expectedCount: 5000)

  static let posts = Resource(
    "posts", singular: "post",
    fields: [
      CatalogueField("userId", .integer), CatalogueField("id", .integer),
      CatalogueField("title", .string, leastWidth: 24, usualWidth: 80),
      CatalogueField("body", .string, leastWidth: 24),
    ],
    label: "title", columns: ["id", "userId", "title"], extraColumns: ["body"],
    parent: Relation(toOneOf: users, by: "userId"), expectedCount: 100)

  static let comments = Resource(
    "comments", singular: "comment",
    fields: [
      CatalogueField("postId", .integer), CatalogueField("id", .integer),
      CatalogueField("name", .string, leastWidth: 16, usualWidth: 48),
      CatalogueField("email", .string, leastWidth: 20, usualWidth: 28),
      CatalogueField("body", .string, leastWidth: 24),
    ],
    label: "name", columns: ["id", "postId", "name", "email"], extraColumns: ["body"],
    parent: Relation(toOneOf: posts, by: "postId"), expectedCount: 500)

  static let todos = Resource(
    "todos", singular: "todo",
    fields: [
      CatalogueField("userId", .integer), CatalogueField("id", .integer),
      CatalogueField("title", .string, leastWidth: 24),
      CatalogueField("completed", .boolean),
    ],
    label: "title", columns: ["id", "completed", "userId", "title"],
    parent: Relation(toOneOf: users, by: "userId"), expectedCount: 200)

  /// The results of a search. Each is one field, of a record of any resource, that contains the
  /// searched text. They are made from the lists, and no server has them, so they are not in
  /// ``all``.
  package static let matches = Resource(
    "matches", singular: "match",
    fields: [
      CatalogueField("resource", .string), CatalogueField("id", .integer),
      CatalogueField("field", .string),
      CatalogueField("text", .string, leastWidth: 12),
    ],
    label: "text", columns: ["resource", "id", "field", "text"], expectedCount: 0)

  package static func named(_ name: String) -> Resource? {
    all.first { resource in resource.name == name }
  }

  /// Finds a resource by its name or another name for it.
  package static func withNameOrAlias(_ word: String) -> Resource? {
    all.first { resource in resource.name == word || resource.aliases.contains(word) }
  }
}
