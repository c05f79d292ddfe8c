import JPCore

/// Operands that probably aren't ids, because they continue the value of the option before them:
/// `-F name email`, `--sort name desc`, `-w userId = 3`, and `--json id,name`, which is how the
/// GitHub CLI (gh) names fields.
enum StrayWords {
  /// An option, and the operands between it and the next option.
  private struct Candidate {
    let option: ParsedArguments.Item

    /// The resource whose fields and relations the option names.
    var resource: Resource

    var words: [String] = []

    /// The option's value; empty for a flag.
    var value: String { option.value ?? "" }
  }

  /// The error about the first stray words; `nil` if every operand may be meant.
  static func error(in arguments: ParsedArguments) -> UsageError? {
    // After "--", every word is an operand.
    if arguments.isEnded { return nil }
    for candidate in candidates(in: arguments) {
      if let error = error(about: candidate, in: arguments) { return error }
    }
    return nil
  }

  /// The options with operands that could complete their values. Words after a resource's name are its
  /// ids, unless the name completes a list.
  private static func candidates(in arguments: ParsedArguments) -> [Candidate] {
    var candidates: [Candidate] = []
    var isOpen = false
    for item in arguments.items {
      if !item.isOperand {
        candidates.append(Candidate(option: item, resource: arguments.shownResource))
        isOpen = true
        continue
      }
      if !isOpen { continue }
      let last = candidates.count - 1
      if item.isName {
        guard let parent = parent(listing: item.word, in: candidates[last], arguments) else {
          isOpen = false
          continue
        }
        candidates[last].resource = parent
      }
      candidates[last].words.append(item.word)
    }
    return candidates.filter { !$0.words.isEmpty }
  }

  /// The parent of the children, if their name is rather the end of a list of its fields or relations:
  /// `posts 5 -e user comments`. Options of the children may precede their name, as in
  /// `users 3 -e user todos`, so it is a list only if the children lack one of the names before it.
  private static func parent(
    listing name: String, in candidate: Candidate, _ arguments: ParsedArguments
  ) -> Resource? {
    guard case .records(let parent) = arguments.subject, let children = arguments.children,
      let value = candidate.option.option?.declaration.value
    else { return nil }
    let list = ([candidate.value] + candidate.words).joined(separator: ",")
    if children.hasAll(list, of: value) { return nil }
    guard parent.hasAll("\(list),\(name)", of: value) else { return nil }
    return parent
  }

  private static func error(
    about candidate: Candidate, in arguments: ParsedArguments
  ) -> UsageError? {
    if let error = errorAboutCondition(candidate, in: arguments) { return error }
    if case .command = arguments.subject { return nil }
    guard let correction = correction(of: candidate) else { return nil }
    let first = candidate.words[0]
    var message: ShownText = "unknown command or resource \"\(first)\""
    if case .records = arguments.subject {
      message = "\(candidate.resource.name) takes ids, not \(correction.kind) \"\(first)\""
    }
    return UsageError(message, .sentence("write \(correction.words)"))
  }

  // MARK: Conditions

  /// A condition that the shell has cut, because it wasn't quoted.
  private static func errorAboutCondition(
    _ candidate: Candidate, in arguments: ParsedArguments
  ) -> UsageError? {
    let option = candidate.option
    let first = candidate.words[0]
    guard let name = option.option, name.declaration.value == .condition,
      arguments.goes(with: name), first.beginsWithOperator
    else { return nil }
    if candidate.value.containsOperator {
      guard case .records = arguments.subject else { return nil }
      return UsageError(
        "\(candidate.resource.name) takes ids, not \"\(first)\"",
        .sentence("repeat \(option.word) for another condition"))
    }
    let condition = wholeCondition(candidate)
    return UsageError(
      "\(option.word) \"\(candidate.value)\" ends before \"\(first)\"",
      .sentence("quote the condition: \(option.word) \(condition.shellQuoted)"))
  }

  /// The option's value and the words after it, up to a resource's name after a whole condition;
  /// `FIELD OP VALUE` if these aren't a condition, or have a secret.
  private static func wholeCondition(_ candidate: Candidate) -> String {
    var condition = candidate.value
    for word in candidate.words {
      if Resource.understood(word) != nil, isCondition(condition, of: candidate) { break }
      condition += " \(word)"
    }
    let hasSecret = condition.typedWordWithoutSecrets != condition
    if hasSecret || !isCondition(condition, of: candidate) { return "FIELD OP VALUE" }
    return condition
  }

  private static func isCondition(_ text: String, of candidate: Candidate) -> Bool {
    if candidate.option.option == .assert {
      // The error doesn't matter, because the text wasn't typed so.
      return (try? Assertion(text) { Duration(argument: $0) }) != nil
    }
    return (try? Condition(text, of: candidate.resource)) != nil
  }

  // MARK: Lists

  /// The right spelling of an option and the words after it.
  private struct Correction {
    /// The kind of the first word, `a field`.
    let kind: String

    /// The option with its whole value.
    let words: String
  }

  /// - Returns: `nil` if the words may well be ids.
  private static func correction(of candidate: Candidate) -> Correction? {
    let word = candidate.option.word
    let resource = candidate.resource
    guard let option = candidate.option.option?.declaration else { return nil }
    if word == OptionName.json.typed {
      return correctionOfFlag(candidate)
    }
    let first = candidate.words[0]
    if option.name == .sort, let isDescending = sortDirection(first) {
      var keys = candidate.value
      if isDescending { keys = keys.sortedDescending }
      return Correction(kind: "a direction", words: "\(word) \(keys)")
    }
    guard let value = option.value else { return nil }
    // After names that the resource lacks, the name of another resource is hardly one of its fields.
    if Resource.understood(first) != nil, !resource.hasAll(candidate.value, of: value) {
      return nil
    }
    let parts = candidate.words.prefix { part in resource.hasAll(part, of: value) }
    if parts.isEmpty { return nil }
    var kind = "a field"
    if value == .relations { kind = "a relation" }
    let list = ([candidate.value] + parts).joined(separator: ",")
    return Correction(kind: kind, words: "\(word) \(list)")
  }

  /// `--json id,name`: the flag takes no value, but another option takes it.
  private static func correctionOfFlag(_ candidate: Candidate) -> Correction? {
    let fields = candidate.words[0]
    guard let option = OptionName.json.declaration.valueOption?.declaration,
      candidate.resource.hasAll(fields: fields)
    else { return nil }
    let flag = candidate.option.word
    return Correction(kind: "a field", words: "\(flag) \(option.shortestSpelling) \(fields)")
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
  /// Whether the resource has each of the names that an option's value lists; `false` if the option
  /// takes no list of names.
  fileprivate func hasAll(_ list: String, of value: OptionDeclaration.Value) -> Bool {
    switch value {
    case .fields: hasAll(fields: list)
    case .sortKeys: hasAll(fields: list.withoutSigns)
    case .relations: list.commaSeparated.allSatisfy(relations.contains)
    default: false
    }
  }

  /// Whether the catalogue has each of the fields in a list.
  func hasAll(fields list: String) -> Bool {
    for name in FieldPath.list(list) {
      // A name that can't be read isn't a field.
      guard let field = try? field(name), field.isCatalogued else {
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
  /// Whether it begins as the rest of a condition does after its field.
  fileprivate var beginsWithOperator: Bool {
    Comparison.Operator.allCases.contains { hasPrefix($0.rawValue) }
  }

  /// Whether it contains one of ``Comparison/Operator``: each has one of these characters.
  fileprivate var containsOperator: Bool {
    utf8.contains { byte in "=~<>".utf8.contains(byte) }
  }

  /// The fields of `--sort`, without the signs for descending order.
  fileprivate var withoutSigns: String {
    var fields: [String] = []
    for key in FieldPath.list(self) {
      if key.utf8.first == .minus {
        fields.append(String(key.dropFirst()))
      } else {
        fields.append(key)
      }
    }
    return fields.joined(separator: ",")
  }

  /// The keys of `--sort` with the last one descending, as `desc` after it means in SQL.
  fileprivate var sortedDescending: String {
    var keys = commaSeparated
    if let last = keys.last, last.utf8.first != .minus {
      keys[keys.count - 1] = "-\(last)"
    }
    return keys.joined(separator: ",")
  }
}
