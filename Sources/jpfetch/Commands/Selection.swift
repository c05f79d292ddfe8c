import JPCore

/// Which relations and fields to show, checked against the catalogue.
struct Selection {
  let embeddings: [Embedding]
  /// `nil` for what is usual.
  let fields: [FieldPath]?

  init(of resource: Resource, _ options: OptionValues) throws(UsageError) {
    let relations = try Self.relations(of: resource, options)
    embeddings = Embedding.tree(relations)
    fields = try Self.fields(of: resource, embedded: embeddings.map(\.name), options)
  }

  private static func relations(
    of resource: Resource, _ options: OptionValues
  ) throws(UsageError) -> [String] {
    guard let (_, value) = options.value(of: .embed) else { return resource.usualEmbed }
    if value == "none" { return [] }
    let wanted = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for relation in wanted where !resource.relations.contains(relation) {
      throw .unknownName(
        "relation of \(resource.name)", relation, known: resource.relations + ["none"])
    }
    return wanted
  }

  private static func fields(
    of resource: Resource, embedded: [String], _ options: OptionValues
  ) throws(UsageError) -> [FieldPath]? {
    guard let (_, value) = options.value(of: .fields) else { return nil }
    let known = resource.fieldPaths + embedded
    let wanted = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for field in wanted where !known.contains(field) {
      throw .unknownName("field of \(resource.name)", field, known: known)
    }
    return wanted.map { FieldPath($0) }
  }
}

extension Resource {
  /// The scalars' paths, and those of the objects around them: `address`, `address.geo`.
  var fieldPaths: [String] {
    var paths: [String] = []
    for field in fields {
      let parts = field.path.split(separator: ".")
      for length in 1...parts.count {
        let path = parts.prefix(length).joined(separator: ".")
        if !paths.contains(path) { paths.append(path) }
      }
    }
    return paths
  }
}
