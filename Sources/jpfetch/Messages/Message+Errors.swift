import JPCore

/// An answer that has too many columns for the format.
struct WideTable: Error {
  let excess: RecordRows.Excess
  let resource: String?
  let url: String

  init(_ excess: RecordRows.Excess, of sources: [Provenance]) {
    self.excess = excess
    resource = sources.first?.resource
    url = sources.first?.url ?? ""
  }
}

extension Message {
  /// - Parameter options: the run's options; `nil` to suggest no commands.
  init(_ error: any Error, _ options: OptionValues? = nil) {
    switch error {
    case let error as UsageError:
      self.init(.usage, error.message)
      if let advice = error.advice {
        self.advice = [advice.text]
      } else if let options {
        let page: Hint? = error.nearest == nil ? .page(of: options.command) : nil
        let hints = [error.hint, page].compactMap(\.self)
        commands = Array(hints.compactMap(options.line).prefix(1))
      }
      nearest = error.nearest
      excerpt = error.excerpt
    case let error as FetchError: self.init(error, options)
    case let error as TransportError: self.init(error, Circumstances(of: error.url, options))
    case let error as WideTable: self.init(error)
    case let error as StoreError:
      self.init(
        .cacheUnusable, "cannot use \(error.path.withoutSecrets): \(error.problem.inWords)",
        advice: "check the directory, or give another one with --cache-dir")
    case let error as SystemError:
      let path = error.path?.withoutSecrets ?? "the output"
      self.init(
        .outputWrite, "cannot write \(path): \(systemWords(error.number))",
        advice: "check the directory, its permissions and its free space")
    case OutputFileError.noReader(let path, let limit):
      self.init(
        .outputWrite,
        "cannot write \(path.withoutSecrets): no program read it within \(limit.inWords)",
        advice: "start the pipe's reader first, or give it more time with --timeout")
    case OutputFileError.notRegular(let path):
      self.init(
        .outputWrite, "cannot write \(path.withoutSecrets): not a regular file",
        advice: "remove it, or export to another directory")
    default:
      self.init(
        .bug, "a bug in jpfetch: \(error)",
        advice: "report it with this line, the command and jpfetch --version")
    }
  }

  private init(_ error: WideTable) {
    let what: String
    switch error.excess {
    case .columns(let limit): what = "a table of more than \(limit) columns"
    case .titles(let limit): what = "a table with more than \(limit.bytesInWords) of titles"
    }
    self.init(
      .bodyTooLarge, "\(what): \(error.url)", advice: "use --json", source: error.resource,
      url: error.url)
  }

  private init(_ error: FetchError, _ options: OptionValues?) {
    let isOther = options?.isOfBaseline(error.url) ?? false
    self.init(error, Circumstances(of: error.url, options))
    source = error.resource
    url = error.url
    if error.response?.isDowngraded == true { facts.append("redirected from https to http") }
    if let answeredAgo = error.answeredAgo {
      facts.append("the answer was stored \(answeredAgo.roughly()) ago")
    }
    var hints = error.hints + (error.answeredAgo == nil ? [] : [.adding(.refresh)])
    facts += error.hiddenFailures.map { Message($0).sentence }
    if let copy = error.copy {
      let why = copy.directive ?? "\(options?.place(of: .maxStale) ?? "--max-stale") forbids it"
      facts.append("a copy stored \(copy.storedAgo.roughly()) ago is not shown: \(why)")
      hints.append(.storedData)
      if copy.isOverridable {
        hints.append(.adding(.maxStale, "\(copy.storedAgo.seconds(.up) / 86400 + 1)d"))
      }
    }
    guard let options else { return }
    var prefix = ""
    let isStorable =
      !options.hasCredentials && error.url.secretParameter == nil && !isOther
    if case .notStored = error.cause {
      if isStorable { hints = [options.fillingStore(for: error)] }
      // JPFETCH_OFFLINE made this run offline.
      let isGet = error.resource == nil
      if isGet, options.has(.offline), !options.isTyped(.offline) { prefix = "JPFETCH_OFFLINE= " }
    } else if error.storedCopy == .missing, exitCode != .clientError {
      // A server that answered won't answer otherwise to `cache warm`.
      let isOffline = [.dns, .refused, .reset, .timeout, .proxy].contains(code)
      let isStored = isStorable && error.resource != nil && options.command != .cache
      let later = isOffline && isStored ? options.line(.warming) : nil
      advice.append("no stored answer" + (later.map { "; once online: \($0)" } ?? ""))
    }
    if [.noAnswer, .serverError, .notStored].contains(exitCode), options.command == .show {
      hints.append(.builtInData)
    }
    commands = options.commands(hints).map { prefix + $0 }
  }

  /// The error without the state of the store.
  private init(_ error: FetchError, _ circumstances: Circumstances) {
    let place = error.place
    switch error.cause {
    case .transport(let error): self.init(error, circumstances)
    case .status(404, _) where error.record != nil:
      let record = error.record
      self.init(.recordMissing, "no \(record?.singular ?? "") with id \(record?.id ?? "")")
      status = 404
    case .status(let status, let message):
      let phrase = error.response?.phrase ?? ""
      let tries = (error.response?.attempts).flatMap { $0 > 1 ? " (\($0) tries)" : nil } ?? ""
      self.init(
        .status, "\(status)\(phrase.isEmpty ? "" : " \(phrase)")\(tries): \(place)",
        advice: error.advice(after: status, circumstances))
      self.status = status
      // Page titles often begin with the status: "404 Not Found".
      let start = "\(status) "
      let words = message.map { $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : $0 }
      if let words, words != phrase { facts = [words] }
    case .notStored(let urls):
      self.init(.cacheMissing, "no stored answer: \(urls.listsInWords)")
    case .empty: self.init(.bodyEmpty, "no content: \(place)")
    case .html:
      let title = error.response?.errorMessage
      self.init(
        .bodyHTML, "HTML instead of JSON: \(place)",
        advice: title == nil ? "check the URL; it may be a login page or a proxy" : nil)
      facts = [title].compactMap(\.self)
    case .notJSON(let json):
      if let excess = json.excessInWords {
        self.init(.bodyTooLarge, "\(excess): \(place)")
      } else if error.isOfFile {
        self.init(.bodyJSON, "\(error.place(json.position)): \(json.inWords(of: "file"))")
      } else {
        self.init(.bodyJSON, "not JSON: \(place)")
        facts = ["\(json.position.inWords): \(json.inWords(of: "answer"))"]
      }
    case .mismatch(let mismatch):
      let list = mismatch.path.isEmpty && mismatch.expected == .array ? error.resource : nil
      let what = list.map { "not a list of \($0)" } ?? "unexpected data"
      self.init(.bodyType, "\(what): \(error.place(mismatch.position))")
      facts = [mismatch.inWords(source: error.resource, isPlaced: !error.isOfFile)]
      path = mismatch.path.isEmpty ? nil : mismatch.path
    }
  }

  private init(_ error: TransportError, _ circumstances: Circumstances) {
    let url = error.url
    let proxy = circumstances.proxy
    let proxyAdvice = proxy.map { "check \($0.name)" }
    let target = circumstances.check("the URL")
    let (code, text, advice): (ErrorCode, String, String?) =
      switch error.reason {
      case .unresolvedHost: (.dns, "cannot resolve \(url.host ?? url)", nil)
      case .unresolvedProxy: (.proxy, "cannot use the proxy: \(url)", proxyAdvice)
      case .refusedByProxy(407):
        (
          .proxy, "the proxy asks for a user name and password: \(url)",
          proxy.map { "put them into the URL in \($0.name)" }
        )
      case .refusedByProxy(let status):
        (.proxy, "the proxy answered \(status): \(url)", proxyAdvice)
      // No connection was tried.
      case .notConnected where proxy?.isValid == false:
        (.refused, "cannot use the proxy: \(url)", proxyAdvice)
      case .notConnected:
        (
          .refused, "connection refused: \(url)",
          proxyAdvice ?? circumstances.check("that the server is running")
        )
      case .noRoute:
        (
          .refused, "no route to the host: \(url)",
          proxyAdvice ?? "check the network's firewall"
        )
      case .reset: (.reset, "the server closed the connection too early: \(url)", nil)
      case .timedOut(let limit):
        (.timeout, "no complete answer within \(limit.inWords): \(url)", nil)
      case .insecure(let problem):
        (.tls, "no trusted connection: \(problem.inWords ?? error.detail): \(url)", problem.advice)
      case .unreadableCertificates(let file):
        (
          .tls, "cannot read the certificates in \(file.withoutSecrets)",
          "check --ca-cert and SSL_CERT_FILE"
        )
      case .notHTTP: (.network, "the server doesn't speak HTTP: \(url)", target)
      case .tooManyRedirects(let limit): (.network, "more than \(limit) redirects: \(url)", target)
      case .forbiddenRedirect:
        (.network, "redirected to something other than an http or https URL: \(url)", target)
      case .unreadableFile(let path, let errno):
        (
          .network, "cannot read \(path.withoutSecrets): \(systemWords(errno))",
          "name a directory with users.json, albums.json and so on: "
            + "\(circumstances.option.typed) file:DIR"
        )
      case .missingLibrary:
        (
          .network, "no usable libcurl on this system: \(error.detail)",
          "install it (Debian, Ubuntu: libcurl4; Fedora: libcurl; macOS has it)"
        )
      case .systemLimit(let errno):
        (
          .network, systemWords(errno),
          [EMFILE, ENFILE].contains(errno)
            ? "raise ulimit -n" : "end other processes, or raise their limits"
        )
      case .other: (.network, "\(error.detail): \(url)", nil)
      case .bodyTooLarge(let limit): (.bodyTooLarge, "more than \(limit) bytes: \(url)", nil)
      case .answersTooLarge(let limit):
        (.bodyTooLarge, "all answers together need more than \(limit) bytes", nil)
      case .headTooLarge(let limit):
        (.bodyTooLarge, "more than \(limit) bytes of header fields: \(url)", target)
      case .undecodableBody:
        (.bodyJSON, "the content doesn't decode as its Content-Encoding says: \(url)", nil)
      case .invalidURL: (.usage, "invalid URL: \(url)", "an example is jpfetch get /users/1")
      case .internationalHost:
        (
          .network, "this libcurl can't convert a host name that isn't ASCII: \(url)",
          "write the host as xn--..."
        )
      case .invalidField:
        (
          .usage, "a header field has a line break or an invalid name",
          "check --header: 'Name: value'"
        )
      }
    self.init(code, text, because: proxy?.doubt(after: error.reason), advice: advice)
  }
}

/// What a message about a failed request names besides the error.
private struct Circumstances {
  /// The option that names the server.
  var option = OptionName.baseURL
  /// The option or variable that named it; `nil` if the URL itself was typed.
  var server: String? = OptionName.baseURL.typed
  /// The proxy that was used.
  var proxy: ProxyVariable?

  /// - Parameter options: the run's options; `nil` if nothing is known about the run.
  init(of url: String, _ options: OptionValues?) {
    guard let options else { return }
    proxy = ProxyVariable(for: url, variable: options.variable)
    if options.isOfBaseline(url) {
      option = .against
      server = option.typed
    } else {
      server = options.isTyped(url: url) ? nil : options.place(of: .baseURL)
    }
  }

  /// `check the URL, or --base-url`.
  func check(_ subject: String) -> String {
    "check \(subject)" + (server.map { ", or \($0)" } ?? "")
  }
}

extension ProxyVariable {
  /// What may be wrong with the proxy; `nil` if the failure says so, or isn't the proxy's.
  fileprivate func doubt(after reason: TransportError.Reason) -> String? {
    switch reason {
    case .unresolvedProxy, .notConnected:
      if !isValid { return "\(name) is not a proxy's URL" }
      if reason == .unresolvedProxy { return "the host in \(name) has no address" }
    case .noRoute: break
    default: return nil
    }
    return "\(name) is set: perhaps the proxy can't be reached"
  }
}

// MARK: Places

extension FetchError {
  fileprivate var isOfFile: Bool { url.utf8.starts(with: "file:".utf8) }

  /// The URL, or the file.
  fileprivate var place: String { isOfFile ? "\(String(utf8: url.utf8.dropFirst(5))).json" : url }

  /// A file's path, line and column, as editors read them; a URL alone.
  fileprivate func place(_ position: TextPosition) -> String {
    isOfFile ? "\(place):\(position.line):\(position.column)" : place
  }
}

extension FetchError.Record {
  var singular: String { Resource.named(resource)?.singular ?? resource }
}

extension TransportResponse {
  /// The words after the status code; empty in HTTP/2.
  fileprivate var phrase: String {
    let parts = statusLine?.split(separator: " ", maxSplits: 2) ?? []
    return parts.count > 2 ? String(parts[2]).cut(toCharacters: 100) : ""
  }
}

extension [String] {
  /// `users, albums and photos of URL`, if all are directly below one URL.
  fileprivate var listsInWords: String {
    let halves = map { url in
      let slash = url.utf8.lastIndex(of: .slash) ?? url.startIndex
      return (folder: url[..<slash], name: String(url[slash...].dropFirst()))
    }
    guard count > 1, let folder = halves.first?.folder,
      halves.allSatisfy({ $0.folder == folder && Resource.named($0.name) != nil })
    else { return joined(separator: ", ") }
    return "\(halves.map(\.name).inWords) of \(folder)"
  }
}

// MARK: What to try

extension FetchError {
  /// Changes to the command line that might help, apart from those about the store.
  fileprivate var hints: [Hint] {
    switch cause {
    case .transport(let error):
      switch error.reason {
      case .timedOut(let limit): [.adding(.timeout, "\(limit.seconds(.up) * 3)s")]
      case .undecodableBody: [.adding(.header, "Accept-Encoding: identity")]
      case .bodyTooLarge, .answersTooLarge: [.smaller(of: resource)]
      default: []
      }
    case .status(404, _) where record != nil:
      [.command([record?.resource ?? ""] + search)]
    case .status(429, _): [.adding(.jobs, "1")]
    case .status(500..., _), .notStored: []
    case .notJSON(let error) where error.excessInWords != nil: [.smaller(of: resource)]
    case .mismatch where resource == nil: [.adding(.format, "json")]
    case .mismatch(let mismatch) where mismatch.path.hasPrefix("["): [.adding(.lenient)]
    case .status, .empty, .html, .notJSON, .mismatch: [.response]
    }
  }

  /// What finds the missing record: a word is rather a name than an id.
  private var search: [String] {
    let id = record?.id ?? ""
    return id.contains(where: \.isLetter) ? ["--search", id] : ["-F", "id"]
  }

  fileprivate func advice(after status: Int, _ circumstances: Circumstances) -> String? {
    if let wait { return "the server asks to wait \(wait)" }
    return switch status {
    case 401: "give credentials: -H @FILE, with a line Authorization: ..."
    case 404, 410: "check the path" + (circumstances.server.map { " and \($0)" } ?? "")
    default: nil
    }
  }

  /// How long the server asks to wait, if it is more than a moment.
  private var wait: String? {
    guard case .status(let status, _) = cause, RetryPolicy.isTemporary(status: status),
      answeredAgo == nil, let value = fields["Retry-After"],
      let wait = RetryPolicy.retryAfter(value, now: HTTPDate.systemClock()), wait > .seconds(1)
    else { return nil }
    return wait > .seconds(86400) ? "more than a day" : wait.roughly(.up)
  }

  /// A stored response that isn't shown, and whether --max-stale would show it.
  fileprivate var copy: (storedAgo: Duration, directive: String?, isOverridable: Bool)? {
    switch storedCopy {
    case .irrelevant, .missing: nil
    case .forbidden(let age, let directive?):
      (age, "the server said \(directive)", directive == "no-cache")
    case .forbidden(let age, nil): (age, nil, false)
    case .unwanted(let age): (age, "the request says no-cache", false)
    }
  }
}

extension Hint {
  fileprivate static let warming = command([CommandName.cache.rawValue, CacheAction.warm.rawValue])

  /// Shows the response that can't be used.
  fileprivate static let response = typed([
    .removing(.verbose), .adding(.init(option: .verbose, word: "-vv")),
  ])

  fileprivate static func smaller(of resource: String?) -> Hint {
    resource.map { .command(["get", "/\($0)", "--query", "_limit=100"]) }
      ?? .adding(.query, "_limit=100")
  }

  /// The typed line with stored responses only, whatever their age.
  fileprivate static let storedData = typed(
    [.refresh, .noCache, .maxAge, .maxStale].map { .removing($0) } + [.setting(.offline, nil)])

  /// The typed line with built-in data, without the options about other data and the network.
  fileprivate static let builtInData = typed(
    OptionDeclaration.all.filter { [.source, .network].contains($0.group) }
      .map { .removing($0.name) } + [.setting(.sample, nil)])
}

extension OptionValues {
  /// The hints as command lines, without duplicates and without those that change nothing.
  fileprivate func commands(_ hints: [Hint]) -> [String] {
    hints.reduce(into: []) { lines, hint in
      guard isUseful(hint), let line = line(hint), !lines.contains(line) else { return }
      lines.append(line)
    }
  }

  private func isUseful(_ hint: Hint) -> Bool {
    // Files and built-in data have no response to show.
    if hint == .response, values(of: .verbose).count > 1 || localSource != nil { return false }
    guard case .typed(let changes) = hint else { return true }
    return changes.allSatisfy { change in
      guard case .setting(let option, _) = change else { return true }
      // Attempts of --wait have limits of their own.
      return goes(with: option) && (option != .timeout || value(of: .wait) == nil)
    }
  }

  /// A command that stores the missing response.
  fileprivate func fillingStore(for error: FetchError) -> Hint {
    if error.resource != nil { return .warming }
    return isTyped(.offline) ? .typed([.removing(.offline)]) : .command(["get", error.url])
  }

  /// What gave an option's value, the option itself or its variable; the option without a value.
  fileprivate func place(of option: OptionName) -> String {
    value(of: option)?.place ?? option.typed
  }

  /// Whether a URL was typed after `get`, and isn't below the base URL.
  fileprivate func isTyped(url: String) -> Bool {
    // An invalid base URL has its own error.
    command == .get && url.httpScheme != nil && (try? baseURL)?.path(of: url) == nil
  }

  /// Whether a URL is of what `--against` names, not of the base URL.
  fileprivate func isOfBaseline(_ url: String) -> Bool {
    guard let (_, text) = value(of: .against), BaseURL(text)?.path(of: url) != nil else {
      return false
    }
    // An invalid base URL has its own error.
    return has(.sample) || (try? baseURL)?.path(of: url) == nil
  }
}
