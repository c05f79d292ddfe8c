import JPCore

extension Options {
  /// Checks the command line against the declarations of the options, in one pass.
  ///
  /// - Throws: for an option that is unknown, lacks its value, or has one that it doesn't take; that
  ///   the command or the format doesn't take; that contradicts another one; or whose value isn't
  ///   one of its choices.
  func check() throws(Message) {
    if let problem = arguments.error { throw error(about: problem) }
    if case .unknown(let word) = arguments.subject {
      throw .unknownCommand(word)
    }
    var checked: [OptionName] = []
    for option in arguments.options where !checked.contains(option.name) {
      checked.append(option.name)
      let declaration = option.name.declaration
      guard command.takes(option.name) else {
        throw .misplacedOption(option.name.typed, with: arguments.firstWord)
      }
      if declaration.formats.isDisjoint(with: answerFormat.traits) {
        throw .misplacedOption(option.name.typed, with: formatInWords)
      }
      for other in declaration.excludes {
        guard let origin = origin(of: other) else { continue }
        throw .conflict(option.name.typed, origin)
      }
    }
    try checkChoice(of: .color)
    try checkChoice(of: .format)
    try checkDryRun()
    try checkEnding()
  }

  /// The page of help about the resource or the command that is named.
  var page: Advice {
    switch arguments.subject {
    case .records where !arguments.operands.isEmpty: .help(arguments.shownResource.name)
    case .command(let command) where command != .help: .help(command.rawValue)
    case .records, .command, .unknown: .overview
    }
  }

  private func error(about problem: ParsedArguments.Problem) -> Message {
    switch problem {
    case .unknown(let word):
      return .unknownOption(word, of: command, arguments.shownResource)
    case .missingValue(let option):
      return .missingValue(of: option.name, expected: expectedValue(of: option))
    case .unexpectedValue(let option):
      return .usage("\(option.name.typed) takes no value")
    }
  }

  /// The answer's format, with the option or the variable that gives it.
  private var formatInWords: String {
    let format = "the format \(answerFormat.rawValue)"
    guard let origin = value(.format)?.origin, origin != OptionName.format.typed else {
      return format
    }
    return "\(format) of \(origin)"
  }

  private func expectedValue(of option: OptionDeclaration) -> String {
    let choices = option.choices(of: command)
    if !choices.isEmpty { return choices.inWords(Self.kind(of: option.name)) }
    guard let value = option.value else { return "" }
    return value.expected
  }

  private func checkChoice(of option: OptionName) throws(Message) {
    guard let value = value(option) else { return }
    let choices = option.declaration.choices(of: command)
    if choices.isEmpty { return }
    if choices.words.contains(value.text) { return }
    throw .badChoice(value, choices, kind: Self.kind(of: option))
  }

  /// Throws if a format is given in which `--dry-run` doesn't print requests.
  private func checkDryRun() throws(Message) {
    guard has(.dryRun), let format = value(.format), format.text != OutputFormat.json.rawValue
    else { return }
    throw .conflict(OptionName.dryRun.typed, "\(format.origin) \(format.text)")
  }

  /// The plural noun for an option's choices.
  private static func kind(of option: OptionName) -> String {
    if option == .format { return OutputFormat.kind }
    return ColorChoice.kind
  }

  /// Throws if nothing says the format of an output file whose ending is meant to: one of one to five
  /// letters and digits, and not of digits alone.
  private func checkEnding() throws(Message) {
    guard !has(.format), let output = value(.output), let ending = output.text.fileEnding else {
      return
    }
    let isEnding = ending.utf8.allSatisfy { $0.isLetter || $0.isDigit }
    let isNumber = ending.utf8.allSatisfy(\.isDigit)
    guard (1...5).contains(ending.utf8.count), isEnding, !isNumber else { return }
    throw .usage(
      "\(output.origin) \(output.text): no format has the ending .\(ending)",
      .sentence("add -f FORMAT"))
  }
}
