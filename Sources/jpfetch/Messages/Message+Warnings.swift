import JPCore

extension Message {
  /// Warnings about stale, missing and odd data.
  ///
  /// - Parameters:
  ///   - isStrict: whether to warn of all stale responses, not only of those that replace a failed
  ///     one.
  ///   - run: the facts that the details of failures depend on.
  static func warnings<Value>(
    about answer: Answer<Value>, isStrict: Bool, _ run: Circumstances
  ) -> [Message] {
    let sources = answer.sources
    var messages = sources.compactMap(Message.init(notStored:))
    if let warning = Message(downgraded: sources) {
      messages.append(warning)
    }
    messages += answer.failures.map { Message(missing: $0, run) }
    messages += answer.issues.compactMap(Message.init(_:))
    if let warning = Message(stale: sources, run) {
      messages.append(warning)
    }
    if isStrict, let warning = Message(old: sources) {
      messages.append(warning)
    }
    return messages
  }

  /// A warning that a document isn't stored because it isn't what its URL should return; `nil` for
  /// other documents.
  private init?(notStored source: Source) {
    guard let misfit = source.misfit else { return nil }
    self.init(
      .bodyType, "not stored: \(source.url)", kind: .warning,
      because: misfit.inWords(source: source.resource))
    self.source = source.resource
    url = source.url
  }

  /// A warning about a list or record that --partial leaves out.
  private init(missing failure: FetchError, _ run: Circumstances) {
    let subject: String
    if let record = failure.record {
      subject = "\(record.singular) \(record.id.excerpt) is"
    } else if let resource = failure.resource {
      subject = "\(resource) are"
    } else {
      subject = "a response is"
    }
    self.init(warning: "\(subject) missing", because: Message(failure, run))
  }

  /// A warning about odd data; `nil` for an issue with the store, because those warnings are also
  /// written if a fetch fails.
  private init?(_ issue: DataIssue) {
    if case .unusableStore = issue.kind { return nil }
    self.init(
      issue.code, issue.text, kind: .warning, because: issue.detail)
    source = issue.list
  }

  /// A warning that stored responses replace failed ones; `nil` if none does.
  private init?(stale sources: [Source], _ run: Circumstances) {
    let stale = sources.filter { $0.failure != nil }
    guard let failure = stale.first?.failure else { return nil }
    self.init(
      warning: "showing \(Self.words(forStored: stale))", because: Message(failure, run))
  }

  /// A warning of `--strict` about responses that are stale although no request failed; `nil` if
  /// there are none.
  private init?(old sources: [Source]) {
    let old = sources.filter { $0.isStale && $0.failure == nil }
    guard let first = old.first else { return nil }
    self.init(.cacheMissing, "stale: \(Self.words(forStored: old))", kind: .warning)
    source = first.resource
    url = first.url
  }

  /// A warning about responses that were redirected from https to http, so that anyone on the way
  /// could have read and changed them; `nil` if there are none.
  init?(downgraded sources: [Source]) {
    let downgraded = sources.filter(\.isDowngraded)
    guard let first = downgraded.first else { return nil }
    var text = "redirected from https to http: \(first.url)"
    if downgraded.count > 1 {
      text += " and \(downgraded.count - 1) more"
    }
    self.init(.tls, text, kind: .warning)
    source = first.resource
    url = first.url
  }

  /// A warning about a value of a condition that no record has, because all have numbers.
  init(text: String, amongNumbersOf field: FieldPath) {
    let name = field.title.withoutSecrets
    let value = text.withoutSecrets
    self.init(.usage, "no \(name) is \"\(value)\": all are numbers", kind: .warning)
    // Other query languages write alternatives as "1|2".
    let numbers = text.split(separator: "|", omittingEmptySubsequences: false)
    if numbers.count > 1, numbers.allSatisfy({ Int($0) != nil }) {
      advice = .sentence("write \(name)=\(numbers.joined(separator: ","))")
    }
  }

  /// A warning about a stored response or the cache directory.
  init(warning error: StoreError) {
    let path = error.path.withoutSecrets
    let why = error.problem.inWords
    switch error.problem {
    case .unwritable: self.init(notStoredBecause: "cannot write \(path): \(why)")
    // Only this response isn't stored.
    case .tooLarge: self.init(.cacheUnusable, "not stored: \(path)", kind: .warning, because: why)
    case .notOurs, .writableByOthers, .otherVersion:
      self.init(.cacheUnusable, "not used: \(path)", kind: .warning, because: why)
    // The path may be that of the directory, so the text doesn't mention a response.
    case .unreadable:
      self.init(.cacheUnusable, "cannot read \(path)", kind: .warning, because: why)
    case .foreign, .damaged, .otherRequest, .notAFile:
      self.init(
        .cacheUnusable, "ignoring the cached response \(path)", kind: .warning, because: why)
    }
  }

  /// - Parameter why: the reason that no response is stored.
  init(notStoredBecause why: String) {
    self.init(.cacheUnusable, "responses are not stored", kind: .warning, because: why)
  }

  /// A warning that `get URL` doesn't send secret fields to another server than the base URL's.
  init(withheld fields: [HeaderFields.Field], from url: String, _ base: BaseURL) {
    let names = fields.map(\.name.text).eachOnce
    self.init(
      .usage, "not sent: \(names.inWords)", kind: .warning,
      because: "\(url.withoutSecrets) is not on the server of \(base)")
  }

  /// The names of the sources' lists, `users`. Instead of their lists, up to three single records
  /// whose requests failed are named, `post 3`.
  private static func names(of sources: [Source]) -> [String] {
    let recordCount = sources.count { $0.failure?.record != nil }
    var names: [String] = []
    for source in sources {
      if recordCount <= 3, let record = source.failure?.record {
        names.append("\(record.singular) \(record.id.excerpt)")
      } else if let resource = source.resource {
        names.append(resource)
      }
    }
    return names.eachOnce
  }

  /// `photos stored 2 hours ago`; if the ages differ, the age and the name of the oldest.
  private static func words(forStored sources: [Source]) -> String {
    let names = names(of: sources)
    var subject = names.inWords
    if names.isEmpty { subject = "a response" }
    if sources.contains(where: { $0.derivedFrom != nil }) {
      subject += " from a list"
    }
    var oldest = Duration.zero
    var nameOfOldest: String?
    for source in sources {
      guard let age = source.storedAgo, age > oldest || nameOfOldest == nil else {
        continue
      }
      oldest = age
      nameOfOldest = source.resource
    }
    let age = oldest.roughly()
    let areAllAsOld = sources.allSatisfy { $0.storedAgo?.roughly() == age }
    guard let nameOfOldest, !areAllAsOld else {
      return "\(subject) stored \(age) ago"
    }
    return "\(subject) stored up to \(age) ago (\(nameOfOldest))"
  }
}

extension StoreError.Problem {
  var inWords: String {
    switch self {
    case .foreign: "not a jpfetch file"
    case .otherVersion: "another version of jpfetch wrote it"
    case .damaged: "damaged"
    case .otherRequest: "it belongs to another request"
    case .notAFile: "not a regular file"
    case .notOurs: "it belongs to another user"
    case .writableByOthers: "others may write it: chmod -R go-w"
    case .tooLarge(let limit): "larger than \(limit.bytesInWords)"
    case .unreadable(let errno), .unwritable(let errno): systemWords(errno)
    }
  }
}
