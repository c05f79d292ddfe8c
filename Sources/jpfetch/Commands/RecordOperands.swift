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
      children = try Self.children(of: resource, ids, words[index], Array(words[(index + 1)...]))
    }
    for id in ids { try Self.check(id, of: resource, children) }
    if children == nil { try Self.checkLast(of: ids, of: resource) }
    ids = Self.eachOnce(ids)
    self.resource = children ?? resource
    self.ids = children == nil ? ids : []
    parents = children == nil ? [] : ids
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
    guard let other = Resource.understood(word) else { return .unexpectedOperand(word) }
    if let path = other.referencePath(to: resource), let parent = other.parent {
      // Grandchildren.
      var advice = Advice.sentence("write -e \(parent.name).\(other.name)")
      if !ids.isEmpty {
        let condition = "\(path)=\(ids.joined(separator: ","))".shellQuoted
        advice = .sentence("write \(other.name) -w \(condition)")
      }
      return UsageError(
        "\(other.name) belong to \(parent.name), not to \(resource.name)", advice)
    }
    var advice = Advice.sentence("ask for \(resource.name) and \(other.name) one after the other")
    if other.name == resource.name {
      advice = .sentence("leave out \"\(word)\"")
    } else {
      let parents = resource.relations.filter {
        $0.split(separator: ".").last ?? "" == other.singular
      }
      if let parent = parents.first { advice = .sentence("write -e \(parent)") }
    }
    return UsageError("\(resource.name) takes ids, not a second resource \"\(word)\"", advice)
  }

  /// Refuses a word after numbers: it is hardly an id.
  private static func checkLast(of ids: [String], of resource: Resource) throws(UsageError) {
    guard let last = ids.last, ids.count > 1, last.allSatisfy(\.isLetter) else { return }
    let areNumbers = ids.dropLast().allSatisfy { id in id.utf8.allSatisfy(\.isDigit) }
    if !areNumbers { return }
    let names = resource.children.map(\.name)
    if names.isEmpty {
      throw UsageError(
        "\(resource.name) takes ids, not \"\(last)\"",
        .sentence("find records by text with --search"))
    }
    var advice = Advice.sentence("children: \(names.joined(separator: ", "))")
    if let nearest = last.nearest(in: names) { advice = .didYouMean(nearest) }
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
    if id == CommandName.help.rawValue { throw refused("\"help\"", .help(resource.name)) }
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
    guard id.utf8.allSatisfy(isExpected), id.utf8.dropFirst().contains(where: isSeparator) else {
      return
    }
    let message: ShownText = "ids are separated by spaces, not \"\(id)\""
    let parts = id.utf8.split(whereSeparator: isSeparator)
    let numbers = parts.compactMap { Int(String(Substring($0))) }
    guard let first = numbers.first, let last = numbers.last, numbers.count == parts.count else {
      throw UsageError(message)
    }
    if first <= last, id == "\(first)-\(last)" {
      var words = ""
      var field = "id"
      if let children, let reference = children.reference {
        words = "\(children.name) "
        field = reference.field
      }
      throw UsageError(
        message, .sentence("write \(words)-w '\(field) >= \(first)' -w '\(field) <= \(last)'"))
    }
    let words = numbers.map(String.init).joined(separator: " ")
    throw UsageError(message, .sentence("write \(words)"))
  }
}
