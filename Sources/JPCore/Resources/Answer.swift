/// The result of a fetch, with its sources and errors.
public struct Answer<Value: Sendable>: Sendable {
  /// The answer.
  public var value: Value

  /// The errors of missing parts, in the catalogue's order; empty unless the query allows missing
  /// parts.
  package var failures: [FetchError] = []

  /// The source of each part, in the catalogue's order.
  public let sources: [Source]

  /// Irregular data, and stored responses that could be neither read nor written.
  public internal(set) var issues: [DataIssue]

  /// The errors on the way to the answer, in the catalogue's order: failures that a stored response
  /// replaced, missing parts, records that were left out.
  public var errors: [FetchError] {
    var errors = sources.compactMap(\.failure)
    errors += failures
    for issue in issues {
      guard case .misfits(let first) = issue.kind else { continue }
      errors.append(error(first, in: issue.list))
    }
    // Errors of one source stay in this order.
    return errors.inCatalogueOrder
  }

  /// The error of a value in a list.
  func error(_ mismatch: TypeMismatch, in list: String) -> FetchError {
    let source = sources.first { source in source.resource == list }
    return FetchError(resource: list, url: source?.url ?? "", cause: .mismatch(mismatch))
  }

  /// Whether nothing is missing, and no record was left out because it doesn't fit.
  package var isWhole: Bool {
    for issue in issues {
      if case .misfits = issue.kind { return false }
    }
    return failures.isEmpty
  }

  /// Whether a part is stale and unconfirmed by the server.
  public var isStale: Bool { sources.contains(where: \.isStale) }

  /// Time since the oldest part was stored or last confirmed; `nil` if none was stored.
  public var storedAgo: Duration? { sources.compactMap(\.storedAgo).max() }

  /// The number of records on all pages (X-Total-Count); `nil` if the server doesn't send it.
  public var totalCount: Int? {
    for source in sources {
      if let count = source.headerFields[.totalCount], let number = Int(count) { return number }
    }
    return nil
  }

  /// The same result with its value transformed.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Answer<Other> {
    Answer<Other>(
      value: try transform(value), failures: failures, sources: sources, issues: issues)
  }
}

extension Answer {
  /// Makes a result, for tests.
  ///
  /// - Parameters:
  ///   - value: the answer.
  ///   - sources: the source of each part.
  ///   - issues: irregular data.
  public init(_ value: Value, sources: [Source] = [], issues: [DataIssue] = []) {
    self.init(value: value, sources: sources, issues: issues)
  }
}

extension Answer: Equatable where Value: Equatable {}
