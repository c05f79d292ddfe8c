/// Reads a response's content while it arrives, to be done with it sooner.
package protocol BodyReader: Sendable {
  /// Forgets what was read: another response begins.
  func begin()

  /// Reads what is new of a successful response (2xx); whether any of it is ever of use isn't known
  /// yet.
  ///
  /// - Parameter beginning: all of the content that is there, its codings undone.
  func read(_ beginning: [UInt8])
}
