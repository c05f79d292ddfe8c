import JPCore

extension OptionReader {
  /// Checks the typed options against their declarations.
  ///
  /// - Throws: for an option that the command doesn't take, that has no effect with the format,
  ///   that contradicts or lacks another option, or whose value isn't one of its choices.
  func checkRules() throws(UsageError) {
    for item in arguments.items { try checkCommand(of: item) }
    for option in typedOptions {
      try checkFormat(of: option)
      try checkCombination(of: option)
      try checkChoice(of: option)
    }
    try checkEnding()
    // The format may come from a variable, and not from a typed option.
    try checkChoice(of: OptionName.format.declaration)
  }

  /// The typed options, each once, in the order of the command line.
  private var typedOptions: [OptionDeclaration] {
    var names: [OptionName] = []
    for item in arguments.items {
      if let name = item.option, !names.contains(name) {
        names.append(name)
      }
    }
    return names.map(\.declaration)
  }

  private func checkCommand(of item: ParsedArguments.Item) throws(UsageError) {
    guard let option = item.option, !arguments.goes(with: option) else {
      return
    }
    var command = arguments.firstWord
    if arguments.rules.takes(option), arguments.operands.count > 1 {
      // Another action of cache takes the option.
      command += " \(arguments.operands[1])"
    }
    var name = option.typed
    if item.word.utf8.starts(with: "--".utf8) { name = item.word }
    throw .misplacedOption(name, command: command, adviceAboutMisplaced(option, item.value))
  }

  /// Advice about an option that the command doesn't take; `nil` to name the command's page of help.
  private func adviceAboutMisplaced(_ option: OptionName, _ value: String?) -> Advice? {
    for other in option.declaration.counterparts where arguments.goes(with: other) {
      guard option == .query else { return .didYouMean(other.typed) }
      if let value, case .records(let resource) = arguments.subject, resource.isCondition(value) {
        return .sentence("write \(other.declaration.shortestSpelling) \(value.shellQuoted)")
      }
    }
    let operands = arguments.operands
    switch arguments.command {
    case .get where option.declaration.group == .select:
      guard operands.count == 2, let words = Resource.words(forPath: operands[1]) else {
        return .sentence("get prints a document as it is; pipe it to jq")
      }
      return .sentence("write \(words) instead of get \(operands[1])")
    case .show where arguments.rules(of: .get).takes(option):
      guard case .records(let resource) = arguments.subject else {
        return nil
      }
      if operands.count == 2, operands[1].isPlainID {
        let id = operands[1]
        return .sentence("write get /\(resource.name)/\(id) instead of \(resource.name) \(id)")
      }
      return .sentence("write get /\(resource.name) instead of \(resource.name)")
    case .show where arguments.rules(of: .check).takes(option):
      return .page(of: .check)
    default:
      return nil
    }
  }

  private func checkFormat(of option: OptionDeclaration) throws(UsageError) {
    guard option.formats.isDisjoint(with: answerFormat.traits) else {
      return
    }
    if option.formats == .document {
      throw .needs(option.name.typed, .json)
    }
    throw .misplacedOption(option.name.typed, command: shownFormat)
  }

  /// The answer's format, with the option or the variable that gives it.
  private var shownFormat: String {
    let word = answerFormat.rawValue
    guard givenFormat != nil, let origin = value(.format)?.origin else {
      return "--format \(word)"
    }
    switch origin {
    case OptionName.format.declaration.variable:
      return "\(origin)=\(word)"
    case OptionName.output.typed:
      guard let path = texts(.output).last else {
        return "\(origin) \(word)"
      }
      return "\(origin) \(path)"
    case OptionName.meta.typed: return origin
    default: return "--format \(word)"
    }
  }

  private func checkCombination(of option: OptionDeclaration) throws(UsageError) {
    for other in option.excludes {
      if let origin = origin(ofFlag: other) {
        throw .conflict(option.name.typed, origin)
      }
    }
    if let other = option.needs, !arguments.has(other) {
      throw .needs(option.name.typed, other)
    }
  }

  private func checkChoice(of option: OptionDeclaration) throws(UsageError) {
    let isPlan = option.name == .format && has(.dryRun)
    let choices = option.choices(of: arguments.rules, isPlan: isPlan)
    guard !choices.isEmpty, let value = value(option.name) else {
      return
    }
    if choices.words.contains(value.text) { return }
    // A variable is for several commands, so it may name a format that this command doesn't have.
    if value.origin == option.variable, OutputFormat(rawValue: value.text) != nil {
      return
    }
    var origin = value.origin
    if isPlan { origin += " with --dry-run" }
    var kind = "choices"
    if option.value == .format { kind = "formats" }
    throw .badChoice(origin, value.text, choices, kind: kind)
  }

  /// Throws if the output file's ending means a format that the command doesn't print.
  private func checkEnding() throws(UsageError) {
    guard !arguments.has(.format), let path = texts(.output).last, let ending = unusedEnding
    else { return }
    let formats = OutputFormat.choices + ReportFormat.choices
    guard formats.choice(ofEnding: ending) != nil else { return }
    var endings: [String] = []
    for choice in OptionName.format.declaration.choices(of: arguments.rules) {
      for ending in choice.endings { endings.append(".\(ending)") }
    }
    throw .badValue(
      "\(arguments.firstWord) \(OptionName.output.typed)",
      path,
      expected: "endings: \(endings.joined(separator: ", ")); any other with --format")
  }
}
