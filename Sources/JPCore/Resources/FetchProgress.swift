import Synchronization

/// The progress of a fetch, which another thread may read meanwhile.
package final class FetchProgress: Sendable {
  /// A request's resource or URL, and how it is with its answer.
  package struct Part: Sendable {
    /// The name of the resource, or the URL.
    package let name: String

    /// The requested URL, as it may be shown.
    package let url: String

    /// The request's header fields, with those that make it conditional.
    package let fields: HeaderFields

    /// The answer's source, or the error; `nil` until it arrives.
    package fileprivate(set) var outcome: Outcome<Provenance>?

    fileprivate var limits: RequestLimits?

    /// How many bytes of content have come so far, decoded.
    package var bytes: Int { limits?.receivedBytes ?? 0 }
  }

  private struct State {
    var parts: [Part] = []
    var storeErrors: [StoreError] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// The requests in their order.
  package var parts: [Part] { state.withLock(\.parts) }

  /// The problems with stored responses.
  package var storeErrors: [StoreError] { state.withLock(\.storeErrors) }

  /// - Parameter isFurther: whether the requests follow others of the same fetch.
  /// - Returns: the index of the first request's part.
  func begin(_ requests: [PlannedRequest<some Sendable>], isFurther: Bool) -> Int {
    let parts = requests.map { planned in
      let url = planned.url.withoutSecrets
      var fields = planned.request.fields
      fields.append(contentsOf: planned.lookUp.question?.conditions ?? [])
      return Part(name: planned.resource ?? url, url: url, fields: fields)
    }
    return state.withLock { state in
      if !isFurther { state = State() }
      state.parts += parts
      return state.parts.count - parts.count
    }
  }

  func begin(_ index: Int, within limits: RequestLimits) {
    state.withLock { state in
      // Another fetch may have begun since.
      guard state.parts.indices.contains(index) else { return }
      state.parts[index].limits = limits
    }
  }

  func add(_ errors: [StoreError]) {
    state.withLock { state in
      state.storeErrors += errors.filter { !state.storeErrors.contains($0) }
    }
  }

  func arrived(_ index: Int, _ outcome: Outcome<Provenance>) {
    state.withLock { state in
      // Another fetch may have begun since.
      guard state.parts.indices.contains(index) else { return }
      state.parts[index].outcome = outcome
    }
  }
}
