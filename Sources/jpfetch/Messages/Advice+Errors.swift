import JPCore

extension FetchError {
  /// The most specific advice about the error; `nil` if there is none.
  func advice(_ run: Circumstances) -> Advice? {
    if answeredAgo != nil, let advice = run.askingServer {
      return advice
    }
    if let advice = adviceAboutCopy(run) { return advice }
    if let advice = adviceAboutLocalData(run) { return advice }
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
      return .sentence("check the URL: a login page or a proxy may have answered")
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
      // --max-stale is the user's limit, and overrides these directives.
      return .sentence("show it with --max-stale \(age.seconds(.up) / 86400 + 1)d")
    case .forbidden:
      guard run.canGoOffline else { return nil }
      return .sentence("show it with --offline")
    }
  }

  /// Advice to name the records in words, `users 1` for `/users/1`, if local data has no such path
  /// for `get`.
  private func adviceAboutLocalData(_ run: Circumstances) -> Advice? {
    guard let path = run.localPath, let words = Resource.words(forPath: path), record == nil
    else { return nil }
    switch cause {
    case .status(404, _), .status(501, _): break
    // Any other path may have failed because the directory is wrong.
    case .transport where Resource.leadsToGrandchildren(path): break
    default: return nil
    }
    if url.contains(ascii: "?") {
      return .sentence("write \(words), and -w, -S or -n for the query")
    }
    return .sentence("write \(words)")
  }

  private func adviceAboutMissing(_ record: Record, _ run: Circumstances) -> Advice {
    // An id with letters in it is probably a name.
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
      return .sentence("give credentials with -H @FILE, a file with the line Authorization: ...")
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

  /// How long the server asks to wait; `nil` for at most a second.
  private var wait: String? {
    guard case .status(let status, _) = cause, RetryPolicy.temporaryStatuses.contains(status),
      answeredAgo == nil, let value = headerFields[.retryAfter],
      let wait = RetryPolicy.retryAfter(value, now: HTTPDate.systemClock()), wait > .seconds(1)
    else { return nil }
    if wait > .seconds(86400) { return "more than a day" }
    return wait.roughly(.up)
  }

  /// Advice to request only a part of a list, if that is possible: a file is always read whole, and
  /// `get` doesn't reach the server of `--against`.
  private func adviceToAskForLess(_ run: Circumstances) -> Advice? {
    if concernsFile || run.serverOption == .against { return nil }
    guard let resource, run.command != .get else {
      return .sentence("ask for less: --query _limit=100")
    }
    return .sentence("ask for less: get /\(resource) --query _limit=100")
  }

  private func adviceOffline(_ run: Circumstances) -> Advice? {
    if resource != nil, secretInRequest == nil, run.canStore,
      let warm = run.commandLine("cache", "warm")
    {
      return .command(warm)
    }
    return run.askingServer
  }

  /// Advice for causes that suggest no other.
  private func fallback(_ run: Circumstances) -> Advice? {
    if isFailureOfServer, run.isPublicService, run.command == .show {
      return .command("jpfetch --sample")
    }
    // The user can open a file, and built-in data has nothing more to show.
    if run.canShowMore, let sourced, !sourced.origin.isLocalData {
      return .sentence("add -vv to see the response")
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
  /// Whether the server sent more than a limit allows, so that a request for less may succeed.
  fileprivate var exceedsLimit: Bool {
    switch reason {
    case .bodyTooLarge, .answersTooLarge: true
    default: false
    }
  }

  /// Advice about the reason; `nil` if there is none.
  func advice(_ run: Circumstances) -> Advice? {
    switch reason {
    case .proxyNotFound:
      return .sentence("check \(Self.proxyVariables)")
    case .refusedByProxy(407, _):
      guard reason.takesBasic else { return nil }
      return .sentence("check the user name and password in \(Self.proxyVariables)")
    case .refusedByProxy:
      return .sentence("check \(Self.proxyVariables)")
    case .noRoute:
      return .sentence("check the network's firewall")
    case .connectionRefused:
      return adviceAboutRefusal(run)
    case .hostNotFound, .tooManyRedirects, .notHTTP, .forbiddenRedirect, .headTooLarge:
      if run.isPublicService { return nil }
      return run.check("the URL")
    case .timedOut(let limit, _, _):
      guard run.canWaitLonger else { return nil }
      return .sentence("allow more time: --timeout \(limit.seconds(.up) * 3)s")
    case .insecure(let problem):
      guard let text = problem.advice else { return nil }
      return .sentence(text)
    case .unreadableCertificates:
      return .sentence("check the file of --ca-cert, SSL_CERT_FILE or SSL_CERT_DIR")
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
      return .sentence("for example: jpfetch get /users/1")
    case .internationalHost:
      return .sentence("write the host as xn--...")
    case .invalidField:
      return .sentence("write --header 'Name: value'")
    case .connectionLost, .malformedResponse, .bodyTooLarge, .answersTooLarge, .other:
      return nil
    }
  }

  private static let proxyVariables = "http_proxy, https_proxy or all_proxy"

  /// Advice that also fits a proxy that refuses: the line above it names the host and the port.
  private func adviceAboutRefusal(_ run: Circumstances) -> Advice? {
    if run.isPublicService { return nil }
    guard let origin = run.serverOrigin else {
      return .sentence("check that a server is running there")
    }
    return .sentence("check that a server is running there, and that \(origin) is right")
  }
}

extension TransportError.TLSProblem {
  /// `nil` if only the TLS library knows the problem.
  fileprivate var advice: ShownText? {
    switch self {
    case .expired:
      "check this machine's clock; if it is right, the server needs a new certificate"
    case .notYetValid: "check this machine's clock"
    case .otherHost: "check the host name in the URL"
    case .unknownAuthority: "give the certificates to trust with --ca-cert FILE"
    case .noCertificates:
      "install them (Debian, Fedora, Alpine: ca-certificates), or give a file with --ca-cert"
    case .version: "the server needs to be updated"
    case .clientCertificate: "ask the server's owner for access without one"
    case .refusedHandshake:
      "check the host name in the URL; the server may also want a client certificate"
    case .notTLS: "write http:// instead of https://"
    case .other: nil
    }
  }
}

// MARK: Advice that several errors share

extension Circumstances {
  /// Advice on how to ask the server instead of the store; `nil` if no option does that.
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

  /// Advice to check a subject, or what names the server: `check the URL, or --base-url`.
  fileprivate func check(_ subject: String) -> Advice {
    guard let serverOrigin else {
      return .sentence("check \(subject)")
    }
    return .sentence("check \(subject), or \(serverOrigin)")
  }
}
