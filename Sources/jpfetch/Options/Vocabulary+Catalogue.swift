import JPCore

extension Vocabulary {
  /// The catalogue's names.
  static let catalogue = Vocabulary(
    resources: Resource.all.map { resource in
      Entry(
        name: resource.name, aliases: resource.aliases,
        fields: resource.fields.map { ($0.path, $0.type.noun) },
        relations: resource.relations,
        fieldPaths: resource.paths.compactMap { Path($0, of: resource) },
        reference: resource.reference.map { reference in
          let parent = Resource.named(reference.resource)?.singular ?? reference.resource
          return "\(reference.field) is the id of the \(parent) that it belongs to"
        },
        expectedCount: resource.expectedCount)
    },
    checks: CheckName.allCases.map { Choice(word: $0.rawValue, meaning: $0.meaning) })
}

extension Vocabulary.Path {
  fileprivate init?(_ name: String, of resource: Resource) {
    guard let kind = resource.kind(of: FieldPath(name)) else { return nil }
    let (isValue, word) =
      switch kind {
      case .value(let type): (true, type.noun)
      case .object: (false, "object")
      case .list: (false, "list")
      case .count: (true, "number")
      case .several: (false, "of each")
      }
    self.init(
      name: name, kind: word, isSortable: isValue || kind == .list, isCountable: isValue,
      isComparable: kind != .object)
  }
}
