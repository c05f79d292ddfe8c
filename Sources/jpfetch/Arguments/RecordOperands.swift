import JPCore

/// The words after a resource: ids of its records, and perhaps the resource of the records that belong
/// to those.
struct RecordOperands {
  /// The resource of the records to show.
  let resource: Resource

  /// The ids of these records; none for all.
  let ids: [String]

  /// The ids of the records that the shown records must belong to; empty if they can belong to any.
  let parents: [String]

  init(after resource: Resource, _ words: [String]) throws(UsageError) {
    if let second = SecondResource(in: words) {
      try Self.check(second, after: resource)
      try Self.check(second.ids, of: resource)
      self.resource = second.resource
      ids = []
      parents = second.ids.eachOnce
      return
    }
    try Self.check(words, of: resource)
    self.resource = resource
    ids = words.eachOnce
    parents = []
  }

  // MARK: Children

  /// Refuses a second resource, unless it is the last word, after ids of the records that its records
  /// belong to.
  private static func check(
    _ second: SecondResource, after resource: Resource
  ) throws(UsageError) {
    let other = second.resource
    let word = second.word
    guard resource.hasChildren(other) else {
      if let path = other.referencePath(to: resource), let parent = other.parent {
        throw grandchildren(other, of: parent, path: path, second.ids, resource)
      }
      throw secondResource(other, word, after: resource)
    }
    if let unexpected = second.rest.first {
      throw UsageError(
        "unexpected argument \"\(unexpected)\" after \(word)",
        .sentence("write ids of \(resource.name) before \(word)"))
    }
    if second.ids.isEmpty {
      throw UsageError(
        "\(resource.name) \(word) needs the id of a \(resource.singular)",
        .sentence("write \(resource.name) ID \(word), or -e \(other.name) for all"))
    }
  }

  /// A resource whose records belong to children of those with the ids.
  ///
  /// - Parameter path: the field of the grandchildren with the id of the grandparent.
  private static func grandchildren(
    _ grandchildren: Resource, of parent: Resource, path: String, _ ids: [String],
    _ resource: Resource
  ) -> UsageError {
    let name = grandchildren.name
    let message: ShownText = "\(name) belong to \(parent.name), not to \(resource.name)"
    if ids.isEmpty {
      return UsageError(message, .sentence("write -e \(parent.name).\(name)"))
    }
    let condition = "\(path)=\(ids.joined(separator: ","))"
    return UsageError(message, .sentence("write \(name) -w \(condition.shellQuoted)"))
  }

  /// A resource whose records don't belong to those with the ids.
  ///
  /// - Parameter word: the resource's name as it was typed.
  private static func secondResource(
    _ second: Resource, _ word: String, after resource: Resource
  ) -> UsageError {
    let parentRelation = resource.relations.first { relation in
      relation == second.singular || relation.hasSuffix(".\(second.singular)")
    }
    let advice: Advice
    if second.name == resource.name {
      advice = .sentence("leave out \"\(word)\"")
    } else if let parentRelation {
      advice = .sentence("write -e \(parentRelation)")
    } else {
      advice = .sentence("ask for \(resource.name) and \(second.name) one after the other")
    }
    return UsageError("\(resource.name) takes ids, not a second resource \"\(word)\"", advice)
  }

  // MARK: Ids

  private static func check(_ ids: [String], of resource: Resource) throws(UsageError) {
    for id in ids where refuses(id) {
      var advice: Advice?
      if id.holdsOperator { advice = .quotingConditions }
      throw UsageError("\(resource.name) takes ids, not \"\(id)\"", advice)
    }
  }

  /// Whether a word is hardly meant as an id; `-w id=WORD` finds a record with such an id.
  private static func refuses(_ word: String) -> Bool {
    if ["", ".", "..", CommandName.help.rawValue].contains(word) { return true }
    if word.holdsOperator || word.utf8.contains(.slash) { return true }
    if Resource.understood(word) != nil { return true }
    // -H Authorization:x, without its option.
    if let field = HeaderFields.Field(line: word), field.isSecret { return true }
    return Resource.all.contains { $0.fields.contains { field in field.path == word } }
  }
}

/// The first word that names a resource, among the words after another resource's name.
struct SecondResource {
  let resource: Resource

  /// Its name as it was typed.
  let word: String

  /// The words before it.
  let ids: [String]

  /// The words after it.
  let rest: [String]

  /// - Returns: `nil` if no word names a resource.
  init?(in words: [String]) {
    for (index, word) in words.enumerated() {
      guard let resource = Resource.understood(word) else { continue }
      self.resource = resource
      self.word = word
      ids = Array(words[..<index])
      rest = Array(words[(index + 1)...])
      return
    }
    return nil
  }

  /// Whether its records are those that belong to the records with the ids.
  func namesChildren(of parent: Resource) -> Bool {
    !ids.isEmpty && parent.hasChildren(resource)
  }
}

extension Resource {
  /// Whether each record of another resource belongs to one of this resource's.
  func hasChildren(_ other: Resource) -> Bool {
    children.contains { $0.name == other.name }
  }
}
