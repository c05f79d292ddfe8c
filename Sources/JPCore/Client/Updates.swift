/// The stored answer of an endpoint, however old, and then the server's.
///
/// There is one element if nothing is stored, or if the server's answer has the same value,
/// ``Answer/isStale`` and ``Answer/errors`` as the stored one. If the server fails, the second
/// element is the stored value with the error; if no stored response may replace the failure, the
/// iterator throws a ``FetchError``. Each iterator fetches when its next element is asked for, in
/// the task that asks, so that a cancelled task gets a `CancellationError`.
public struct Updates<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// An answer, from the store or from the server.
  public typealias Element = Answer<Value>

  let api: JSONPlaceholder
  let endpoint: Endpoint<Value>
  let policy: CachePolicy

  /// Makes an iterator that begins with the stored answer.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(updates: self) }

  /// Fetches the stored answer, then the server's.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum Stage {
      case store, server, end
    }

    private let updates: Updates
    private var nextStage = Stage.store
    private var stored: Answer<Value>?

    fileprivate init(updates: Updates) {
      self.updates = updates
    }

    /// The next answer; `nil` after the server's.
    ///
    /// - Throws: the errors of ``JSONPlaceholder/fetch(_:policy:progress:)``.
    public mutating func next() async throws -> Answer<Value>? {
      try Task.checkCancellation()
      if nextStage == .store {
        nextStage = .server
        stored = try await fetchStored()
        if let stored { return stored }
      }
      guard nextStage == .server else { return nil }
      nextStage = .end
      let answer = try await updates.api.fetch(updates.endpoint, policy: updates.policy)
      if let stored, stored.showsSame(as: answer) { return nil }
      return answer
    }

    /// The stored answer; `nil` if nothing usable is stored.
    ///
    /// - Throws: `CancellationError`.
    private func fetchStored() async throws -> Answer<Value>? {
      do {
        return try await updates.api.fetch(updates.endpoint, policy: .storedOnly)
      } catch let error as CancellationError {
        throw error
      } catch {
        // The next fetch asks the server, and reports its own error.
        return nil
      }
    }
  }
}

extension Answer where Value: Equatable {
  /// Whether another answer has the same value and status, so that it shows nothing new.
  fileprivate func showsSame(as other: Answer) -> Bool {
    value == other.value && isStale == other.isStale && errors == other.errors
  }
}
