import JPCore

// The message about each type of error: its description, with a code and advice.

extension Message {
  /// The message about an error that ends a run.
  ///
  /// - Parameter words: what advice says of the command line; `nil` for no advice about a request.
  init(_ error: any Error, advising words: AdviceWords?) {
    switch error {
    case let message as Message: self = message
    case let error as FetchError: self.init(error, advising: words)
    case let error as StoreError:
      self.init(.cacheUnusable, "\(error)", advice: .checkingStore)
      file = error.path.withoutSecrets
    case let error as SystemError: self.init(error)
    default:
      self.init(
        .bug, "a bug in jpfetch: \(error)",
        advice: .sentence("report this line, the command and the output of jpfetch --version"))
    }
  }

  private init(_ error: SystemError) {
    var destination = "the output"
    var advice = "check that standard output is open, and that there is free space"
    if let path = error.path {
      destination = path.withoutSecrets
      advice = "check the directory, its permissions and its free space"
    }
    self.init(
      .outputWrite, "cannot write \(destination): \(error.message)",
      advice: .sentence("\(advice)"))
    if error.path != nil { file = destination }
  }

  /// The message about an answer with too many columns, or too long titles, for a table.
  init(_ excess: Table.Excess, of source: Source?) {
    var text = "\(excess)"
    if let source { text += ": \(source.url.fileOnDisk ?? source.url)" }
    self.init(.bodyTooLarge, text, advice: .sentence("use --json"))
    self.source = source?.resource
    url = source?.url
    file = source?.url.fileOnDisk
  }

  /// The message about a request without a usable answer.
  ///
  /// - Parameter words: what advice says of the command line; `nil` to give none, as in a warning.
  init(_ error: FetchError, advising words: AdviceWords? = nil) {
    let row = error.causeRow(words)
    self.init(row.code, error.sentence)
    details = error.details
    addFacts(of: error)
    if let words { advice = error.advice(row, words) }
  }

  /// Adds what JSON says in members of their own: the list, the URL, the status or the place.
  mutating func addFacts(of error: FetchError) {
    source = error.resource
    url = error.url
    file = error.file
    switch error.cause {
    case .status(let status, _): self.status = status
    case .notJSON(let error) where !error.isExcess: position = error.position
    case .mismatch(let mismatch): addPlace(of: mismatch)
    case .notJSON, .transport, .empty, .html, .notStored, .unusableStore: break
    }
  }

  mutating func addPlace(of mismatch: TypeMismatch) {
    if !mismatch.path.isEmpty { path = mismatch.path }
    position = mismatch.position
  }
}

// MARK: Codes and advice

extension FetchError {
  /// The file that the error is about; `nil` if it is about a server or about no file.
  fileprivate var file: String? {
    switch cause {
    case .transport(let error):
      if case .unreadableFile(let path, _) = error.reason { return path.withoutSecrets }
    case .unusableStore(let error): return error.path.withoutSecrets
    case .status where record == nil: return nil
    case .status, .empty, .html, .notJSON, .mismatch, .notStored: break
    }
    return url.fileOnDisk
  }

  var code: ErrorCode { causeRow().code }

  /// The code as it is printed, `http.503`.
  var codeText: String { Message(self).codeText }

  /// - Parameter words: what advice says of the command line; `nil` if only the code is needed.
  fileprivate func causeRow(_ words: AdviceWords? = nil) -> CauseRow {
    let server = words?.server ?? ""
    switch cause {
    case .transport(let error):
      return error.reason.causeRow(server)
    case .status(let status, _) where status == 404 && record != nil:
      return CauseRow(.recordMissing, adviceAboutStatus(status, server))
    case .status(let status, _) where (400..<500).contains(status):
      return CauseRow(.clientError, adviceAboutStatus(status, server))
    case .status(let status, _):
      return CauseRow(.serverError, adviceAboutStatus(status, server), isOutage: status >= 500)
    case .empty:
      return CauseRow(.bodyEmpty, adviceToShowResponse)
    case .html where response?.errorMessage == nil && source?.isFromServer == true:
      return CauseRow(
        .bodyHTML, .sentence("check the URL: a login page or a proxy may have answered"))
    case .html:
      return CauseRow(.bodyHTML, adviceToShowResponse)
    case .notJSON(let error) where error.isExcess:
      // Only a server can be asked for a part.
      guard let source, source.isFromServer else { return CauseRow(.bodyTooLarge) }
      return CauseRow(.bodyTooLarge, .askingForLess)
    case .notJSON:
      return CauseRow(.bodyJSON, adviceToShowResponse)
    case .mismatch where isAboutLeftOut:
      return CauseRow(.misfits, adviceToLeaveOut)
    case .mismatch(let mismatch) where resource != nil && mismatch.path.hasPrefix("["):
      return CauseRow(.bodyType, adviceToLeaveOut)
    case .mismatch where response == nil:
      return CauseRow(.bodyType, .sentence("use --json"))
    case .mismatch:
      return CauseRow(.bodyType, adviceToShowResponse)
    case .notStored:
      return CauseRow(.cacheMissing, adviceToStore(words))
    case .unusableStore:
      return CauseRow(.cacheUnusable, .checkingStore)
    }
  }

  fileprivate func advice(_ row: CauseRow, _ words: AdviceWords) -> Advice? {
    if let advice = adviceAboutStored { return advice }
    if row.isOutage, let command = words.sampleCommand { return .command(command) }
    if case .status = cause, record == nil, source?.isFromServer == false {
      return adviceAboutLocalData(words)
    }
    return row.advice
  }

  private var adviceToLeaveOut: Advice { .sentence("leave out such records with --partial") }

  private func adviceToStore(_ words: AdviceWords?) -> Advice {
    if resource != nil, secretInRequest == nil, let command = words?.warmCommand {
      return .command(command)
    }
    return .askingServer
  }

  /// Advice if the error comes from a stored response, or if a stored response could have been
  /// shown instead.
  private var adviceAboutStored: Advice? {
    if let forbiddenCopy {
      switch forbiddenCopy.objection {
      case .caller, .server("no-cache"), .server("stale-if-error"):
        // A --max-stale that is long enough overrides these objections. None is if the age isn't known.
        guard let age = forbiddenCopy.age else { break }
        let days = age.seconds(.up) / 86400 + 1
        return .sentence("show it with --max-stale \(days)d")
      case .server: break
      }
      return .sentence("show it with --offline")
    }
    switch source?.origin {
    case .fresh: return .sentence("ask again with --refresh")
    case .stored: return .askingServer
    default: return nil
    }
  }

  private func adviceAboutStatus(_ status: Int, _ server: String) -> Advice? {
    if status == 404, let record {
      if record.lacksParent { return nil }
      return .sentence("to list all \(record.resource), leave out the id")
    }
    if let advice = adviceToWait { return advice }
    if isOfRefusedCredentials {
      return .sentence(
        "the server refused the credentials that were sent: check that they are still valid here")
    }
    switch status {
    case 401:
      return .sentence("give credentials with -H @FILE, a file with the line Authorization: ...")
    case 404, 410: return .sentence("check the path and \(server)")
    default: return adviceToShowResponse
    }
  }

  private func adviceAboutLocalData(_ words: AdviceWords) -> Advice {
    guard let operands = words.operands else {
      return .sentence("local data has lists (/users) and records (/users/1)")
    }
    return .sentence("local data has lists and records; instead: \(operands)")
  }

  /// Advice if the server asks to wait: for more than a second or, after several tries, at all.
  private var adviceToWait: Advice? {
    guard let status, RetryPolicy.temporaryStatuses.contains(status), !isFromStore,
      let response, let value = headerFields[.retryAfter],
      let wait = RetryPolicy.parseRetryAfter(value, now: HTTPDate.systemClock()), wait > .zero
    else { return nil }
    var words = wait.roughlyInWords(.up)
    if wait > .seconds(86400) { words = "more than a day" }
    if response.lacksTimeToRetry {
      return .sentence("the server asks to wait \(words): allow more time with --timeout")
    }
    if response.attempts > 1 {
      return .sentence("the server asked to wait \(words), and still fails: try again later")
    }
    if wait <= .seconds(1) { return nil }
    return .sentence("the server asks to wait \(words)")
  }

  /// `nil` for local data: the user can open a file, and built-in data has nothing more to show.
  private var adviceToShowResponse: Advice? {
    guard let source, source.isFromServer else { return nil }
    return .sentence("add -vv to see the response")
  }
}

/// What the tool says about a cause, besides the library's sentence.
private struct CauseRow {
  let code: ErrorCode
  let advice: Advice?

  /// Whether the server, or the way to it, may be down, so that `--sample` is a way out.
  let isOutage: Bool

  init(_ code: ErrorCode, _ advice: Advice? = nil, isOutage: Bool = false) {
    self.code = code
    self.advice = advice
    self.isOutage = isOutage
  }
}

extension TransportError.Reason {
  /// - Parameter server: what the user can check, ``AdviceWords/server``.
  fileprivate func causeRow(_ server: String) -> CauseRow {
    switch self {
    case .hostNotFound:
      CauseRow(.dns, .sentence("check \(server)"), isOutage: true)
    case .refusedByProxy where takesBasic:
      CauseRow(
        .proxy,
        .sentence("check the user name and password in http_proxy, https_proxy or all_proxy"),
        isOutage: true)
    case .refusedByProxy(407, _):
      CauseRow(.proxy, isOutage: true)
    case .proxyNotFound, .proxyFailed, .refusedByProxy:
      CauseRow(.proxy, .sentence("check http_proxy, https_proxy or all_proxy"), isOutage: true)
    case .connectionRefused:
      // "There", because it may be a proxy on the server's port: the error's detail has the host and
      // the port.
      CauseRow(
        .refused, .sentence("check that a server is running there, and that \(server) is right"),
        isOutage: true)
    case .noRoute:
      CauseRow(.refused, .sentence("check the network and its firewall"), isOutage: true)
    case .tooManyOpenFiles:
      CauseRow(.network, .sentence("raise the limit: ulimit -n"), isOutage: true)
    case .connectionLost:
      CauseRow(.reset, isOutage: true)
    case .timedOut:
      CauseRow(.timeout, .sentence("allow more time with --timeout"))
    case .insecure(let problem):
      CauseRow(.tls, problem.advice)
    case .unreadableCertificates:
      CauseRow(.tls, .sentence("check the file of --ca-cert, SSL_CERT_FILE or SSL_CERT_DIR"))
    case .bodyTooLarge:
      CauseRow(.bodyTooLarge, .askingForLess)
    case .headTooLarge:
      CauseRow(.bodyTooLarge, .sentence("check \(server)"))
    case .invalidContentEncoding:
      CauseRow(
        .bodyJSON, .sentence("ask for it uncompressed: -H 'Accept-Encoding: identity'"))
    case .invalidURL:
      CauseRow(.usage, .sentence("for example: get /users/1"))
    case .invalidField:
      CauseRow(.usage, .sentence("write --header 'Name: value'"))
    case .tooManyRedirects, .notHTTP, .forbiddenRedirect:
      CauseRow(.network, .sentence("check \(server)"), isOutage: true)
    case .malformedResponse, .other:
      CauseRow(.network, isOutage: true)
    case .internationalHost:
      CauseRow(.network, .sentence("write the host as xn--..."))
    case .unreadableFile where !isMissingFile:
      CauseRow(.network, .sentence("check the file and its permissions"))
    case .unreadableFile:
      CauseRow(
        .network, .sentence("name a directory with users.json, albums.json and so on: file:DIR"))
    case .missingLibrary:
      CauseRow(
        .network, .sentence("install it (Debian, Ubuntu: libcurl4; Fedora: libcurl; macOS has it)"))
    }
  }
}

extension TransportError.TLSProblem {
  /// `nil` if only the TLS library knows the problem.
  fileprivate var advice: Advice? {
    switch self {
    case .expired:
      .sentence("check this machine's clock; if it is right, the server needs a new certificate")
    case .notYetValid: .sentence("check this machine's clock")
    case .otherHost: .sentence("check the host name in the URL")
    case .unknownAuthority: .sentence("give the certificates to trust with --ca-cert FILE")
    case .noCertificates:
      .sentence(
        "install them (Debian, Fedora, Alpine: ca-certificates), or give a file with --ca-cert")
    case .version: .sentence("the server needs to be updated")
    case .clientCertificate:
      .sentence("ask the server's owner for access without a client certificate")
    case .refusedHandshake:
      .sentence("check the host name in the URL; the server may also want a client certificate")
    case .notTLS: .sentence("write http:// instead of https://")
    case .other: nil
    }
  }
}

extension Advice {
  fileprivate static let askingForLess = Advice.sentence(
    "ask for a part of it with get and --query _limit=100")
  fileprivate static let checkingStore = Advice.sentence(
    "check the directory, or give another one with --cache-dir")
  fileprivate static let askingServer = Advice.sentence(
    "ask the server: leave out --offline, or unset JPFETCH_OFFLINE")
}
