/// What is stored, at once, and then what the server says, if that differs.
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

  /// Begins anew: what is stored now comes first.
  public func makeAsyncIterator() -> Iterator { Iterator(policy: policy, fetch: fetch) }

  /// Gives one answer after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let policy: CachePolicy
    fileprivate let fetch: @Sendable (CachePolicy) async throws -> Fetched<Value>
    private var stored: Fetched<Value>?
    private var hasLooked = false
    private var hasAsked = false

    fileprivate init(
      policy: CachePolicy, fetch: @escaping @Sendable (CachePolicy) async throws -> Fetched<Value>
    ) {
      self.policy = policy
      self.fetch = fetch
    }

    /// Gives what is stored; then the server's answer, if its value, its staleness or its errors
    /// differ; then `nil`.
    ///
    /// - Throws: ``FetchError`` where the server fails and nothing may stand in,
    ///   `CancellationError`.
    public mutating func next() async throws -> Fetched<Value>? {
      if !hasLooked {
        hasLooked = true
        do {
          stored = try await fetch(.storedOnly)
          return stored
        } catch is FetchError {
          // What isn't stored, or can't be read, only the server can tell.
        }
      }
      if hasAsked { return nil }
      hasAsked = true
      let answer = try await fetch(policy)
      return stored.map { $0.shows(answer) } ?? false ? nil : answer
    }
  }
}

extension Fetched where Value: Equatable {
  /// Whether another answer tells a reader nothing new.
  fileprivate func shows(_ other: Fetched) -> Bool {
    value == other.value && isStale == other.isStale && errors == other.errors
  }
}
