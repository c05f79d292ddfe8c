import Synchronization

/// Prepared answers, for the tests of programs that fetch: no network, no disk.
///
/// ```swift
/// let transport = CannedTransport([
///   "/todos/1": .json(#"{"userId":1,"id":1,"title":"Rest","completed":true}"#),
///   "/albums": .status(503, #"{"message":"come back later"}"#),
///   "/photos": .failure(.notConnected),
/// ])
/// ```
public final class CannedTransport: Transport {
  /// What a request gets.
  public enum Answer: Sendable {
    /// A response; where no fields are given, its Content-Type is JSON.
    case status(_ code: Int, _ body: String = "{}", fields: HTTPFields = .contentTypeJSON)
    /// No response.
    case failure(TransportError.Reason)

    /// A response with status 200 that holds this JSON.
    public static func json(_ text: String) -> Answer { .status(200, text) }
  }

  private struct State {
    var requests: [HTTPRequest] = []
    var counts: [String: Int] = [:]
  }

  private let answers: [String: [Answer]]
  private let state = Mutex(State())

  /// Makes a transport.
  ///
  /// - Parameter answers: by the requested URL, or its path and query (`/users?id=1`), including the base
  ///   URL's path. Everything else is 404 with an empty object, as JSONPlaceholder has it.
  public convenience init(_ answers: [String: Answer]) {
    self.init(inTurn: answers.mapValues { [$0] })
  }

  /// Makes a transport that answers a repeated request with another answer each time.
  ///
  /// - Parameter answers: the same in turn; the last one stays.
  public init(inTurn answers: [String: [Answer]]) {
    self.answers = answers
  }

  /// The requests so far, in order.
  public var requests: [HTTPRequest] { state.withLock(\.requests) }

  /// Gives the next answer.
  ///
  /// - Throws: the failure that was prepared, or `CancellationError`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let earlier = state.withLock { state in
      state.requests.append(request)
      defer { state.counts[request.url, default: 0] += 1 }
      return state.counts[request.url] ?? 0
    }
    let own = answers[request.url] ?? answers[request.url.target] ?? []
    switch own.isEmpty ? .status(404) : own[min(earlier, own.count - 1)] {
    case .status(let status, let body, let fields):
      return HTTPResponse(
        status: status, fields: fields, body: Array(body.utf8), url: request.url, origin: .network)
    case .failure(let reason):
      throw TransportError(url: request.url, reason: reason)
    }
  }
}

extension HTTPFields {
  /// The Content-Type of JSON (RFC 8259 §11).
  public static let contentTypeJSON: HTTPFields = [
    .init(name: "Content-Type", value: "application/json; charset=utf-8")
  ]
}

extension String {
  /// A URL's path and query (RFC 9112 §3.2.1).
  fileprivate var target: String {
    guard let authority else { return String(unicodeScalars.drop { $0 != "/" }) }
    return String(self[authority.endIndex...])
  }
}
