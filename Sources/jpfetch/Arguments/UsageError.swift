import JPCore

/// An error in the command line.
struct UsageError: Error, Equatable {
  /// The description of the error, with the wrong word.
  let message: String

  /// What the user can do; `nil` to point to the help page of the typed resource or command.
  private(set) var advice: Advice?

  init(_ message: ShownText, _ advice: Advice? = nil) {
    self.message = message.text
    self.advice = advice
  }

  /// The error with this advice, unless it already has some.
  func advising(_ advice: Advice) -> UsageError {
    var error = self
    if error.advice == nil { error.advice = advice }
    return error
  }
}

// MARK: Unknown words

extension UsageError {
  /// The error for an unknown option, with advice if another option or a field was probably meant.
  ///
  /// - Parameters:
  ///   - command: the command whose options are proposed.
  ///   - resource: the resource whose fields are proposed.
  static func unknownOption(
    _ word: String, of command: Command, _ resource: Resource
  ) -> UsageError {
    var advice: Advice?
    let known = OptionDeclaration.all.map(\.name).filter(command.takes)
    if let field = resource.fields.first(where: { "--\($0.path)" == word }) {
      advice = .didYouMean("-w \(field.path)=...")
    } else if let meaning = OtherWords.meaning(of: word) {
      advice = .didYouMean(meaning)
    } else if let nearest = word.nearest(in: known.map(\.typed)) {
      advice = .didYouMean(nearest)
    }
    // The text after the name may be a secret value, as in --header:x.
    let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let isWhole = name.count == word.count || word.count == 2
    var shown = word
    if !isWhole { shown = "\(name)***" }
    return UsageError("unknown option \(typed: shown)", advice)
  }

  /// The error for a first operand that is neither a command nor a resource.
  static func unknownCommand(_ word: String) -> UsageError {
    .unknownName("command or resource", word, known: CommandName.firstWords)
  }

  /// The error for an unknown name: `unknown field "nmae" of users`.
  ///
  /// - Parameters:
  ///   - kind: the noun for the name, `field`.
  ///   - owner: the resource that should have the name; `nil` if any resource or topic could.
  static func unknownName(
    _ kind: String, _ word: String, of owner: Resource? = nil, known: [String]
  ) -> UsageError {
    let advice = advice(about: word, known: known)
    guard let owner else { return UsageError("unknown \(kind) \"\(typed: word)\"", advice) }
    let error = UsageError("unknown \(kind) \"\(typed: word)\" of \(owner.name)", advice)
    return error.advising(.help(owner.helpTopic))
  }

  /// Advice about an unknown word: what another program's word is called in jpfetch, the nearest
  /// known word, or how to quote a condition; `nil` if there is none.
  private static func advice(about word: String, known: [String]) -> Advice? {
    if let meaning = OtherWords.meaning(of: word) { return .didYouMean(meaning) }
    if let nearest = word.nearest(in: known) { return .didYouMean(nearest) }
    if word.holdsOperator { return .quotingConditions }
    return nil
  }

  static func unexpectedOperand(_ word: String) -> UsageError {
    UsageError("unexpected argument \"\(typed: word)\"")
  }

  /// The error for a field that neither the catalogue nor any record has.
  static func unknownField(_ name: String, of resource: Resource) -> UsageError {
    unknownName("field", name, of: resource, known: resource.paths)
  }
}

// MARK: Combinations

extension UsageError {
  /// The error for an option that a command (`get`) or a format (`the format csv`) doesn't take.
  static func misplacedOption(_ option: String, with place: String) -> UsageError {
    UsageError("\(option) is not valid with \(place)")
  }

  static func conflict(_ one: String, _ other: String) -> UsageError {
    UsageError("\(one) and \(other) cannot be combined")
  }

  /// The error for a command or an option that needs the store, if no directory is known for it.
  ///
  /// - Parameter problem: why HOME gives no directory: `HOME is not set`.
  static func noCacheDirectory(_ origin: String, because problem: String) -> UsageError {
    UsageError("\(origin) needs --cache-dir: \(problem)")
  }
}

// MARK: Values

extension UsageError {
  /// The error for a value that isn't one of the choices.
  ///
  /// - Parameter kind: the plural noun for the choices, `formats`.
  static func badChoice(
    _ value: Options.Value, _ choices: [Choice], kind: String
  ) -> UsageError {
    let words = choices.words
    let error = UsageError(
      "\(value.origin) doesn't take \"\(typed: value.text)\"",
      advice(about: value.text, known: words))
    return error.advising(.sentence("\(choices.inWords(kind))"))
  }

  /// The error for a value that an option doesn't take. Says what the option's values look like.
  static func badValue(_ value: Options.Value, of option: OptionName) -> UsageError {
    var expected = ""
    if let form = option.declaration.value { expected = form.expected }
    return .badValue(value.origin, value.text, expected: expected)
  }

  /// The error for a value, with what is expected of it: `a duration: 500ms, 10s, 2m`.
  static func badValue(_ origin: String, _ value: String, expected: String) -> UsageError {
    UsageError("\(origin) doesn't take \"\(typed: value)\"", .sentence("\(expected)"))
  }

  /// The error for an option without its value, with what is expected:
  /// `a duration: 500ms, 10s, 2m`.
  static func missingValue(of option: OptionName, expected: String) -> UsageError {
    UsageError("\(option.typed) needs a value", .sentence("\(expected)"))
  }
}

// MARK: The query language

extension UsageError {
  /// The error for a condition, an assertion or a list of fields that can't be read.
  ///
  /// - Parameters:
  ///   - text: the condition, the assertion or the list, as it was typed.
  ///   - resource: the resource whose fields the text names; `nil` if it is unknown.
  init(_ error: QueryError, in text: String, of option: OptionName, _ resource: Resource?) {
    if case .unknownList(let name) = error {
      self = .unknownName("resource", name, known: Resource.all.map(\.name))
    } else if option.declaration.value == .condition {
      self.init("\(option.typed) \"\(typed: text)\": \(error)", .help("where"))
    } else {
      self.init("\(option.typed): \(error)", resource.map { .help($0.helpTopic) })
    }
  }
}

// MARK: Advice

/// Advice after an error: a sentence, a command line or a page of help. It never repeats the typed
/// command line.
enum Advice: Equatable {
  case sentence(ShownText)
  /// A complete command line, ready to be copied.
  case command(String)
  /// The page of help about a topic.
  case help(String)
  /// The overview of all options.
  case overview

  static func didYouMean(_ words: String) -> Advice { .sentence("did you mean \(words)?") }

  static let quotingConditions = Advice.sentence("quote a condition: -w 'FIELD OP VALUE'")

  var text: String {
    switch self {
    case .sentence(let sentence): sentence.text
    case .command(let command): "try: \(command)"
    case .help(let topic): "see: jpfetch help \(topic)"
    case .overview: "see: jpfetch --help"
    }
  }

  /// Whether the advice has a command to be copied, which must stay on one line.
  var isCommand: Bool {
    if case .sentence = self { return false }
    return true
  }
}

/// A text for a message. Interpolated words may come from the command line, so secrets in them are
/// masked.
struct ShownText: Equatable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation interpolation: Interpolation) { text = interpolation.text }

  struct Interpolation: StringInterpolationProtocol {
    var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ word: some CustomStringConvertible) {
      text += "\(word)".typedWordWithoutSecrets
    }

    /// - Parameter word: an id, a name or a value, which is cut.
    mutating func appendInterpolation(typed word: String) {
      text += word.typedWordWithoutSecrets.excerpt
    }
  }
}
