extension RetryingTransport {
  /// What a client sends its requests with.
  ///
  /// - Parameters:
  ///   - transport: the caller's own; `nil` for libcurl.
  ///   - retries: `nil` for the usual, which prepared answers and transports with retries of their
  ///     own go without.
  static func of(
    _ transport: (any Transport)?, _ retries: RetryPolicy?, clock: @escaping HTTPDate.Clock
  ) -> RetryingTransport {
    if retries == nil, let own = transport as? RetryingTransport { return own }
    let usual = transport is CannedTransport ? RetryPolicy.never : RetryPolicy()
    return RetryingTransport(
      transport ?? CurlTransport(), policy: retries ?? usual, clock: clock)
  }
}
