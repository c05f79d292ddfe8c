import Synchronization

/// The time limit of one request, and how much of its response has arrived. A request carries both
/// inside the program; the server doesn't get them.
///
/// The time begins when the limits are made, with the request. Retries and the waits before them,
/// redirects and a second request after a 304 share it.
final class RequestLimits: Sendable {
  /// How long the complete response may take; `nil` for no limit.
  let time: Duration?

  private let start = ContinuousClock.now

  private struct Content {
    var receivedBytes = 0
    var expectedBytes: Int?
  }

  private let content = Mutex(Content())

  /// Begins a request.
  ///
  /// - Parameter time: how long the complete response may take; `nil` for no limit.
  init(time: Duration?) {
    self.time = time
  }

  /// The time since the request began.
  var elapsed: Duration { .now - start }

  /// When the time is up; `nil` for no limit.
  var deadline: ContinuousClock.Instant? {
    guard let time else { return nil }
    return start + time
  }

  /// The rest of the time; negative after the deadline, `nil` for no limit.
  var timeLeft: Duration? {
    guard let time else { return nil }
    return time - elapsed
  }

  /// How many bytes of the response that is arriving have come, after decoding.
  var receivedBytes: Int { content.withLock(\.receivedBytes) }

  /// How many bytes of decoded content the response that is arriving will have; `nil` if the server
  /// doesn't say, or compresses the content.
  var expectedBytes: Int? { content.withLock(\.expectedBytes) }

  /// Counts from 0 again.
  ///
  /// - Parameter bytes: how many bytes are to arrive; `nil` if that is unknown.
  func expect(bytes: Int?) {
    content.withLock { content in content = Content(expectedBytes: bytes) }
  }

  /// Counts content that arrives.
  func receive(bytes: Int) {
    content.withLock { content in content.receivedBytes += bytes }
  }
}
