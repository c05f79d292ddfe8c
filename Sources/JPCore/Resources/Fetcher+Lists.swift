/// A resource's list, or the error.
package struct ListAnswer: Sendable {
  package let resource: Resource

  /// The records that fit, and their source.
  package let result: Outcome<Answer<Records>>
}

extension Fetcher {
  private func requests(of resources: [Resource]) async throws -> [PlannedRequest<Records>] {
    let run = run()
    var requests: [PlannedRequest<Records>] = []
    for resource in resources {
      var query = RecordQuery(resource)
      query.isLenient = true
      requests.append(try await request(for: query.list, of: query, run))
    }
    return requests
  }

  /// The requests that ``lists(of:)`` would make.
  package func preview(_ resources: [Resource]) async throws -> [Preview] {
    preview(try await requests(of: resources))
  }

  /// Gets the lists of resources at the same time, each with its own outcome.
  ///
  /// A failure is reported even if a stored response could replace it. Records that don't fit are
  /// left out.
  ///
  /// - Throws: `CancellationError`.
  package func lists(of resources: [Resource]) async throws -> [ListAnswer] {
    let requests = try await requests(of: resources)
    let outcomes = try await outcomes(of: requests, isPartial: true)
    return resources.indices.map { index in
      let result: Outcome<Answer<Records>> =
        switch outcomes[index] {
        case .success(let answer):
          answer.provenance.failure.map { .failure($0) } ?? .success(answer)
        case .failure(let error): .failure(Self.namingAllMissing(error, of: [requests[index]]))
        }
      return ListAnswer(resource: resources[index], result: result)
    }
  }
}
