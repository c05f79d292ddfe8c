import JPCore

/// A command with its arguments, fully checked before anything is sent.
enum Plan {
  /// A text that needs no request.
  case text(String)
  case help(HelpPage, OptionValues)
  case records(ShowRecords)
  case document(GetDocument)
  case checks(RunChecks)
  case cache(ManageCache)

  static var version: Plan { .text("jpfetch \(JPFetch.version)\n") }

  init(_ arguments: ParsedArguments, _ options: OptionValues) throws(UsageError) {
    let word = arguments.operands.first
    if let error = arguments.error { throw Self.leadingToHelp(error, word) }
    let operands = Array(arguments.operands.dropFirst())
    if options.has(.version) {
      self = .version
    } else if options.has(.help) {
      self = .help(try Self.help(about: word, isShort: arguments.isHelpShort), options)
    } else if options.has(.man) {
      self = .text(ManualPage.text(version: JPFetch.version))
    } else {
      do throws(UsageError) { try self.init(word, operands, arguments, options) } catch {
        throw Self.leadingToHelp(error, word)
      }
    }
  }

  /// An error with the help of the command that was typed.
  private static func leadingToHelp(_ error: UsageError, _ word: String?) -> UsageError {
    var error = error
    let command = CommandName.typed.first { $0.rawValue == word && $0 != .help }
    error.hint = error.hint ?? command.map { .help($0.rawValue) }
    return error
  }

  private init(
    _ word: String?, _ operands: [String], _ arguments: ParsedArguments, _ options: OptionValues
  ) throws(UsageError) {
    let command = CommandName.typed.first { $0.rawValue == word } ?? .show
    let resource = Resource.understood((word ?? "users").lowercased())
    if command == .show, resource == nil {
      throw .unknownCommand(
        "command or resource", word ?? "", known: CommandName.firstWords)
    }
    try options.check()
    switch command {
    case .help:
      if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
      self = .help(try Self.help(about: operands.first), options)
    case .completions:
      let shell = try Shell.named(operands.first, by: .completions)
      if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
      self = .text(CompletionScript.text(for: shell))
    case .get: self = .document(try GetDocument(operands, options))
    case .check: self = .checks(try RunChecks(operands, options))
    case .cache: self = .cache(try ManageCache(operands, options))
    case .show:
      guard let resource else { preconditionFailure("checked above") }
      self = .records(try ShowRecords(resource, ids: operands, options))
    }
  }

  func run() throws -> ExitCode {
    switch self {
    case .text(let text):
      try StandardStream.output.write(text)
      return .answered
    case .help(let page, let options):
      try StandardStream.output.write(page.text(options.style(of: .output)))
      return .answered
    case .records(let command): return try command.run()
    case .document(let command): return try command.run()
    case .checks(let command): return try command.run()
    case .cache(let command): return try command.run()
    }
  }

  // MARK: Texts

  private static func help(
    about word: String?, isShort: Bool = false
  ) throws(UsageError) -> HelpPage {
    guard let word else { return isShort ? HelpText.short : HelpText.overview }
    if let command = CommandName.typed.first(where: { $0.rawValue == word }) {
      return HelpText.command(command, isShort: isShort)
    }
    if let resource = Resource.understood(word.lowercased()) { return HelpText.resource(resource) }
    if let topic = HelpTopic(rawValue: word) { return HelpText.topic(topic) }
    throw .unknownCommand(
      "help topic", word,
      known: CommandName.firstWords + HelpTopic.allCases.map(\.rawValue))
  }
}
