import JPCore

/// `jpfetch cache list|warm|export|clear|path`: manages the stored responses.
struct Cache {
  static let command = Command(
    name: .cache,
    usage: "cache [\(CacheAction.choices.alternatives) [<path>...]]",
    summary: "Manage stored responses",
    examples: [
      ("jpfetch cache warm", "Store all \(Resource.countInWords) lists for --offline"),
      ("jpfetch cache export fixtures", "Files for --base-url file:fixtures"),
      ("jpfetch cache clear /photos", "Remove one stored response"),
      ("jpfetch cache clear http://localhost:3000", "Remove those of another server"),
    ],
    operands: CacheAction.choices,
    options: OptionName.printing + [
      .compact, .refresh, .maxAge, .maxStale, .strict, .baseURL, .cacheDirectory,
    ] + OptionName.connecting + OptionName.everywhere,
    formats: [OutputFormat.table.choice, OutputFormat.json.choice],
    details: [.init("HOW RESPONSES ARE STORED", storing)],
    plan: { arguments, settings throws(Message) in
      try Cache(arguments.wordsAfterFirst, settings).run
    })

  private let action: CacheAction
  let paths: [String]
  let store: ResponseStore
  /// The server that `--base-url` or its variable names; `nil` for all servers.
  let server: BaseURL?
  let notices: Notices
  let output: AnswerOutput
  let settings: Settings

  init(_ operands: [String], _ settings: Settings) throws(Message) {
    if operands.isEmpty {
      action = .list
    } else {
      action = try CacheAction.readOperand(operands.first, of: .cache)
    }
    self.settings = settings
    paths = Array(operands.dropFirst())
    try Self.checkPaths(paths, of: action)
    guard let directory = settings.store.directory else {
      throw .noCacheDirectory("cache", because: settings.store.problemOfHome)
    }
    store = ResponseStore(directory: directory)
    if settings.data.origin != nil {
      server = settings.data.base
    } else {
      server = nil
    }
    notices = Notices(settings)
    try Self.checkSource(of: action, settings)
    output = AnswerOutput(settings)
  }

  /// Refuses to store or to export local data, which is never stored.
  private static func checkSource(
    of action: CacheAction, _ settings: Settings
  ) throws(Message) {
    guard action == .warm || action == .export, let local = settings.data.localOrigin else {
      return
    }
    throw .conflict("cache \(action.rawValue)", local)
  }

  private static func checkPaths(_ paths: [String], of action: CacheAction) throws(Message) {
    switch action {
    case .clear:
      // The empty value of a variable in a script would mean the whole server.
      if paths.contains(where: \.isEmpty) {
        throw .badValue("cache clear", "", expected: "a path or a URL: /users, localhost:3000")
      }
    case .export:
      guard let directory = paths.first, !directory.isEmpty else {
        throw .usage("cache export needs a directory")
      }
      if paths.count > 1 { throw .unexpectedOperand(paths[1]) }
    case .list, .warm, .path:
      if let path = paths.first { throw .unexpectedOperand(path) }
    }
  }

  func run() throws -> ExitCode {
    switch action {
    case .path:
      try output.writeInformation([directory], ["directory": directory])
    case .list: try list()
    case .clear: try clear()
    case .warm: return try warm()
    case .export: try export(to: paths[0])
    }
    return .answered
  }

  /// The store's directory, with secrets masked.
  var directory: String { store.directory.withoutSecrets }

  /// Reports what the action did. `--quiet` leaves that out, unless JSON or a file was asked for.
  func writeOutcome(_ sentences: [String], _ tree: JSONTree) throws {
    if settings.options.has(.quiet), output.isForPeople { return }
    try output.writeInformation(wrapped(sentences), tree)
  }

  /// The lines, wrapped to the width of the terminal.
  func wrapped(_ lines: [String]) -> [String] {
    let width = output.style.width
    let indent = TextColumns.indentOfNewLines(to: width)
    var wrapped: [String] = []
    for line in lines { wrapped += line.safeForTerminal.wrapped(to: width, indent: indent) }
    return wrapped
  }
}

extension Cache {
  /// What most users need to know about stored responses, for the command's help page.
  private static let storing: [HelpSection.Block] = [
    .text(
      """
      A fresh response needs no request; a stale one, and one whose server says no lifetime, is \
      revalidated (RFC 9111). If the server fails, the stored response is shown with a warning: \
      --strict makes that exit 8, --max-stale 0 forbids it. --offline shows what is stored, \
      however old. A failure never replaces a stored response; a 404 replaces a record. Responses \
      to requests with credentials are not stored. The store is private to its user, and holds \
      about 256 MiB.
      """)
  ]
}
