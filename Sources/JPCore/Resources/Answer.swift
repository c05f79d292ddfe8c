/// The result of a fetch, with its sources and errors.
public struct Answer<Value: Sendable>: Sendable {
  /// The fetched value.
  public var value: Value

  /// The errors of the lists and records that are missing from the value, in the catalogue's order;
  /// empty unless the query is partial (``RecordQuery/isPartial``).
  package var failures: [FetchError] = []

  /// One source for each list, record or document that was fetched, in the order users, albums,
  /// photos, posts, comments, todos.
  public let sources: [Source]

  /// Irregular data, and problems with reading or writing stored responses.
  public internal(set) var issues: [DataIssue]

  /// The errors that didn't prevent the answer: failed requests that a stored response replaced,
  /// lists and records that are missing, and for each list the first element that was left out
  /// because it isn't a record. They are in the order of ``sources``.
  public var errors: [FetchError] {
    var errors = sources.compactMap(\.failure)
    errors += failures
    for issue in issues {
      guard case .misfits(let first) = issue.kind else { continue }
      var error = mismatchError(first, in: issue.list)
      error.isAboutLeftOut = true
      errors.append(error)
    }
    // The errors of each resource stay in the order in which they were added here.
    return errors.inCatalogueOrder
  }

  /// The error about a value in a list that doesn't have the expected type.
  func mismatchError(_ mismatch: TypeMismatch, in list: String) -> FetchError {
    let source = sources.first { source in source.resource == list }
    return FetchError(resource: list, url: source?.url ?? "", cause: .mismatch(mismatch))
  }

  /// Whether no list or record is missing, and no element of a list was left out because it isn't a
  /// record.
  package var isComplete: Bool {
    for issue in issues {
      if case .misfits = issue.kind { return false }
    }
    return failures.isEmpty
  }

  /// Whether any response in the answer is stale and wasn't confirmed by the server.
  public var isStale: Bool { sources.contains(where: \.isStale) }

  /// Time since the oldest response in the answer was stored or last confirmed; `nil` if no
  /// response comes from the store, or if that time isn't known (``Source/storedAgo``).
  public var storedAgo: Duration? { sources.storedAgo }

  /// The same result with its value transformed.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Answer<Other> {
    Answer<Other>(
      value: try transform(value), failures: failures, sources: sources, issues: issues)
  }
}

extension Answer {
  /// Makes an answer, for tests.
  public init(_ value: Value, sources: [Source] = [], issues: [DataIssue] = []) {
    self.init(value: value, sources: sources, issues: issues)
  }
}

extension Answer: Equatable where Value: Equatable {}
