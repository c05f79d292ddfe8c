import JPCore

/// The facts about a run, besides the error, that its messages depend on.
struct Circumstances {
  /// The settings of the run; `nil` if the command line is wrong.
  private var settings: Settings?
  var command = CommandName.show
  /// The option or variable that names the server; `nil` if the URL itself was typed, or if data is
  /// built in.
  var serverOrigin: String? = OptionName.baseURL.typed
  /// The option that names the server: `--base-url`, or `--against` for a request to the other
  /// server.
  var serverOption = OptionName.baseURL
  /// Whether the URL is on the public service because no option or variable names another server.
  var isPublicService = false
  /// The option or variable that made the run offline; `nil` if none did.
  var offlineOrigin: String?
  /// The option or variable that limits staleness; the option if neither is given.
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
  /// Whether the command takes `--refresh`, and neither it nor an option that contradicts it is
  /// given.
  var canRefresh = false
  /// Whether the command takes `--offline`, and neither it nor an option that contradicts it is
  /// given.
  var canGoOffline = false
  /// Whether `--json` could still be given.
  var canPrintJSON = false
  /// Whether `cache warm` would store responses of this server.
  var canStore = false
  /// The path that `get` reads from local data, without its query; `nil` for a server or for other
  /// commands.
  var localPath: String?
  /// The options that make a suggested command use the same server and store; `nil` if they can't
  /// be printed.
  var commonOptions: [String]?

  /// The line of a command that uses the same server and store; `nil` if it can't be printed.
  func commandLine(_ words: String...) -> String? {
    guard let commonOptions else { return nil }
    let arguments = ["jpfetch"] + words + commonOptions
    return arguments.map(\.shellQuoted).joined(separator: " ")
  }
}

// MARK: From settings

extension Circumstances {
  /// The circumstances of wrong usage, before there are settings.
  init(of command: CommandName) { self.command = command }

  /// The circumstances of a run. ``ofRequest(_:)`` adds the facts that depend on the URL.
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

  /// Whether these are the circumstances of a run, and not of wrong usage.
  var isKnown: Bool { settings != nil }

  /// These circumstances, with the facts that depend on the URL of a failed request.
  func ofRequest(_ url: String) -> Circumstances {
    guard let settings else { return self }
    var request = self
    request.add(url, settings)
    return request
  }

  private mutating func add(_ url: String, _ settings: Settings) {
    if command == .get { localPath = settings.data.localPath(of: url) }
    let isInBaseline = settings.isInBaseline(url)
    canStore = !isInBaseline
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
    // Header fields and the URL's user name may be secrets.
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
  /// Whether the base URL or a header field has a credential.
  fileprivate var hasCredentials: Bool {
    data.base.text.hasUserInfo || network.fields.contains(where: \.isSecret)
  }

  /// Whether a URL was typed after `get`, and isn't below the base URL.
  fileprivate func isTyped(_ url: String) -> Bool {
    command == .get && url.httpScheme != nil && data.base.path(of: url) == nil
  }

  /// Whether a URL is below the URL of `--against`, and not below the base URL.
  fileprivate func isInBaseline(_ url: String) -> Bool {
    guard case .lists(let base) = check.against, base.path(of: url) != nil else {
      return false
    }
    return data.isSample || data.base.path(of: url) == nil
  }
}

extension Settings.DataSource {
  /// The path in a URL of local data, without its query; `nil` for other URLs.
  fileprivate func localPath(of url: String) -> String? {
    var base = base
    if isSample { base = .sample }
    guard isLocal, let target = base.path(of: url) else { return nil }
    return String(target.unicodeScalars.prefix { $0 != "?" })
  }
}
