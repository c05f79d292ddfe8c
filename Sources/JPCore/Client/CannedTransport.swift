import Synchronization

/// A transport with prepared responses, for tests: no network, no disk.
///
/// ```swift
/// let transport = CannedTransport([
///   "/todos/1": .json(#"{"userId":1,"id":1,"title":"Rest","completed":true}"#),
///   "/albums": .status(503, #"{"message":"come back later"}"#),
///   "/photos": .failure(.connectionRefused),
/// ])
/// ```
public final class CannedTransport: Transport {
  /// A prepared response, or a failure.
  public enum Response: Sendable {
    /// A response; by default its only field is the Content-Type of JSON.
    case status(_ code: Int, _ body: String = "{}", headerFields: HeaderFields = .contentTypeJSON)
    /// A failure without a response.
    case failure(TransportError.Reason)

    /// A response with status 200 that holds this JSON.
    public static func json(_ text: String) -> Response { .status(200, text) }

    /// A response with status 200 that holds this value as JSON (``JSONValue/decode(_:)`` reads it
    /// back).
    ///
    /// - Throws: `EncodingError` for a number that isn't finite; errors that the type itself
    ///   throws.
    public static func json(_ value: some Encodable) throws -> Response {
      .status(200, String(utf8: try JSONTree(encoding: value).text(.compact)))
    }

    /// The response that ``JSONPlaceholder/sample`` would get to a request.
    ///
    /// ```swift
    /// let slow = CannedTransport { request in
    ///   try await Task.sleep(for: .seconds(1))
    ///   return .sample(request)
    /// }
    /// ```
    public static func sample(_ request: HTTPRequest) -> Response {
      let path = request.path.unicodeScalars
      // The API's path may follow that of any base URL.
      for slash in path.indices where path[slash] == "/" {
        let target = String(path[slash...])
        if let list = sampleLists[target] { return list }
        if let response = CannedTransport.derived(target, from: sampleLists) { return response }
      }
      return .status(404)
    }
  }

  private let respond: @Sendable (HTTPRequest, _ earlier: Int) async throws -> Response
  private let sent = Mutex<[HTTPRequest]>([])

  /// Makes a transport.
  ///
  /// - Parameter responses: the responses by requested URL, or by path and query
  ///   (``HTTPRequest/path``), including the base URL's path. If a record, the records of a parent,
  ///   a query by fields of the catalogue (`/users?id=1`) or a page (`_page`, `_limit`) isn't
  ///   prepared, its response is made from that of the list. If the list fails, the request fails
  ///   in the same way. Other queries of a list get status 501. All other requests fail with
  ///   ``TransportError/Reason-swift.enum/other`` and a detail that names the missing path.
  public convenience init(_ responses: [String: Response]) {
    self.init(inTurn: responses.mapValues { response in [response] })
  }

  /// Makes a transport that gives a repeated request its responses in order.
  ///
  /// - Parameter responses: the responses by URL or path; the last one repeats.
  public init(inTurn responses: [String: [Response]]) {
    respond = { request, earlier in
      if let prepared = responses[request.url] ?? responses[request.path], !prepared.isEmpty {
        return prepared[min(earlier, prepared.count - 1)]
      }
      let lists = responses.compactMapValues(\.last)
      if let derived = Self.derived(request.path, from: lists) { return derived }
      throw TransportError(
        url: request.url, reason: .other, detail: "no response is prepared for \(request.path)")
    }
  }

  /// Makes a transport whose responses are computed.
  ///
  /// - Parameter respond: computes the response to a request, perhaps after a delay; the transport
  ///   rethrows its errors.
  public init(respond: @escaping @Sendable (HTTPRequest) async throws -> Response) {
    self.respond = { request, _ in try await respond(request) }
  }

  /// The requests so far, in order.
  public var requests: [HTTPRequest] { sent.withLock(\.self) }

  /// Gives the next response.
  ///
  /// - Throws: the prepared failure; a ``TransportError`` if no response is prepared; the error of
  ///   the function that computes responses; `CancellationError`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let earlier = sent.withLock { sent in
      let count = sent.count { other in other.url == request.url }
      sent.append(request)
      return count
    }
    let response = try await respond(request, earlier)
    return try response.response(url: request.url)
  }
}

extension CannedTransport {
  /// Makes the response to a path, which may follow a base URL's path, from its prepared list. If
  /// the list fails, its failure is the response. `nil` without a list that can give the response.
  fileprivate static func derived(_ target: String, from responses: [String: Response]) -> Response?
  {
    let path = target.unicodeScalars.prefix { scalar in scalar != "?" }
    for slash in path.indices where path[slash] == "/" {
      let base = target[..<slash]
      let rest = String(target[slash...])
      if let wanted = ResourcePath(parsing: rest) {
        let listPath = ResourcePath(.list, of: wanted.resource).text
        guard let prepared = responses[base + listPath] else { continue }
        // If the prepared response fails or isn't a list, a request for its records gets the same.
        guard let response = try? prepared.response(url: target),
          let list = ResourceList(response, of: wanted.resource)
        else { return prepared }
        guard let derived = list.response(to: wanted, at: target) else { return nil }
        return Response(derived)
      }
      if ResourcePath.isListWithQuery(rest) { return Response(.unknownQuery(at: target)) }
    }
    return nil
  }
}

extension CannedTransport.Response {
  /// The built-in lists by their paths.
  private static let sampleLists: [String: CannedTransport.Response] = {
    var lists: [String: CannedTransport.Response] = [:]
    for list in SampleList.allCases {
      lists["/\(list.rawValue)"] = .json(String(utf8: list.records.text(.pretty)))
    }
    return lists
  }()

  fileprivate init(_ response: HTTPResponse) {
    self = .status(
      response.status, String(utf8: response.body), headerFields: response.headerFields)
  }

  fileprivate func response(url: String) throws -> HTTPResponse {
    switch self {
    case .status(let status, let body, let headerFields):
      return HTTPResponse(
        status: status, headerFields: headerFields, body: Array(body.utf8), url: url)
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
