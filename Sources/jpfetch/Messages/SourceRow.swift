import JPCore

/// A response, a failure, a request or a stored response, as `-v`, `--meta`, `--dry-run`,
/// `cache list` and reports of checks describe it.
struct SourceRow: Sendable {
  /// The resource's name; `nil` for a document requested by its path.
  var resource: String?

  /// The URL without secrets, the last one after redirects; for a stored file that can't be used,
  /// the file's path.
  var url: String

  /// The URLs that were redirected.
  var redirectedFrom: [String] = []

  /// The URL of the list that the response was made from.
  var derivedFrom: String?

  /// The file of a stored response.
  var file: String?

  /// The size of the file.
  var fileBytes: Int?

  /// The status code; `nil` without a response.
  var status: Int?

  /// The size of the content; `nil` without a response.
  var bytes: Int?

  /// How many records the list has.
  var records: Int?

  /// How long the request took.
  var time: Duration?

  /// Whether a server answered just now.
  var isAnsweredNow = false

  /// The cache word of a response, such as `hit`, or another word for the state of the row, such as
  /// `failed`.
  var state: String

  /// What follows the state in a line of `-v`, such as `, 2 hours old`.
  var remark = ""

  /// The response's age (RFC 9111 §4.2.3). For an entry in `cache list`, the time since it was
  /// stored.
  var age: Duration?

  /// Whether a stored response is fresh.
  var isFresh: Bool?

  var fields: HeaderFields = []
  var times: TransferTimes?

  /// The code of the failure that a stored response replaces.
  var replacedError: String?

  /// Why the request failed, in a word or two; `nil` if the status says enough.
  var problem: String?

  /// Why the request failed, in sentences.
  var causes: [String] = []

  /// If a stored response replaces a failed one, the rows of the failure: last the failed request,
  /// and before it any other failed request that its message mentions.
  var replacedRows: [SourceRow] = []

  /// The request's header fields.
  var requestFields: HeaderFields = []

  /// The content of a failed response.
  var content: [UInt8] = []

  /// The resource's name, or `get` for a document, after the command that requests it.
  var name: String { resource ?? "get" }

  /// How long the server took; `nil` if none answered.
  var serverTime: Duration? {
    if isAnsweredNow { return time }
    return nil
  }
}

// MARK: From responses, failures, requests and entries

extension SourceRow {
  /// A response that is part of an answer.
  init(_ source: Source, _ run: Circumstances) {
    self.init(url: source.url, state: source.origin.cacheWord)
    resource = source.resource
    set(source.head, source.origin)
    derivedFrom = source.derivedFrom
    bytes = source.bytes
    age = source.age
    if source.origin == .revalidated { remark = " (304)" }
    if source.isUnconfirmed, let storedAgo = source.storedAgo {
      remark = ", \(storedAgo.roughly()) old"
    }
    if let failure = source.failure {
      // The time is that of the failed request.
      replacedError = Message(failure, run).codeText
    } else {
      time = source.duration
    }
  }

  init(_ failure: FetchError, _ run: Circumstances) {
    self.init(url: failure.url, state: "failed")
    resource = failure.resource
    time = failure.duration
    let message = Message(failure, run)
    problem = message.code.word
    causes = [message.sentence]
    if case .transport(let error) = failure.cause, !error.detail.isEmpty,
      !error.explanations.contains(error.detail)
    {
      causes.append(error.detail)
    }
    guard let sourced = failure.sourced else { return }
    set(sourced.response, sourced.origin)
    bytes = failure.body.count
    // The content of a file isn't shown: the user can open it, and it may be a link to anything.
    if sourced.origin != .file { content = failure.body }
  }

  /// A list that arrived, or the error of a missing one.
  init(_ answer: ListAnswer, _ run: Circumstances) {
    switch answer.result {
    case .success(let list):
      self.init(list.source, run)
      records = list.content.recordCount
    case .failure(let error):
      self.init(error, run)
    }
    resource = answer.resource.name
  }

  /// A request that was not sent.
  ///
  /// - Parameter missing: the state if nothing is stored for it.
  init(_ preview: Fetcher.Preview, missing: String) {
    self.init(url: preview.request.url.withoutSecrets, state: missing)
    var storedAgo: Duration?
    switch preview.lookUp {
    case .ask(let revalidation):
      if !revalidation.conditions.isEmpty {
        state = "revalidate"
        storedAgo = revalidation.storedAgo
      }
    case .atHand(let cached, _):
      let response = cached.response
      state = cached.origin.cacheWord
      storedAgo = cached.storedAgo
      if !(200..<300).contains(response.status) {
        remark += ", status \(response.status)"
      }
      if let list = response.derivedFrom {
        remark += ", from \(list.withoutSecrets)"
      }
    case .notStored: break
    }
    if let storedAgo {
      remark += ", stored \(storedAgo.roughly()) ago"
    }
  }

  /// A file in the store.
  init(_ entry: ResponseStore.Entry, at now: HTTPDate) {
    self.init(url: entry.path, state: "unusable")
    file = entry.path
    fileBytes = entry.bytes
    bytes = entry.contentBytes
    age = entry.age(at: now)
    guard let head = entry.head else { return }
    let isFresh = head.isFresh(at: now)
    self.isFresh = isFresh
    state = "stale"
    if isFresh { state = "fresh" }
    url = head.url.withoutSecrets
    status = head.status
    fields = head.fields
  }

  private mutating func set(_ head: HTTPResponse, _ origin: Source.Origin) {
    status = head.status
    fields = head.headerFields
    times = head.times
    redirectedFrom = head.redirectedFrom
    isAnsweredNow = origin.isServerNow
  }
}

extension ResponseStore.Entry {
  /// How long ago the response was stored: by the time in the file, which a copy of the file keeps,
  /// or else by the file system's time.
  func age(at now: HTTPDate) -> Duration {
    var start = stored
    if let head { start = head.received }
    return max(.zero, now - start)
  }
}

extension Source.Origin {
  /// A word for the origin, from RFC 9211 if that has one.
  var cacheWord: String {
    switch self {
    case .network: "miss"
    case .fresh: "hit"
    case .revalidated: "revalidated"
    case .stale: "stale"
    case .offline: "offline"
    case .sample: "sample"
    case .file: "file"
    }
  }
}
