/// A stored value at once, and then the server's, if it differs.
///
/// Made by ``JSONPlaceholder/updates(_:policy:)``. It ends after the server's answer.
public struct Updates<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  private let policy: CachePolicy
  private let fetch: @Sendable (CachePolicy) async throws -> Fetched<Value>

  init(
    policy: CachePolicy, fetch: @escaping @Sendable (CachePolicy) async throws -> Fetched<Value>
  ) {
    self.policy = policy
    self.fetch = fetch
  }

  /// Starts again with the stored value.
  public func makeAsyncIterator() -> Iterator {
    Iterator(policies: [.storedOnly, policy], fetch: fetch)
  }

  /// Fetches the values one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var policies: ArraySlice<CachePolicy>
    fileprivate let fetch: @Sendable (CachePolicy) async throws -> Fetched<Value>
    fileprivate var last: Fetched<Value>?

    /// Returns the stored value if there is one; then the server's, if its value, staleness or errors
    /// differ; then `nil`.
    ///
    /// - Throws: ``FetchError`` if the server fails and no stored response may be used,
    ///   `CancellationError`.
    public mutating func next() async throws -> Fetched<Value>? {
      while let policy = policies.popFirst() {
        do {
          let fetched = try await fetch(policy)
          if last?.shows(fetched) ?? false { continue }
          last = fetched
          return fetched
        } catch is FetchError where !policies.isEmpty {
          // Ask the server next.
        }
      }
      return nil
    }
  }
}

extension Fetched where Value: Equatable {
  /// Whether another answer adds nothing for a reader.
  fileprivate func shows(_ other: Fetched) -> Bool {
    value == other.value && isStale == other.isStale && errors == other.errors
  }
}
