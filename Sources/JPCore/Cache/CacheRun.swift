import Synchronization

/// One run's use of the stored responses, with one reading of the clock.
package final class CacheRun: Sendable {
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

  /// What was wrong with the directory and its stored responses so far; of several problems that
  /// concern all entries, such as denied permission, only the first.
  package var problems: [StoreError] { state.withLock(\.problems) }

  /// What the store says about a request.
  package func lookUp(_ request: TransportRequest) -> LookUp {
    do throws(StoreError) {
      let key = try key(of: request, isMade: false)
      // A response to a request with credentials isn't stored; offline, what is stored may be seen.
      guard !request.url.hasUserInfo, isOffline || key.mayBeStored else {
        return .notStored(couldHelp: false)
      }
      let (entries, unusable) = try cache.store.entries(of: key.url)
      unusable.forEach(report)
      let matching = entries.filter { $0.head.matches(key) }
      let choice = StoredChoice(of: matching.map(\.head), isOffline: isOffline)
      return LookUp(
        first(choice.answers, of: matching), refused: first(choice.refusals, of: matching),
        for: key, rules: rules, at: now)
    } catch {
      report(error)
      return LookUp(nil, for: key(of: request, salt: ""), rules: rules, at: now)
    }
  }

  private var isOffline: Bool { rules.policy == .storedOnly }

  private func key(of request: TransportRequest, isMade: Bool) throws(StoreError) -> RequestKey {
    key(of: request, salt: try cache.store.salt(isMade: isMade))
  }

  private func key(of request: TransportRequest, salt: String) -> RequestKey {
    RequestKey(request, salt: salt, isOfOneUser: cache.isOfOneUser)
  }

  /// The first response whose content can be read.
  private func first(_ indices: [Int], of entries: [StoredEntry]) -> StoredResponse? {
    for index in indices {
      do throws(StoreError) { return try entries[index].response() } catch { report(error) }
    }
    return nil
  }

  /// Changes what is stored as a server's response does.
  func apply(_ reply: Reply, as verdict: Verdict, to request: TransportRequest) {
    apply(to: request) { StoreUpdate(reply, as: verdict, to: $0) }
  }

  /// Stores what a 304 has confirmed.
  func apply(confirmed: StoredResponse, to request: TransportRequest) {
    apply(to: request) { StoreUpdate(confirmed: confirmed, to: $0) }
  }

  private func apply(to request: TransportRequest, _ update: (RequestKey) -> StoreUpdate) {
    if state.withLock(\.isStoringOff) { return }
    do throws(StoreError) {
      var key = try key(of: request, isMade: false)
      var change = update(key)
      // A directory and its salt are made with the first response.
      if change.stored != nil, key.salt.isEmpty {
        key = try self.key(of: request, isMade: true)
        change = update(key)
      }
      if change != .nothing { try cache.store.apply(change, to: key) }
    } catch {
      if error.problem.isOfDirectory { state.withLock { $0.isStoringOff = true } }
      report(error)
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

/// Which of the stored responses that match a request is used (RFC 9111 §4).
struct StoredChoice {
  /// The places of those that answer it, the most recent first.
  private(set) var answers: [Int]

  /// The places of the refusals and failures that came after the answer, the latest first: while
  /// they are fresh, they count as if the server had just said so.
  private(set) var refusals: [Int] = []

  /// - Parameter isOffline: whether the last answer is wanted, however old; without one a refusal,
  ///   never a failure.
  init(of heads: [StoredResponse], isOffline: Bool) {
    // By the order of storing: a server's Date may be wrong, and so may this system's clock.
    let latestFirst = heads.indices.sorted { heads[$0].order > heads[$1].order }
    answers = latestFirst.filter { heads[$0].verdict.isAnswer }
    let others = latestFirst.filter { !heads[$0].verdict.isAnswer }
    if isOffline {
      answers += others.filter { heads[$0].verdict == .refusal }
    } else {
      let latest = answers.first.map { heads[$0].order } ?? -1
      refusals = others.filter { heads[$0].order > latest }
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
