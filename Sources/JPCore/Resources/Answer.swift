/// The result of a fetch, with its sources and errors.
public struct Answer<Value: Sendable>: Sendable {
  /// The fetched value.
  public var value: Value

  /// The errors of missing parts, in the catalogue's order; empty unless the query allows missing
  /// parts.
  package var failures: [FetchError] = []

  /// The source of each part, in the catalogue's order.
  public let sources: [Source]

  /// Irregular data, and problems with reading or writing stored responses.
  public internal(set) var issues: [DataIssue]

  /// The errors that didn't prevent the answer, in the catalogue's order: failures that a stored
  /// response replaced, errors of missing parts, and for each list the first element that was left
  /// out.
  public var errors: [FetchError] {
    var errors = sources.compactMap(\.failure)
    errors += failures
    for issue in issues {
      guard case .misfits(let first) = issue.kind else { continue }
      errors.append(error(first, in: issue.list))
    }
    // Errors of one resource keep this order.
    return errors.inCatalogueOrder
  }

  /// The error of a value in a list.
  func error(_ mismatch: TypeMismatch, in list: String) -> FetchError {
    let source = sources.first { source in source.resource == list }
    return FetchError(resource: list, url: source?.url ?? "", cause: .mismatch(mismatch))
  }

  /// Whether no part is missing, and no element of a list was left out because it isn't a record.
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

  /// The same result with its value transformed.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Answer<Other> {
    Answer<Other>(
      value: try transform(value), failures: failures, sources: sources, issues: issues)
  }
}

extension Answer {
  /// Makes an answer, for tests.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - sources: the source of each part.
  ///   - issues: irregular data.
  public init(_ value: Value, sources: [Source] = [], issues: [DataIssue] = []) {
    self.init(value: value, sources: sources, issues: issues)
  }
}

extension Answer: Equatable where Value: Equatable {}
