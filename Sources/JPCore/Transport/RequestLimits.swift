import Synchronization

/// The time limit of one request, and how much of its response has arrived. Transports get both
/// with the request, but don't send them.
///
/// The time begins when this object is made. Retries, the waits before them, redirects and a second
/// request after a 304 share the limit.
final class RequestLimits: Sendable {
  /// How long the complete response may take; `nil` for no limit.
  let time: Duration?

  private let arrival: ContinuousClock.Instant

  /// When the time begins: on arrival, and later after a wait for a turn.
  private let start: Mutex<ContinuousClock.Instant>

  private struct BodyBytes {
    var receivedBytes = 0
    var expectedBytes: Int?
  }

  private let content = Mutex(BodyBytes())

  init(time: Duration?) {
    self.time = time
    arrival = .now
    start = Mutex(arrival)
  }

  /// The time since the request began.
  var elapsed: Duration { .now - start.withLock(\.self) }

  /// Begins the time later, for a request that had to wait for its turn.
  func postponeStart(by duration: Duration) {
    start.withLock { start in start += duration }
  }

  /// How long the request waited for its turn, in whole seconds.
  var secondsWaited: Int {
    let waited = start.withLock(\.self) - arrival
    return Int(waited.components.seconds)
  }

  /// When the time limit ends; `nil` for no limit.
  var deadline: ContinuousClock.Instant? {
    guard let time else { return nil }
    return start.withLock(\.self) + time
  }

  /// The time until the deadline; negative after it, `nil` for no limit.
  var timeLeft: Duration? {
    guard let time else { return nil }
    return time - elapsed
  }

  /// How many bytes of the current response's content have arrived, after decoding.
  var receivedBytes: Int { content.withLock(\.receivedBytes) }

  /// How many bytes of content the current response has, after decoding; `nil` if the server
  /// doesn't send the length, or compresses the content.
  var expectedBytes: Int? { content.withLock(\.expectedBytes) }

  /// Begins to count the content of the next response.
  ///
  /// - Parameters:
  ///   - bytes: the content's length; `nil` if it is unknown.
  ///   - received: how much of it has arrived.
  func expectBody(bytes: Int?, received: Int = 0) {
    content.withLock { content in
      content = BodyBytes(receivedBytes: received, expectedBytes: bytes)
    }
  }

  func countReceived(bytes: Int) {
    content.withLock { content in content.receivedBytes += bytes }
  }
}
