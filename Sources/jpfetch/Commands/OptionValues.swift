/// The options' values: what was typed, else the environment's, else what is usual.
struct OptionValues {
  private let arguments: ParsedArguments
  private let environment: (String) -> String?

  init(_ arguments: ParsedArguments, environment: @escaping (String) -> String?) {
    self.arguments = arguments
    self.environment = environment
  }

  func has(_ flag: OptionName) -> Bool { arguments.has(flag) }

  /// Whether the value was typed, and didn't come from a variable.
  func isTyped(_ option: OptionName) -> Bool { arguments.values[option] != nil }

  /// The format of the answer, where one is given.
  var format: OutputFormat? {
    get throws(UsageError) {
      guard let (place, value) = value(of: .format) else { return nil }
      guard let format = OutputFormat(rawValue: value) else {
        throw .badChoice(place, value, OutputFormat.allCases.map(\.rawValue))
      }
      return format
    }
  }

  /// Never fails: an error about another option needs it.
  var errorFormat: ErrorFormat {
    if let (_, value) = value(of: .errorFormat) { return ErrorFormat(rawValue: value) ?? .text }
    return value(of: .format)?.value == "json" ? .json : .text
  }

  var timeout: Duration? {
    get throws(UsageError) {
      guard let (place, value) = value(of: .timeout) else { return nil }
      guard let timeout = Duration(argument: value), timeout > .zero else {
        throw .badValue(place, value, expected: "a time such as 500ms, 10s or 2m")
      }
      return timeout
    }
  }

  /// The value of an option, and where it stands: the option or the variable. An empty variable
  /// counts as none.
  func value(of option: OptionName) -> (place: String, value: String)? {
    if let value = arguments.values[option] { return (option.typed, value) }
    let variable = OptionDeclaration.named(option.rawValue)?.variable
    guard let variable, let value = environment(variable), !value.isEmpty else { return nil }
    return (variable, value)
  }
}
