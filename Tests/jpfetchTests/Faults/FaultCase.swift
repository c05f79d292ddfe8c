import TestSupport
import Testing

/// One way in which a server, or what it says, is wrong, and what jpfetch makes of it.
struct FaultCase: Sendable, CustomTestStringConvertible {
  typealias Step = LoopbackServer.Step

  /// What the server does, told which of a run's requests it is, from 0; `nil` where nobody
  /// listens.
  typealias Answer = @Sendable (LoopbackServer.Request, Int) -> [Step]

  let name: String

  /// The command with the options that say what it asks for.
  let command: [String]

  /// Further arguments, once the server has its fault.
  let arguments: [String]

  let answer: Answer?
  let outcome: Outcome

  /// What happens where a good response is stored.
  var stored = Stored.usual

  /// How many requests one run makes; `nil` where it doesn't matter.
  var requests: Int?

  /// How often to repeat it at most: some take a while.
  var mostRounds = Int.max

  var testDescription: String { name }

  /// How a run ends.
  enum Outcome: Sendable {
    /// An error, and nothing on standard output.
    case error(Failure)
    /// Exactly this on standard output, and these lines on standard error.
    case document(String, exit: Int32 = 0, notices: [String] = [])
  }

  /// An error's facts; `$URL` stands for the URL that is asked for, `$HOST` for host and port.
  struct Failure: Sendable {
    var exit: Int32
    var code: String
    var message: String
    var hint: String?
    var path: String?
    /// The message as text, where that is spelled otherwise.
    var text: String?
    /// The URL that is named, where it is another one than was asked for.
    var url: String?
  }

  /// What happens where a good response is stored; it is there afterwards in any case.
  enum Stored: Sendable {
    /// It stands in for what is a failure and not an answer; a good document takes its place.
    case usual
    /// It stands in, with a notice that ends with this.
    case standsIn(String)
    /// It is shown as what the server means.
    case isShown
    /// The run ends as if there were none.
    case isLeft
    /// The case can't begin with a good response.
    case cannotBe
  }
}

extension FaultCase {
  static let users = ["users", "--embed", "none"]

  static let lessToAsk = "ask for less, as jpfetch get does with --query _limit=100"

  /// What the server says before it has its fault, whatever it is asked for.
  static let goodData = #"[{"id":7,"userId":7,"albumId":7}]"#

  /// The name of the list or path that is asked for first.
  var path: String {
    command.prefix { !$0.hasPrefix("-") }.filter { $0 != "get" }.map { "/" + $0 }.joined()
  }

  /// The resource's name, where it is one.
  var source: String? { command[0] == "get" ? nil : command[0] }

  /// Whatever is asked for, the server does the same.
  init(
    _ name: String, for command: [String] = users, with arguments: [String] = [], _ steps: [Step],
    _ outcome: Outcome, stored: Stored = .usual, requests: Int? = nil, mostRounds: Int = .max
  ) {
    self.init(
      name, for: command, with: arguments, answering: { _, _ in steps }, outcome, stored: stored,
      requests: requests, mostRounds: mostRounds)
  }

  init(
    _ name: String, for command: [String] = users, with arguments: [String] = [],
    answering answer: Answer?, _ outcome: Outcome, stored: Stored = .usual, requests: Int? = nil,
    mostRounds: Int = .max
  ) {
    self.name = name
    self.command = command
    self.arguments = arguments
    self.answer = answer
    self.outcome = outcome
    self.stored = stored
    self.requests = requests
    self.mostRounds = mostRounds
  }

  /// Whether the stored response stands in: for what is a failure, not for what is an answer.
  var copyStandsIn: Bool {
    guard case .error(let failure) = outcome else { return false }
    guard let status = Int(failure.code.dropFirst("http.".count)) else { return true }
    // No list of the six is missing: a gateway says so, or the URL is wrong.
    let isList = source != nil && [404, 410].contains(status)
    return status >= 500 || isList || [304, 408, 425, 429].contains(status)
  }
}

extension FaultCase.Outcome {
  private static func noAnswer(_ code: String, _ why: String, _ hint: String?) -> Self {
    let sample = hint.map { "\($0); jpfetch --sample needs no network" }
    return .error(.init(exit: 3, code: code, message: "\(why): $URL", hint: sample))
  }

  static let refused = noAnswer(
    "net.refused", "connection refused", "check that the server is running, or --base-url")
  static let reset = noAnswer(
    "net.reset", "the server closed the connection before the answer was whole", "again")
  static let timedOut = noAnswer("net.timeout", "no answer within 150 ms", "raise --timeout")
  static let notHTTP = noAnswer(
    "net.protocol", "the server doesn't speak HTTP", "check the URL, or --base-url")
  static let headTooLarge = unusable(
    "head.too-large", "more than 131072 bytes or 500 lines of header fields: $URL",
    hint: "check the URL, or --base-url; \(sample)")
  static let undecodable = unusable(
    "body.encoding", "the content doesn't decode as its Content-Encoding says: $URL",
    hint: "ask for plain content: add -H 'Accept-Encoding: identity'; \(sample)")
  static let empty = unusable("body.empty", "no content: $URL")
  static let html = unusable(
    "body.html", "HTML instead of JSON: $URL",
    hint: "check the URL; a login page or a proxy may stand in between; \(response)")
  static let forbiddenRedirect = Self.error(
    .init(
      exit: 5, code: "http.redirects",
      message: "a redirect to no usable http or https URL: $URL",
      hint: "check the URL, or --base-url; \(sample)"))
  static let tooManyRedirects = Self.error(
    .init(
      exit: 5, code: "http.redirects", message: "more than 10 redirects: $URL",
      hint: "check the URL, or --base-url; \(sample)"))

  static func unusable(
    _ code: String, _ message: String, hint: String = response, path: String? = nil,
    text: String? = nil
  ) -> Self {
    .error(.init(exit: 6, code: code, message: message, hint: hint, path: path, text: text))
  }

  static func notJSON(_ why: String, text: String? = nil) -> Self {
    unusable("body.json", "not JSON: $URL: \(why)", text: text.map { "not JSON: $URL: \($0)" })
  }

  static func misfit(_ why: String, path: String?) -> Self {
    unusable(
      "body.type", "doesn't fit: $URL: \(why)",
      hint: path?.hasPrefix("[") ?? false ? "add --lenient to leave out such records" : response,
      path: path)
  }

  /// - Parameters:
  ///   - words: what stands behind the status.
  ///   - text: the same as text, where it is spelled otherwise.
  ///   - times: how often it was asked for.
  static func status(
    _ status: Int, _ words: String? = nil, text: String? = nil, times: Int = 1, hint: String? = nil
  ) -> Self {
    func message(_ words: String?) -> String {
      "status \(status)" + (times > 1 ? ", \(times) times" : "") + ": $URL"
        + (words.map { ": \($0)" } ?? "")
    }
    return .error(
      .init(
        exit: (400..<500).contains(status) ? 4 : 5, code: "http.\(status)",
        message: message(words), hint: hint ?? self.hint(after: status),
        text: text.map { message($0) }))
  }

  static func hint(after status: Int) -> String {
    switch status {
    case 401: "give credentials: -H @FILE, with a line Authorization: ..."
    case 404, 410: "check the path and --base-url; \(response)"
    case 408, 425: "again later"
    case 429: "again later, or with fewer requests at once: --jobs 1"
    case 500...: "again later; \(sample); \(response)"
    default: response
    }
  }

  static let sample = "jpfetch --sample needs no network"
  static let response = "add -vv to see the response"
}

extension [FaultCase.Step] {
  /// A text, and then the connection ends.
  static func closing(_ text: String) -> Self { [.send(text), .close] }

  /// A text, and when the client has read it, the connection ends with RST.
  static func resetting(_ text: String) -> Self {
    [.send(text), .pause(.milliseconds(30)), .reset]
  }

  /// A text in pieces of a few bytes.
  static func dribbling(_ text: String, by count: Int, every pause: Duration) -> Self {
    let bytes = Array<UInt8>(text.utf8)
    return stride(from: 0, to: bytes.count, by: count).flatMap { start -> [FaultCase.Step] in
      [.send(Array<UInt8>(bytes[start...].prefix(count))), .pause(pause)]
    }
  }

  /// A header and the bytes of a body, which ends with the connection.
  static func body(_ bytes: [UInt8], fields: String...) -> Self {
    let head = (["HTTP/1.1 200 OK"] + fields).map { $0 + "\r\n" }.joined() + "\r\n"
    return [.send(head), .send(bytes), .close]
  }
}
