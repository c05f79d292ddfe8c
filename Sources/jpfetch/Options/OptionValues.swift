import JPCore

/// The options' values: from the command line, else from the environment.
struct OptionValues {
  private let arguments: ParsedArguments
  private let environment: @Sendable (String) -> String?

  /// Where the run's data comes from.
  let sources: DataSources

  /// The lines of the files that `--header` names.
  var headerFiles: [(path: String, lines: [String])] = []

  init(
    _ arguments: ParsedArguments, environment: @escaping @Sendable (String) -> String?
  ) {
    self.arguments = arguments
    self.environment = environment
    sources = Self.sources(arguments, environment)
  }

  private static func sources(
    _ arguments: ParsedArguments, _ environment: (String) -> String?
  ) -> DataSources {
    func source(_ base: String?) -> DataSources? {
      base.flatMap { $0.prefix(5).lowercased() == "file:" ? .files : nil }
    }
    func variable(_ option: OptionName) -> String? {
      OptionDeclaration.variable(of: option).flatMap(environment)
    }
    let base = arguments.value(of: .baseURL) ?? variable(.baseURL)
    let isOffline =
      arguments.has(.offline) || arguments.goes(with: .offline) && isSet(variable(.offline))
    let own = arguments.has(.sample) ? .sample : source(base) ?? (isOffline ? .stored : .server)
    let other = arguments.value(of: .against)
    return own.union(other.map { $0 == "cache" ? .stored : source($0) ?? .server } ?? [])
  }

  /// Whether a variable sets its flag.
  private static func isSet(_ value: String?) -> Bool {
    !["", "0", "no", "off", "false"].contains((value ?? "").lowercased())
  }

  /// A hint as it is printed; `nil` if it is the line that was typed.
  func line(_ hint: Hint) -> String? { arguments.line(hint) }

  /// The command that was typed.
  var command: CommandName { arguments.command }

  // MARK: Rules

  /// Whether the command takes an option.
  func goes(with option: OptionName) -> Bool { arguments.goes(with: option) }

  /// Throws if an option is typed that would have no effect with the command, the format or the
  /// source, or can't be combined with another one.
  func check() throws(UsageError) {
    for name in arguments.given {
      guard let option = OptionDeclaration.named(name) else { continue }
      try check(option)
    }
    try checkChoice(of: .format)
  }

  private func check(_ option: OptionDeclaration) throws(UsageError) {
    guard arguments.goes(with: option.name) else {
      throw .misplacedOption(option.name, command: arguments.commandLine(for: option))
    }
    if option.sources.isDisjoint(with: sources) {
      throw .conflict(option.name.typed, sourcePlace)
    }
    if option.formats.isDisjoint(with: format.traits) {
      throw option.formats == .document
        ? .needs(option.name, .json)
        : .misplacedOption(option.name, command: "--format \(format.rawValue)")
    }
    for other in option.excludes where arguments.has(other) {
      throw .conflict(option.name.typed, other.typed)
    }
    if let other = option.needs, !arguments.has(other) { throw .needs(option.name, other) }
    if option.name != .format { try checkChoice(of: option.name) }
  }

  private func checkChoice(of name: OptionName) throws(UsageError) {
    guard let (place, value) = value(of: name), let option = OptionDeclaration.named(name) else {
      return
    }
    let choices = option.choices(of: command)
    let isKnown = choices.isEmpty || choices.contains { $0.word == value }
    // A variable is for several commands.
    let isForOthers = place != name.typed && OutputFormat(rawValue: value) != nil
    if !isKnown, !isForOthers { throw .badChoice(place, value, choices) }
  }

  /// What makes the data other than a server's.
  private var sourcePlace: String {
    if sources.contains(.sample) { return OptionName.sample.typed }
    if sources.contains(.files), let local = localSource { return local }
    return typedName(of: .offline)
  }

  /// The name of a set flag, or of the variable that sets it.
  func typedName(of flag: OptionName) -> String {
    isTyped(flag) ? flag.typed : OptionDeclaration.variable(of: flag) ?? flag.typed
  }

  // MARK: Values

  /// Whether a flag is typed, or its variable has a value other than `0`, `no`, `off` or `false`.
  func has(_ flag: OptionName) -> Bool {
    arguments.has(flag) || Self.isSet(variableName(of: flag).flatMap(environment))
  }

  /// How often a flag was typed.
  func count(of flag: OptionName) -> Int { arguments.values(of: flag).count }

  /// Whether an option was typed, and didn't come from a variable.
  func isTyped(_ option: OptionName) -> Bool { arguments.has(option) }

  /// The format of the answer.
  var format: OutputFormat {
    givenFormat ?? (command == .get ? .json : .table)
  }

  /// The format that an option, a file's ending or a variable gives.
  private var givenFormat: OutputFormat? {
    let format = value(of: .format).flatMap { OutputFormat(rawValue: $0.value) }
    return format.flatMap { format in
      command == .check || format.commands.contains(command) ? format : nil
    }
  }

  var errorFormat: ErrorFormat { givenFormat?.isJSON ?? false ? .json : .text }

  var timeout: Duration? {
    get throws(UsageError) { try duration(.timeout) { $0 > .zero } }
  }

  /// An option's time, if it is given.
  func duration(
    _ option: OptionName, where isAllowed: (Duration) -> Bool = { _ in true }
  ) throws(UsageError) -> Duration? {
    guard let (place, value) = value(of: option) else { return nil }
    guard let duration = Duration(argument: value), isAllowed(duration) else {
      throw .badValue(place, value, expected: "a time such as 500ms, 10s or 2m")
    }
    return duration
  }

  /// An option's number, if it is given.
  func number(
    _ option: OptionName, in range: ClosedRange<Int> = 0...Int.max
  ) throws(UsageError) -> Int? {
    guard let (place, text) = value(of: option) else { return nil }
    guard text.utf8.allSatisfy(\.isDigit), let number = Int(text), range.contains(number) else {
      let bounds = range.upperBound == .max ? ", 0 or more" : " from 1 to \(range.upperBound)"
      throw .badValue(place, text, expected: "a whole number\(bounds)")
    }
    return number
  }

  /// Every value of an option that can be repeated.
  func values(of option: OptionName) -> [String] { arguments.values(of: option) }

  /// A variable of the environment; an empty one counts as missing.
  func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The value of an option, and what gives it: the option, the ending of the output file, or the
  /// variable.
  func value(of option: OptionName) -> (place: String, value: String)? {
    if let value = arguments.value(of: option) { return (option.typed, spelled(value, option)) }
    if option == .format, let format = formatOfOutput {
      return (OptionName.output.typed, format.rawValue)
    }
    return variableName(of: option).flatMap { name in
      variable(name).map { (name, spelled($0, option)) }
    }
  }

  /// A format in any case, or as a file's ending.
  private func spelled(_ value: String, _ option: OptionName) -> String {
    guard option == .format else { return value }
    let word = value.lowercased()
    return word == OutputFormat.markdown.ending ? OutputFormat.markdown.rawValue : word
  }

  /// The format that the ending of the output file means, if the command has it.
  private var formatOfOutput: OutputFormat? {
    guard let path = arguments.value(of: .output), let dot = path.lastIndex(of: ".") else {
      return nil
    }
    let ending = path[dot...].dropFirst().lowercased()
    return OutputFormat.allCases.first { format in
      format.ending == ending
        && OptionDeclaration.formats(of: command).contains { $0.word == format.rawValue }
    }
  }

  /// The variable of an option, if it has an effect with the command and the source.
  private func variableName(of option: OptionName) -> String? {
    guard let option = OptionDeclaration.named(option), arguments.goes(with: option.name),
      !option.ignoringVariable.contains(command), !option.sources.isDisjoint(with: sources)
    else { return nil }
    return option.variable
  }
}
