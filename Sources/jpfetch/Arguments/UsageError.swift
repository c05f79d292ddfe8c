/// An error in the command line, with the nearest word that would be right.
struct UsageError: Error, Equatable {
  let code: ErrorCode

  /// What is wrong, naming the word.
  var message: String

  /// The nearest known word.
  var nearest: String?

  /// The command that shows what would be right.
  var hint = usualHint

  private static let usualHint = "jpfetch --help"

  /// An expression, and how many Unicode scalars precede the error in it.
  struct Excerpt: Equatable {
    let text: String
    let offset: Int
  }

  /// Where an expression is wrong.
  var excerpt: Excerpt?

  /// The same error, with a command's own help where it has no better line.
  func leading(to command: CommandName) -> UsageError {
    var error = self
    if hint == Self.usualHint { error.hint = "jpfetch help \(command.rawValue)" }
    return error
  }

  /// - Parameter command: the command whose options can be meant.
  static func unknownOption(_ word: String, of command: CommandName) -> UsageError {
    let known = OptionDeclaration.options(of: command).flatMap(\.spellings)
    var error = UsageError(
      code: .usageOption, message: "unknown option \(word)", nearest: word.nearest(in: known))
    if ["--no-color", "--no-colour"].contains(word) {
      (error.nearest, error.hint) = (nil, "jpfetch --color never")
    }
    return error
  }

  static func misplacedOption(_ option: OptionName, command: String) -> UsageError {
    UsageError(code: .usageOption, message: "\(option.typed) is not valid with \(command)")
  }

  static func unexpectedValue(_ option: OptionName, _ value: String) -> UsageError {
    UsageError(code: .usageValue, message: "\(option.typed) takes no value, got \"\(value)\"")
  }

  static func missingValue(_ option: OptionDeclaration) -> UsageError {
    let placeholder = option.value?.placeholder ?? ""
    return UsageError(
      code: .usageValue, message: "\(option.name.typed) needs a value: \(placeholder)")
  }

  static func badChoice(_ place: String, _ value: String, _ choices: [Choice]) -> UsageError {
    let choices = choices.map(\.word)
    return UsageError(
      code: .usageValue,
      message: "\(place) takes \(choices.joined(separator: ", ")), not \"\(value)\"",
      nearest: value.nearest(in: choices))
  }

  static func badValue(_ place: String, _ value: String, expected: String) -> UsageError {
    UsageError(code: .usageValue, message: "\(place) takes \(expected), not \"\(value)\"")
  }

  /// A name that the catalogue doesn't have.
  static func unknownName(_ what: String, _ word: String, known: [String]) -> UsageError {
    UsageError(
      code: .usageValue, message: "unknown \(what) \"\(word)\"", nearest: word.nearest(in: known))
  }

  /// A name that a resource doesn't have.
  static func unknownName(
    _ what: String, of resource: String, _ word: String, known: [String]
  ) -> UsageError {
    var error = unknownName(what, word, known: known)
    error.message += " of \(resource)"
    error.hint = "jpfetch help \(resource)"
    return error
  }

  /// - Parameter word: pass it without a password, as a URL may have been meant.
  static func unknownCommand(_ what: String, _ word: String, known: [String]) -> UsageError {
    UsageError(
      code: .usageCommand, message: "unknown \(what) \"\(word)\"", nearest: word.nearest(in: known))
  }

  /// Only paths may have other bytes.
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
    UsageError(code: .usageValue, message: message, hint: "jpfetch help \(resource)")
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
    let value = value.map { " \($0)" } ?? ""
    return UsageError(code: .usageConflict, message: "\(one) needs \(other.typed)\(value)")
  }

  static func badExpression(
    _ place: String, _ text: String, expected: String, offset: Int
  ) -> UsageError {
    UsageError(
      code: .usageValue,
      message: "\(place) \"\(text)\": expected \(expected) at character \(offset + 1)",
      hint: "jpfetch help where",
      excerpt: Excerpt(text: text, offset: offset))
  }

  /// A word whose meaning is clear, but not its spelling.
  ///
  /// - Parameter command: runs as it is printed.
  static func otherwise(_ message: String, _ command: String) -> UsageError {
    UsageError(code: .usageValue, message: message, hint: command)
  }

  static func conflict(_ one: String, _ other: String) -> UsageError {
    UsageError(code: .usageConflict, message: "\(one) and \(other) cannot be combined")
  }
}
