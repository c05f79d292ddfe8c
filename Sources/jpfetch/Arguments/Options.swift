import JPCore

/// The options of a run: each with its values, and the option or the variable that gave them, found
/// once. ``Settings`` has those that need a type or a check for several commands.
struct Options {
  let arguments: ParsedArguments
  let command: Command

  /// The option or variable that makes the data local, with its value; `nil` if the data isn't
  /// local.
  private(set) var localOrigin: String?

  /// The format that an option, a file's ending or a variable gives; `nil` if the command has none
  /// of that name.
  private var givenFormat: Format?

  /// All values, in the order in which they were found.
  private var values: [(option: OptionName, value: Value)] = []

  private let environment: @Sendable (String) -> String?

  /// A value, with the option or the variable that gives it.
  struct Value {
    let origin: String
    let text: String
  }

  /// The format of an answer, or of a report about checks.
  enum Format {
    case answer(OutputFormat)
    case report(ReportFormat)
  }

  init(
    _ arguments: ParsedArguments, of command: Command,
    environment: @escaping @Sendable (String) -> String?
  ) {
    self.arguments = arguments
    self.command = command
    self.environment = environment
    for option in arguments.options { add(option) }
    addImpliedFormat()
    // Whether the data is local decides which other variables apply.
    addVariable(of: OptionName.baseURL.declaration)
    localOrigin = originOfLocalData
    let ignoresServers = isLocal
    for option in OptionDeclaration.withVariables {
      if ignoresServers, option.concernsServers { continue }
      // Requests are lines, or JSON if that is typed.
      if option.name == .format, has(.dryRun) { continue }
      addVariable(of: option)
    }
    readFormat()
  }

  /// Adds a typed option, and the value that it implies for another one.
  private mutating func add(_ option: ParsedArguments.Option) {
    let origin = option.name.typed
    values.append((option.name, Value(origin: origin, text: option.value ?? "")))
    if option.value == nil, let implied = option.name.declaration.implies {
      values.append((implied.option, Value(origin: origin, text: implied.value)))
    }
  }

  /// Adds the format of the output file's ending, or else of `--meta`, unless a format is typed.
  private mutating func addImpliedFormat() {
    if has(.format) { return }
    let choices = command.formats.choices
    if let ending = value(.output)?.text.fileEnding, let format = choices.named(ending) {
      values.append((.format, Value(origin: OptionName.output.typed, text: format.word)))
    } else if has(.meta) {
      let json = Value(origin: OptionName.meta.typed, text: OutputFormat.json.rawValue)
      values.append((.format, json))
    }
  }

  /// Adds the value of an option's variable, unless the option is typed. A flag's variable that is
  /// empty, `0`, `no`, `off` or `false` doesn't set it.
  private mutating func addVariable(of option: OptionDeclaration) {
    guard let name = option.variable, !has(option.name),
      command.takes(option.name), let text = variable(name)
    else { return }
    let isFlag = option.value == nil
    if isFlag, ["0", "no", "off", "false"].contains(text.lowercased()) { return }
    values.append((option.name, Value(origin: name, text: text)))
  }

  /// Reads the given format, which an ending such as `md` can name. The variable is for several
  /// commands: a format that only others have is ignored.
  private mutating func readFormat() {
    guard let value = value(.format) else { return }
    let word = value.text.lowercased()
    if let choice = command.formats.choices.named(word),
      let named = command.formats.named(choice.word)
    {
      values.append((.format, Value(origin: value.origin, text: choice.word)))
      givenFormat = named
    } else if value.origin == OptionName.format.declaration.variable,
      OutputFormat.choices.named(word) != nil || ReportFormat.choices.named(word) != nil
    {
      values.removeAll { $0.option == .format }
    }
  }

  /// Whether all data is built in or in files; `false` for `cache`, whose responses came from
  /// servers.
  private var isLocal: Bool {
    if command.name == .cache || localOrigin == nil { return false }
    guard let other = value(.against) else { return true }
    return BaseURL(argument: other.text)?.isLocal == true
  }

  private var originOfLocalData: String? {
    if has(.sample) { return OptionName.sample.typed }
    guard let value = value(.baseURL), BaseURL(argument: value.text)?.isLocal == true else {
      return nil
    }
    return "\(value.origin) \(value.text.withoutSecrets)"
  }
}

// MARK: Values

extension Options {
  /// Whether the option is given, or the variable of a flag.
  func has(_ option: OptionName) -> Bool { value(option) != nil }

  /// The value that applies, the last one.
  func value(_ option: OptionName) -> Value? {
    for (given, value) in values.reversed() where given == option { return value }
    return nil
  }

  /// The option or the variable that gives the value; `nil` if none does.
  func origin(of option: OptionName) -> String? { value(option)?.origin }

  /// Every value of an option that can be repeated.
  func texts(_ option: OptionName) -> [String] {
    var texts: [String] = []
    for (given, value) in values where given == option { texts.append(value.text) }
    return texts
  }

  /// The values of an option that lists, as one list; `nil` without the option.
  func list(_ option: OptionName) -> String? {
    guard has(option) else { return nil }
    return texts(option).joined(separator: ",")
  }

  /// The value of an environment variable; an empty one counts as missing.
  func variable(_ name: String) -> String? {
    guard let value = environment(name), !value.isEmpty else {
      return nil
    }
    return value
  }

  /// The format of the output.
  var format: Format { givenFormat ?? command.formats.defaultFormat }

  /// The format of an answer; `table` if the output is a report.
  var answerFormat: OutputFormat {
    if case .answer(let format) = format { return format }
    return .table
  }

  /// Whether JSON is asked for, so that errors and planned requests are JSON, too.
  var asksForJSON: Bool {
    switch givenFormat {
    case .answer(let format): format.isJSON
    case .report(let format): format == .json
    case nil: false
    }
  }

  /// An option's time, if it is given.
  func duration(_ option: OptionName, allowingZero: Bool = true) throws(Message) -> Duration? {
    guard let value = value(option) else { return nil }
    guard let duration = Duration(argument: value.text), allowingZero || duration > .zero else {
      throw .badValue(value, of: option)
    }
    return duration
  }

  /// An option's number, if it is given.
  func number(_ option: OptionName) throws(Message) -> Int? {
    guard let value = value(option) else { return nil }
    guard let number = Int(digits: value.text) else {
      throw .badValue(value, of: option)
    }
    return number
  }
}

extension Int {
  /// - Returns: `nil` if a character isn't a digit; Int(_:) would accept a sign.
  init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy(\.isDigit) else { return nil }
    self.init(text)
  }
}

extension String {
  /// The ending of a file's name in lower case, without its point; `nil` if it has none. The first
  /// point of `.profile` begins its name.
  var fileEnding: String? {
    var name = utf8[...]
    if let slash = name.lastIndex(of: .slash) { name = name[slash...].dropFirst() }
    guard let point = name.lastIndex(of: .point), point != name.startIndex else {
      return nil
    }
    return String(utf8: name[point...].dropFirst()).lowercased()
  }
}

extension Duration {
  static let units: [(name: String, length: Duration)] = [
    ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
    ("d", .seconds(86400)),
  ]

  /// Reads `500ms`, `0.5s`, `5m`, `12h`, `7d`, or seconds; `nil` for anything else.
  init?(argument text: String) {
    let number = text.utf8.prefix { $0.isDigit || $0 == .point }
    var name = String(utf8: text.utf8.dropFirst(number.count))
    if name.isEmpty { name = "s" }
    let parts = number.split(separator: .point, maxSplits: 1, omittingEmptySubsequences: false)
    // Nine digits of days are far below a Duration's limit.
    guard let whole = parts.first, let count = Int(Substring(whole)), whole.count <= 9 else {
      return nil
    }
    var fraction = 0
    var divisor = 1
    if parts.count == 2 {
      guard let digits = Int(Substring(parts[1])), parts[1].count <= 9 else { return nil }
      fraction = digits
      for _ in parts[1] { divisor *= 10 }
    }
    for unit in Self.units where unit.name == name {
      self = unit.length * count + unit.length * fraction / divisor
      return
    }
    return nil
  }
}
