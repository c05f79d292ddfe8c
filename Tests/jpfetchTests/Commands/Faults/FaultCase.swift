import TestSupport
import Testing

/// A fault of the server, or of its response, and how jpfetch ends.
///
/// The tables state codes and documents. The wording of messages has its own tests.
struct FaultCase: Sendable, CustomTestStringConvertible {
  typealias Step = LoopbackServer.Step

  /// The server's steps for a request.
  typealias Answer = @Sendable (LoopbackServer.Request) -> [Step]

  let name: String

  /// The command and the options that select data.
  var command = users

  /// Additional arguments for runs after the fault began.
  var arguments: [String] = []

  let answer: Answer
  let outcome: Outcome
  var stored = Stored.usual

  /// The number of requests in one run; `nil` if it doesn't matter.
  var requests: Int?

  var testDescription: String { name }

  enum Outcome: Sendable {
    /// An error with this code; nothing on standard output.
    ///
    /// - `path`: the path of the value in the data.
    /// - `at`: the path of the failed URL if it isn't the requested one.
    case error(String, path: String? = nil, at: String? = nil)
    /// Exactly this on standard output, and nothing on standard error.
    case document(String)
  }

  /// The use of a stored good response, which remains stored unless a good document replaces it.
  enum Stored: Sendable {
    /// It replaces a failure; a good document replaces it.
    case usual
    /// It isn't used, and stays: the server's answer is shown, even a document that a redirect led to.
    case isNotUsed
    /// It is replaced, even by a list with misfits.
    case isReplaced
    /// There can't be one.
    case isImpossible
  }
}

extension FaultCase {
  /// A case in which the server handles every request alike.
  init(
    _ name: String, for command: [String] = users, with arguments: [String] = [], _ steps: [Step],
    _ outcome: Outcome, stored: Stored = .usual, requests: Int? = nil
  ) {
    self.init(
      name: name, command: command, arguments: arguments, answer: { _ in steps }, outcome: outcome,
      stored: stored, requests: requests)
  }

  static let users = ["users", "--embed", "none"]

  /// A small list of users.
  static let whole = #"[{"id":1}]"#

  /// The server's data before its fault, for every path.
  static let goodData = #"[{"id":7,"userId":7,"albumId":7}]"#

  /// The path of the first request.
  var path: String {
    command.prefix { !$0.hasPrefix("-") }.filter { $0 != "get" }.map { "/" + $0 }.joined()
  }

  /// The resource's name; `nil` for `get`.
  var source: String? { command[0] == "get" ? nil : command[0] }
}

extension FaultCase.Outcome {
  static let refused = error("net.refused")
  static let reset = error("net.reset")
  static let timedOut = error("net.timeout")
  /// The answer isn't HTTP, or it redirects to a URL that can't be followed.
  static let other = error("net.other")
  static let tooLarge = error("body.too-large")
  static let empty = error("body.empty")
  static let html = error("body.html")
  static let notJSON = error("body.json")

  static func misfit(_ path: String? = nil) -> Self { .error("body.type", path: path) }
  static func status(_ status: Int) -> Self { .error("http.\(status)") }

  /// The exit status of an error.
  static func exit(of code: String) -> Int32 {
    if code.hasPrefix("http.4") { return 4 }
    return code.hasPrefix("http.") ? 5 : code.hasPrefix("net.") ? 3 : 6
  }
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
