/// A resource's list, or why there is none.
package struct ListAnswer: Sendable {
  /// What was asked for.
  package let resource: Resource

  /// The records that fit, and where they came from.
  package let result: Result<(records: Records, provenance: Provenance), FetchError>
}

extension Fetcher {
  /// What the next run would do about the lists of resources.
  package func lookUps(of resources: [Resource]) -> [(request: TransportRequest, lookUp: LookUp)] {
    let run = run()
    return resources.map { resource in
      let request = list(of: resource, run, isLenient: true)
      return (request.request, request.lookUp)
    }
  }

  /// Gets the lists of resources, all at once, each with an outcome of its own.
  ///
  /// A stored response that stands in for a failure is that failure. Records that don't fit are left
  /// out.
  ///
  /// - Throws: `CancellationError`.
  package func lists(of resources: [Resource]) async throws -> [ListAnswer] {
    let run = run()
    let requests = resources.map { list(of: $0, run, isLenient: true) }
    let outcomes = try await outcomes(of: requests, isPartial: true)
    return try resources.indices.map { index in
      try ListAnswer(
        resources[index],
        outcomes[index].mapError { Self.withAllMissing($0, of: [requests[index]]) })
    }
  }
}

extension ListAnswer {
  fileprivate init(_ resource: Resource, _ outcome: Fetcher.Outcome) throws {
    self.resource = resource
    switch outcome {
    case .success(let answer):
      result =
        answer.provenance.failure.map { .failure($0) }
        ?? .success((answer.expectedRecords, answer.provenance))
    case .failure(let error as FetchError): result = .failure(error)
    case .failure(let error): throw error
    }
  }
}
