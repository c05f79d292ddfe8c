import JPCore

/// What the advice after an error depends on, besides the error.
struct Circumstances {
  /// Those of the run; `nil` if the command line is wrong.
  private var settings: Settings?
  var command = CommandName.show
  /// The option or variable that names the server; `nil` if the URL itself was typed, or if data is
  /// built in.
  var serverOrigin: String? = OptionName.baseURL.typed
  /// The option for another server.
  var serverOption = OptionName.baseURL
  /// Whether the public service was asked.
  var isPublicService = false
  /// The proxy that was used.
  var proxy: ProxyVariable?
  /// What made the run offline: the option or the variable.
  var offlineOrigin: String?
  /// What limits staleness: the option or the variable.
  var maxStaleOrigin = OptionName.maxStale.typed
  /// Whether `-vv` could still be given.
  var canShowMore = false
  /// Whether the server gets the fields of `--header`.
  var takesFields = true
  /// Whether a longer `--timeout` would apply.
  var canWaitLonger = false
  /// Whether `--jobs` allows several requests at once.
  var sendsSeveral = false
  /// Whether `--lenient` could still be given.
  var canBeLenient = false
  /// Whether the command takes `--refresh`, and neither it nor what contradicts it is given.
  var canRefresh = false
  /// Whether the command takes `--offline`, and neither it nor what contradicts it is given.
  var canGoOffline = false
  /// Whether `--json` could still be given.
  var canPrintJSON = false
  /// Whether responses may be stored.
  var canStore = false
  /// The options with which another command has the same server and store; `nil` if they can't be
  /// printed.
  var commonOptions: [String]?

  /// Another command on the same server and store; `nil` if it can't be printed.
  func commandLine(_ words: String...) -> String? {
    guard let commonOptions else { return nil }
    let arguments = ["jpfetch"] + words + commonOptions
    return arguments.map(\.shellQuoted).joined(separator: " ")
  }

  /// How to ask the server instead of the store; `nil` if that can't be.
  fileprivate var askingServer: Advice? {
    if offlineOrigin == OptionName.offline.typed {
      return .sentence("leave out --offline to ask the server")
    }
    if let offlineOrigin {
      return .sentence("unset \(offlineOrigin) to ask the server")
    }
    if canRefresh { return .sentence("ask again with --refresh") }
    return nil
  }

  /// `check the URL, or --base-url`.
  fileprivate func check(_ subject: String) -> Advice {
    guard let serverOrigin else {
      return .sentence("check \(subject)")
    }
    return .sentence("check \(subject), or \(serverOrigin)")
  }
}

extension FetchError {
  /// What to do, by the cause; the most specific advice there is.
  func advice(_ run: Circumstances) -> Advice? {
    if answeredAgo != nil, let advice = run.askingServer {
      return advice
    }
    if let advice = adviceAboutCopy(run) { return advice }
    switch cause {
    case .transport(let error) where error.exceedsLimit:
      return adviceToAskForLess(run)
    case .transport(let error):
      if let advice = error.advice(run) { return advice }
      return fallback(run)
    case .status(let status, _):
      if status == 404, let record {
        return adviceAboutMissing(record, run)
      }
      if let advice = advice(after: status, run) { return advice }
      return fallback(run)
    case .notStored: return adviceOffline(run)
    case .html where response?.errorMessage == nil:
      return .sentence("check the URL; it may be a login page or a proxy")
    case .notJSON(let error) where error.excessInWords != nil:
      return adviceToAskForLess(run)
    case .mismatch where resource == nil && run.canPrintJSON:
      return .sentence("use --json")
    case .mismatch(let mismatch) where mismatch.path.hasPrefix("[") && run.canBeLenient:
      return .sentence("skip such records with --lenient")
    case .empty, .html, .notJSON, .mismatch: return fallback(run)
    }
  }

  private func adviceAboutCopy(_ run: Circumstances) -> Advice? {
    switch storedCopy {
    case .irrelevant, .missing: return nil
    case .forbidden(let age, nil), .forbidden(let age, "no-cache"),
      .forbidden(let age, "stale-if-error"):
      // The user's own limit, and what a limit overrides.
      return .sentence("--max-stale \(age.seconds(.up) / 86400 + 1)d shows it")
    case .forbidden:
      guard run.canGoOffline else { return nil }
      return .sentence("--offline shows it")
    }
  }

  private func adviceAboutMissing(_ record: Record, _ run: Circumstances) -> Advice {
    // A word is rather a name than an id.
    if record.id.contains(where: \.isLetter), run.command == .show {
      return .sentence("find records by text with --search")
    }
    return .sentence("list all \(record.resource) without an id")
  }

  private func advice(after status: Int, _ run: Circumstances) -> Advice? {
    if let wait {
      return .sentence("the server asks to wait \(wait)")
    }
    switch status {
    case 401 where run.takesFields:
      return .sentence("give credentials: -H @FILE, with a line Authorization: ...")
    case 404, 410:
      guard let origin = run.serverOrigin else {
        return .sentence("check the path")
      }
      return .sentence("check the path and \(origin)")
    case 429 where run.sendsSeveral:
      return .sentence("send fewer at once: --jobs 1")
    default: return nil
    }
  }

  /// How long the server asks to wait, if it is more than a moment.
  private var wait: String? {
    guard case .status(let status, _) = cause, RetryPolicy.temporaryStatuses.contains(status),
      answeredAgo == nil, let value = headerFields[.retryAfter],
      let wait = RetryPolicy.retryAfter(value, now: HTTPDate.systemClock()), wait > .seconds(1)
    else { return nil }
    if wait > .seconds(86400) { return "more than a day" }
    return wait.roughly(.up)
  }

  /// A server may send a part of a list, if it is the one that `get` asks; a file is read whole.
  private func adviceToAskForLess(_ run: Circumstances) -> Advice? {
    if concernsFile || run.serverOption == .against { return nil }
    guard let resource, run.command != .get else {
      return .sentence("ask for less: --query _limit=100")
    }
    return .sentence("ask for less: get /\(resource) --query _limit=100")
  }

  private func adviceOffline(_ run: Circumstances) -> Advice? {
    if resource != nil, run.canStore, let warm = run.commandLine("cache", "warm") {
      return .command(warm)
    }
    return run.askingServer
  }

  /// If the cause alone doesn't say what to do.
  private func fallback(_ run: Circumstances) -> Advice? {
    if isFailureOfServer, run.isPublicService, run.command == .show {
      return .command("jpfetch --sample")
    }
    // A file can be looked at, and built-in data has nothing more to show.
    if run.canShowMore, let sourced, !sourced.origin.isLocalData {
      return .sentence("add -vv to see the answer")
    }
    return nil
  }

  /// Whether the service may be down.
  private var isFailureOfServer: Bool {
    switch cause {
    case .transport: true
    case .status(let status, _): status >= 500
    default: false
    }
  }
}

extension TransportError {
  /// Whether a part of the content would have been all right.
  fileprivate var exceedsLimit: Bool {
    switch reason {
    case .bodyTooLarge, .answersTooLarge: true
    default: false
    }
  }

  /// What to do, by the reason; `nil` if that doesn't say.
  func advice(_ run: Circumstances) -> Advice? {
    switch reason {
    case .proxyNotFound, .refusedByProxy, .connectionRefused, .noRoute:
      return adviceAboutConnection(run)
    case .hostNotFound, .tooManyRedirects, .notHTTP, .forbiddenRedirect, .headTooLarge:
      if run.isPublicService { return nil }
      return run.check("the URL")
    case .timedOut(let limit):
      guard run.canWaitLonger else { return nil }
      return .sentence("allow more time: --timeout \(limit.seconds(.up) * 3)s")
    case .insecure(let problem): return .sentence(problem.advice)
    case .unreadableCertificates:
      return .sentence("check --ca-cert and SSL_CERT_FILE")
    case .unreadableFile:
      return .sentence(
        """
        name a directory with users.json, albums.json and so on: \
        \(run.serverOption.typed) file:DIR
        """)
    case .missingLibrary:
      return .sentence("install it (Debian, Ubuntu: libcurl4; Fedora: libcurl; macOS has it)")
    case .systemLimit(EMFILE), .systemLimit(ENFILE):
      return .sentence("raise ulimit -n")
    case .systemLimit:
      return .sentence("end other processes, or raise their limits")
    case .invalidContentEncoding:
      guard run.takesFields else { return nil }
      return .sentence("ask for it uncompressed: -H 'Accept-Encoding: identity'")
    case .invalidURL:
      return .sentence("an example is jpfetch get /users/1")
    case .internationalHost:
      return .sentence("write the host as xn--...")
    case .invalidField:
      return .sentence("check --header: 'Name: value'")
    case .connectionLost, .bodyTooLarge, .answersTooLarge, .other:
      return nil
    }
  }

  private func adviceAboutConnection(_ run: Circumstances) -> Advice? {
    if let proxy = run.proxy {
      if case .refusedByProxy(407) = reason {
        return .sentence("put them into the URL in \(proxy.name)")
      }
      return .sentence("check \(proxy.name)")
    }
    switch reason {
    case .noRoute: return .sentence("check the network's firewall")
    case .connectionRefused where !run.isPublicService:
      guard let origin = run.serverOrigin else {
        return .sentence("check that the server is running")
      }
      return .sentence("check that the server is running, and that \(origin) is right")
    default: return nil
    }
  }
}

extension TransportError.TLSProblem {
  fileprivate var advice: ShownText {
    switch self {
    case .expired:
      "check this machine's clock; if it is right, the server needs a new certificate"
    case .otherHost: "check the host name in the URL"
    case .unknownAuthority, .other: "give the certificates to trust with --ca-cert FILE"
    case .version: "the server needs to be updated"
    case .clientCertificate, .refusedHandshake:
      "ask the server's owner for access without a client certificate"
    case .notTLS: "write http:// instead of https://"
    }
  }
}

// MARK: From settings

extension Circumstances {
  /// Those of wrong usage, before there are settings.
  init(of command: CommandName) { self.command = command }

  /// Those of a run. ``ofRequest(_:)`` adds what depends on the URL.
  init(_ settings: Settings) {
    self.settings = settings
    command = settings.command
    let store = settings.store
    offlineOrigin = store.offlineOrigin
    maxStaleOrigin = store.maxStaleOrigin
    canShowMore = settings.messages.verbosity < 2
    canWaitLonger = settings.network.canWaitLonger
    sendsSeveral = command != .get && settings.network.maxConcurrentRequests != 1
    canBeLenient = command == .show && !settings.isLenient
    canPrintJSON = !settings.messages.areJSON
    if command == .show || command == .get {
      canRefresh = store.policy == .standard && store.maxAge == nil
      canGoOffline = store.policy == .standard && !store.isOff
    }
    commonOptions = Self.commonOptions(settings)
  }

  /// Whether they are those of a run.
  var isKnown: Bool { settings != nil }

  /// The same, with what depends on the URL of a failed request.
  func ofRequest(_ url: String) -> Circumstances {
    guard let settings else { return self }
    var request = self
    request.add(url, settings)
    return request
  }

  private mutating func add(_ url: String, _ settings: Settings) {
    proxy = ProxyVariable(for: url, variable: settings.network.variable)
    let isInBaseline = settings.isInBaseline(url)
    canStore = !isInBaseline && !settings.hasCredentials && url.secretParameter == nil
    if isInBaseline {
      serverOption = .against
      takesFields = settings.sendsFields(to: url)
      serverOrigin = OptionName.against.typed
    } else if settings.isTyped(url) || settings.data.isSample {
      serverOrigin = nil
    } else {
      serverOrigin = OptionName.baseURL.typed
      if let origin = settings.data.origin { serverOrigin = origin }
      isPublicService = settings.data.isPublicService
    }
  }

  private static func commonOptions(_ settings: Settings) -> [String]? {
    // Their values may be secrets.
    if !settings.network.fields.isEmpty || settings.hasCredentials {
      return nil
    }
    var arguments: [String] = []
    if settings.data.isSample {
      arguments.append(OptionName.sample.typed)
    }
    if settings.data.origin == OptionName.baseURL.typed {
      arguments += [OptionName.baseURL.typed, settings.data.base.text]
    }
    if let directory = settings.store.directory, settings.store.isDirectoryTyped {
      arguments += [OptionName.cacheDirectory.typed, directory]
    }
    if let file = settings.network.certificateOption {
      arguments += [OptionName.certificateFile.typed, file]
    }
    return arguments
  }
}

extension Settings {
  /// Whether requests may hold a credential, so that responses aren't stored.
  fileprivate var hasCredentials: Bool {
    data.base.text.hasUserInfo || network.fields.contains(where: \.isSecret)
  }

  /// Whether a URL was typed after `get`, and isn't below the base URL.
  fileprivate func isTyped(_ url: String) -> Bool {
    command == .get && url.httpScheme != nil && data.base.path(of: url) == nil
  }

  /// Whether a URL is in what `--against` names, not below the base URL.
  fileprivate func isInBaseline(_ url: String) -> Bool {
    guard case .lists(let base) = check.against, base.path(of: url) != nil else {
      return false
    }
    return data.isSample || data.base.path(of: url) == nil
  }
}
