import JPCore

/// What a command line makes the program do, fully checked before anything is sent.
struct Plan {
  typealias Run = () throws -> ExitCode

  let run: Run

  /// The settings of the run; `nil` for `--version`, `--help` and `--man`, which need none.
  let settings: Settings?

  /// Returns a run that prints a text, without any request.
  private static func printing(_ text: @escaping @autoclosure () -> String) -> Run {
    {
      try StandardStream.output.write(text())
      return .answered
    }
  }

  static var version: Run { printing("jpfetch \(Settings.version)\n") }

  /// - Throws: a usage error. If it has no better advice, it points to the help page of the typed
  ///   resource or command.
  init(_ options: Options) throws(Message) {
    do throws(Message) {
      try self.init(by: options)
    } catch {
      throw error.advising(options.page)
    }
  }

  private init(by options: Options) throws(Message) {
    let arguments = options.arguments
    if arguments.error != nil { try options.check() }
    let word = arguments.operands.first
    if options.has(.version) {
      run = Self.version
    } else if options.has(.help) {
      let display = Settings.Display(options)
      let help = try Help(about: word, isShort: arguments.isHelpShort, display)
      run = Self.printing(help.text)
    } else if options.has(.man) {
      run = Self.printing(Help.manual)
    } else {
      let settings = try Settings(options)
      run = try Self.command(arguments, settings)
      self.settings = settings
      return
    }
    settings = nil
  }

  private static func command(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(Message) -> Run {
    let operands = Array(arguments.operands.dropFirst())
    switch arguments.subject {
    case .records where arguments.operands.isEmpty:
      return try Show(.join, settings).run
    case .records(let resource):
      return try Show(RecordOperands(after: resource, operands), settings).run
    case .unknown(let word): throw .unknownCommand(word, among: arguments.operands)
    case .command(.show): return try Show(RecordOperands(after: .users, operands), settings).run
    case .command(.get): return try Get(operands, settings).run
    case .command(.search):
      return try Show(RecordOperands(searchingFor: operands), settings).run
    case .command(.check): return try Check(operands, settings).run
    case .command(.cache): return try Cache(operands, settings).run
    case .command(.completions):
      let completions = try Completions(operands)
      return printing(completions.script)
    case .command(.help):
      let help = try Help(operands, settings.display)
      return printing(help.text)
    }
  }
}

extension CommandName {
  var declaration: Command {
    switch self {
    case .show: Show.command
    case .get: Get.command
    case .search: Search.command
    case .check: Check.command
    case .cache: Cache.command
    case .completions: Completions.command
    case .help: Help.command
    }
  }
}
