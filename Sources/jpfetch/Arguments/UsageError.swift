import JPCore

/// An error in the command line.
struct UsageError: Error, Equatable {
  /// The description of the error, with the wrong word.
  let message: String

  /// Advice on how to correct the error; `nil` to name the command's page of help.
  let advice: Advice?

  /// The expression that has the error, and its position.
  let excerpt: Excerpt?

  struct Excerpt: Equatable {
    let text: String
    /// The position of the error in the text, in Unicode scalars.
    let offset: Int
  }

  init(_ message: ShownText, _ advice: Advice? = nil, excerpt: Excerpt? = nil) {
    self.message = message.text
    self.advice = advice
    // Masking a secret would move the error's position, so an expression with one isn't shown.
    if let excerpt, excerpt.text.typedWordWithoutSecrets == excerpt.text {
      self.excerpt = excerpt
    } else {
      self.excerpt = nil
    }
  }

  // MARK: Words

  /// - Parameters:
  ///   - rules: the rules of the command, whose options may have been meant.
  ///   - action: the action of `cache`, if one is typed.
  static func unknownOption(
    _ word: String, of rules: CommandRules, _ action: CacheAction?
  ) -> UsageError {
    // The text after the name may be a secret value, as in --header:x.
    let name = word.prefix(while: isPartOfOptionName)
    let isWhole = name.count == word.count || word.count == 2
    var shown = word
    if !isWhole { shown = "\(name)***" }
    let advice = OptionDeclaration.advice(for: word, of: rules, action)
    return UsageError("unknown option \(shown)", advice)
  }

  private static func isPartOfOptionName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-" || character == "_"
  }

  /// The error for a first operand that is neither a command nor a resource.
  static func unknownCommand(_ word: String, in arguments: ParsedArguments) -> UsageError {
    let others = Array(arguments.operands.dropFirst())
    return UsageError(
      "unknown command or resource \"\(word)\"",
      CommandName.advice(for: word, before: others, of: arguments.rules))
  }

  /// The error for a name that the catalogue, or one of its resources, doesn't have.
  static func unknownName(
    _ kind: String, of resource: String? = nil, _ word: String, known: [String]
  ) -> UsageError {
    var owner = ""
    var advice: Advice?
    if let resource {
      owner = " of \(resource)"
      advice = .help(resource)
    }
    if let nearest = word.nearest(in: known) {
      advice = .didYouMean(nearest)
    }
    return UsageError("unknown \(kind) \"\(word)\"\(owner)", advice)
  }

  /// The error for an unknown name, if the name that was meant is known.
  static func unknownName(
    _ kind: String, of resource: String, _ word: String, meaning name: String
  ) -> UsageError {
    UsageError("unknown \(kind) \"\(word)\" of \(resource)", .didYouMean(name))
  }

  static func unexpectedOperand(_ word: String) -> UsageError {
    UsageError("unexpected argument \"\(word)\"")
  }

  // MARK: Rules

  static func misplacedOption(
    _ option: String, command: String, _ advice: Advice? = nil
  ) -> UsageError {
    UsageError("\(option) is not valid with \(command)", advice)
  }

  static func conflict(_ one: String, _ other: String) -> UsageError {
    UsageError("\(one) and \(other) cannot be combined", .sentence("leave out one of them"))
  }

  static func needs(_ one: String, _ other: OptionName) -> UsageError {
    var example = other.typed
    if let value = other.declaration.value {
      example += " \(value.rawValue)"
    }
    return UsageError("\(one) needs \(other.typed)", .sentence("add \(example)"))
  }

  /// - Parameter problem: why HOME gives no directory.
  static func noCacheDirectory(_ origin: String, because problem: String) -> UsageError {
    UsageError("\(origin) needs --cache-dir: \(problem)")
  }

  // MARK: Values

  /// - Parameters:
  ///   - origin: the option, variable or command with the value.
  ///   - kind: the plural noun for the choices, `formats`.
  static func badChoice(
    _ origin: String, _ value: String, _ choices: [Choice], kind: String
  ) -> UsageError {
    let words = choices.words
    let expected = "\(kind): \(words.joined(separator: ", "))"
    for choice in choices
    where choice.synonyms.contains(value) || choice.endings.contains(value) {
      return .badValue(origin, value, expected: expected, .didYouMean(choice.word))
    }
    guard let nearest = value.nearest(in: words) else {
      return .badValue(origin, value, expected: expected)
    }
    return .badValue(origin, value, expected: expected, .didYouMean(nearest))
  }

  /// - Parameters:
  ///   - expected: the values that are accepted, `a time: 500ms, 10s, 2m`.
  ///   - advice: advice about this value; `nil` to name the accepted values.
  static func badValue(
    _ origin: String, _ value: String, expected: String, _ advice: Advice? = nil
  ) -> UsageError {
    let message: ShownText = "\(origin) doesn't take \"\(value)\""
    if let advice { return UsageError(message, advice) }
    return UsageError(message, .sentence("\(expected)"))
  }

  /// The error for a flag that is given a value, `--json=id`.
  static func unexpectedValue(_ value: String, of flag: OptionDeclaration) -> UsageError {
    let typed = flag.name.typed
    var correction = typed
    if let option = flag.valueOption?.declaration, Resource.anyHasAll(fields: value) {
      correction += " \(option.shortestSpelling) \(value)"
    }
    return UsageError(
      "\(typed) takes no value, got \"\(value)\"", .sentence("write \(correction)"))
  }

  static func missingValue(of option: OptionDeclaration, for rules: CommandRules) -> UsageError {
    let typed = option.name.typed
    return UsageError(
      "\(typed) needs a value", .sentence("write \(typed) \(option.placeholder(for: rules))"))
  }
}
