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
      try Self.check(second.ids, of: resource, before: second.resource)
      self.resource = second.resource
      ids = []
      parents = second.ids.eachOnce
      return
    }
    try Self.check(words, of: resource)
    try Self.checkLast(of: words, of: resource)
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

  /// Refuses operands that are hardly meant as ids; `-w id=…` reaches those that are.
  ///
  /// - Parameter children: the resource of the records that are shown, if those belong to the records
  ///   with the ids.
  private static func check(
    _ ids: [String], of resource: Resource, before children: Resource? = nil
  ) throws(UsageError) {
    for id in ids {
      try checkWord(id, of: resource, before: children)
      try checkNumbers(id, before: children)
    }
  }

  /// Refuses a word that is hardly an id in any API: a path, a condition, a header field, a word for all
  /// records.
  private static func checkWord(
    _ id: String, of resource: Resource, before children: Resource?
  ) throws(UsageError) {
    func refused(_ what: ShownText, _ advice: Advice? = nil) -> UsageError {
      UsageError("\(resource.name) takes ids, not \(what.text)", advice)
    }
    // The path segments "." and ".." would lead to another resource (RFC 3986 §5.2.4).
    if ["", ".", ".."].contains(id) { throw refused("\"\(id)\"") }
    if id == CommandName.help.rawValue {
      throw refused("\"help\"", .help(resource.name))
    }
    if id.meansAll {
      throw refused("\"\(id)\"", .listingAll(of: children ?? resource))
    }
    if id.utf8.contains(.equals) {
      throw refused("a condition \"\(id)\"", .sentence("write -w \(id.shellQuoted)"))
    }
    if let field = HeaderFields.Field(line: id), field.isSecret {
      throw refused("a header field", .sentence("write header fields as -H 'Name: value'"))
    }
    if id.contains(ascii: "://") {
      throw refused("a URL", .sentence("a URL needs the command get"))
    }
  }

  /// Refuses `1,2` and `1-3`.
  private static func checkNumbers(_ id: String, before children: Resource?) throws(UsageError) {
    func isSeparator(_ byte: UInt8) -> Bool { byte == .comma || byte == .minus }
    let hasSeparator = id.utf8.dropFirst().contains(where: isSeparator)
    let isList = id.utf8.allSatisfy { $0.isDigit || isSeparator($0) }
    guard hasSeparator, isList else { return }
    let message: ShownText = "ids are separated by spaces, not \"\(id)\""
    var numbers: [Int] = []
    for part in id.utf8.split(whereSeparator: isSeparator) {
      // Larger than any id.
      guard let number = Int(Substring(part)) else { throw UsageError(message) }
      numbers.append(number)
    }
    guard let first = numbers.first, let last = numbers.last else {
      throw UsageError(message)
    }
    if first <= last, id == "\(first)-\(last)" {
      throw UsageError(message, .sentence("write \(range(first, last, before: children))"))
    }
    let ids = numbers.map(String.init).joined(separator: " ")
    throw UsageError(message, .sentence("write \(ids)"))
  }

  /// The words for the records with ids from one number to another, or for their children.
  private static func range(_ first: Int, _ last: Int, before children: Resource?) -> String {
    guard let children, let reference = children.reference else {
      return "-w 'id >= \(first)' -w 'id <= \(last)'"
    }
    let field = reference.field
    return "\(children.name) -w '\(field) >= \(first)' -w '\(field) <= \(last)'"
  }

  /// Refuses a word after numbers: it is hardly an id.
  private static func checkLast(of ids: [String], of resource: Resource) throws(UsageError) {
    guard let last = ids.last, ids.count > 1, last.allSatisfy(\.isLetter) else {
      return
    }
    for id in ids.dropLast() {
      let isNumber = id.utf8.allSatisfy(\.isDigit)
      if !isNumber { return }
    }
    let names = resource.children.map(\.name)
    if names.isEmpty {
      throw UsageError(
        "\(resource.name) takes ids, not \"\(last)\"",
        .sentence("find records by text with --search"))
    }
    var advice = Advice.sentence("children: \(names.joined(separator: ", "))")
    if let nearest = last.nearest(in: names) {
      advice = .didYouMean(nearest)
    }
    throw UsageError("unknown children \"\(last)\" of \(resource.name)", advice)
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
