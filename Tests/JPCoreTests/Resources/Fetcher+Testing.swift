import Testing

@testable import JPCore

/// Gets lists without a server.
func fetcher(users: String = "[]", albums: String = "[]", photos: String = "[]") -> Fetcher {
  let texts = ["/users": users, "/albums": albums, "/photos": photos]
  return Fetcher(CannedTransport(texts.mapValues { .json($0) }), base: .sample)
}

extension Fetcher {
  /// Gets all from a transport of a test's own, each once.
  init(
    _ transport: any Transport, base: BaseURL, cache: ResponseCache? = nil,
    clock: @escaping HTTPDate.Clock = HTTPDate.systemClock
  ) {
    self.init(base: base, cache: cache, clock: clock) {
      RetryingTransport(transport, policy: .never)
    }
  }

  /// The records of a query, and what did not fit together.
  func joined(_ query: RecordQuery) async throws -> (Records, [DataIssue]) {
    let fetched = try await records(query)
    return (fetched.value, fetched.issues)
  }

  /// A list with the records of a relation: its JSON, and what did not fit together.
  func joined(
    _ resource: Resource, with path: String
  ) async throws -> (json: String, issues: [DataIssue]) {
    let query = RecordQuery(resource, embeddings: resource.embeddings([path]))
    let fetched = try await records(query)
    return (fetched.value.json, fetched.issues)
  }
}

extension Resource {
  /// The embeddings for relations, spelled as for `--embed`.
  func embeddings(_ paths: [String]) -> [Embedding] {
    Embedding.tree(merging: paths.map { text in fieldPath(text).relations })
  }
}

extension Records {
  /// The records as a line of JSON.
  var json: String {
    let bytes = OutputBuffer.collect { RecordsJSON(.compact).write(self, to: &$0) }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}

extension BaseURL {
  /// A server that doesn't exist.
  static let host: BaseURL = "http://host"
}

extension Source {
  /// The origin in a word.
  var word: String {
    switch origin {
    case .network: "miss"
    case .fresh: "hit"
    case .revalidated: "revalidated"
    case .stale: "stale"
    case .stored: "offline"
    case .file, .sample: "other"
    }
  }
}
