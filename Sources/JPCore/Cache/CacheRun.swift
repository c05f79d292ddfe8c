import Synchronization

/// One run's use of the stored responses, with one reading of the clock.
package final class CacheRun: Sendable {
  private let cache: ResponseCache
  private let now: HTTPDate

  private struct State {
    var isStoringOff = false
    var hasReportedSystem = false
    var wasTidied = false
    var untidyBytes = 0
  }

  private let state = Mutex(State())

  init(_ cache: ResponseCache, at now: HTTPDate) {
    self.cache = cache
    self.now = now
  }

  /// What the store says about a request. A stored response that can't be used is reported.
  package func lookUp(_ request: HTTPRequest) -> LookUp {
    // A response to a request with credentials isn't stored; offline, what is stored may be seen.
    guard !request.url.hasUserInfo, cache.isOffline || request.mayBeStored else {
      return .notStored
    }
    var stored: StoredResponse?
    do { stored = try cache.store.response(for: request.url) } catch { report(error) }
    return LookUp(
      stored, for: request, policy: cache.policy, isOffline: cache.isOffline, at: now)
  }

  /// Stores a response, or reports why it can't be.
  package func keep(_ response: StoredResponse) {
    guard !state.withLock(\.isStoringOff) else { return }
    do throws(StoreError) {
      try cache.store.store(response)
    } catch {
      // A problem of the directory concerns all entries.
      let isDirectory = error.path == cache.store.directory
      if isDirectory { state.withLock { $0.isStoringOff = true } }
      return report(error)
    }
    // Tidying after each of thousands of responses would take quadratic time.
    let isDue = state.withLock { state in
      state.untidyBytes += response.body.count
      let isDue = !state.wasTidied || state.untidyBytes > cache.store.maxBytes / 16
      if isDue { (state.wasTidied, state.untidyBytes) = (true, 0) }
      return isDue
    }
    // A directory that can't be listed only grows; storing goes on.
    if isDue { try? cache.store.tidy(now: now) }
  }

  /// Reports an error; of several system errors, such as denied permission, only the first.
  private func report(_ error: StoreError) {
    let isNew = state.withLock { state in
      guard error.problem.isOfSystem else { return true }
      defer { state.hasReportedSystem = true }
      return !state.hasReportedSystem
    }
    if isNew { cache.report(error) }
  }
}

extension StoreError.Problem {
  fileprivate var isOfSystem: Bool {
    switch self {
    case .unreadable, .unwritable: true
    default: false
    }
  }
}
