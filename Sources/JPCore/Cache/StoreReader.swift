import Synchronization

/// Reads entries of a store, each once: to see whether a response is at hand is to read it.
final class StoreReader: Sendable {
  private let store: ResponseStore
  private let report: @Sendable (StoreError) -> Void
  private let known = Mutex<[[UInt8]: StoredResponse?]>([:])

  init(_ store: ResponseStore, report: @escaping @Sendable (StoreError) -> Void) {
    self.store = store
    self.report = report
  }

  /// The response that is stored for a request's URL; one that can't be used is reported once.
  func stored(for request: HTTPRequest) -> StoredResponse? {
    let key = Array(request.url.utf8)
    if let known = known.withLock({ $0[key] }) { return known }
    var stored: StoredResponse?
    do { stored = try store.response(for: request.url) } catch { report(error) }
    known.withLock { $0[key] = .some(stored) }
    return stored
  }
}
