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
      let page = try Self.help(about: word, isShort: arguments.isHelpShort)
      run = Self.printing(page.text(options.style(of: .output)))
    } else if options.has(.man) {
      run = Self.printing(ManualPage.text(version: JPFetch.version))
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
      throw .unknownName(
        "command or resource", word ?? "", known: CommandName.firstWords, mayBeKnown: true)
    }
    try options.check()
    switch options.command {
    case .help:
      if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
      let page = try help(about: operands.first)
      return printing(page.text(options.style(of: .output)))
    case .completions:
      let shell = try Shell.named(operands.first, by: .completions)
      if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
      return printing(CompletionScript.text(for: shell))
    case .get: return try Get(operands, options).run
    case .check: return try Check(operands, options).run
    case .cache: return try Cache(operands, options).run
    case .show:
      guard let resource else { preconditionFailure("checked above") }
      return try Show(resource, ids: operands, options).run
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
    throw .unknownName(
      "help topic", word,
      known: CommandName.firstWords + HelpTopic.allCases.map(\.rawValue))
  }
}
