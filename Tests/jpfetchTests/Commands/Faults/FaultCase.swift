import TestSupport
import Testing

/// A fault in the bytes of a response, and how jpfetch ends.
///
/// The tables state codes and documents. What transcripts can send, and the wording of messages, is
/// there.
struct FaultCase: Sendable, CustomTestStringConvertible {
  typealias Step = LoopbackServer.Step

  let name: String

  /// Additional arguments for runs after the fault began.
  let arguments: [String]

  /// What the server does with each request.
  let steps: [Step]

  let outcome: Outcome

  /// Whether a good response can be stored for the request.
  let isStorable: Bool

  var testDescription: String { name }

  enum Outcome: Sendable {
    /// An error with this code; nothing on standard output. A stored good response replaces it.
    case error(String)
    /// Exactly this on standard output, and nothing on standard error. It replaces what is stored.
    case document(String)
  }

  init(
    _ name: String, with arguments: [String] = [], _ steps: [Step], _ outcome: Outcome,
    isStorable: Bool = true
  ) {
    self.name = name
    self.arguments = arguments
    self.steps = steps
    self.outcome = outcome
    self.isStorable = isStorable
  }

  /// A small list of users.
  static let whole = #"[{"id":1}]"#

  /// The server's data before its fault.
  static let goodData = #"[{"id":7}]"#
}

extension FaultCase.Outcome {
  static let reset = error("net.reset")
  static let timedOut = error("net.timeout")
  /// The answer isn't HTTP.
  static let other = error("net.other")
  static let tooLarge = error("body.too-large")
  static let empty = error("body.empty")
  static let notJSON = error("body.json")

  /// The exit status of an error.
  static func exit(of code: String) -> Int32 { code.hasPrefix("net.") ? 3 : 6 }
}

extension [FaultCase.Step] {
  /// A text, after which the connection ends.
  static func closing(_ text: String) -> Self { [.send(text), .close] }

  /// A text, after which the connection ends with RST once the client has read it.
  static func resetting(_ text: String) -> Self {
    [.send(text), .pause(.milliseconds(30)), .reset]
  }

  /// A text byte by byte.
  static func dribbling(_ text: String, every pause: Duration) -> Self {
    text.utf8.flatMap { [.send([$0]), .pause(pause)] }
  }
}
