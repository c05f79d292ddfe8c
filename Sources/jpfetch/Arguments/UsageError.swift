import JPCore

/// An error in the command line, with the nearest word that would be right.
struct UsageError: Error, Equatable {
  /// The error, with the wrong word.
  var message: String

  /// The nearest known word.
  var nearest: String?

  /// A line that works, or the help page to read; `nil` for the command's page.
  var hint: Hint?

  /// What to write instead; replaces the hint.
  var advice: Text?

  /// The position of an error in an expression, in Unicode scalars.
  var excerpt: Excerpt?

  struct Excerpt: Equatable {
    let text: String
    let offset: Int
  }

  init(_ message: Text, _ hint: Hint? = nil, excerpt: Excerpt? = nil) {
    self.message = message.text
    self.hint = hint
    // With a secret in it, it isn't shown, because the error's position would be another.
    if let excerpt, excerpt.text.typedWordWithoutSecrets == excerpt.text { self.excerpt = excerpt }
  }

  /// An error about an unknown word.
  ///
  /// - Parameter mayBeKnown: whether the word may be one of ``KnownWords``.
  private init(
    _ message: Text, _ word: String, known: [String], mayBeKnown: Bool = false,
    else hint: Hint? = nil
  ) {
    self.init(message, hint)
    if mayBeKnown, let words = KnownWords.words(for: word) {
      self.hint = .typed([.replacing(word, words)])
    } else if let nearest = word.nearest(in: known) {
      self.nearest = nearest
      self.hint = .replacing(word, nearest)
    }
  }

  /// The line in help of the option that a message begins with.
  private static func line(ofPlace place: String) -> Hint? {
    let name = place.split(separator: " ").first
    return OptionName.allCases.first { option in
      option.typed == name ?? "" || option.declaration.variable == place
    }.map { .option($0) }
  }

  // MARK: Options

  /// - Parameter rules: those of the command whose options can be meant.
  static func unknownOption(_ word: String, of rules: CommandRules) -> UsageError {
    // What follows the name may be a value, of which nothing is shown: --header:x.
    let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let shown = name.count == word.count || word.count == 2 ? word : "\(name)***"
    let known = OptionDeclaration.all.filter { rules.takes($0.name) }.flatMap(\.spellings)
    // Other words of the line may also be its value, so the line isn't suggested with a change.
    var error = UsageError("unknown option \(shown)")
    error.nearest = KnownWords.words(for: word)?.joined(separator: " ") ?? word.nearest(in: known)
    return error
  }

  static func misplacedOption(_ option: OptionName, command: String) -> UsageError {
    UsageError("\(option.typed) is not valid with \(command)", .removing(option))
  }

  static func conflict(_ one: OptionName, _ other: String) -> UsageError {
    UsageError("\(one.typed) and \(other) cannot be combined", .removing(one))
  }

  static func needs(_ one: String, _ other: OptionName) -> UsageError {
    let isFlag = other.declaration.value == nil
    return UsageError("\(one) needs \(other.typed)", isFlag ? .adding(other) : .option(other))
  }

  // MARK: Values

  /// - Parameter place: the option, variable or command that has the value.
  static func badChoice(_ place: String, _ value: String, _ choices: [Choice]) -> UsageError {
    let choices = choices.map(\.word)
    return UsageError(
      "\(place) takes \(choices.joined(separator: ", ")), not \"\(value)\"", value,
      known: choices, mayBeKnown: place == CommandName.cache.rawValue, else: line(ofPlace: place))
  }

  static func badValue(
    _ place: String, _ value: String, expected: String, _ hint: Hint? = nil
  ) -> UsageError {
    UsageError("\(place) takes \(expected), not \"\(value)\"", hint ?? line(ofPlace: place))
  }

  /// A name that the catalogue doesn't have, or that a resource doesn't have.
  static func unknownName(
    _ what: String, of resource: String? = nil, _ word: String, known: [String],
    mayBeKnown: Bool = false
  ) -> UsageError {
    let owner = resource.map { " of \($0)" } ?? ""
    return UsageError(
      "unknown \(what) \"\(word)\"\(owner)", word, known: known, mayBeKnown: mayBeKnown,
      else: resource.map { .help($0) })
  }

  static func unexpectedOperand(_ word: String) -> UsageError {
    UsageError("unexpected argument \"\(word)\"", .replacing(word))
  }

  static func noCacheDirectory(_ place: String) -> UsageError {
    UsageError(
      "\(place) needs --cache-dir: HOME is not an absolute path of a directory",
      .option(.cacheDirectory))
  }
}

extension UsageError {
  /// A message. Every word that is inserted may have been typed, and is shown without secrets.
  struct Text: Equatable, ExpressibleByStringInterpolation {
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
    }
  }
}
