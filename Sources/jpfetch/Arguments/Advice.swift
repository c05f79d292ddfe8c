import JPCore

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
