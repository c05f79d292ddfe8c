/// A word of the command line that is wrong, with the nearest one that would be right.
struct UsageError: Error, Equatable {
  /// The second part of the error's code, `usage.option`.
  let kind: String

  /// What is wrong, naming the word.
  let message: String

  /// The nearest known word.
  var nearest: String?

  static func unknownOption(_ word: String) -> UsageError {
    let known = OptionDeclaration.all.flatMap { option in
      [option.name.typed] + (option.short.map { ["-\($0)"] } ?? [])
    }
    return UsageError(
      kind: "option", message: "unknown option \(word)", nearest: word.nearest(in: known))
  }

  static func unexpectedValue(_ option: OptionName, _ value: String) -> UsageError {
    UsageError(kind: "value", message: "\(option.typed) takes no value, got \"\(value)\"")
  }

  static func missingValue(_ option: OptionDeclaration) -> UsageError {
    let placeholder = option.value?.placeholder ?? ""
    return UsageError(
      kind: "value", message: "\(option.name.typed) needs a value: \(placeholder)")
  }

  static func badChoice(_ place: String, _ value: String, _ choices: [String]) -> UsageError {
    UsageError(
      kind: "value",
      message: "\(place) takes \(choices.joined(separator: ", ")), not \"\(value)\"",
      nearest: value.nearest(in: choices))
  }

  static func badValue(_ place: String, _ value: String, expected: String) -> UsageError {
    UsageError(kind: "value", message: "\(place) takes \(expected), not \"\(value)\"")
  }

  static func unknownCommand(_ word: String, known: [String]) -> UsageError {
    UsageError(
      kind: "command", message: "unknown command or resource \"\(word)\"",
      nearest: word.nearest(in: known))
  }

  static func unexpectedOperand(_ word: String) -> UsageError {
    UsageError(kind: "operand", message: "unexpected argument \"\(word)\"")
  }

  static func missingOperand(_ what: String, of command: String) -> UsageError {
    UsageError(kind: "operand", message: "\(command) needs \(what)")
  }

  static func noCacheDirectory(_ place: String) -> UsageError {
    UsageError(
      kind: "directory",
      message: "\(place) needs a directory: HOME is not set, and neither is --cache-dir")
  }

  static func needs(_ one: OptionName, _ other: OptionName) -> UsageError {
    UsageError(kind: "conflict", message: "\(one.typed) needs \(other.typed)")
  }

  static func conflict(_ one: OptionName, _ other: OptionName) -> UsageError {
    UsageError(kind: "conflict", message: "\(one.typed) and \(other.typed) exclude each other")
  }
}
