import JPCore

/// The words after a resource: ids of its records, then resources, each of which leads from the
/// records so far to its own. Or the text after `search`.
struct RecordOperands {
  /// The resource that is named first, to whose records the ids belong.
  let first: Resource

  /// The ids, each once; none for all records.
  let ids: [String]

  /// The relations that lead from the first resource's records to those that are shown.
  let walk: [Relation]

  /// The resource of the records that are shown.
  let resource: Resource

  /// The text to look for in all lists; `nil` to show the records themselves.
  private(set) var searchedText: String?

  /// The relations that are embedded without `--embed`.
  var relations: [[Relation]] = []

  /// `jpfetch` without a resource: all users with their albums and photos.
  static var join: RecordOperands {
    var operands = RecordOperands(.users)
    operands.relations = [Resource.users.walk(to: .photos)]
    return operands
  }

  private init(_ resource: Resource) {
    first = resource
    ids = []
    walk = []
    self.resource = resource
  }

  init(after first: Resource, _ words: [String]) throws(Message) {
    var ids: [String] = []
    var walk: [Relation] = []
    var resource = first
    for word in words {
      let next = Resource.understood(word)
      if let next, next.name != resource.name {
        walk += resource.walk(to: next)
        resource = next
      } else if next == nil, walk.isEmpty {
        ids += word.commaSeparated
      } else {
        throw .usage(
          "unexpected argument \"\(word)\" after \(resource.name)", Self.advice(word, of: first))
      }
    }
    for id in ids where !Self.isID(id) { throw Self.refused(id, of: first) }
    self.first = first
    self.ids = ids.eachOnce
    self.walk = walk
    self.resource = resource
  }

  /// - Parameter words: the words after `search`.
  init(searchingFor words: [String]) throws(Message) {
    guard let text = words.first, !text.isEmpty else {
      throw .usage("search needs a text")
    }
    if words.count > 1 { throw .unexpectedOperand(words[1]) }
    self.init(.matches)
    searchedText = text
  }

  // MARK: Ids

  /// Whether a word may be an id. Others are hardly meant as ids; `-w id=…` reaches such records.
  static func isID(_ word: String) -> Bool {
    // The path segments "." and ".." would lead to another resource (RFC 3986 §5.2.4).
    let otherWords = ["", ".", "..", CommandName.help.rawValue]
    if otherWords.contains(word) || Resource.understood(word) != nil { return false }
    for resource in Resource.all where resource.hasTopLevelField(word) { return false }
    // -H Authorization:x, without its option.
    if let field = HeaderFields.Field(line: word), field.isSecret { return false }
    return !word.utf8.contains(.slash) && !word.holdsOperator
  }

  private static func refused(_ word: String, of resource: Resource) -> Message {
    .usage("\(resource.name) takes ids, not \"\(word)\"", advice(word, of: resource))
  }

  private static func advice(_ word: String, of resource: Resource) -> Advice {
    if word.holdsOperator { return .quotingConditions }
    return .help(resource.name)
  }
}

extension Resource {
  /// Whether a record has a member of that name, such as `address` or `title`.
  fileprivate func hasTopLevelField(_ name: String) -> Bool {
    for field in fields where field.path.utf8.starts(with: name.utf8) {
      let rest = field.path.utf8.dropFirst(name.utf8.count)
      if rest.isEmpty || rest.first == .point { return true }
    }
    return false
  }
}
