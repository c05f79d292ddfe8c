import JPCore

extension Vocabulary {
  /// The catalogue's names.
  static let catalogue = Vocabulary(
    resources: Resource.all.map { resource in
      Entry(
        name: resource.name, aliases: resource.aliases,
        fields: resource.fields.map { ($0.path, $0.type.noun) },
        relations: resource.relations,
        fieldPaths: resource.paths,
        reference: resource.reference.map { reference in
          let parent = Resource.named(reference.resource)?.singular ?? reference.resource
          return "\(reference.field) is the id of the \(parent) that it belongs to"
        },
        expectedCount: resource.expectedCount)
    },
    checks: CheckName.allCases.map { Choice(word: $0.rawValue, meaning: $0.meaning) })
}
