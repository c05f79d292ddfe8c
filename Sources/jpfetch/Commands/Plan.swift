import JPCore

/// What a command line makes the program do, fully checked before anything is sent.
struct Plan {
  let run: Command.Run

  /// The settings of the run; `nil` for `--version`, `--help` and `--man`, which need none.
  let settings: Settings?

  /// Returns a run that prints a text, without any request.
  static func printing(_ text: @escaping @autoclosure () -> String) -> Command.Run {
    {
      try StandardStream.output.write(text())
      return .answered
    }
  }

  static var version: Command.Run { printing("jpfetch \(Settings.version)\n") }

  /// - Throws: a usage error. If it has no better advice, it points to the help page of the typed
  ///   resource or command.
  init(_ options: Options) throws(Message) {
    do throws(Message) {
      try self.init(by: options)
    } catch {
      throw error.withAdvice(options.page)
    }
  }

  private init(by options: Options) throws(Message) {
    let arguments = options.arguments
    if arguments.error != nil { try options.check() }
    if options.has(.version) {
      run = Self.version
    } else if options.has(.help) {
      let display = Settings.Display(options)
      let help = try Help(about: arguments.topic, isShort: arguments.isHelpShort, display)
      run = Self.printing(help.text)
    } else if options.has(.man) {
      run = Self.printing(Help.manual)
    } else {
      let settings = try Settings(options)
      run = try options.command.plan(arguments, settings)
      self.settings = settings
      return
    }
    settings = nil
  }
}
