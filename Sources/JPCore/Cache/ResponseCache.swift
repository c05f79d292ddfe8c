/// Stored responses in a directory or in memory, and what is done with them (RFC 9111, for one
/// user).
public struct ResponseCache: Sendable {
  /// Responses older than this count as stale (RFC 9111 §5.2.1.1); `nil` for no limit of the
  /// caller's.
  public var maxAge: Duration?

  /// How long after it went stale a response may stand in for one that failed (RFC 9111 §5.2.1.2);
  /// zero for never, `nil` for no limit.
  public var maxStale: Duration?

  let store: any EntryStore

  /// Whether what is stored is one user's only.
  let isOfOneUser: Bool

  /// Takes a directory for them. It is made, with mode 0700, when the first response is stored; any
  /// number of processes can share it. If it can't be used, an answer has an
  /// ``Irregularity/Kind-swift.enum/unusableStore(_:)``.
  ///
  /// - Parameters:
  ///   - directory: its path.
  ///   - partition: whose responses these are, a user's id, say: others of the same directory don't
  ///     see them. With it, responses to requests with a credential are stored as well, which a
  ///     directory without partitions never has (RFC 9111 §3.5). Only a digest of it is stored.
  ///   - maxBytes: when there are more, the responses that were stored longest ago are removed.
  ///   - maxAge: how old a response may be to be used without asking the server.
  ///   - maxStale: how stale a response may be that stands in for one that failed.
  public init(
    directory: String, partition: String? = nil, maxBytes: Int = 256 << 20, maxAge: Duration? = nil,
    maxStale: Duration? = nil
  ) {
    let place = partition.map { "\(directory)/\(SHA256.halfDigest($0))" } ?? directory
    store = ResponseStore(directory: place, maxBytes: maxBytes)
    isOfOneUser = partition != nil
    self.maxAge = maxAge
    self.maxStale = maxStale
  }

  private init(store: any EntryStore, maxAge: Duration?, maxStale: Duration?, isOfOneUser: Bool) {
    self.store = store
    self.maxAge = maxAge
    self.maxStale = maxStale
    self.isOfOneUser = isOfOneUser
  }

  /// Keeps stored responses in memory, as long as this or a copy of it lives.
  ///
  /// - Parameters:
  ///   - maxBytes: when they take more, the oldest of the origin that takes most are removed.
  ///   - maxAge: how old a response may be to be used without asking the server.
  ///   - maxStale: how stale a response may be that stands in for one that failed.
  ///   - isOfOneUser: whether all requests are one user's, so that responses to requests with a
  ///     credential may be stored as well (RFC 9111 §3.5).
  public static func inMemory(
    maxBytes: Int = 64 << 20, maxAge: Duration? = nil, maxStale: Duration? = nil,
    isOfOneUser: Bool = false
  ) -> ResponseCache {
    ResponseCache(
      store: MemoryStore(maxBytes: maxBytes), maxAge: maxAge, maxStale: maxStale,
      isOfOneUser: isOfOneUser)
  }

  /// Removes all stored responses; of a partition only its own.
  ///
  /// - Throws: ``StoreError`` for the first that can't be removed, when all others are.
  public func removeAll() throws(StoreError) { try store.removeAll() }

  /// What one run reads and stores.
  ///
  /// - Parameters:
  ///   - policy: how it uses stored responses.
  ///   - now: decides how old a stored response is, for the whole run.
  package func run(_ policy: CachePolicy = .standard, at now: HTTPDate) -> CacheRun {
    var rules = ReuseRules()
    (rules.policy, rules.maxAge, rules.maxStale) = (policy, maxAge, maxStale)
    return CacheRun(self, rules, at: now)
  }
}
