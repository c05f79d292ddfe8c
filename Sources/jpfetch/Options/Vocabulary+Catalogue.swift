import JPCore

extension Vocabulary {
  /// The catalogue's names.
  static let catalogue = Vocabulary(
    resources: Resource.all.map { resource in
      Entry(
        name: resource.name, aliases: resource.aliases,
        fields: resource.fields.map { ($0.path, $0.type.noun) },
        relations: resource.relations,
        fieldPaths: resource.paths.map { Path($0, of: resource) },
        reference: resource.reference.map { reference in
          let parent = Resource.named(reference.resource)?.singular ?? reference.resource
          return "\(reference.field) is the id of the \(parent) that it belongs to"
        },
        expectedCount: resource.expectedCount)
    })
}

extension Vocabulary.Path {
  fileprivate init(_ name: String, of resource: Resource) {
    let field = resource.path(name)
    let (isValue, word) =
      switch field.kind {
      case _ where field.isSeveral: (false, "of each")
      case .value(let type): (true, type.noun)
      case .object: (false, "object")
      case .list: (false, "list")
      case .count: (true, "number")
      case .unknown: (false, "")
      }
    self.init(
      name: name, kind: word, isSortable: isValue || word == "list", isCountable: isValue,
      isComparable: word != "object")
  }
}
