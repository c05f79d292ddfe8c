/// What a fetch gave, and how.
public struct Fetched<Value: Sendable>: Sendable {
  /// The answer.
  public var value: Value

  /// Why parts of it are missing, in the catalogue's order; none unless the query allows that.
  public internal(set) var failures: [FetchError] = []

  /// Where each part of it came from, in the catalogue's order.
  public let sources: [Provenance]

  /// What did not fit together.
  public let irregularities: [Irregularity]

  /// Whether nothing is missing, and nothing was left out for not fitting its resource.
  public var isWhole: Bool {
    failures.isEmpty
      && !irregularities.contains {
        guard case .misfits = $0 else { return false }
        return true
      }
  }
}
