/// Reads a response's content while it arrives, to be done with it sooner.
///
/// A transport may have one made for each response, and gives it on with the response.
package protocol BodyReader: Sendable {
  /// Reads what is new; whether any of it is ever of use isn't known yet.
  ///
  /// - Parameter beginning: all of the content that is there, its codings undone.
  func read(_ beginning: [UInt8])
}
