@testable import JPCore

extension Fetcher {
  /// Gets all from a transport of a test's own, each once.
  init(
    _ transport: any Transport, base: BaseURL, cache: ResponseCache? = nil,
    clock: @escaping HTTPDate.Clock = HTTPDate.systemClock
  ) {
    self.init(base: base, cache: cache, clock: clock) {
      RetryingTransport(transport, policy: .never)
    }
  }
}

extension BaseURL {
  /// A server that doesn't exist.
  static let host: BaseURL = {
    guard let base = BaseURL("http://host") else { preconditionFailure("it is a URL") }
    return base
  }()
}

extension Provenance {
  /// The origin in a word.
  var word: String {
    switch origin {
    case .network: "miss"
    case .fresh: "hit"
    case .revalidated: "revalidated"
    case .stale: "stale"
    case .offline: "offline"
    case .file, .sample: "other"
    }
  }
}
