import JPCore

/// The operands of a command line that prints records: a resource, ids of its records, then more
/// resources. Each of these leads from the records so far to related ones: `users 3 todos` are the
/// todos of user 3. Or the text after `search`.
struct RecordOperands {
  /// The first resource, whose records have the ids: `users` in `users 3 todos`.
  let first: Resource

  /// The ids, each once; empty for all records.
  let ids: [String]

  /// The relations that lead from the first resource's records to the records that are shown.
  let walk: [Relation]

  /// The resource whose records are shown: `todos` in `users 3 todos`.
  let resource: Resource

  /// The text that `search` looks for in all lists; `nil` for other command lines.
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

  /// - Parameter arguments: the command line, which begins with a resource, or has no operands.
  init(_ arguments: ParsedArguments) throws(Message) {
    if arguments.operands.isEmpty {
      self = .join
    } else {
      try self.init(arguments.operands, after: arguments.firstResource)
    }
  }

  /// - Parameter operands: the word for the first resource, and all words after it.
  private init(_ operands: [String], after first: Resource) throws(Message) {
    var ids: [String] = []
    var walk: [Relation] = []
    var resource = first
    for word in operands.dropFirst() {
      let next = Resource.withNameOrAlias(word)
      if let next, next.name != resource.name {
        walk += resource.walk(to: next)
        if walk.count > Self.maxSteps {
          throw .usage(
            "at most \(Self.maxSteps) steps from one resource to the next", .seeHelp(first.name))
        }
        resource = next
      } else if next == nil, walk.isEmpty {
        ids += word.commaSeparated
      } else {
        throw .usage(
          "unexpected argument \"\(typed: word)\" after \(resource.name)",
          Self.adviceAboutOperands(operands, of: first))
      }
    }
    for id in ids where !Self.isID(id) {
      throw .usage(
        "\(first.name) takes ids, not \"\(typed: id)\"",
        Self.adviceAboutOperands(operands, of: first))
    }
    self.first = first
    self.ids = ids.eachOnce
    self.walk = walk
    self.resource = resource
  }

  /// Each step of a walk is a pass over a list.
  private static let maxSteps = 100

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

  /// Whether a word is read as an id. The name of a command, a resource or a field, or a condition,
  /// isn't: it was probably meant for another place. `-w id=…` finds a record with such an id.
  static func isID(_ word: String) -> Bool {
    // The path segments "." and ".." would lead to another resource (RFC 3986 §5.2.4).
    let otherWords = ["", ".", ".."] + CommandName.typed.map(\.rawValue)
    if otherWords.contains(word) { return false }
    if Resource.withNameOrAlias(word) != nil { return false }
    for resource in Resource.all where resource.hasTopLevelField(word) { return false }
    // A secret header field, such as Authorization:x, whose -H was forgotten.
    if let field = HeaderFields.Field(line: word), field.isSecret { return false }
    return !word.utf8.contains(.slash) && !word.holdsOperator
  }

  private static func adviceAboutOperands(_ operands: [String], of resource: Resource) -> Advice {
    let firstWords = operands.prefix(2).joined(separator: " ")
    for words in [firstWords] + operands {
      if let remark = OtherWords.remark(about: words) { return remark }
    }
    return .quotingConditions(in: operands) ?? .seeHelp(resource.name)
  }
}

extension Resource {
  /// Whether the catalogue has a member of that name, such as `address` or `title`, for the
  /// resource's records.
  fileprivate func hasTopLevelField(_ name: String) -> Bool {
    for field in fields where field.path.utf8.starts(with: name.utf8) {
      let rest = field.path.utf8.dropFirst(name.utf8.count)
      if rest.isEmpty || rest.first == .point { return true }
    }
    return false
  }
}
