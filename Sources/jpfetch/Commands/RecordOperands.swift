import JPCore

/// The words after a resource: ids of its records, and perhaps the resource of the records that belong
/// to those.
struct RecordOperands {
  /// The resource of the records to show.
  let resource: Resource

  /// The ids of these records; none for all.
  let ids: [String]

  /// The ids of the records that they belong to; none for any.
  let parents: [String]

  init(after resource: Resource, _ words: [String]) throws(UsageError) {
    var ids = words
    var children: Resource?
    if let index = words.firstIndex(where: { Resource.understood($0) != nil }) {
      ids = Array(words[..<index])
      let rest = Array(words[(index + 1)...])
      children = try Self.children(of: resource, ids, words[index], rest)
    }
    for id in ids { try Self.check(id, of: resource, children) }
    if let children {
      self.resource = children
      self.ids = []
      parents = Self.eachOnce(ids)
    } else {
      try Self.checkLast(of: ids, of: resource)
      self.resource = resource
      self.ids = Self.eachOnce(ids)
      parents = []
    }
  }

  // MARK: Children

  /// The resource of the records that belong to those with the ids.
  ///
  /// - Parameters:
  ///   - word: names a resource.
  ///   - rest: what follows it.
  private static func children(
    of resource: Resource, _ ids: [String], _ word: String, _ rest: [String]
  ) throws(UsageError) -> Resource {
    for child in resource.children where Resource.understood(word)?.name == child.name {
      if let unexpected = rest.first {
        throw UsageError(
          "unexpected argument \"\(unexpected)\" after \(word)",
          .sentence("write ids of \(resource.name) before \(word)"))
      }
      if ids.isEmpty {
        throw UsageError(
          "\(resource.name) \(word) needs the id of a \(resource.singular)",
          .sentence("write \(resource.name) ID \(word), or -e \(child.name) for all"))
      }
      return child
    }
    throw secondResource(word, after: resource, ids)
  }

  /// A resource whose records don't belong to those with the ids.
  private static func secondResource(
    _ word: String, after resource: Resource, _ ids: [String]
  ) -> UsageError {
    guard let second = Resource.understood(word) else {
      return .unexpectedOperand(word)
    }
    if let path = second.referencePath(to: resource), let parent = second.parent {
      return grandchildren(second, of: parent, path: path, ids, resource)
    }
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

  /// A resource whose records belong to children of those with the ids.
  ///
  /// - Parameter path: where the grandchildren have the id of the grandparent.
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

  // MARK: Ids

  /// The ids without repetitions, compared byte by byte, as servers do.
  private static func eachOnce(_ ids: [String]) -> [String] {
    if ids.count < 2 { return ids }
    var seen: Set<[UInt8]> = []
    return ids.filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// Refuses an operand that is hardly meant as an id; `-w id=…` reaches those that are.
  ///
  /// - Parameter children: the resource of the records that belong to the record with the id, if those
  ///   are to be shown.
  private static func check(
    _ id: String, of resource: Resource, _ children: Resource?
  ) throws(UsageError) {
    func refused(_ what: ShownText, _ advice: Advice? = nil) -> UsageError {
      UsageError("\(resource.name) takes ids, not \(what.text)", advice)
    }
    // The path segments "." and ".." would lead to another resource (RFC 3986 §5.2.4).
    if ["", ".", ".."].contains(id) { throw refused("\"\(id)\"") }
    if id == CommandName.help.rawValue {
      throw refused("\"help\"", .help(resource.name))
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
    try checkNumbers(id, children)
  }

  /// Refuses `1,2` and `1-3`.
  private static func checkNumbers(_ id: String, _ children: Resource?) throws(UsageError) {
    func isSeparator(_ byte: UInt8) -> Bool { byte == .comma || byte == .minus }
    func isExpected(_ byte: UInt8) -> Bool { byte.isDigit || isSeparator(byte) }
    let hasSeparator = id.utf8.dropFirst().contains(where: isSeparator)
    guard hasSeparator, id.utf8.allSatisfy(isExpected) else { return }
    let message: ShownText = "ids are separated by spaces, not \"\(id)\""
    var numbers: [Int] = []
    for part in id.utf8.split(whereSeparator: isSeparator) {
      guard let number = Int(Substring(part)) else {
        throw UsageError(message)
      }
      numbers.append(number)
    }
    guard let first = numbers.first, let last = numbers.last else {
      throw UsageError(message)
    }
    if first <= last, id == "\(first)-\(last)" {
      var operand = ""
      var field = "id"
      if let children, let reference = children.reference {
        operand = "\(children.name) "
        field = reference.field
      }
      throw UsageError(
        message,
        .sentence("write \(operand)-w '\(field) >= \(first)' -w '\(field) <= \(last)'"))
    }
    let ids = numbers.map(String.init).joined(separator: " ")
    throw UsageError(message, .sentence("write \(ids)"))
  }
}
