import JPCore

/// Operands that are hardly meant as ids, because they complete the value of the option before them:
/// `-F name email`, `--sort name desc`, and `--json id,name`, as gh has it.
struct StrayWords {
  /// The first of them.
  let first: String

  /// What the first one is, `a field`.
  let kind: String

  /// What to write instead of the option and the words.
  let correction: String

  private init(first: String, kind: String, correction: String) {
    self.first = first
    self.kind = kind
    self.correction = correction
  }

  /// - Returns: `nil` if there are none.
  init?(_ arguments: ParsedArguments) {
    // After "--", every word is an operand.
    if arguments.isEnded { return nil }
    let resource: Resource
    var isSubjectKnown = true
    switch arguments.subject {
    case .records(let named): resource = named
    case .unknown:
      resource = .users
      isSubjectKnown = false
    case .command: return nil
    }
    var option: ParsedArguments.Item?
    var hasSubject = false
    for (index, item) in arguments.items.enumerated() {
      guard item.isOperand else {
        option = item
        continue
      }
      let isSubject = !hasSubject
      hasSubject = true
      if let option, !(isSubject && isSubjectKnown) {
        let operands = arguments.items[index...].prefix { $0.isOperand }
        if let found = Self.words(operands.map(\.word), after: option, resource) {
          self = found
          return
        }
      }
      option = nil
    }
    return nil
  }

  /// - Parameter words: all operands up to the next option.
  private static func words(
    _ words: [String], after option: ParsedArguments.Item, _ resource: Resource
  ) -> StrayWords? {
    guard let name = option.option, let first = words.first else {
      return nil
    }
    if option.word == OptionName.json.typed {
      guard let other = OptionName.json.declaration.valueOption?.declaration,
        resource.hasAll(fields: first)
      else { return nil }
      let correction = "\(option.word) \(other.shortestSpelling) \(first)"
      return StrayWords(first: first, kind: "a field", correction: correction)
    }
    let value = option.value ?? ""
    if name == .sort, let isDescending = sortDirection(first) {
      var keys = value
      if isDescending { keys = value.sortedDescending }
      return StrayWords(first: first, kind: "a direction", correction: "\(option.word) \(keys)")
    }
    let isPart: (String) -> Bool
    let kind: String
    switch name.declaration.value {
    case .fields, .sortKeys:
      isPart = resource.hasAll
      kind = "a field"
    case .relations:
      isPart = resource.relations.contains
      kind = "a relation"
    default: return nil
    }
    let parts = words.prefix(while: isPart)
    if parts.isEmpty { return nil }
    let list = ([value] + parts).joined(separator: ",")
    return StrayWords(first: first, kind: kind, correction: "\(option.word) \(list)")
  }

  /// Whether a word of SQL means the descending order; `nil` if it isn't one.
  private static func sortDirection(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "desc", "descending": true
    case "asc", "ascending": false
    default: nil
    }
  }
}

extension Resource {
  /// Whether the catalogue has each of the fields in a list.
  func hasAll(fields list: String) -> Bool {
    for name in FieldPath.list(list) {
      // A name that can't be read isn't a field.
      guard let field = try? field(name), field.kind != .unknown else {
        return false
      }
    }
    return true
  }

  /// Whether one of the resources has each of the fields in a list.
  static func anyHasAll(fields list: String) -> Bool {
    all.contains { $0.hasAll(fields: list) }
  }
}

extension String {
  /// The keys of `--sort` with the last one descending, as `desc` after it means in SQL.
  fileprivate var sortedDescending: String {
    var keys = commaSeparated
    if let last = keys.last, last.utf8.first != .minus {
      keys[keys.count - 1] = "-\(last)"
    }
    return keys.joined(separator: ",")
  }
}
