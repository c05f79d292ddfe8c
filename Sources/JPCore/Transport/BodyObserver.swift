/// Reads a response's content while it arrives, to finish sooner.
package protocol BodyObserver: Sendable {
  /// Forgets what was read: another response begins.
  func begin()

  /// Reads what is new of a successful response (2xx), which may still turn out to be of no use.
  ///
  /// - Parameter beginning: all of the content that is there, its codings undone.
  func read(_ beginning: [UInt8])
}
