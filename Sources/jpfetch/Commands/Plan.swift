import JPCore

/// A command with its arguments, fully checked before anything is sent.
struct Plan {
  typealias Run = () throws -> ExitCode

  let run: Run

  static var version: Run { printing("jpfetch \(JPFetch.version)\n") }

  /// Prints a text, which needs no request.
  private static func printing(_ text: @escaping @autoclosure () -> String) -> Run {
    {
      try StandardStream.output.write(text())
      return .answered
    }
  }

  init(_ arguments: ParsedArguments, _ options: OptionValues) throws(UsageError) {
    let word = arguments.operands.first
    if let error = arguments.error { throw error }
    let operands = Array(arguments.operands.dropFirst())
    if options.has(.version) {
      run = Self.version
    } else if options.has(.help) {
      run = try Help(about: word, isShort: arguments.isHelpShort, options).run
    } else if options.has(.man) {
      run = Self.printing(Help.manual)
    } else {
      run = try Self.command(word, operands, options)
    }
  }

  private static func command(
    _ word: String?, _ operands: [String], _ options: OptionValues
  ) throws(UsageError) -> Run {
    // If the shell has cut a field, -H Authorization: x, a part of its value is among the operands,
    // which later errors would show.
    if options.isTyped(.header) { _ = try options.headerFields }
    let resource = Resource.understood((word ?? "users").lowercased())
    if options.command == .show, resource == nil {
      throw .unknownCommand(word ?? "")
    }
    try options.check()
    switch options.command {
    case .help: return try Help(operands, options).run
    case .completions: return try Completions(operands).run
    case .get: return try Get(operands, options).run
    case .check: return try Check(operands, options).run
    case .cache: return try Cache(operands, options).run
    case .show:
      guard let resource else { preconditionFailure("checked above") }
      return try Show(resource, ids: operands, options).run
    }
  }
}

extension CommandName {
  /// What help and completion say about the command.
  var description: CommandDescription {
    switch self {
    case .show: Show.description
    case .get: Get.description
    case .check: Check.description
    case .cache: Cache.description
    case .completions: Completions.description
    case .help: Help.description
    }
  }
}
