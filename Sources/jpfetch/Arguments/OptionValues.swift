import JPCore

/// The options' values: from the command line, else from the environment.
struct OptionValues {
  private let arguments: ParsedArguments
  private let environment: @Sendable (String) -> String?

  /// The lines of the files that `--header` names.
  var headerFiles: [(path: String, lines: [String])] = []

  init(_ arguments: ParsedArguments, environment: @escaping @Sendable (String) -> String?) {
    self.arguments = arguments
    self.environment = environment
  }

  /// Whether a variable sets its flag.
  private static func isSet(_ value: String?) -> Bool {
    !["", "0", "no", "off", "false"].contains((value ?? "").lowercased())
  }

  /// The command that was typed.
  var command: CommandName { arguments.command }

  // MARK: Rules

  /// Throws if an option is typed that the command doesn't take, that the format can't follow, or that
  /// contradicts another one.
  func check() throws(UsageError) {
    var options: [OptionDeclaration] = []
    for item in arguments.items {
      guard let option = item.option?.declaration else { continue }
      if !options.contains(where: { $0.name == option.name }) { options.append(option) }
    }
    for option in options where !arguments.goes(with: option.name) {
      let isOfAction = arguments.rules.takes(option.name)
      let words = arguments.operands.prefix(isOfAction ? 2 : 1).joined(separator: " ")
      throw .misplacedOption(option.name, command: words.isEmpty ? Resource.users.name : words)
    }
    for option in options {
      try checkRules(of: option)
      try checkChoice(of: option)
    }
    try checkEnding()
    try checkChoice(of: OptionName.format.declaration)
  }

  /// Throws if the output file ends like those of a format that the command doesn't print.
  private func checkEnding() throws(UsageError) {
    guard !isTyped(.format), let ending = outputEnding, formatOfOutput == nil else { return }
    let formats = OutputFormat.choices + ReportFormat.choices
    guard formats.contains(where: { $0.endings.contains(ending) }) else { return }
    let choices = OptionName.format.declaration.choices(of: arguments.rules)
    let endings = choices.flatMap(\.endings).map { ".\($0)" }
    let word = arguments.operands.first ?? Resource.users.name
    throw .badValue(
      "\(word) \(OptionName.output.typed)", values(of: .output).last ?? "",
      expected: "\(endings.joined(separator: ", ")), or any ending with --format")
  }

  private func checkRules(of option: OptionDeclaration) throws(UsageError) {
    let name = option.name
    if option.formats.isDisjoint(with: format.traits) {
      throw option.formats == .document
        ? .needs(name.typed, .json)
        : .misplacedOption(name, command: "--format \(format.rawValue)")
    }
    for other in option.excludes where has(other) {
      throw .conflict(name, typedName(of: other))
    }
    if let other = option.needs, !arguments.has(other) { throw .needs(name.typed, other) }
  }

  private func checkChoice(of option: OptionDeclaration) throws(UsageError) {
    let isPlan = option.name == .format && has(.dryRun)
    let choices = option.choices(of: arguments.rules, isPlan: isPlan)
    guard !choices.isEmpty, let (place, value) = value(of: option.name) else { return }
    // A variable is for several commands.
    let isForOthers = place == option.variable && OutputFormat(rawValue: value) != nil
    if !isForOthers, !choices.contains(where: { $0.word == value }) {
      throw .badChoice(isPlan ? "\(place) with --dry-run" : place, value, choices)
    }
  }

  /// The name of a set flag, or of the variable that sets it.
  func typedName(of flag: OptionName) -> String {
    isTyped(flag) ? flag.typed : flag.declaration.variable ?? flag.typed
  }

  // MARK: Values

  /// Whether a flag is typed, or its variable has a value other than `0`, `no`, `off` or `false`.
  func has(_ flag: OptionName) -> Bool {
    arguments.has(flag) || Self.isSet(variableName(of: flag).flatMap(environment))
  }

  /// Whether an option was typed, and didn't come from a variable.
  func isTyped(_ option: OptionName) -> Bool { arguments.has(option) }

  /// The format of the answer.
  var format: OutputFormat {
    if let givenFormat { return givenFormat }
    if case .answer(_, let format) = arguments.rules.formats { return format }
    return .table
  }

  /// The format that an option, a file's ending or a variable gives.
  var givenFormat: OutputFormat? {
    guard let value = value(of: .format)?.value, let format = OutputFormat(rawValue: value) else {
      return nil
    }
    switch arguments.rules.formats {
    case .none: return nil
    case .answer(let formats, _): return formats.contains(format) ? format : nil
    case .report: return format
    }
  }

  /// Whether an option, a file's ending or a variable gives a JSON format.
  var givesJSON: Bool { givenFormat?.isJSON ?? false }

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

  /// The value of an option, and what gives it: the option, another option that implies it, or the
  /// variable.
  func value(of option: OptionName) -> (place: String, value: String)? {
    let typed = values(of: option).last.map { (option.typed, $0) }
    let named = { variableName(of: option).flatMap { name in variable(name).map { (name, $0) } } }
    guard option == .format else { return typed ?? named() }
    guard let (place, text) = typed ?? impliedFormat ?? named() else { return nil }
    // In any case, or as a file's ending.
    let word = text.lowercased()
    return (place, word == "md" ? OutputFormat.markdown.rawValue : word)
  }

  /// The format that another option means: the ending of the output file, or `--meta`.
  private var impliedFormat: (place: String, value: String)? {
    if let format = formatOfOutput { return (OptionName.output.typed, format) }
    return has(.meta) ? (OptionName.meta.typed, OutputFormat.json.rawValue) : nil
  }

  /// The format that the ending of the output file means, if the command has it.
  private var formatOfOutput: String? {
    guard let ending = outputEnding else { return nil }
    let choices = OptionName.format.declaration.choices(of: arguments.rules)
    return choices.first { $0.endings.contains(ending) }?.word
  }

  /// What follows the last point of the output file's name, in lower case.
  private var outputEnding: String? {
    guard let path = values(of: .output).last, let point = path.lastIndex(of: ".") else {
      return nil
    }
    return path[point...].dropFirst().lowercased()
  }

  /// The variable of an option, if it applies to the command and to the data's source.
  private func variableName(of option: OptionName) -> String? {
    let declaration = option.declaration
    guard goes(with: option), !arguments.rules.ignoredVariables.contains(option) else { return nil }
    if declaration.isOfServers, isLocal { return nil }
    return declaration.variable
  }

  /// Whether the command takes an option.
  func goes(with option: OptionName) -> Bool { arguments.goes(with: option) }

  /// Whether all data is built in or in files. What `cache` manages came from servers.
  private var isLocal: Bool {
    if command == .cache || localSource == nil { return false }
    guard let other = values(of: .against).last else { return true }
    return other.prefix(5).lowercased() == "file:"
  }
}
