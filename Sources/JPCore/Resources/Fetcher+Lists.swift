/// A resource's list, or why there is none.
package struct ListAnswer: Sendable {
  /// What was asked for.
  package let resource: Resource

  /// The records that fit, and where they came from.
  package let result: Result<(records: Records, provenance: Provenance), FetchError>
}

extension Fetcher {
  /// Gets the lists of resources, all at once, each with an outcome of its own.
  ///
  /// A stored response that stands in for a failure is that failure. Records that don't fit are left
  /// out.
  ///
  /// - Throws: `CancellationError`.
  package func lists(of resources: [Resource]) async throws -> [ListAnswer] {
    let sources = resources.map(source)
    let atHand = try outcomesNow(of: sources, isPartial: true)
    let outcomes =
      if let atHand { atHand } else {
        try await outcomes(of: sources, read: readRecords, isPartial: true)
      }
    return try resources.indices.map { index in
      try ListAnswer(
        resources[index], outcomes[index].mapError { withAllMissing($0, of: [sources[index]]) })
    }
  }

  private func source(of resource: Resource) -> Source {
    Source(resource: resource, isLenient: true, request: request(listOf: resource))
  }
}

extension ListAnswer {
  fileprivate init(_ resource: Resource, _ outcome: Fetcher.Outcome<Records>) throws {
    self.resource = resource
    switch outcome {
    case .success(let answer):
      result =
        answer.provenance.failure.map { .failure($0) }
        ?? .success((answer.value, answer.provenance))
    case .failure(let error as FetchError): result = .failure(error)
    case .failure(let error): throw error
    }
  }
}
