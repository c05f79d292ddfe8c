// The static standard library comes without Testing.
#if canImport(Testing)
  package import Testing

  /// For tests that run programs. A failure's message has the last command; all commands with both
  /// streams, and the servers' logs, are attached (`--attachments-path DIR`). Such tests run on their
  /// own threads, so that waiting for programs doesn't delay other tests.
  package struct EvidenceTrait: TestTrait, SuiteTrait, TestScoping {
    let threads: TestThreads

    package var isRecursive: Bool { true }

    @concurrent
    package func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      let evidence = Evidence()
      let attaching = IssueHandlingTrait.compactMapIssues { issue in
        var issue = issue
        if let summary = evidence.summary { issue.comments.append(Comment(rawValue: summary)) }
        for part in evidence.take() { Attachment.record(part.text, named: part.name) }
        return issue
      }
      try await Evidence.$current.withValue(evidence) {
        try await withTaskExecutorPreference(threads) {
          try await attaching.provideScope(for: test, testCase: testCase, performing: function)
        }
      }
    }
  }

  extension Trait where Self == EvidenceTrait {
    /// Collects evidence for a failure.
    package static var evidence: Self { evidence(on: .waiting) }

    package static func evidence(on threads: TestThreads) -> Self { Self(threads: threads) }
  }
#endif
