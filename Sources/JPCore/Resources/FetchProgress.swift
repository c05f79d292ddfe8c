import Synchronization

/// The progress of a fetch, to read while it runs.
///
/// ```swift
/// let progress = FetchProgress()
/// async let photos = api.fetch(.photos, progress: progress)
/// try await Task.sleep(for: .milliseconds(100))
/// print(progress.receivedBytes, "of", progress.expectedBytes ?? 0)
/// ```
///
/// ``bytes`` has the same numbers as a sequence.
public final class FetchProgress: Sendable {
  /// A request, and how much of its answer has arrived.
  package struct Part: Sendable {
    /// The name of the resource; the URL for a document requested by its path.
    package let name: String

    /// The requested URL without its secrets, so that it can be shown.
    package let url: String

    /// The request's header fields, with those that make it conditional.
    package let fields: HeaderFields

    /// Whether the requested URL has a user name or password.
    fileprivate let hasUserInfo: Bool

    /// The answer's source, or the error; `nil` until it arrives.
    package fileprivate(set) var outcome: Result<Source, FetchError>?

    fileprivate var limits: RequestLimits?

    /// The response that has arrived; `nil` until then, and if none did.
    private var response: HTTPResponse? {
      switch outcome {
      case .success(let source)?: source.failure?.response ?? source.head
      case .failure(let failure)?: failure.response
      case nil: nil
      }
    }

    /// The names of the secrets that a redirect's target didn't get, because it is another server.
    package var withheldSecrets: [String] {
      guard let response, let sentFields = response.sentFields else { return [] }
      var names: [String] = []
      for field in fields where field.isSecret && sentFields[field.name] == nil {
        names.append(field.name.text)
      }
      if hasUserInfo, response.hasLeftOrigin { names.append("the user name in the URL") }
      return names
    }

    /// How many bytes of decoded content have arrived so far.
    package var bytes: Int { limits?.receivedBytes ?? 0 }

    /// Whether the exchange has begun, so that the request may have been sent.
    package var hasBegun: Bool { limits != nil }

    /// How many bytes of the answer have arrived. Once the answer is complete, all of its bytes
    /// count, even if they came from the store.
    fileprivate var receivedBytes: Int {
      if case .success(let source)? = outcome { return source.bytes }
      return bytes
    }

    /// How many bytes the answer has; `nil` if that isn't known yet.
    package var expectedBytes: Int? {
      if case .success(let source)? = outcome { return source.bytes }
      return limits?.expectedBytes
    }
  }

  /// How much has arrived at one moment.
  public struct Bytes: Equatable, Sendable {
    /// ``FetchProgress/receivedBytes``.
    public let received: Int

    /// ``FetchProgress/expectedBytes``.
    public let expected: Int?
  }

  private struct FetchState {
    var parts: [Part] = []
    var run: CacheRun?
    var isOver = false
  }

  private let state = Mutex(FetchState())

  /// Makes the progress of a fetch that hasn't begun.
  public init() {}

  /// How many bytes of content have arrived in all responses together, after decoding. Another
  /// transport than libcurl reports a part of a response with ``HTTPRequest/report(received:of:)``;
  /// otherwise a response is counted when it is complete.
  public var receivedBytes: Int { parts.receivedBytes }

  /// How many bytes all responses will have together; `nil` as long as a response hasn't begun, and
  /// if the server compresses one or doesn't send its length. A sum that doesn't fit in an `Int` is
  /// `Int.max`.
  public var expectedBytes: Int? { parts.expectedBytes }

  /// How much has arrived, whenever that changes, at most ten times a second, until the fetch ends.
  /// Make another progress for another fetch: if its first fetch has ended, so has this sequence.
  ///
  /// ```swift
  /// let progress = FetchProgress()
  /// async let photos = api.fetch(.photos, progress: progress)
  /// for await bytes in progress.bytes { print(bytes.received, "of", bytes.expected ?? 0) }
  /// print(try await photos.value.count)
  /// ```
  public var bytes: AsyncStream<Bytes> {
    AsyncStream { stream in
      let task = Task {
        var last: Bytes?
        var isOver = false
        while !isOver, !Task.isCancelled {
          let state = state.withLock(\.self)
          isOver = state.isOver
          let bytes = Bytes(
            received: state.parts.receivedBytes, expected: state.parts.expectedBytes)
          if bytes != last { stream.yield(bytes) }
          last = bytes
          // A cancelled wait ends the loop.
          if !isOver { try? await Task.sleep(for: .milliseconds(100)) }
        }
        stream.finish()
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }

  package var parts: [Part] { state.withLock(\.parts) }

  /// The problems with reading and writing stored responses so far. A fetch that fails has them,
  /// too.
  package var storeErrors: [StoreError] {
    let run = state.withLock(\.run)
    return run?.problems ?? []
  }

  /// Sets the access to the store, for ``storeErrors``.
  func watchStore(of run: CacheRun?) {
    state.withLock { state in state.run = run }
  }

  /// Begins a fetch. Its requests replace those of an earlier fetch.
  func beginFetch(of requests: [PlannedRequest]) {
    var parts: [Part] = []
    for planned in requests {
      let url = planned.url.withoutSecrets
      var fields = planned.request.headerFields
      if let copy = planned.ownCopy { fields.append(contentsOf: copy.conditions) }
      parts.append(
        Part(
          name: planned.resource ?? url, url: url, fields: fields,
          hasUserInfo: planned.url.hasUserInfo))
    }
    state.withLock { [parts] state in
      state.parts = parts
      state.isOver = false
    }
  }

  /// Marks the fetch as ended, with an answer or an error.
  func endFetch() {
    state.withLock { state in state.isOver = true }
  }

  /// Marks the request at an index of ``parts`` as begun.
  func beginRequest(at index: Int, within limits: RequestLimits) {
    changePart(at: index) { part in part.limits = limits }
  }

  /// Sets the outcome of the request at an index of ``parts``.
  func setOutcome(ofRequestAt index: Int, _ outcome: Result<Source, FetchError>) {
    changePart(at: index) { part in part.outcome = outcome }
  }

  private func changePart(at index: Int, _ change: (inout Part) -> Void) {
    state.withLock { state in
      // A later fetch with the same progress may have removed the part.
      guard state.parts.indices.contains(index) else { return }
      change(&state.parts[index])
    }
  }
}

extension [FetchProgress.Part] {
  fileprivate var receivedBytes: Int {
    var sum = 0
    for part in self { sum += part.receivedBytes }
    return sum
  }

  fileprivate var expectedBytes: Int? {
    var sum = 0
    for part in self {
      guard let bytes = part.expectedBytes else { return nil }
      sum = sum.adding(upToMax: bytes)
    }
    return sum
  }
}

extension Int {
  /// The sum of two numbers that aren't negative, at most `Int.max`: a server can announce any
  /// length.
  fileprivate func adding(upToMax other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    if overflows { return .max }
    return sum
  }
}
