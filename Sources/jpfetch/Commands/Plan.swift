import JPCore

/// What a command line asks for, checked to the end before anything is sent.
enum Plan {
  case help
  case version
  case records(ShowRecords)
  case document(GetDocument)
  case cache(ManageCache)

  /// The words that can stand first: commands and resources.
  static let commands = Resource.all.map(\.name) + ["get", "cache", "help"]

  init(_ arguments: ParsedArguments, _ options: OptionValues) throws(UsageError) {
    if let error = arguments.error { throw error }
    if options.has(.help) {
      self = .help
      return
    }
    if options.has(.version) {
      self = .version
      return
    }
    let command = arguments.operands.first ?? "users"
    let operands = Array(arguments.operands.dropFirst())
    switch command {
    case "help":
      if let operand = operands.first { throw .unexpectedOperand(operand) }
      self = .help
    case "cache":
      self = .cache(try ManageCache(operands, options))
    case "get":
      self = .document(try GetDocument(operands, options))
    default:
      guard let resource = Resource.named(command) else {
        throw .unknownCommand(command, known: Self.commands)
      }
      self = .records(try ShowRecords(resource, ids: operands, options))
    }
  }

  func run() throws -> ExitCode {
    switch self {
    case .help:
      try StandardStream.output.write(HelpText.overview(resources: Resource.all.map(\.name)))
    case .version:
      try StandardStream.output.write("jpfetch \(JPFetch.version)\n")
    case .records(let command): return try command.run()
    case .document(let command): return try command.run()
    case .cache(let command): return try command.run()
    }
    return .answered
  }
}
