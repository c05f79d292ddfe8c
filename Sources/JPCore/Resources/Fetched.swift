/// The result of a fetch, and how it came about.
public struct Fetched<Value: Sendable>: Sendable {
  /// The answer.
  public var value: Value

  /// Why parts of it are missing, in the catalogue's order; empty unless the query allows missing
  /// parts.
  package internal(set) var failures: [FetchError] = []

  /// Where each part of it came from, in the catalogue's order.
  public let sources: [Provenance]

  /// What did not fit together, and stored responses that could be neither read nor written.
  public internal(set) var irregularities: [Irregularity]

  /// What went wrong behind the answer, in the catalogue's order: failures that a stored response
  /// stands in for, missing parts, records that were left out. Empty if nothing did.
  public var errors: [FetchError] {
    let misfits = irregularities.compactMap { irregularity -> FetchError? in
      guard case .misfits(let first) = irregularity.kind else { return nil }
      let name = irregularity.list
      let url = sources.first { $0.resource == name }?.url ?? ""
      return FetchError(resource: name, url: url, cause: .mismatch(first))
    }
    let all = sources.compactMap(\.failure) + failures + misfits
    // In the catalogue's order; errors of one source stay in the order above.
    return Resource.all.map(\.name).flatMap { name in all.filter { $0.resource == name } }
      + all.filter { $0.resource == nil }
  }

  /// Whether nothing is missing, and no record was left out because it doesn't fit.
  package var isWhole: Bool {
    failures.isEmpty
      && !irregularities.contains {
        guard case .misfits = $0.kind else { return false }
        return true
      }
  }

  /// Whether a part of it is stale: not confirmed by the server since it went stale.
  public var isStale: Bool { sources.contains(where: \.isStale) }

  /// How long ago the oldest of its parts was stored or last confirmed; `nil` if none was stored.
  public var storedAgo: Duration? { sources.compactMap(\.storedAgo).max() }

  /// How many records there are on all pages (X-Total-Count); `nil` where the server doesn't say.
  public var totalCount: Int? {
    sources.lazy.compactMap { $0.fields["X-Total-Count"].flatMap { Int($0) } }.first
  }

  /// The same result with its value transformed.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Fetched<Other> {
    Fetched<Other>(
      value: try transform(value), failures: failures, sources: sources,
      irregularities: irregularities)
  }
}

extension Fetched {
  /// Makes a result, as tests of programs that fetch need it.
  ///
  /// - Parameters:
  ///   - value: the answer.
  ///   - sources: where each part of it came from.
  ///   - irregularities: what did not fit together.
  public init(
    _ value: Value, sources: [Provenance] = [], irregularities: [Irregularity] = []
  ) {
    self.init(value: value, sources: sources, irregularities: irregularities)
  }
}

extension Fetched: Equatable where Value: Equatable {}
