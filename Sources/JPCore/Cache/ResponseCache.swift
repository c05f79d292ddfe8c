/// A private cache (RFC 9111) of responses in a directory or in memory.
public struct ResponseCache: Sendable {
  /// Responses older than this count as stale (RFC 9111 §5.2.1.1); `nil` to apply only the server's
  /// limits.
  public var maxAge: Duration?

  /// How long a response may be stale and still replace a failed one (RFC 9111 §5.2.1.2); zero for
  /// never, `nil` for no limit.
  public var maxStale: Duration?

  /// Whether to ask the server even if a stored refusal or failure is still fresh.
  package var asksAfterRefusals = false

  let store: any EntryStore

  /// Whether the store is private to one user.
  let isOfOneUser: Bool
}

extension ResponseCache {
  /// Stores responses in a directory, which is created with mode 0700 when needed. Any number of
  /// processes can share it. If it can't be used, an answer has an
  /// ``Irregularity/Kind-swift.enum/unusableStore(_:)``.
  ///
  /// - Parameters:
  ///   - directory: the directory's path.
  ///   - maxBytes: beyond this, the oldest responses of the largest origin are removed.
  ///   - maxAge: the highest age of a response that is used without asking the server.
  ///   - maxStale: the highest staleness of a response that replaces a failed one.
  ///   - isOfOneUser: whether the directory is private to one user. If so, responses to requests
  ///     with credentials are stored as well (RFC 9111 §3.5).
  public init(
    directory: String, maxBytes: Int = 256 << 20, maxAge: Duration? = nil,
    maxStale: Duration? = nil, isOfOneUser: Bool = false
  ) {
    self.init(
      maxAge: maxAge, maxStale: maxStale,
      store: ResponseStore(directory: directory, maxBytes: maxBytes), isOfOneUser: isOfOneUser)
  }

  /// Stores responses in memory, as long as this value or a copy of it exists.
  ///
  /// - Parameters:
  ///   - maxBytes: beyond this, the oldest responses of the largest origin are removed.
  ///   - maxAge: the highest age of a response that is used without asking the server.
  ///   - maxStale: the highest staleness of a response that replaces a failed one.
  ///   - isOfOneUser: whether the store is private to one user. If so, responses to requests with
  ///     credentials are stored as well (RFC 9111 §3.5).
  public static func inMemory(
    maxBytes: Int = 64 << 20, maxAge: Duration? = nil, maxStale: Duration? = nil,
    isOfOneUser: Bool = false
  ) -> ResponseCache {
    ResponseCache(
      maxAge: maxAge, maxStale: maxStale, store: MemoryStore(maxBytes: maxBytes),
      isOfOneUser: isOfOneUser)
  }

  /// Removes all stored responses.
  ///
  /// - Throws: ``StoreError`` for the first response that can't be removed, after removing the others.
  public func removeAll() throws(StoreError) { try store.removeAll() }

  /// Starts a run, which reads the clock once.
  ///
  /// - Parameters:
  ///   - policy: how the run uses stored responses.
  ///   - now: the time for the whole run.
  func run(_ policy: CachePolicy = .standard, at now: HTTPDate) -> CacheRun {
    let rules = ReuseRules(
      policy: policy, maxAge: maxAge, maxStale: maxStale, asksAfterRefusals: asksAfterRefusals)
    return CacheRun(self, rules, at: now)
  }
}
