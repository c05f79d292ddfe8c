extension RetryingTransport {
  /// What a client sends its requests with; equal ones at the same time are sent once.
  ///
  /// - Parameters:
  ///   - transport: the caller's own; `nil` for libcurl.
  ///   - retries: `nil` for the usual, which prepared answers and transports with retries of their
  ///     own go without.
  static func of(
    _ transport: (any Transport)?, _ retries: RetryPolicy?, clock: @escaping HTTPDate.Clock
  ) -> RetryingTransport {
    if retries == nil, var own = transport as? RetryingTransport {
      own.next = SharingTransport(TimedTransport(own.next))
      return own
    }
    let usual = transport is CannedTransport ? RetryPolicy.never : RetryPolicy()
    return RetryingTransport(
      SharingTransport(transport.map { TimedTransport($0) } ?? CurlTransport()),
      policy: retries ?? usual, clock: clock)
  }
}
