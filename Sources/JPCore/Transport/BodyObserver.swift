/// Processes a response's content while it is arriving.
protocol BodyObserver: Sendable {
  /// Discards earlier content, because another response begins.
  func begin()

  /// Processes more content of a successful response (2xx), which may still fail or be rejected.
  ///
  /// - Parameter beginning: all decoded content so far.
  func read(_ beginning: [UInt8])
}
