import JPCore

/// An error in words: the one place where an error becomes text and an exit status.
struct ErrorReport: Equatable {
  let exitCode: ExitCode
  /// The code, stable for scripts.
  let code: String
  private(set) var message: String
  /// The word that was probably meant.
  var nearest: String?
  /// Where an expression is wrong.
  var excerpt: UsageError.Excerpt?
  /// What to do about it.
  var hint: String?
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
    case let error as UsageError: self.init(error)
    case let error as FetchError: self.init(error, options)
    case let error as StoreError:
      self.init(
        .cacheDirectory,
        message: "cannot use \(error.path): \(error.problem.inWords)")
    case let error as SystemFile.ReplaceError:
      self.init(
        .outputWrite, message: "cannot write \(error.path): \(systemWords(error.errno))")
    case let error as WriteError:
      self.init(
        .outputWrite,
        message: "cannot write \(error.path ?? "the output"): \(systemWords(error.errno))")
    default:
      self.init(.bug, message: "unexpected error: \(error)")
    }
  }

  init(_ code: ErrorCode, message: String, hint: String? = nil) {
    exitCode = code.exitCode
    self.code = code.text
    self.message = message
    self.hint = hint
  }

  /// A failure with an HTTP status.
  private init(status: Int, message: String) {
    exitCode = (400..<500).contains(status) ? .clientError : .serverError
    code = "http.\(status)"
    httpStatus = status
    self.message = message
  }

  /// A record that isn't there, whoever says so.
  private init(missing id: String, of resource: String?, _ options: OptionValues?) {
    let name = resource ?? "record"
    let singular = Resource.named(name)?.singular ?? name
    self.init(
      .recordMissing, message: "no \(singular) with id \(id)",
      hint: resource.map { "jpfetch \($0) -F id\(options?.typedSource ?? "")" })
  }

  private init(_ error: UsageError) {
    let message = error.message.maskingCredentials
    self.init(error.code, message: message, hint: error.hint.maskingCredentials)
    nearest = error.nearest
    // It points at a place in what was typed.
    excerpt = message == error.message ? error.excerpt : nil
  }

  private init(_ error: FetchError, _ options: OptionValues?) {
    let url = error.url.withoutUserInfo
    switch error.cause {
    case .transport(let error): self.init(error, url: error.url.withoutUserInfo)
    case .status(404, _) where error.requestedID != nil:
      self.init(missing: error.requestedID ?? "", of: error.resource, options)
      httpStatus = 404
    case .status(let status, let message):
      // Page titles often begin with the status: "404 Not Found".
      let isRepeated = message.map { "\($0) ".hasPrefix("\(status) ") } ?? false
      let words = message.map { isRepeated ? $0 : "\(status): \($0)" } ?? "\(status)"
      let times = error.attempts > 1 ? ", \(error.attempts) times" : ""
      self.init(status: status, message: "\(url) answered \(words)\(times)")
      hint = error.wait.map { "wait \($0), as the server asks" }
    case .notStored(let urls):
      self.init(
        .cacheMissing,
        message: "not stored: \(urls.map(\.withoutUserInfo).joined(separator: ", "))")
    case .noRecord(let id):
      // A derived answer is a document's, whose URL names the resource.
      let list = error.url.split(separator: "/").suffix(2).lazy
        .compactMap { Resource.named(String($0)) }.first
      self.init(missing: id, of: error.resource ?? list?.name, options)
    case .empty:
      self.init(.bodyEmpty, message: "\(url) answered without content")
    case .html:
      self.init(
        .bodyHTML,
        message: "\(url) answered with HTML instead of JSON",
        hint: "check the URL; a login page or a proxy may stand in between")
    case .notJSON(let error):
      if let excess = error.excessInWords {
        self.init(.bodyTooLarge, message: "\(url) answered with \(excess)")
      } else {
        self.init(.bodyJSON, message: "\(url) is not JSON: \(error.inWords)")
      }
    case .broken(let rule):
      self.init(.bodyType, message: "\(url) does not fit: expected \(rule)")
    case .mismatch(let mismatch):
      self.init(
        .bodyType,
        message: "\(url) does not fit: \(mismatch.inWords(source: error.resource))")
      path = mismatch.path.isEmpty ? nil : mismatch.path
    }
    source = error.resource
    self.url = url
    // A server that says 4xx is up, and will say so again.
    if error.isNothingStored && exitCode != .clientError || exitCode == .notStored {
      let command = error.resource == nil ? "get \(url.shellQuoted)" : "cache warm"
      commandToStore =
        "\(options?.onlineAgain ?? "")jpfetch \(command)\(options?.typedPlaces ?? "")"
    }
    if let answeredAgo = error.answeredAgo { message += ", stored \(answeredAgo.roughly) ago" }
    if let storedAgo = error.storedAgo {
      let own = error.isStaleUnwanted ? "the request says no-cache" : "--max-stale forbids it"
      let why = error.forbiddenBy.map { "the server said \($0)" } ?? own
      message += "; a copy stored \(storedAgo.roughly) ago is not shown: \(why)"
      hint = "add --offline to see the copy"
    }
  }
}

extension OptionValues {
  /// Text that unsets JPFETCH_OFFLINE in a hint's command, if the variable made this run offline.
  fileprivate var onlineAgain: String {
    has(.offline) && !isGiven(.offline) ? "JPFETCH_OFFLINE= " : ""
  }

  /// Where the data comes from, for a hint to repeat.
  fileprivate var typedSource: String {
    [OptionName.sample, .offline].filter(isGiven).map { " \($0.typed)" }.joined() + typedPlaces
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
    values(of: .header).filter { HTTPFields.Field(line: $0)?.isSecret == false }
      .map { " -H \($0.shellQuoted)" }.joined()
  }
}

extension FetchError {
  /// How long the server asks to wait, where it says why it can't answer now; `nil` for a moment.
  fileprivate var wait: String? {
    guard case .status(let status, _) = cause, status >= 500 || status == 429, answeredAgo == nil,
      let value = fields["Retry-After"],
      let wait = RetryPolicy.retryAfter(value, now: HTTPDate.systemClock()), wait > .seconds(1)
    else { return nil }
    return wait > .seconds(86400) ? "more than a day" : wait.roughly
  }
}
