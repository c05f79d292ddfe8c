import Synchronization

/// One run's use of the stored responses, with one reading of the clock.
package final class CacheRun: Sendable {
  private let cache: ResponseCache
  private let rules: ReuseRules
  private let now: HTTPDate

  private struct State {
    var isStoringOff = false
    var hasReportedDirectory = false
  }

  private let state = Mutex(State())

  init(_ cache: ResponseCache, _ rules: ReuseRules, at now: HTTPDate) {
    self.cache = cache
    self.rules = rules
    self.now = now
  }

  /// What the store says about a request. A stored response that can't be used is reported.
  package func lookUp(_ request: TransportRequest) -> LookUp {
    // A response to a request with credentials isn't stored; offline, what is stored may be seen.
    guard !request.url.hasUserInfo, isOffline || request.mayBeStored else {
      return .notStored
    }
    let matching = entries(for: request.cacheKey).filter { $0.head.matches(request) }
    let choice = StoredChoice(
      of: matching.map(\.head), isOffline: isOffline, at: now)
    return LookUp(
      first(choice.answers, of: matching), refused: first(choice.refusals, of: matching),
      for: request, rules: rules, at: now)
  }

  private var isOffline: Bool { rules.policy == .storedOnly }

  /// Whether a stored response to a request, were there one, could stand in for a failure.
  func couldHelp(_ request: TransportRequest) -> Bool {
    rules.policy != .reload && rules.maxStale != .zero && request.mayBeStored
      && !request.cacheControl.noStore && !request.cacheControl.noCache
  }

  private func entries(for url: String) -> [StoredEntry] {
    do throws(StoreError) {
      return try cache.store.slots(of: url).compactMap { slot in
        switch slot {
        case .free: return nil
        case .entry(let entry): return entry
        case .unusable(let error):
          report(error)
          return nil
        }
      }
    } catch {
      report(error)
      return []
    }
  }

  /// The first response whose content can be read.
  private func first(_ indices: [Int], of entries: [StoredEntry]) -> StoredResponse? {
    for index in indices {
      do throws(StoreError) { return try entries[index].response() } catch { report(error) }
    }
    return nil
  }

  /// Stores a response, or reports why it can't be.
  ///
  /// - Parameter old: the stored response that this is with other fields, and which may be of
  ///   another variant now.
  package func keep(
    _ response: StoredResponse, to request: TransportRequest, updating old: StoredResponse? = nil
  ) {
    write { store throws(StoreError) in
      try store.store(response) { other in
        other.isSettled(by: request) || old.map { $0.replaces(other) } ?? false
      }
    }
  }

  /// Stores what a server says that has nothing at a request's URL, if it may be, and removes what
  /// is stored for that: all variants but those for other fields of the user's.
  package func keep(absence response: StoredResponse?, to request: TransportRequest) {
    let isGone = { (other: StoredResponse) in other.own == request.own }
    write { store throws(StoreError) in
      if let response {
        try store.store(response, removing: isGone)
      } else {
        _ = try store.remove(storedFor: request.url, where: isGone)
      }
    }
  }

  /// Removes refusals and failures: the server's newer answer can't be stored.
  package func settle(_ request: TransportRequest) {
    write { store throws(StoreError) in
      _ = try store.remove(storedFor: request.url) { $0.isSettled(by: request) }
    }
  }

  private func write(_ work: (ResponseStore) throws(StoreError) -> Void) {
    guard !state.withLock(\.isStoringOff) else { return }
    do throws(StoreError) {
      try work(cache.store)
    } catch {
      // A problem of the directory concerns all entries.
      if error.path == cache.store.directory { state.withLock { $0.isStoringOff = true } }
      report(error)
    }
  }

  /// Reports an error; of several that may concern all entries, such as denied permission, only the
  /// first.
  private func report(_ error: StoreError) {
    let isNew = state.withLock { state in
      guard error.problem.isOfDirectory else { return true }
      defer { state.hasReportedDirectory = true }
      return !state.hasReportedDirectory
    }
    if isNew { cache.report(error) }
  }
}

extension StoredResponse {
  /// Whether it is a refusal or failure that any later answer to the request replaces.
  fileprivate func isSettled(by request: TransportRequest) -> Bool {
    role != .answer && matches(request)
  }
}

/// Which of the stored responses that match a request is used (RFC 9111 §4).
struct StoredChoice {
  /// The places of those that answer it, the most recent first.
  private(set) var answers: [Int]

  /// The places of the refusals and failures that came after the answer, the latest first: while
  /// they are fresh, they count as if the server had just said so.
  private(set) var refusals: [Int] = []

  /// - Parameters:
  ///   - isOffline: whether the last answer is wanted, however old; without one a refusal, never a
  ///     failure.
  ///   - now: what is later is from a wrong clock.
  init(of heads: [StoredResponse], isOffline: Bool, at now: HTTPDate) {
    func places(where isWanted: (StoredResponse.Role) -> Bool) -> [Int] {
      heads.indices.filter { isWanted(heads[$0].role) }
        .sorted { heads[$0].isNewer(than: heads[$1], at: now) }
    }
    answers = places { $0 == .answer }
    let latest = answers.map { heads[$0].order }.max()
    if isOffline {
      answers += places { $0 == .refusal }
    } else {
      refusals = places { $0 != .answer }.filter { place in
        latest.map { heads[place].order > $0 } ?? true
      }
    }
  }
}

extension StoreError.Problem {
  fileprivate var isOfDirectory: Bool {
    switch self {
    case .unreadable, .unwritable, .notOurs: true
    default: false
    }
  }
}
