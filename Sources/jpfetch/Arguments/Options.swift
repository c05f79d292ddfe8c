import JPCore

/// The values of a run's options. Each value is found once, with its origin: the typed option or
/// the environment variable. ``check()`` checks them, ``Settings`` converts most of them.
struct Options {
  let arguments: ParsedArguments
  let command: Command

  /// The option or variable that makes the data local, with its value: `--sample`, or
  /// `--base-url ./data`. `nil` if the data isn't local.
  private(set) var localOrigin: String?

  /// The name of the format that `-f`, the output file's ending, `--meta` or JPFETCH_FORMAT gives,
  /// or else of the command's default.
  private(set) var format: String

  /// The format of an answer; `table` for a report in a format that answers don't have.
  private(set) var answerFormat: OutputFormat

  /// Whether JSON is asked for, so that errors and planned requests are JSON, too.
  private(set) var asksForJSON = false

  /// The values in the order in which they were found. An option's last value applies, unless the
  /// option can be repeated: then all apply.
  private(set) var values: [(option: OptionName, value: Value)] = []

  private let environment: @Sendable (String) -> String?

  /// The text of an option's value; its origin is the typed option (`--format`) or the variable
  /// (`JPFETCH_FORMAT`).
  struct Value {
    let origin: String
    let text: String
  }

  init(
    _ arguments: ParsedArguments, of command: Command,
    environment: @escaping @Sendable (String) -> String?
  ) {
    self.arguments = arguments
    self.command = command
    self.environment = environment
    format = command.defaultFormat
    answerFormat = OutputFormat(rawValue: format) ?? .table
    for option in arguments.options { addTyped(option) }
    addImpliedFormat()
    // Find out first whether the data is local: that decides which other variables apply.
    if !has(.sample) { addVariable(of: OptionName.baseURL.declaration) }
    localOrigin = originOfLocalData
    let ignoresServers = isLocal
    for option in OptionDeclaration.withVariables where option.name != .baseURL {
      if ignoresServers, option.concernsServers { continue }
      // JPFETCH_FORMAT doesn't apply to --dry-run, which prints lines, or JSON if that is typed, nor
      // to --include, which prints a head that belongs to JSON.
      if option.name == .format, has(.dryRun) || has(.include) { continue }
      addVariable(of: option)
    }
    readFormat()
  }

  /// Adds a typed option, and the value that it implies for another one.
  private mutating func addTyped(_ option: ParsedArguments.Option) {
    let origin = option.name.typed
    values.append((option.name, Value(origin: origin, text: option.value ?? "")))
    if option.value == nil, let implied = option.name.declaration.implies {
      values.append((implied.option, Value(origin: origin, text: implied.value)))
    }
  }

  /// Adds the format that `-o users.csv` or else `--meta` implies, unless a format is typed.
  private mutating func addImpliedFormat() {
    if has(.format) { return }
    if let ending = value(.output)?.text.fileEnding,
      let format = command.formats.withEnding(ending)
    {
      values.append((.format, Value(origin: OptionName.output.typed, text: format.word)))
    } else if has(.meta) {
      let json = Value(origin: OptionName.meta.typed, text: OutputFormat.json.rawValue)
      values.append((.format, json))
    }
  }

  /// Adds the value of an option's variable, unless the option is typed. A flag isn't set by a
  /// variable that is empty, `0`, `no`, `off` or `false`.
  private mutating func addVariable(of option: OptionDeclaration) {
    guard let name = option.variable, !has(option.name),
      command.takes(option.name), let text = variable(name)
    else { return }
    let isFlag = option.value == nil
    if isFlag, ["0", "no", "off", "false"].contains(text.lowercased()) { return }
    values.append((option.name, Value(origin: name, text: text)))
  }

  /// Reads the given format, and replaces an ending, such as `md`, with the format's name.
  /// JPFETCH_FORMAT is ignored if it names a format that only other commands have.
  private mutating func readFormat() {
    guard let value = value(.format) else { return }
    let word = value.text.lowercased()
    if let choice = command.formats.named(word) {
      values.append((.format, Value(origin: value.origin, text: choice.word)))
      format = choice.word
      answerFormat = OutputFormat(rawValue: format) ?? .table
      asksForJSON = answerFormat.isJSON
    } else if value.origin == OptionName.format.declaration.variable,
      OutputFormat.choices.named(word) != nil || ReportFormat.choices.named(word) != nil
    {
      values.removeAll { $0.option == .format }
    }
  }

  /// Whether all data, including that of `--against`, is built in or in files; `false` for `cache`,
  /// whose responses came from servers.
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
    return "\(value.origin) \(value.text.withoutSecrets.excerpt)"
  }
}

// MARK: Values

extension Options {
  /// Whether the option is typed, implied by another one, or set by its variable.
  func has(_ option: OptionName) -> Bool { value(option) != nil }

  /// The option's last value, which is the one that applies.
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

  /// The values of an option that takes a list, as one list: `id,name` for `-F id -F name`. `nil`
  /// without the option.
  func joinedTexts(_ option: OptionName) -> String? {
    guard has(option) else { return nil }
    let texts = texts(option)
    var list = texts[0]
    for text in texts.dropFirst() { list += ",\(text)" }
    return list
  }

  /// The value of an environment variable; an empty one counts as missing.
  func variable(_ name: String) -> String? {
    guard let value = environment(name), !value.isEmpty else {
      return nil
    }
    return value
  }

  /// An option's duration; `nil` if the option isn't given.
  func duration(_ option: OptionName) -> Duration? {
    guard let value = value(option) else { return nil }
    return Duration(argument: value.text)
  }

  /// An option's number; `nil` if the option isn't given.
  func number(_ option: OptionName) -> Int? {
    guard let value = value(option) else { return nil }
    return Int(digits: value.text)
  }
}
