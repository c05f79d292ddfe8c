import Synchronization

/// A cache (RFC 9111) of responses in a directory. Responses to requests with credentials aren't
/// stored.
public struct ResponseCache: Sendable {
  /// The maximum age of a stored response that is used without asking the server (max-age, RFC 9111
  /// §5.2.1.1), even if it is fresh; `nil` to apply only the server's limits.
  public var maxAge: Duration?

  /// The maximum staleness of a stored response that is used if the server fails (max-stale, RFC
  /// 9111 §5.2.1.2); zero for never, `nil` to apply only the server's limits.
  public var maxStale: Duration?

  private let directory: String
  private let maxBytes: Int

  /// Stores responses in a directory, which is created with mode 0700 when needed. Any number of
  /// processes can share the directory. If it can't be used, an answer has the issue
  /// ``DataIssue/Kind-swift.enum/unusableStore(_:)``.
  ///
  /// - Parameters:
  ///   - directory: the directory's path.
  ///   - maxBytes: the maximum size of all stored responses together. The oldest ones are removed
  ///     if it is exceeded.
  ///   - maxAge: see ``maxAge``.
  ///   - maxStale: see ``maxStale``.
  public init(
    directory: String, maxBytes: Int = 256 << 20, maxAge: Duration? = nil,
    maxStale: Duration? = nil
  ) {
    self.directory = directory
    self.maxBytes = maxBytes
    self.maxAge = maxAge
    self.maxStale = maxStale
  }

  /// Removes all stored responses.
  ///
  /// - Throws: ``StoreError`` if the directory can't be used, or for the first response that can't
  ///   be removed, after removing the others.
  public func removeAll() throws(StoreError) { try store.removeAllEntries() }

  private var store: ResponseStore { ResponseStore(directory: directory, maxBytes: maxBytes) }

  /// Starts the look-ups and updates of one fetch.
  ///
  /// - Parameters:
  ///   - policy: how it uses stored responses.
  ///   - now: the time for all its decisions, so that they agree.
  func startRun(_ policy: CachePolicy = .standard, at now: HTTPDate) -> CacheRun {
    let rules = ReuseRules(policy: policy, maxAge: maxAge, maxStale: maxStale)
    return CacheRun(store, rules, at: now)
  }
}

/// How a call uses stored responses.
public enum CachePolicy: CaseIterable, Sendable {
  /// Follows RFC 9111: uses a fresh response, revalidates a stale one, and uses the stale one if
  /// the server fails.
  case standard

  /// Revalidates every stored response before using it. If the server fails, the stored response is
  /// used.
  case revalidate

  /// Requests every response in full. Stored responses are neither used nor revalidated, even if
  /// the server fails.
  case ignoringStored

  /// Uses stored responses only, of any age. No request is sent.
  case storedOnly
}

/// The access of one run to the cache. All look-ups use the same time.
final class CacheRun: Sendable {
  private let store: ResponseStore
  private let rules: ReuseRules
  private let now: HTTPDate

  private struct RunState {
    var isStoringOff = false
    var problems: [StoreError] = []
  }

  private let state = Mutex(RunState())

  init(_ store: ResponseStore, _ rules: ReuseRules, at now: HTTPDate) {
    self.store = store
    self.rules = rules
    self.now = now
  }

  /// The problems with the directory and its entries so far, each once. Only the first problem that
  /// concerns the directory, such as denied permission, is listed.
  var problems: [StoreError] { state.withLock(\.problems) }

  /// The problem that concerns the directory; `nil` if there is none.
  var problemOfDirectory: StoreError? { problems.first(where: \.problem.concernsDirectory) }

  /// Looks up the stored response to a request; `nil` if none may be used or revalidated.
  func lookUp(_ key: RequestKey) -> StoredCopy? {
    switch rules.policy {
    case .ignoringStored: return nil
    case .storedOnly: guard key.canReuseOffline else { return nil }
    case .standard, .revalidate: guard key.canStore else { return nil }
    }
    do throws(StoreError) {
      guard let stored = try store.readResponse(for: key) else { return nil }
      return StoredCopy(stored, for: key, rules, at: now)
    } catch {
      addProblem(error)
      return nil
    }
  }

  /// Whether the response to a request can be stored. After a problem that concerns the directory,
  /// no responses are stored.
  func canStore(_ key: RequestKey) -> Bool { key.canStore && !state.withLock(\.isStoringOff) }

  /// Updates the store after a response from the server.
  ///
  /// - Returns: whether the response is stored.
  func updateStore(after response: HTTPResponse, as verdict: StoreVerdict, to key: RequestKey)
    -> Bool
  {
    var stored: StoredResponse?
    if !key.cacheKey.isURL(of: response) {
      // Ignore an entry that can't be used: the look-up has reported it, and the new response may
      // replace it.
      stored = try? store.readResponse(for: key)
    }
    return applyUpdate(StoreUpdate(response, as: verdict, to: key, replacing: stored), to: key)
  }

  /// Updates the store after a 304.
  ///
  /// - Parameter freshened: the stored response with the header fields of the 304.
  func storeConfirmed(
    _ freshened: StoredResponse, by notModified: HTTPResponse, to key: RequestKey
  ) {
    _ = applyUpdate(StoreUpdate(confirmed: freshened, by: notModified, to: key), to: key)
  }

  /// - Returns: whether a response was stored.
  private func applyUpdate(_ update: StoreUpdate, to key: RequestKey) -> Bool {
    if state.withLock(\.isStoringOff) { return false }
    do throws(StoreError) {
      try store.applyUpdate(update, to: key)
    } catch {
      if error.problem.concernsDirectory { state.withLock { $0.isStoringOff = true } }
      addProblem(error)
      return false
    }
    if case .store = update { return true }
    return false
  }

  private func addProblem(_ error: StoreError) {
    state.withLock { state in
      for known in state.problems {
        if known == error { return }
        if known.problem.concernsDirectory, error.problem.concernsDirectory { return }
      }
      state.problems.append(error)
    }
  }
}
