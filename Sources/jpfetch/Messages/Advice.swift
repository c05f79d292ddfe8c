import JPCore

/// Advice after an error: a sentence, a command line or a page of help. It never repeats the typed
/// command line.
struct Advice: Equatable {
  let text: String

  /// Whether the text has a command to be copied, which must stay on one line.
  let isCommand: Bool

  static func sentence(_ sentence: ShownText) -> Advice {
    Advice(text: sentence.text, isCommand: false)
  }

  /// - Parameter line: a complete command line.
  static func command(_ line: String) -> Advice { Advice(text: "try: \(line)", isCommand: true) }

  /// The page of help about a topic.
  static func seeHelp(_ topic: String) -> Advice {
    Advice(text: "see: jpfetch help \(topic)", isCommand: true)
  }

  /// The overview of all options.
  static let overview = Advice(text: "see: jpfetch --help", isCommand: true)

  /// For a misspelled word.
  static func didYouMean(_ word: String) -> Advice { .sentence("did you mean \(word)?") }

  /// For an option or a command that has another name here.
  static func instead(_ words: String) -> Advice { .sentence("instead: \(words)") }

  /// For operands that are the words of a condition; `nil` if none has an operator.
  ///
  /// - Parameter option: the option that takes the condition.
  static func quotingConditions(
    in operands: [String], for option: String = "-w 'FIELD OP VALUE'"
  ) -> Advice? {
    guard operands.contains(where: \.holdsOperator) else { return nil }
    return .sentence("quote a condition: \(option)")
  }
}

/// What advice about a request says of the command line.
struct AdviceWords {
  /// What the user can check if the server is wrong: `--base-url`, `JPFETCH_BASE_URL`, or
  /// `the server's name`.
  let server: String

  /// A command that prints built-in records instead; `nil` if the user wants other ones.
  let sampleCommand: String?

  /// A command that stores all lists; `nil` if it would print a secret.
  let warmCommand: String?

  /// The operands that choose the records of the request's path, `users 1 todos`; `nil` if none do.
  let operands: String?
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
