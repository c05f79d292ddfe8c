/// An error in the command line, with the nearest word that would be right.
struct UsageError: Error, Equatable {
  let code: ErrorCode

  /// What is wrong, naming the word.
  var message: String

  /// The nearest known word.
  var nearest: String?

  /// The line that would be right, or the page that says so; `nil` for that of the command.
  var hint: Hint?

  /// An expression, and how many Unicode scalars precede the error in it.
  struct Excerpt: Equatable {
    let text: String
    let offset: Int
  }

  /// Where an expression is wrong.
  var excerpt: Excerpt?

  /// An error about an unknown word.
  ///
  /// - Parameter isName: whether it names an option, a command or an action.
  private init(
    _ code: ErrorCode, _ message: String, _ word: String, known: [String], isName: Bool = false
  ) {
    self.code = code
    self.message = message
    if isName, let words = KnownWords.words(for: word) {
      hint = .typed([.replacing(word, words)])
    } else {
      nearest = word.nearest(in: known)
      hint = nearest.map { .replacing(word, $0) }
    }
  }

  init(code: ErrorCode, message: String, hint: Hint? = nil, excerpt: Excerpt? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.excerpt = excerpt
  }

  /// - Parameter command: the command whose options can be meant.
  static func unknownOption(_ word: String, of command: CommandName) -> UsageError {
    let known = OptionDeclaration.options(of: command).flatMap(\.spellings)
    return UsageError(.usageOption, "unknown option \(word)", word, known: known, isName: true)
  }

  static func misplacedOption(_ option: OptionName, command: String) -> UsageError {
    UsageError(code: .usageOption, message: "\(option.typed) is not valid with \(command)")
  }

  static func unexpectedValue(_ option: OptionName, _ value: String) -> UsageError {
    UsageError(code: .usageValue, message: "\(option.typed) takes no value, got \"\(value)\"")
  }

  static func missingValue(_ option: OptionDeclaration, of command: CommandName) -> UsageError {
    UsageError(
      code: .usageValue,
      message: "\(option.name.typed) needs a value: \(option.placeholder(for: command))")
  }

  static func badChoice(_ place: String, _ value: String, _ choices: [Choice]) -> UsageError {
    let choices = choices.map(\.word)
    return UsageError(
      .usageValue, "\(place) takes \(choices.joined(separator: ", ")), not \"\(value)\"", value,
      known: choices, isName: place == CommandName.cache.rawValue)
  }

  static func badValue(_ place: String, _ value: String, expected: String) -> UsageError {
    UsageError(code: .usageValue, message: "\(place) takes \(expected), not \"\(value)\"")
  }

  /// A name that the catalogue doesn't have.
  static func unknownName(_ what: String, _ word: String, known: [String]) -> UsageError {
    UsageError(.usageValue, "unknown \(what) \"\(word)\"", word, known: known)
  }

  /// A name that a resource doesn't have.
  static func unknownName(
    _ what: String, of resource: String, _ word: String, known: [String]
  ) -> UsageError {
    var error = unknownName(what, word, known: known)
    error.message += " of \(resource)"
    error.hint = error.hint ?? .help(resource)
    return error
  }

  /// - Parameter word: pass it without a password, as a URL may have been meant.
  static func unknownCommand(_ what: String, _ word: String, known: [String]) -> UsageError {
    UsageError(
      .usageCommand, "unknown \(what) \"\(word)\"", word, known: known,
      isName: !what.hasPrefix("help"))
  }

  /// - Parameter word: with U+FFFD for each byte that isn't UTF-8.
  static func notUTF8(_ word: String) -> UsageError {
    UsageError(code: .usageValue, message: "invalid UTF-8: \"\(word)\"")
  }

  static func unexpectedOperand(_ word: String) -> UsageError {
    UsageError(code: .usageOperand, message: "unexpected argument \"\(word)\"")
  }

  static func missingOperand(_ what: String, of command: String) -> UsageError {
    UsageError(code: .usageOperand, message: "\(command) needs \(what)")
  }

  /// A field that can't stand where it does.
  static func badField(_ message: String, of resource: String) -> UsageError {
    UsageError(code: .usageValue, message: message, hint: .help(resource))
  }

  static func noCacheDirectory(_ place: String) -> UsageError {
    UsageError(
      code: .usageConflict,
      message: "\(place) needs --cache-dir: "
        + "HOME is not an absolute path of a directory")
  }

  static func unstorable(_ command: String, _ url: String) -> UsageError {
    UsageError(
      code: .usageConflict,
      message: "\(command) cannot store responses of a URL with a user name: \(url)")
  }

  static func needs(_ one: OptionName, _ other: OptionName) -> UsageError {
    needs(one.typed, other)
  }

  static func needs(_ one: String, _ other: OptionName, _ value: String? = nil) -> UsageError {
    let text = value.map { " \($0)" } ?? ""
    let isFlag = OptionDeclaration.named(other)?.value == nil
    return UsageError(
      code: .usageConflict, message: "\(one) needs \(other.typed)\(text)",
      hint: isFlag || value != nil ? .adding(other, value) : nil)
  }

  static func badExpression(
    _ place: String, _ text: String, expected: String, offset: Int
  ) -> UsageError {
    UsageError(
      code: .usageValue,
      message: "\(place) \"\(text)\": expected \(expected) at character \(offset + 1)",
      hint: .help("where"),
      excerpt: Excerpt(text: text, offset: offset))
  }

  /// A word whose meaning is clear, but not its spelling.
  ///
  static func otherwise(_ message: String, _ hint: Hint?) -> UsageError {
    UsageError(code: .usageValue, message: message, hint: hint)
  }

  static func conflict(_ one: String, _ other: String) -> UsageError {
    UsageError(code: .usageConflict, message: "\(one) and \(other) cannot be combined")
  }
}
