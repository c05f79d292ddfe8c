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
  func withAdvice(_ advice: Advice?) -> Message {
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
  ///   - known: the options that could be meant, `--format`.
  ///   - fields: the fields that `-w` could take; empty if the command has no `-w`.
  static func unknownOption(_ word: String, known: [String], fields: [String]) -> Message {
    if let field = fields.first(where: { "--\($0)" == word }) {
      return .usage("unknown option \(word)", .instead("-w \(field)=..."))
    }
    // The text after the name may be a secret value, as in --header:x.
    let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let isWhole = name.count == word.count || word.count == 2
    var shown = word
    if !isWhole { shown = "\(name)***" }
    return .usage("unknown option \(typed: shown)", adviceAboutOption(word, known: known))
  }

  private static func adviceAboutOption(_ word: String, known: [String]) -> Advice? {
    if let advice = OtherWords.advice(insteadOf: word) { return advice }
    guard let nearest = word.nearest(in: known) else { return nil }
    return .didYouMean(nearest)
  }

  /// The error for a first operand that is neither a command nor a resource.
  ///
  /// - Parameters:
  ///   - operands: all operands, which may be the words of a condition.
  ///   - known: the commands and resources.
  static func unknownCommand(
    _ word: String, among operands: [String], known: [String]
  ) -> Message {
    let noun = "command or resource"
    var advice = OtherWords.advice(insteadOf: word)
    if advice == nil, word.utf8.contains(.slash) { advice = .instead("get PATH") }
    if let advice { return .usage("unknown \(noun) \"\(typed: word)\"", advice) }
    let message = unknownName(noun, word, known: known)
    return message.withAdvice(.quotingConditions(in: operands))
  }

  /// The error for an unknown name: `unknown field "nmae" of users`.
  ///
  /// - Parameters:
  ///   - noun: the noun for the name, `field`.
  ///   - owner: the resource that should have the name; `nil` if any resource or topic could.
  ///   - command: the command that has the name as an operand.
  static func unknownName(
    _ noun: String, _ word: String, of owner: Resource? = nil, after command: String? = nil,
    known: [String]
  ) -> Message {
    var text: ShownText = "unknown \(noun) \"\(typed: word)\""
    var page: Advice?
    if let owner {
      text = "unknown \(noun) \"\(typed: word)\" of \(owner.helpTopic)"
      page = .seeHelp(owner.helpTopic)
    }
    if let command, let advice = OtherWords.advice(insteadOf: "\(command) \(word)") {
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
    return .usage("\(error)", .seeHelp(resource.helpTopic))
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
  /// - Parameters:
  ///   - origin: the option, the variable or the command that has the value.
  ///   - choices: the words to choose from.
  ///   - noun: the plural noun for the choices, `formats`.
  static func badChoice(
    _ origin: String, _ value: String, among choices: [String], noun: String
  ) -> Message {
    let text: ShownText = "\(origin) doesn't take \"\(typed: value)\""
    if let advice = OtherWords.advice(insteadOf: "\(origin) \(value)") {
      return .usage(text, advice)
    }
    if let nearest = value.nearest(in: choices) { return .usage(text, .didYouMean(nearest)) }
    return .usage(text, .sentence("\(noun): \(choices.joined(separator: ", "))"))
  }

  /// The error for a value, with what is expected of it: `a duration: 500ms, 10s, 2m`.
  static func badValue(_ origin: String, _ value: String, expected: String) -> Message {
    .usage("\(origin) doesn't take \"\(typed: value)\"", .sentence("\(expected)"))
  }

  /// The error for an option without its value, with what is expected:
  /// `a duration: 500ms, 10s, 2m`.
  static func missingValue(of option: String, expected: String) -> Message {
    .usage("\(option) needs a value", .sentence("\(expected)"))
  }
}

// MARK: The query language

extension Message {
  /// The error for a condition or an assertion that can't be read.
  static func badCondition(_ error: QueryError, in text: String, of option: String) -> Message {
    if case .unknownList(let name) = error {
      return .unknownName("resource", name, known: Resource.all.map(\.name))
    }
    return .usage("\(option) \"\(typed: text)\": \(error)", .seeHelp("where"))
  }

  /// The error for a field that an option can't use, or whose name can't be read.
  static func badField(
    _ error: QueryError, of option: String, _ resource: Resource
  ) -> Message {
    .usage("\(option): \(error)", .seeHelp(resource.helpTopic))
  }
}

extension Resource {
  /// The topic of `jpfetch help` that lists the fields, `users`.
  fileprivate var helpTopic: String {
    if self == .matches { return "search" }
    return name
  }
}
