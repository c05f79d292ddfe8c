import JPCore

/// Operands that are hardly meant as ids, because they complete the value of the option before them:
/// `-F name email`, `--sort name desc`, `-w userId = 3`, and `--json id,name`, as gh has it.
enum StrayWords {
  /// An option, and the operands between it and the next option.
  private struct Candidate {
    let option: ParsedArguments.Item
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
  /// ids.
  private static func candidates(in arguments: ParsedArguments) -> [Candidate] {
    var candidates: [Candidate] = []
    var isOpen = false
    for item in arguments.items {
      if !item.isOperand {
        candidates.append(Candidate(option: item))
        isOpen = true
      } else if item.isName {
        isOpen = false
      } else if isOpen {
        candidates[candidates.count - 1].words.append(item.word)
      }
    }
    return candidates.filter { !$0.words.isEmpty }
  }

  private static func error(
    about candidate: Candidate, in arguments: ParsedArguments
  ) -> UsageError? {
    if let error = errorAboutCondition(candidate, in: arguments) { return error }
    if case .command = arguments.subject { return nil }
    guard let correction = correction(of: candidate, arguments.shownResource) else { return nil }
    let first = candidate.words[0]
    var message: ShownText = "unknown command or resource \"\(first)\""
    if case .records(let resource) = arguments.subject {
      message = "\(resource.name) takes ids, not \(correction.kind) \"\(first)\""
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
    let rest = restOfCondition(candidate.words)
    var condition = ([candidate.value] + rest).joined(separator: " ")
    let lacksValue = first.isOperator && candidate.words.count == 1
    let hasSecret = condition.typedWordWithoutSecrets != condition
    if lacksValue || hasSecret { condition = "FIELD OP VALUE" }
    return UsageError(
      "\(option.word) \"\(candidate.value)\" ends before \"\(first)\"",
      .sentence("quote the condition: \(option.word) \(condition.shellQuoted)"))
  }

  /// The words that belong to a condition: its operator and value, and more words of the value up to a
  /// resource's name.
  private static func restOfCondition(_ words: [String]) -> [String] {
    var rest: [String] = []
    var leastCount = 1
    if words[0].isOperator { leastCount = 2 }
    for word in words {
      if rest.count >= leastCount, Resource.understood(word) != nil { break }
      rest.append(word)
    }
    return rest
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
  private static func correction(
    of candidate: Candidate, _ resource: Resource
  ) -> Correction? {
    let word = candidate.option.word
    guard let option = candidate.option.option?.declaration else { return nil }
    if word == OptionName.json.typed {
      return correctionOfFlag(candidate, resource)
    }
    if option.name == .sort, let isDescending = sortDirection(candidate.words[0]) {
      var keys = candidate.value
      if isDescending { keys = keys.sortedDescending }
      return Correction(kind: "a direction", words: "\(word) \(keys)")
    }
    let isPart: (String) -> Bool
    let kind: String
    switch option.value {
    case .fields, .sortKeys:
      isPart = resource.hasAll
      kind = "a field"
    case .relations:
      isPart = resource.relations.contains
      kind = "a relation"
    default: return nil
    }
    let parts = candidate.words.prefix(while: isPart)
    if parts.isEmpty { return nil }
    let list = ([candidate.value] + parts).joined(separator: ",")
    return Correction(kind: kind, words: "\(word) \(list)")
  }

  /// `--json id,name`: the flag takes no value, but another option takes it.
  private static func correctionOfFlag(
    _ candidate: Candidate, _ resource: Resource
  ) -> Correction? {
    let fields = candidate.words[0]
    guard let option = OptionName.json.declaration.valueOption?.declaration,
      resource.hasAll(fields: fields)
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
  private static let operators = ["=", "!=", "~", "!~", "<", "<=", ">", ">="]

  fileprivate var isOperator: Bool { Self.operators.contains(self) }

  /// Whether it begins as the rest of a condition does after its field.
  fileprivate var beginsWithOperator: Bool {
    Self.operators.contains { hasPrefix($0) }
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
