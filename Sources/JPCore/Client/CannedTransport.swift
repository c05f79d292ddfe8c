import Synchronization

/// A transport with prepared answers, for tests: no network, no disk.
///
/// ```swift
/// let transport = CannedTransport([
///   "/todos/1": .json(#"{"userId":1,"id":1,"title":"Rest","completed":true}"#),
///   "/albums": .status(503, #"{"message":"come back later"}"#),
///   "/photos": .failure(.notConnected),
/// ])
/// ```
public final class CannedTransport: Transport {
  /// The answer to a request.
  public enum Answer: Sendable {
    /// A response; by default its only field is the Content-Type of JSON.
    case status(_ code: Int, _ body: String = "{}", fields: HeaderFields = .contentTypeJSON)
    /// No response.
    case failure(TransportError.Reason)

    /// A response with status 200 that holds this JSON.
    public static func json(_ text: String) -> Answer { .status(200, text) }
  }

  private let answer: @Sendable (TransportRequest, _ earlier: Int) async throws -> Answer
  private let sent = Mutex<[TransportRequest]>([])

  /// Makes a transport.
  ///
  /// - Parameter answers: by the requested URL, or its path and query (``TransportRequest/path``),
  ///   including the base URL's path. Without an answer of their own, a record, the records of a
  ///   parent, a query by fields of the catalogue (`/users?id=1`) and a page (`_page`, `_limit`) are
  ///   answered from their list, and other queries of a list with 501. Everything else is 404 with
  ///   an empty object, as on JSONPlaceholder.
  public convenience init(_ answers: [String: Answer]) {
    self.init(inTurn: answers.mapValues { [$0] })
  }

  /// Makes a transport that gives a repeated request its answers in order.
  ///
  /// - Parameter answers: the answers by URL or path; the last one repeats.
  public init(inTurn answers: [String: [Answer]]) {
    answer = { request, earlier in
      if let replies = answers[request.url] ?? answers[request.path], !replies.isEmpty {
        return replies[min(earlier, replies.count - 1)]
      }
      return Self.derived(request.path, from: answers.compactMapValues(\.last)) ?? .status(404)
    }
  }

  /// Makes a transport whose answers are computed.
  ///
  /// - Parameter answer: computes the answer to a request, perhaps after a delay; the transport
  ///   rethrows its errors.
  public init(answer: @escaping @Sendable (TransportRequest) async throws -> Answer) {
    self.answer = { request, _ in try await answer(request) }
  }

  /// No retries, so that a prepared failure is final.
  public var defaultRetries: RetryPolicy { .never }

  /// The requests so far, in order.
  public var requests: [TransportRequest] { sent.withLock(\.self) }

  /// Gives the next answer.
  ///
  /// - Throws: the prepared failure, or `CancellationError`.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    let earlier = sent.withLock { sent in
      defer { sent.append(request) }
      return sent.count { $0.url == request.url }
    }
    return try await answer(request, earlier).response(url: request.url)
  }
}

extension CannedTransport {
  /// The answer made from a list, below any base URL.
  private static func derived(_ target: String, from answers: [String: Answer]) -> Answer? {
    let path = target.unicodeScalars.prefix { $0 != "?" }
    for slash in path.indices where path[slash] == "/" {
      let base = target[..<slash]
      let rest = String(target[slash...])
      if let wanted = ResourcePath(parsing: rest) {
        let listPath = ResourcePath(.list, of: wanted.resource).text
        guard let answer = answers[base + listPath],
          let response = try? answer.response(url: target),
          let list = ResourceList(response, of: wanted.resource)
        else { continue }
        return list.response(to: wanted, at: target).map(Answer.init)
      }
      if ResourcePath.isListWithQuery(rest) { return Answer(.unknownQuery(at: target, .network)) }
    }
    return nil
  }
}

extension CannedTransport.Answer {
  fileprivate init(_ response: TransportResponse) {
    self = .status(response.status, String(utf8: response.body), fields: response.fields)
  }

  fileprivate func response(url: String) throws -> TransportResponse {
    switch self {
    case .status(let status, let body, let fields):
      return TransportResponse(
        status: status, fields: fields, body: Array(body.utf8), url: url, origin: .network)
    case .failure(let reason): throw TransportError(url: url, reason: reason)
    }
  }
}

extension HeaderFields {
  /// The Content-Type of JSON (RFC 8259 §11).
  public static let contentTypeJSON: HeaderFields = [
    .contentType: "application/json; charset=utf-8"
  ]
}
