import JPCore

/// An error in words: the one place where an error becomes text and an exit status.
struct ErrorReport: Equatable {
  let exitCode: ExitCode
  /// The code, stable for scripts.
  let code: String
  /// What happened, and to which URL or file.
  private(set) var message: String
  /// Why, as far as it is known.
  private(set) var why: String?
  /// The word that was probably meant.
  var nearest: String?
  /// Where an expression is wrong.
  var excerpt: UsageError.Excerpt?
  /// What to do about it: words, or commands that run as they are printed.
  private(set) var hints: [String]
  /// A command that stores an answer, for the next time.
  var commandToStore: String?
  var source: String?
  var url: String?
  var httpStatus: Int?
  /// The path of the value in the answer.
  var path: String?

  /// - Parameter options: the run's options; a hint repeats those that it needs.
  init(_ error: any Error, _ options: OptionValues? = nil) {
    switch error {
    case let error as UsageError: self.init(error, options)
    case let error as FetchError: self.init(error, options)
    case let error as StoreError:
      self.init(
        .cacheDirectory,
        message: "cannot use \(error.path): \(error.problem.inWords)",
        hints: ["check the directory, or give another one with --cache-dir"])
    case let error as SystemFile.ReplaceError:
      self.init(unwritten: error.path, error.errno)
    case let error as WriteError: self.init(unwritten: error.path, error.errno)
    default:
      self.init(
        .bug, message: "a bug in jpfetch: \(error)",
        hints: ["report it with this line, the command and jpfetch --version"])
    }
  }

  init(_ code: ErrorCode, message: String, why: String? = nil, hints: [String] = []) {
    exitCode = code.exitCode
    self.code = code.text
    self.message = message
    self.why = why
    self.hints = hints
  }

  /// What happened and why, in one sentence.
  var sentence: String { why.map { "\(message): \($0)" } ?? message }

  /// Output that could not be written.
  private init(unwritten path: String?, _ errno: Int32) {
    self.init(
      .outputWrite,
      message: "cannot write \(path?.withoutUserInfo ?? "the output"): \(systemWords(errno))",
      hints: ["check the directory, its permissions and its free space"])
  }

  /// A failure with an HTTP status.
  private init(status: Int, message: String, why: String?, hints: [String]) {
    exitCode = (400..<500).contains(status) ? .clientError : .serverError
    code = "http.\(status)"
    httpStatus = status
    self.message = message
    self.why = why
    self.hints = hints
  }

  /// A record that isn't there, whoever says so.
  private init(missing id: String, of resource: String, _ options: OptionValues?) {
    let singular = Resource.named(resource)?.singular ?? resource
    self.init(
      .recordMissing, message: "no \(singular) with id \(id)",
      hints: ["jpfetch \(resource) -F id\(options?.typedSource ?? "")"])
  }

  private init(_ error: UsageError, _ options: OptionValues?) {
    let message = error.message.maskingCredentials
    let lines = [error.hint, .overview].compactMap { hint in hint.flatMap { options?.line($0) } }
    self.init(.usage, message: message, hints: lines.prefix(1).map(\.maskingCredentials))
    nearest = error.nearest
    // It points at a place in what was typed.
    excerpt = message == error.message ? error.excerpt : nil
  }

  private init(_ error: FetchError, _ options: OptionValues?) {
    let url = error.url.withoutUserInfo
    switch error.cause {
    case .transport(let error): self.init(error, url: error.url.withoutUserInfo)
    case .status(let status, let message):
      if status == 404, let record = error.record {
        self.init(missing: record.id, of: record.resource, options)
        httpStatus = 404
        break
      }
      let attempts = error.response?.attempts ?? 1
      let times = attempts > 1 ? ", \(attempts) times" : ""
      // Page titles often begin with the status: "404 Not Found".
      let isRepeated = message.map { $0.hasPrefix("\(status) ") } ?? false
      self.init(
        status: status, message: "status \(status)\(times): \(url)",
        why: isRepeated ? message.map { String($0.dropFirst("\(status) ".count)) } : message,
        hints: error.hints(after: status))
    case .notStored(let urls):
      self.init(
        .cacheMissing, message: "not stored: \(urls.map(\.withoutUserInfo).listsInWords)",
        hints: [Self.sampleHint])
    case .empty:
      self.init(.bodyEmpty, message: "no content: \(url)", hints: [Self.responseHint])
    case .html:
      self.init(
        .bodyHTML, message: "HTML instead of JSON: \(url)",
        hints: [
          "check the URL; a login page or a proxy may stand in between", Self.responseHint,
        ])
    case .notJSON(let error):
      if let excess = error.excessInWords {
        self.init(
          .bodyTooLarge, message: "\(excess): \(url)", hints: [Self.smallerHint])
      } else {
        self.init(
          .bodyJSON, message: "not JSON: \(url)", why: error.inWords, hints: [Self.responseHint])
      }
    case .broken(let rule):
      self.init(
        .bodyType, message: "doesn't fit: \(url)", why: "expected \(rule)",
        hints: [Self.responseHint])
    case .mismatch(let mismatch):
      let isRecord = mismatch.path.hasPrefix("[")
      let hint =
        error.resource == nil
        ? "add -f json, which prints any JSON"
        : isRecord ? "add --lenient to leave out such records" : Self.responseHint
      self.init(
        .bodyType, message: "doesn't fit: \(url)",
        why: mismatch.inWords(source: error.resource), hints: [hint])
      path = mismatch.path.isEmpty ? nil : mismatch.path
    }
    source = error.resource
    self.url = url
    leaveOutVain(options)
    if options?.isOfBaseline(error.url) ?? false { hints = hints.map(\.aboutBaseline) }
    // A server that says 4xx is up, and will say so again.
    // Without the options, a command would ask another server.
    let hasUserInfo = error.url != url
    let canBeStored = options.map { !$0.hasCredentials && !hasUserInfo } ?? false
    if canBeStored,
      error.storedCopy == .missing && exitCode != .clientError || exitCode == .notStored
    {
      let command = error.resource == nil ? "get \(url.shellQuoted)" : "cache warm"
      let line = "\(options?.onlineAgain ?? "")jpfetch \(command)\(options?.typedPlaces ?? "")"
      commandToStore = line
      if exitCode == .notStored {
        hints.insert("online, once: \(line)", at: 0)
      } else {
        hints.append("no stored copy; once it answers: \(line)")
      }
    }
    if let failure = error.hiddenFailure { add(ErrorReport(failure).sentence) }
    if let answeredAgo = error.answeredAgo {
      add("the answer was stored \(answeredAgo.roughly()) ago")
    }
    let copy: (storedAgo: Duration, forbidder: String)? =
      switch error.storedCopy {
      case .irrelevant, .missing: nil
      case .forbidden(let age, let directive?): (age, "the server said \(directive)")
      case .forbidden(let age, nil): (age, "--max-stale forbids it")
      case .unwanted(let age): (age, "the request says no-cache")
      }
    if let copy {
      add("a copy stored \(copy.storedAgo.roughly()) ago is not shown: \(copy.forbidder)")
      let isWarming = options?.command == .cache
      hints = [
        isWarming
          ? "jpfetch --offline\(options?.typedPlaces ?? "")" : "add --offline to see the copy"
      ]
    }
  }

  /// Takes out hints that are followed already, or can't be.
  private mutating func leaveOutVain(_ options: OptionValues?) {
    guard let options else { return }
    if options.count(of: .verbose) > 1 { hints.removeAll { $0 == Self.responseHint } }
    if options.localSource != nil {
      hints.removeAll { $0 == Self.sampleHint || $0.hasPrefix("again") }
    }
    hints.removeAll { hint in
      guard hint.hasPrefix("add --") else { return false }
      let name = hint.dropFirst("add --".count).prefix { $0 != " " }
      let option = OptionName(rawValue: String(name))
      return option.map { !options.goes(with: $0) } ?? false
    }
  }

  private mutating func add(_ reason: String) { why = why.map { "\($0); \(reason)" } ?? reason }

  static let sampleHint = "jpfetch --sample needs no network"
  static let responseHint = "add -vv to see the response"
  static let smallerHint = "ask for less, as jpfetch get does with --query _limit=100"
}

extension OptionValues {
  /// Whether a URL is of what `--against` names, not of the base URL.
  fileprivate func isOfBaseline(_ url: String) -> Bool {
    guard let (_, text) = value(of: .against), let other = BaseURL(text),
      other.path(of: url) != nil
    else { return false }
    // An invalid base URL has been reported by itself.
    guard !has(.sample), let base = try? baseURL, base.path(of: url) != nil else { return true }
    return base.text.utf8.count < other.text.utf8.count
  }

  /// Text that unsets JPFETCH_OFFLINE in a hint's command, if the variable made this run offline.
  fileprivate var onlineAgain: String {
    has(.offline) && !isTyped(.offline) ? "JPFETCH_OFFLINE= " : ""
  }

  /// Where the data comes from, for a hint to repeat.
  fileprivate var typedSource: String {
    [OptionName.sample, .offline].filter(isTyped).map { " \($0.typed)" }.joined() + typedPlaces
  }

  /// The typed options for the API, the cache directory and the certificates, for a hint to repeat.
  fileprivate var typedPlaces: String {
    [OptionName.baseURL, .cacheDirectory, .certificateFile].filter(isTyped).compactMap { option in
      value(of: option).map { " \(option.typed) \($0.value.withoutUserInfo.shellQuoted)" }
    }.joined() + typedFields
  }

  /// The typed header fields, by which another response may be stored; credentials are not
  /// repeated.
  private var typedFields: String {
    values(of: .header).filter { HeaderFields.Field(line: $0)?.isSecret == false }
      .map { " -H \($0.shellQuoted)" }.joined()
  }
}

extension FetchError {
  /// What to do about a status that is an error.
  fileprivate func hints(after status: Int) -> [String] {
    switch status {
    case _ where wait != nil: wait.map { ["wait \($0), as the server asks"] } ?? []
    case 401: ["give credentials: -H @FILE, with a line Authorization: ..."]
    case 404, 410: ["check the path and --base-url", ErrorReport.responseHint]
    case 408, 425: ["again later"]
    case 429: ["again later, or with fewer requests at once: --jobs 1"]
    case 500...: ["again later", ErrorReport.sampleHint, ErrorReport.responseHint]
    default: [ErrorReport.responseHint]
    }
  }

  /// How long the server asks to wait, where it says why it can't answer now; `nil` for a moment.
  private var wait: String? {
    guard case .status(let status, _) = cause, status >= 500 || status == 429, answeredAgo == nil,
      let value = fields["Retry-After"],
      let wait = RetryPolicy.retryAfter(value, now: HTTPDate.systemClock()), wait > .seconds(1)
    else { return nil }
    return wait > .seconds(86400) ? "more than a day" : wait.roughly(.up)
  }
}

extension String {
  /// A hint about the base URL as one about what is compared with it.
  fileprivate var aboutBaseline: String {
    split(separator: " ", omittingEmptySubsequences: false)
      .map { $0 == OptionName.baseURL.typed ? OptionName.against.typed : String($0) }
      .joined(separator: " ")
  }

}

extension [String] {
  /// `users, albums and photos of URL`, where all are directly below one URL.
  fileprivate var listsInWords: String {
    let halves = map { url in
      let slash = url.utf8.lastIndex(of: UInt8(ascii: "/")) ?? url.startIndex
      return (folder: url[..<slash], name: String(url[slash...].dropFirst()))
    }
    guard count > 1, let folder = halves.first?.folder,
      halves.allSatisfy({ $0.folder == folder && Resource.named($0.name) != nil })
    else { return joined(separator: ", ") }
    return "\(halves.map(\.name).inWords) of \(folder)"
  }
}
