import JPCore

/// Finds the value of an option: the typed value, else a value that another option implies, else
/// the value of the option's variable. Commands read ``Settings`` instead.
struct OptionReader {
  let arguments: ParsedArguments
  private let environment: @Sendable (String) -> String?

  /// A value, with the option or the variable that gives it.
  struct Value {
    let origin: String
    let text: String
  }

  init(_ arguments: ParsedArguments, environment: @escaping @Sendable (String) -> String?) {
    self.arguments = arguments
    self.environment = environment
  }

  // MARK: Flags

  /// The option or the variable that sets a flag; `nil` if the flag isn't set. A variable that is
  /// empty, `0`, `no`, `off` or `false` doesn't set it.
  func origin(ofFlag flag: OptionName) -> String? {
    if arguments.has(flag) { return flag.typed }
    guard let name = variableName(of: flag), let value = environment(name) else {
      return nil
    }
    switch value.lowercased() {
    case "", "0", "no", "off", "false": return nil
    default: return name
    }
  }

  func has(_ flag: OptionName) -> Bool { origin(ofFlag: flag) != nil }

  // MARK: Values

  /// Every value of an option that can be repeated.
  func texts(_ option: OptionName) -> [String] { arguments.values(of: option) }

  /// The value that applies; of several typed values, the last one.
  func value(_ option: OptionName) -> Value? {
    if option == .format { return format }
    if let typed = typedValue(option) { return typed }
    return variableValue(option)
  }

  private func typedValue(_ option: OptionName) -> Value? {
    guard let text = texts(option).last else { return nil }
    return Value(origin: option.typed, text: text)
  }

  private func variableValue(_ option: OptionName) -> Value? {
    guard let name = variableName(of: option), let text = variable(name) else {
      return nil
    }
    return Value(origin: name, text: text)
  }

  /// The value of an environment variable; an empty one counts as missing.
  func variable(_ name: String) -> String? {
    guard let value = environment(name), !value.isEmpty else {
      return nil
    }
    return value
  }

  /// The name of an option's variable; `nil` if it doesn't apply to the command or to local data.
  private func variableName(of option: OptionName) -> String? {
    let declaration = option.declaration
    guard arguments.goes(with: option),
      !arguments.rules.ignoredVariables.contains(option)
    else { return nil }
    if declaration.concernsServers, isLocal { return nil }
    return declaration.variable
  }

  /// Whether all data is built in or in files; `false` for `cache`, whose responses came from
  /// servers.
  private var isLocal: Bool {
    if arguments.command == .cache || localOrigin == nil {
      return false
    }
    guard let other = texts(.against).last else { return true }
    return other.prefix(5).lowercased() == "file:"
  }

  /// The option or variable that makes the data local, with its value; `nil` if the data isn't
  /// local.
  var localOrigin: String? {
    if has(.sample) { return OptionName.sample.typed }
    guard let value = value(.baseURL), case .file = BaseURL(value.text)?.scheme else {
      return nil
    }
    return "\(value.origin) \(value.text.withoutSecrets)"
  }

  // MARK: The format

  /// The given format in lower case, with `md` replaced by `markdown`.
  private var format: Value? {
    let value = typedValue(.format) ?? impliedFormat ?? variableValue(.format)
    guard let value else { return nil }
    var word = value.text.lowercased()
    if word == "md" { word = OutputFormat.markdown.rawValue }
    return Value(origin: value.origin, text: word)
  }

  /// The format that the output file's ending or `--meta` implies.
  private var impliedFormat: Value? {
    if let format = formatOfOutput {
      return Value(origin: OptionName.output.typed, text: format)
    }
    if !has(.meta) { return nil }
    return Value(origin: OptionName.meta.typed, text: OutputFormat.json.rawValue)
  }

  /// The format that the output file's ending implies; `nil` if no format of the command has the
  /// ending.
  private var formatOfOutput: String? {
    guard let ending = outputEnding else { return nil }
    let choices = OptionName.format.declaration.choices(of: arguments.rules)
    return choices.choice(ofEnding: ending)?.word
  }

  /// The output file's ending in lower case, if no format of the command has it.
  var unusedEnding: String? {
    if formatOfOutput != nil { return nil }
    return outputEnding
  }

  private var outputEnding: String? {
    guard let path = texts(.output).last, let point = path.lastIndex(of: ".") else {
      return nil
    }
    return path[point...].dropFirst().lowercased()
  }

  /// The format that an option, a file's ending or a variable gives; `nil` if the command's answers
  /// can't have it.
  var givenFormat: OutputFormat? {
    guard let word = format?.text, let format = OutputFormat(rawValue: word) else {
      return nil
    }
    switch arguments.rules.formats {
    case .none: return nil
    case .report: return format
    case .answer(let formats, _):
      guard formats.contains(format) else { return nil }
      return format
    }
  }

  /// The format of the answer.
  var answerFormat: OutputFormat {
    if let givenFormat { return givenFormat }
    if case .answer(_, let format) = arguments.rules.formats {
      return format
    }
    return .table
  }

  // MARK: Kinds of value

  /// An option's time, if it is given.
  func duration(_ option: OptionName, allowingZero: Bool = true) throws(UsageError) -> Duration? {
    guard let value = value(option) else { return nil }
    guard let duration = Duration(argument: value.text), allowingZero || duration > .zero else {
      throw .badValue(value.origin, value.text, expected: "a time: 500ms, 10s, 2m")
    }
    return duration
  }

  /// An option's number, if it is given.
  func number(
    _ option: OptionName, in range: ClosedRange<Int> = 0...Int.max
  ) throws(UsageError) -> Int? {
    guard let value = value(option) else { return nil }
    let text = value.text
    if text.utf8.allSatisfy(\.isDigit), let number = Int(text), range.contains(number) {
      return number
    }
    var bounds = ", \(range.lowerBound) or more"
    if range.upperBound != .max {
      bounds = " from \(range.lowerBound) to \(range.upperBound)"
    }
    throw .badValue(value.origin, text, expected: "a whole number\(bounds)")
  }
}

extension Duration {
  static let units: [(name: String, length: Duration)] = [
    ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
    ("d", .seconds(86400)),
  ]

  /// Reads `500ms`, `10s`, `5m`, `12h`, `7d`, or seconds; `nil` for anything else.
  init?(argument text: String) {
    let digits = text.prefix { ("0"..."9").contains($0) }
    var name = text[digits.endIndex...]
    if name.isEmpty { name = "s" }
    // Nine digits of days are far below a Duration's limit.
    guard let count = Int(digits), digits.count <= 9 else {
      return nil
    }
    for unit in Self.units where unit.name == name {
      self = unit.length * count
      return
    }
    return nil
  }
}
