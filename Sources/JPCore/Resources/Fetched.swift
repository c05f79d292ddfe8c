/// What a fetch gave, and how.
public struct Fetched<Value: Sendable>: Sendable {
  /// The answer.
  public var value: Value

  /// Why parts of it are missing, in the catalogue's order; none unless the query allows that.
  package internal(set) var failures: [FetchError] = []

  /// Where each part of it came from, in the catalogue's order.
  public let sources: [Provenance]

  /// What did not fit together.
  public let irregularities: [Irregularity]

  /// What went wrong behind the answer, in the catalogue's order: what a stored response stands in
  /// for, what is missing, what was left out. None where all is as the server says now.
  public var errors: [FetchError] {
    let misfits = irregularities.compactMap { irregularity -> FetchError? in
      guard case .misfits(let name, _, let first) = irregularity else { return nil }
      let url = sources.first { $0.resource == name }?.url ?? ""
      return FetchError(resource: name, url: url, cause: .mismatch(first))
    }
    let all = sources.compactMap(\.failure) + failures + misfits
    // One order for all, and of one source in the order above.
    return Resource.all.map(\.name).flatMap { name in all.filter { $0.resource == name } }
      + all.filter { $0.resource == nil }
  }

  /// Whether nothing is missing, and nothing was left out for not fitting its resource.
  package var isWhole: Bool {
    failures.isEmpty
      && !irregularities.contains {
        guard case .misfits = $0 else { return false }
        return true
      }
  }

  /// The same about something that is made of the value.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Fetched<Other> {
    Fetched<Other>(
      value: try transform(value), failures: failures, sources: sources,
      irregularities: irregularities)
  }
}

extension Fetched {
  /// Makes an answer of a value alone, for tests of what takes one.
  public init(_ value: Value) {
    self.init(value: value, sources: [], irregularities: [])
  }
}
