import JPCore

extension Options {
  /// Checks the command line against the declarations of the options.
  ///
  /// - Throws: the first error: an unknown option or command, a missing or superfluous value, an
  ///   option that the command or the format doesn't take, two options that exclude each other, a
  ///   value that the option doesn't take, or an output file whose name leaves the format open.
  func check() throws(Message) {
    if let problem = arguments.error { throw message(about: problem) }
    if case .unknown(let word) = arguments.firstOperand {
      throw .unknownCommand(
        word, among: arguments.operands, known: CommandName.firstWords)
    }
    try checkOptions()
    try checkValues()
    try checkDryRun()
    try checkBaseline()
    try checkOutputName()
  }

  /// Whether the options go together, and have values that they take, as far as they have any.
  /// Completion asks this about lines that aren't complete.
  var canBeCombined: Bool {
    do throws(Message) {
      try checkOptions()
      try checkValues()
      try checkDryRun()
      try checkBaseline()
      return true
    } catch {
      return false
    }
  }

  private func checkOptions() throws(Message) {
    var checked: [OptionName] = []
    for option in arguments.options where !checked.contains(option.name) {
      checked.append(option.name)
      try checkOption(option.name)
    }
  }

  private func checkOption(_ option: OptionName) throws(Message) {
    let declaration = option.declaration
    guard command.takes(option) else {
      let place = arguments.operands.first ?? "jpfetch alone"
      throw .misplacedOption(option.typed, with: place).withAdvice(Self.page(about: option))
    }
    if !declaration.formats.includes(answerFormat) {
      throw .misplacedOption(option.typed, with: formatInWords)
    }
    // Standard output isn't a file that --dry-run would leave unwritten.
    if option == .output, value(option)?.text == "-" { return }
    for other in declaration.excludes {
      guard let origin = origin(of: other) else { continue }
      throw .conflict(option.typed, origin)
    }
  }

  /// Advice to read the help page of the command that an option belongs to; `nil` unless it is one
  /// command's own.
  private static func page(about option: OptionName) -> Advice? {
    let commands = CommandName.allCases.filter { $0.declaration.takes(option) }
    guard commands.count == 1, let command = commands.first, command != .show else { return nil }
    return .seeHelp(command.rawValue)
  }

  /// Advice to read the help page of the typed resource or command, or else the overview.
  var page: Advice {
    switch arguments.firstOperand {
    case .records where !arguments.operands.isEmpty: .seeHelp(arguments.shownResource.name)
    case .command(let command) where command != .help: .seeHelp(command.rawValue)
    case .records, .command, .unknown: .overview
    }
  }

  private func message(about problem: ParsedArguments.Problem) -> Message {
    switch problem {
    case .unknown(let word):
      let known = OptionDeclaration.all.map(\.name).filter(command.takes)
      var fields: [String] = []
      if command.takes(.where) { fields = arguments.shownResource.fields.map(\.path) }
      return .unknownOption(word, known: known.map(\.typed), fields: fields)
    case .missingValue(let option):
      return .missingValue(of: option.name.typed, expected: expectedValue(of: option))
    case .unexpectedValue(let option):
      return .usage("\(option.name.typed) takes no value")
    }
  }

  /// The answer's format, for an error: `the format csv of JPFETCH_FORMAT`, or only
  /// `the format csv` if `--format` or nothing gives it.
  private var formatInWords: String {
    let format = "the format \(format)"
    guard let origin = value(.format)?.origin, origin != OptionName.format.typed else {
      return format
    }
    return "\(format) of \(origin)"
  }

  private func expectedValue(of option: OptionDeclaration) -> String {
    let choices = option.choices(of: command)
    if !choices.isEmpty { return choices.inWords(Self.nounForChoices(of: option.name)) }
    guard let value = option.value else { return "" }
    return value.expected
  }

  /// Throws for a value that its option doesn't take. Values that don't apply aren't checked:
  /// another one of the same option follows.
  private func checkValues() throws(Message) {
    // Completion asks before the last option has its value.
    for (index, (option, value)) in values.enumerated() where option != arguments.pending {
      let declaration = option.declaration
      guard let form = declaration.value, !declaration.accepts(value.text, for: command) else {
        continue
      }
      let isReplaced = values[(index + 1)...].contains { $0.option == option }
      if isReplaced, !form.isList { continue }
      let choices = declaration.choices(of: command)
      if choices.isEmpty {
        throw .badValue(value.origin, value.text, expected: form.expected)
      }
      throw .badChoice(
        value.origin, value.text, among: choices.words, noun: Self.nounForChoices(of: option))
    }
  }

  /// `--dry-run` prints lines of text, or JSON if asked. Throws if any other format is given.
  private func checkDryRun() throws(Message) {
    guard has(.dryRun), let format = value(.format), format.text != OutputFormat.json.rawValue
    else { return }
    throw .conflict(OptionName.dryRun.typed, "\(format.origin) \(format.text)")
  }

  /// Throws if `--against` needs a server or the store, and another option rules that out.
  private func checkBaseline() throws(Message) {
    guard let baseline = value(.against) else { return }
    let typed = "\(baseline.origin) \(baseline.text)"
    let offline = origin(of: .offline)
    switch Baseline(argument: baseline.text) {
    case .store?:
      if let other = offline ?? localOrigin { throw .conflict(typed, other) }
    case .api(let base)?:
      if let offline, !base.isLocal { throw .conflict(typed, offline) }
    case nil: break
    }
  }

  /// The plural noun for an option's choices, such as `formats`.
  private static func nounForChoices(of option: OptionName) -> String {
    if option == .format { return OutputFormat.noun }
    return ColorChoice.noun
  }

  /// Throws for an output file whose name leaves open which format is meant: `json`, unless `-f` is
  /// typed, and `users.pdf`, whose ending isn't a format's, unless a format is given.
  private func checkOutputName() throws(Message) {
    guard let output = value(.output) else { return }
    let name = output.text
    if !isFormatTyped, Self.namesFormat(name) {
      throw .usage(
        "\(output.origin) \(typed: name): the name of a format",
        .sentence("for the format: -f \(name); for a file of that name: ./\(name)"))
    }
    guard !has(.format), let ending = name.fileEnding, Self.looksLikeEnding(ending) else { return }
    throw .usage(
      "\(output.origin) \(typed: name): no format has the ending .\(ending)",
      .sentence("add -f FORMAT"))
  }

  /// Whether `-f` or `--json` is typed.
  var isFormatTyped: Bool {
    let typed = [OptionName.format.typed, OptionName.json.typed]
    guard let origin = origin(of: .format) else { return false }
    return typed.contains(origin)
  }

  /// Whether `-f` takes the word for any command.
  private static func namesFormat(_ word: String) -> Bool {
    let formats = OutputFormat.choices + ReportFormat.choices
    return formats.named(word.lowercased()) != nil
  }

  /// Whether a file name's last part is read as an ending: one to five letters and digits, not only
  /// digits. `users.2024` has none.
  private static func looksLikeEnding(_ text: String) -> Bool {
    let isWord = text.utf8.allSatisfy { $0.isLetter || $0.isDigit }
    let isNumber = text.utf8.allSatisfy(\.isDigit)
    return (1...5).contains(text.utf8.count) && isWord && !isNumber
  }
}
