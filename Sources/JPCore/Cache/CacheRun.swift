import Synchronization

/// One run's access to the cache, at one time.
final class CacheRun: Sendable {
  private let cache: ResponseCache
  private let rules: ReuseRules
  private let now: HTTPDate

  private struct State {
    var isStoringOff = false
    var problems: [StoreError] = []
  }

  private let state = Mutex(State())

  init(_ cache: ResponseCache, _ rules: ReuseRules, at now: HTTPDate) {
    self.cache = cache
    self.rules = rules
    self.now = now
  }

  /// The problems with the directory and its entries so far. Of problems that concern the whole
  /// directory, such as denied permission, only the first is listed.
  var problems: [StoreError] { state.withLock(\.problems) }

  /// Looks up the stored responses that match a request.
  func lookUp(_ request: TransportRequest) -> LookUp {
    let key = RequestKey(request, isOfOneUser: cache.isOfOneUser)
    let isOffline = rules.policy == .storedOnly
    // A request with credentials isn't answered from the store, except offline: the stored
    // responses are to requests without credentials, so they can be shown.
    guard key.mayBeStored || isOffline && !request.url.hasUserInfo else {
      return .notStored(couldHelp: false)
    }
    var stored: [StoredResponse] = []
    do throws(StoreError) {
      let (entries, unusable) = try cache.store.entries(of: key.url) { $0.matches(key) }
      unusable.forEach(report)
      stored = entries.filter { $0.matches(key) }
    } catch {
      report(error)
    }
    let choice = StoredChoice(of: stored, isOffline: isOffline)
    return LookUp(choice.answer, refused: choice.refusal, for: key, rules: rules, at: now)
  }

  /// Updates the store after a response to a request.
  ///
  /// - Returns: the update that was made.
  @discardableResult
  func apply(to request: TransportRequest, _ update: (RequestKey) -> StoreUpdate) -> StoreUpdate {
    if state.withLock(\.isStoringOff) { return .nothing }
    do throws(StoreError) {
      let key = RequestKey(request, isOfOneUser: cache.isOfOneUser)
      let change = update(key)
      if change != .nothing { try cache.store.apply(change, to: key) }
      return change
    } catch {
      if error.problem.isOfDirectory { state.withLock { $0.isStoringOff = true } }
      report(error)
      return .nothing
    }
  }

  private func report(_ error: StoreError) {
    state.withLock { state in
      if error.problem.isOfDirectory, state.problems.contains(where: \.problem.isOfDirectory) {
        return
      }
      state.problems.append(error)
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
