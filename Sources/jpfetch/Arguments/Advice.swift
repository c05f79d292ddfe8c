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
