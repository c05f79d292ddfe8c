import JPCore

/// `jpfetch cache list|warm|export|clear|path`: manages the stored responses.
struct Cache {
  static let command = Command(
    name: .cache,
    usage: "cache [{list|warm|export|clear|path} [<path>...]]",
    summary: "Manage stored responses",
    examples: [
      ("jpfetch cache warm", "Store all \(Resource.countInWords) lists for --offline"),
      ("jpfetch cache export fixtures", "Files for --base-url file:fixtures"),
      ("jpfetch cache clear /photos", "Remove one stored response"),
    ],
    operands: CacheAction.choices,
    options: OptionName.printing + [
      .compact, .refresh, .maxAge, .maxStale, .strict, .baseURL, .cacheDirectory,
    ] + OptionName.connecting + OptionName.everywhere,
    formats: .answer([.table, .json], default: .table),
    details: [.init("HOW RESPONSES ARE STORED", storing)])

  private let action: CacheAction
  let paths: [String]
  let store: ResponseStore
  /// The server that an option or a variable names; `nil` for all servers.
  let server: BaseURL?
  let notices: Notices
  let output: AnswerOutput
  let settings: Settings

  init(_ operands: [String], _ settings: Settings) throws(UsageError) {
    if operands.isEmpty {
      action = .list
    } else {
      action = try CacheAction.named(operands.first, by: .cache)
    }
    self.settings = settings
    paths = Array(operands.dropFirst())
    try Self.check(paths, of: action)
    guard let directory = settings.store.directory else {
      throw .noCacheDirectory("cache", because: settings.store.problemOfHome)
    }
    store = ResponseStore(directory: directory)
    if settings.data.origin != nil {
      server = settings.data.base
    } else {
      server = nil
    }
    notices = Notices(settings.options)
    try Self.checkSource(of: action, settings)
    output = AnswerOutput(settings)
  }

  /// Refuses to store or to export local data, which is never stored.
  private static func checkSource(
    of action: CacheAction, _ settings: Settings
  ) throws(UsageError) {
    guard action == .warm || action == .export, let local = settings.data.localOrigin else {
      return
    }
    throw .conflict("cache \(action.rawValue)", local)
  }

  private static func check(_ paths: [String], of action: CacheAction) throws(UsageError) {
    switch action {
    case .clear: return
    case .export:
      guard let directory = paths.first, !directory.isEmpty else {
        throw UsageError("cache export needs a directory")
      }
      if paths.count > 1 { throw .unexpectedOperand(paths[1]) }
    case .list, .warm, .path:
      if let path = paths.first { throw .unexpectedOperand(path) }
    }
  }

  func run() throws -> ExitCode {
    switch action {
    case .path:
      try output.writeFacts([directory], ["directory": directory])
    case .list: try list()
    case .clear: try clear()
    case .warm: return try warm()
    case .export: try export(to: paths[0])
    }
    return .answered
  }

  /// The store's directory, without secrets.
  var directory: String { store.directory.withoutSecrets }

  /// Writes sentences about the action. `--quiet` leaves them out, unless JSON or a file was asked for.
  func writeOutcome(_ sentences: [String], _ tree: JSONTree) throws {
    if settings.options.has(.quiet), output.isForPeople { return }
    var lines: [String] = []
    for sentence in sentences {
      lines += sentence.safeForTerminal.wrapped(to: output.width)
    }
    try output.writeFacts(lines, tree)
  }
}

/// The longer texts on the command's page.
extension Cache {
  /// The rules by which responses are stored and used.
  private static let storing: [HelpPage.Block] = [
    .text(
      """
      Responses are stored and used by the rules of RFC 9111. A fresh one needs no request; a \
      stale one is revalidated. If the server fails, the stored response, or the record in a \
      stored list, is shown, and a line on standard error says what failed and how old it is. \
      --strict makes that exit 8, as cache warm always does; --max-stale 0 forbids it. \
      --offline shows what is stored, however old. A bad response never replaces a good one.
      """),
    .text(
      """
      Failures are: no answer; 5xx, 408, 425 and 429; 404 and 410 for one of the \
      \(Resource.countInWords) lists; 206 and 304 without being asked for; 200 without content; \
      HTML or other text instead of JSON; and for a list or a record of a resource, 204 and \
      other JSON. In all other cases, 404, 410 and 204 are answers, which replace the stored \
      response. Other 3xx and 4xx are refusals, shown as errors. Before a failure is reported, \
      the request is retried (--retry): after a lost connection, after 408, 425, 429, 500, 502 \
      to 504 and 520 to 524 (Cloudflare's), and if no stored response can be shown, after a \
      refused connection. A Retry-After of up to 30 s is observed if --timeout leaves time for \
      it.
      """),
    .text(
      """
      --max-stale bounds how stale a response may be, not how old: how long ago its freshness \
      ended. A server can forbid stale responses (no-cache, must-revalidate, Vary: *) or bound \
      them (stale-if-error); the error then says that there is a copy. If given, --max-stale \
      overrides no-cache, which json-server always sends, and stale-if-error: a departure from \
      RFC 9111, section 4.2.4.
      """),
    .text(
      """
      Each response is a file of mode 0600, checksummed and renamed into place. Runs can share \
      the directory; it can be copied, or mounted read-only. It holds about 256 MiB. Another \
      user's directory is not used, nor what others may write in it. Never stored are responses \
      to requests with credentials, a server's cookies, anything that came over http for an https \
      URL, and for a list or a record of a resource, other JSON than records with ids that are \
      integers or strings. \
      Credentials are a user name in the URL, and header fields and query parameters that are \
      named like one: the name, without -, _, ., brackets and case, contains authorization, \
      authentication, cookie, bearer, token, secret, passw, passphrase, session, csrf, xsrf, \
      signature, credential, jwt, oauth, hmac, dpop, sessid or apikey, or ends with key, pwd, \
      pass, sig, auth, pin or otp, or its last word is sid. Their values are shown as ***. With \
      a base URL, get URL sends none of these header fields to another server.
      """),
    .text(
      """
      A response has at most 128 MiB of content after decoding, 8 million values, 512 levels, \
      128 KiB of header fields and 10 redirects.
      """),
  ]
}
