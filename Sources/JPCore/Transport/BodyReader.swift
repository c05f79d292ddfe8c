/// Reads a response's content while it arrives, to be done with it sooner.
///
/// A transport may have one made for each successful response (2xx), and gives it on with it.
package protocol BodyReader: Sendable {
  /// Reads what is new; whether any of it is ever of use isn't known yet.
  ///
  /// - Parameter beginning: all of the content that is there, its codings undone.
  func read(_ beginning: [UInt8])
}
