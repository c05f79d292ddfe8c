import JPCore

extension Options {
  /// Checks the command line against the declarations of the options.
  ///
  /// - Throws: the first error: an unknown option or command, a missing or superfluous value, an
  ///   option that the command or the format doesn't take, two options that exclude each other, an
  ///   unknown format or colour choice, or an output file whose ending names no format.
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

  /// Advice to read the help page of the typed resource or command, or else the overview.
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

  /// The answer's format, for an error: `the format csv of JPFETCH_FORMAT`, or only
  /// `the format csv` if `--format` or nothing gives it.
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

  /// `--dry-run` prints lines of text, or JSON if asked. Throws if any other format is given.
  private func checkDryRun() throws(Message) {
    guard has(.dryRun), let format = value(.format), format.text != OutputFormat.json.rawValue
    else { return }
    throw .conflict(OptionName.dryRun.typed, "\(format.origin) \(format.text)")
  }

  /// The plural noun for an option's choices, such as `formats`.
  private static func kind(of option: OptionName) -> String {
    if option == .format { return OutputFormat.kind }
    return ColorChoice.kind
  }

  /// Throws for an output file such as `users.pdf`, whose ending isn't a format's, unless a format
  /// is given. An ending has one to five letters and digits, not only digits: `users.2024` has
  /// none.
  private func checkEnding() throws(Message) {
    guard !has(.format), let output = value(.output), let ending = output.text.fileEnding else {
      return
    }
    let isEnding = ending.utf8.allSatisfy { $0.isLetter || $0.isDigit }
    let isNumber = ending.utf8.allSatisfy(\.isDigit)
    guard (1...5).contains(ending.utf8.count), isEnding, !isNumber else { return }
    throw .usage(
      "\(output.origin) \(typed: output.text): no format has the ending .\(ending)",
      .sentence("add -f FORMAT"))
  }
}
