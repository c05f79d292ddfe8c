// The release is built with a static standard library, where there is no Testing.
#if canImport(Testing)
  package import Testing

  /// For tests that run programs. Where one fails, its message has the last command that it ran, and
  /// all it ran, with both streams and the servers' logs, is attached: `--attachments-path DIR` says
  /// where to. A test that waits for its programs keeps no thread from those that don't.
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
    /// Keeps what a test runs until its end, for its failure.
    package static var evidence: Self { evidence(on: .waiting) }

    package static func evidence(on threads: TestThreads) -> Self { Self(threads: threads) }
  }
#endif
