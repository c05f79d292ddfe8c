/// What a fetch gave, and how.
public struct Fetched<Value: Sendable>: Sendable {
  /// The answer.
  public var value: Value

  /// Where each part of it came from, in the catalogue's order.
  public let sources: [Provenance]

  /// What did not fit together.
  public let irregularities: [Irregularity]
}
