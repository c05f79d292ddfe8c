/// Stored responses in a directory, and what is done with them (RFC 9111, for one user).
public struct ResponseCache: Sendable {
  /// How they are used while there is a server to ask.
  public var policy: CachePolicy

  /// Whether nothing else answers, however old it is; no request is then sent.
  public var isOffline: Bool

  package let store: ResponseStore
  let report: @Sendable (StoreError) -> Void

  /// Takes a directory for them. It is made, with mode 0700, when the first response is stored; any
  /// number of processes can share it.
  ///
  /// - Parameters:
  ///   - directory: its path.
  ///   - maxBytes: when there are more, the responses that were stored longest ago are removed.
  ///   - policy: how they are used while there is a server to ask.
  ///   - isOffline: whether nothing else answers.
  ///   - report: called with what is wrong with the directory, for each response that can't be used;
  ///     of several system errors in one fetch, such as denied permission, only for the first. The
  ///     client goes on without it.
  public init(
    directory: String, maxBytes: Int = 256 << 20, policy: CachePolicy = CachePolicy(),
    isOffline: Bool = false, report: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) {
    store = ResponseStore(directory: directory, maxBytes: maxBytes)
    self.policy = policy
    self.isOffline = isOffline
    self.report = report
  }

  /// What one run reads and stores.
  ///
  /// - Parameter now: decides how old a stored response is, for the whole run.
  package func run(at now: HTTPDate) -> CacheRun { CacheRun(self, at: now) }
}
