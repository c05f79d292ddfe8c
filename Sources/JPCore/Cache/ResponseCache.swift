/// Stored responses in a directory, and what is done with them (RFC 9111, for one user).
public struct ResponseCache: Sendable {
  /// How they are used while there is a server to ask.
  public var policy: CachePolicy

  /// Whether nothing else answers, however old it is; no request is then sent.
  public var isOffline: Bool

  package let store: ResponseStore
  private let report: @Sendable (StoreError) -> Void

  /// Takes a directory for them. It is made, with mode 0700, when the first response is stored; any
  /// number of processes can share it.
  ///
  /// - Parameters:
  ///   - directory: its path.
  ///   - maxBytes: when there are more, the responses that were stored longest ago are removed.
  ///   - policy: how they are used while there is a server to ask.
  ///   - isOffline: whether nothing else answers.
  ///   - report: called with what is wrong with the directory, for each response that can't be used,
  ///     and of what the system refuses for the first only. The client goes on without it.
  public init(
    directory: String, maxBytes: Int = 256 << 20, policy: CachePolicy = CachePolicy(),
    isOffline: Bool = false, report: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) {
    store = ResponseStore(directory: directory, maxBytes: maxBytes)
    self.policy = policy
    self.isOffline = isOffline
    self.report = report
  }

  /// The link of the chain that they answer in.
  ///
  /// - Parameter next: asks the server.
  func link(before next: any Link, clock: @escaping HTTPDate.Clock) -> any Link {
    isOffline
      ? StoredOnlyTransport(store: store, clock: clock, report: report)
      : CachingTransport(next, store: store, policy: policy, clock: clock, report: report)
  }
}
