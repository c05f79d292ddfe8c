import Synchronization

/// Reads entries of a store, each once: to see whether a response is at hand is to read it.
final class StoreReader: Sendable {
  private let store: ResponseStore
  private let tell: @Sendable (StoreError) -> Void

  private struct State {
    var known: [[UInt8]: StoredResponse?] = [:]
    var hasToldOfSystem = false
  }

  private let state = Mutex(State())

  init(_ store: ResponseStore, report: @escaping @Sendable (StoreError) -> Void) {
    self.store = store
    tell = report
  }

  /// The response that is stored for a request's URL; one that can't be used is reported once.
  func stored(for request: HTTPRequest) -> StoredResponse? {
    // None is stored for a URL with credentials, and without them it is another URL.
    guard !request.url.hasUserInfo else { return nil }
    let key = Array(request.url.utf8)
    if let known = state.withLock({ $0.known[key] }) { return known }
    var stored: StoredResponse?
    do { stored = try store.response(for: request.url) } catch { report(error) }
    state.withLock { $0.known[key] = .some(stored) }
    return stored
  }

  /// Takes note of what was stored just now.
  func replace(with response: StoredResponse) {
    state.withLock { $0.known[Array(response.url.utf8)] = .some(response) }
  }

  /// Tells of an error; of several that come from the system, the directory's permissions say, only
  /// the first.
  func report(_ error: StoreError) {
    let isTold = state.withLock { state in
      guard error.problem.isOfSystem else { return true }
      defer { state.hasToldOfSystem = true }
      return !state.hasToldOfSystem
    }
    if isTold { tell(error) }
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
