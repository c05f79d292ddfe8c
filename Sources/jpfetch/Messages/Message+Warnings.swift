import JPCore

extension Message {
  /// The warnings about an answer: documents that aren't stored, insecure redirects, missing lists,
  /// irregular records, stale responses.
  ///
  /// - Parameters:
  ///   - isStrict: whether to warn of all stale responses, not only of those that replace a failure.
  ///   - isForStore: whether the run is to store the responses, as `cache warm` does.
  static func warnings<Value>(
    about answer: Answer<Value>, isStrict: Bool, isForStore: Bool = false
  ) -> [Message] {
    var messages = storingWarnings(answer.sources, isForStore: isForStore)
    if let warning = Message(downgraded: answer.sources) { messages.append(warning) }
    messages += missingWarnings(answer.failures)
    messages += issueWarnings(answer.issues, in: answer.sources)
    messages += staleWarnings(answer.sources, isStrict: isStrict)
    return messages
  }

  private static func storingWarnings(_ sources: [Source], isForStore: Bool) -> [Message] {
    var messages = sources.compactMap(Message.init(notStored:))
    if isForStore {
      for index in messages.indices { messages[index].exitCode = .incomplete }
    }
    return messages
  }

  private static func missingWarnings(_ failures: [FetchError]) -> [Message] {
    failures.map { failure in
      Message(warning: "\(failure.nameOfMissing) missing", because: failure, exit: .incomplete)
    }
  }

  /// Problems with the store are left out: they have warnings of their own, which are written even
  /// if a fetch fails.
  private static func issueWarnings(_ issues: [DataIssue], in sources: [Source]) -> [Message] {
    var messages: [Message] = []
    for issue in issues where issue.code != .cacheUnusable {
      let source = sources.first { source in source.resource == issue.list }
      messages.append(Message(issue, in: source?.url.fileOnDisk))
    }
    return messages
  }

  private static func staleWarnings(_ sources: [Source], isStrict: Bool) -> [Message] {
    // Stale responses count as a failure with --strict only.
    var exit = ExitCode.answered
    if isStrict { exit = .incomplete }
    var messages: [Message] = []
    let replaced = sources.filter { $0.failure != nil }
    if let failure = replaced.first?.failure {
      messages.append(Message(warning: "showing \(replaced.inWords)", because: failure, exit: exit))
    }
    let stale = sources.filter { $0.isStale && $0.failure == nil }
    if isStrict, let first = stale.first {
      var message = Message(.cacheMissing, "stale: \(stale.inWords)", severity: .warning)
      message.exitCode = exit
      message.source = first.resource
      message.url = first.url
      messages.append(message)
    }
    return messages
  }

  /// A warning that has an error as its cause.
  init(warning text: String, because error: FetchError, exit exitCode: ExitCode) {
    self.init(error.code, text, severity: .warning, because: error.description)
    self.exitCode = exitCode
    addFacts(of: error)
  }

  /// A warning that a document isn't stored, because it isn't what its URL should return (one user
  /// at `/users`); `nil` for other documents.
  private init?(notStored source: Source) {
    guard let misfit = source.misfit else { return nil }
    self.init(
      .bodyType, "not stored: \(source.url)", severity: .warning, because: misfit.description)
    self.source = source.resource
    url = source.url
    addPlace(of: misfit)
  }

  /// A warning about irregular records: left out, repeated, or without the record they refer to.
  ///
  /// - Parameter file: the file of the records; `nil` if they don't come from a file.
  private init(_ issue: DataIssue, in file: String?) {
    self.init(issue.code, issue.sentence(in: file), severity: .warning)
    exitCode = code.exitCode
    source = issue.list
    self.file = file
    if case .misfits(let mismatch) = issue.kind { addPlace(of: mismatch) }
  }

  /// A warning about responses that were redirected from https to http, so that anyone between the
  /// server and this machine could have read and changed them; `nil` if there are none.
  init?(downgraded sources: [Source]) {
    let downgraded = sources.filter(\.isDowngraded)
    guard let first = downgraded.first else { return nil }
    var text = "redirected from https to http: \(first.url)"
    if downgraded.count > 1 {
      text += " and \(downgraded.count - 1) more"
    }
    self.init(.tls, text, severity: .warning)
    source = first.resource
    url = first.url
  }

  /// A warning about a stored response or the cache directory.
  init(warning error: StoreError) {
    self.init(.cacheUnusable, error.description, severity: .warning)
    file = error.path.withoutSecrets
  }

  /// A warning that responses aren't stored.
  ///
  /// - Parameter why: the reason, such as `HOME is not set`.
  init(notStoredBecause why: String) {
    self.init(.cacheUnusable, "responses are not stored", severity: .warning, because: why)
  }

  /// A warning that a redirect's target didn't get the request's secrets, because it is another
  /// server.
  ///
  /// - Parameter names: the names of the secrets, not empty.
  init(withheld names: [String], atRedirectOf url: String) {
    self.init(
      .usage, "not sent: \(names.inWords)", severity: .warning,
      because: "\(url) was redirected to another server")
  }

  /// A warning that fields aren't sent to another server than the base URL's.
  init(withheld fields: [HeaderFields.Field], from url: String, _ base: BaseURL) {
    let names = fields.map(\.name.text).eachOnce
    self.init(
      .usage, "not sent: \(names.inWords)", severity: .warning,
      because: "\(url.withoutSecrets) is not on the server of \(base)")
  }
}

extension FetchError {
  /// What is missing from an answer, `user 3` or `albums`.
  fileprivate var nameOfMissing: String {
    guard let record else { return resource ?? "a response" }
    return "\(record.singular) \(record.id.excerpt)"
  }
}

extension [Source] {
  /// Stored responses in words: `users and photos stored up to 2 hours ago`.
  fileprivate var inWords: String {
    var names = compactMap(\.resource).eachOnce
    if names.isEmpty { names = ["a response"] }
    let ago = storedAgo.agoInWords
    if count == 1 || storedAgo == nil { return "\(names.inWords) stored \(ago)" }
    return "\(names.inWords) stored up to \(ago)"
  }
}

extension DataIssue {
  var code: ErrorCode {
    switch kind {
    case .orphans, .leftOutWithParent, .danglingReferences: .orphans
    case .repeatedIDs: .repeatedIDs
    case .misfits: .misfits
    case .unusableStore: .cacheUnusable
    }
  }
}
