import JPCore

// The messages about a wrong command line: the first line names the wrong word, the advice says what
// was probably meant, what is taken there, or where to read about it.

extension Message {
  /// An error about the command line.
  ///
  /// - Parameter advice: what the user can do; `nil` to point to the help page of the typed resource
  ///   or command.
  static func usage(_ text: ShownText, _ advice: Advice? = nil) -> Message {
    Message(.usage, text.text, advice: advice)
  }

  /// The message with this advice, unless it already has some.
  func advising(_ advice: Advice?) -> Message {
    var message = self
    if message.advice == nil { message.advice = advice }
    return message
  }
}

// MARK: Unknown words

extension Message {
  /// The error for an unknown option, with advice if another option or a field was probably meant.
  ///
  /// - Parameters:
  ///   - command: the command whose options are proposed.
  ///   - resource: the resource whose fields are proposed.
  static func unknownOption(
    _ word: String, of command: Command, _ resource: Resource
  ) -> Message {
    if command.takes(.where), let field = resource.fields.first(where: { "--\($0.path)" == word }) {
      return .usage("unknown option \(word)", .instead("-w \(field.path)=..."))
    }
    // The text after the name may be a secret value, as in --header:x.
    let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let isWhole = name.count == word.count || word.count == 2
    var shown = word
    if !isWhole { shown = "\(name)***" }
    return .usage("unknown option \(typed: shown)", adviceAboutOption(word, of: command))
  }

  private static func adviceAboutOption(_ word: String, of command: Command) -> Advice? {
    if let advice = OtherWords.advice(about: word) { return advice }
    let known = OptionDeclaration.all.map(\.name).filter(command.takes)
    guard let nearest = word.nearest(in: known.map(\.typed)) else { return nil }
    return .didYouMean(nearest)
  }

  /// The error for a first operand that is neither a command nor a resource.
  static func unknownCommand(_ word: String, among operands: [String]) -> Message {
    let kind = "command or resource"
    var advice = OtherWords.advice(about: word)
    if advice == nil, word.utf8.contains(.slash) { advice = .instead("get PATH") }
    if let advice { return .usage("unknown \(kind) \"\(typed: word)\"", advice) }
    let message = unknownName(kind, word, known: CommandName.firstWords)
    return message.advising(.quotingConditions(in: operands))
  }

  /// The error for an unknown name: `unknown field "nmae" of users`.
  ///
  /// - Parameters:
  ///   - kind: the noun for the name, `field`.
  ///   - owner: the resource that should have the name; `nil` if any resource or topic could.
  ///   - command: the command that has the name as an operand.
  static func unknownName(
    _ kind: String, _ word: String, of owner: Resource? = nil, after command: CommandName? = nil,
    known: [String]
  ) -> Message {
    var text: ShownText = "unknown \(kind) \"\(typed: word)\""
    var page: Advice?
    if let owner {
      text = "unknown \(kind) \"\(typed: word)\" of \(owner.helpTopic)"
      page = .help(owner.helpTopic)
    }
    if let command, let advice = OtherWords.advice(about: "\(command.rawValue) \(word)") {
      return .usage(text, advice)
    }
    if let nearest = word.nearest(in: known) { return .usage(text, .didYouMean(nearest)) }
    return .usage(text, page)
  }

  static func unexpectedOperand(_ word: String) -> Message {
    .usage("unexpected argument \"\(typed: word)\"")
  }

  /// The error for a field that no record has.
  static func missingField(_ field: FieldPath, of resource: Resource) -> Message {
    guard let error = resource.error(aboutMissing: field) else {
      return unknownName("field", field.title, of: resource, known: resource.paths)
    }
    return .usage("\(error)", .help(resource.helpTopic))
  }
}

// MARK: Combinations

extension Message {
  /// The error for an option that a command (`get`) or a format (`the format csv`) doesn't take.
  static func misplacedOption(_ option: String, with place: String) -> Message {
    .usage("\(option) is not valid with \(place)")
  }

  static func conflict(_ one: String, _ other: String) -> Message {
    .usage("\(one) and \(other) cannot be combined")
  }

  /// The error for a command or an option that needs the store, if no directory is known for it.
  ///
  /// - Parameter problem: why HOME gives no directory: `HOME is not set`.
  static func noCacheDirectory(_ origin: String, because problem: String) -> Message {
    .usage("\(origin) needs --cache-dir: \(problem)")
  }
}

// MARK: Values

extension Message {
  /// The error for a value that isn't one of the choices.
  ///
  /// - Parameter kind: the plural noun for the choices, `formats`.
  static func badChoice(
    _ value: Options.Value, _ choices: [Choice], kind: String
  ) -> Message {
    let words = choices.words
    let text: ShownText = "\(value.origin) doesn't take \"\(typed: value.text)\""
    if let advice = OtherWords.advice(about: "\(value.origin) \(value.text)") {
      return .usage(text, advice)
    }
    if let nearest = value.text.nearest(in: words) { return .usage(text, .didYouMean(nearest)) }
    return .usage(text, .sentence("\(choices.inWords(kind))"))
  }

  /// The error for a value that an option doesn't take. Says what the option's values look like.
  static func badValue(_ value: Options.Value, of option: OptionName) -> Message {
    var expected = ""
    if let form = option.declaration.value { expected = form.expected }
    return .badValue(value.origin, value.text, expected: expected)
  }

  /// The error for a value, with what is expected of it: `a duration: 500ms, 10s, 2m`.
  static func badValue(_ origin: String, _ value: String, expected: String) -> Message {
    .usage("\(origin) doesn't take \"\(typed: value)\"", .sentence("\(expected)"))
  }

  /// The error for an option without its value, with what is expected:
  /// `a duration: 500ms, 10s, 2m`.
  static func missingValue(of option: OptionName, expected: String) -> Message {
    .usage("\(option.typed) needs a value", .sentence("\(expected)"))
  }
}

// MARK: The query language

extension Message {
  /// The error for a condition, an assertion or a list of fields that can't be read.
  ///
  /// - Parameters:
  ///   - text: the condition, the assertion or the list, as it was typed.
  ///   - resource: the resource whose fields the text names; `nil` if it is unknown.
  static func usage(
    _ error: QueryError, in text: String, of option: OptionName, _ resource: Resource?
  ) -> Message {
    if case .unknownList(let name) = error {
      return .unknownName("resource", name, known: Resource.all.map(\.name))
    }
    if option.declaration.value == .condition {
      return .usage("\(option.typed) \"\(typed: text)\": \(error)", .help("where"))
    }
    return .usage("\(option.typed): \(error)", resource.map { .help($0.helpTopic) })
  }
}
