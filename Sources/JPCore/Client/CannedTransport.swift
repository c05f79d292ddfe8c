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
    /// A response with any status, text and header fields; by default an empty object with the
    /// Content-Type of JSON.
    case status(_ code: Int, _ body: String = "{}", headerFields: HeaderFields = .contentTypeJSON)
    /// A response with status 200, the Content-Type of JSON, and this content.
    case content([UInt8])
    /// A failure without a response.
    case failure(TransportError.Reason)

    /// A response with status 200 that holds this JSON.
    public static func json(_ text: String) -> Response { .status(200, text) }

    /// A response with status 200 that holds this JSON, for example the `Data` of a `JSONEncoder`.
    public static func json(_ data: some Sequence<UInt8>) -> Response { .content(Array(data)) }

    /// Encode the value first, as the message of the compiler says.
    @available(
      *, unavailable, message: "encode the value first: .json(try JSONEncoder().encode(value))"
    )
    public static func json(_ value: some Encodable) -> Response { .status(500) }

    /// A response with status 200 that holds this document.
    public static func json(_ document: JSONDocument) -> Response { .content(document.bytes) }

    /// The response that ``JSONPlaceholder/sample`` would receive for a request.
    ///
    /// ```swift
    /// let slow = CannedTransport { request in
    ///   try await Task.sleep(for: .seconds(1))
    ///   return .sample(request)
    /// }
    /// ```
    public static func sample(_ request: HTTPRequest) -> Response {
      let target = request.path.unicodeScalars
      let path = target.prefix { $0 != "?" }
      // The base URL can have a path of its own, so the API's path begins at the first resource.
      for slash in path.indices where path[slash] == "/" {
        let rest = String(path[slash...])
        guard let name = rest.pathSegments.first, Resource.named(name) != nil else { continue }
        if path.endIndex < target.endIndex { return samplePage(String(target[slash...])) }
        guard let path = ResourcePath(rest) else { break }
        return sampleDocument(at: path)
      }
      return .status(404)
    }
  }

  private let respond: @Sendable (HTTPRequest, _ earlier: Int) async throws -> Response
  private let sent = Mutex<[HTTPRequest]>([])

  /// Makes a transport with a response for each URL or path.
  ///
  /// - Parameter responses: the responses by requested URL, or by path and query
  ///   (``HTTPRequest/path``), including the base URL's path. All other requests fail with
  ///   ``TransportError/Reason-swift.enum/other`` and a detail that names the missing path.
  public convenience init(_ responses: [String: Response]) {
    self.init(inTurn: responses.mapValues { response in [response] })
  }

  /// Makes a transport that answers the first request for a URL with the first response, the second
  /// with the second, and so on. The last response repeats.
  ///
  /// - Parameter responses: the responses in order, by URL or path (``init(_:)``).
  public init(inTurn responses: [String: [Response]]) {
    respond = { request, earlier in
      if let prepared = responses[request.url] ?? responses[request.path], !prepared.isEmpty {
        return prepared[min(earlier, prepared.count - 1)]
      }
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

  /// Returns the next response that is prepared for the request.
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
    let prepared = try await respond(request, earlier)
    var response = try prepared.httpResponse(url: request.url)
    response.isForCredential = request.hasCredential
    return response
  }
}

extension CannedTransport.Response {
  /// A page of a built-in list; 404 for any other path with a query.
  private static func samplePage(_ path: String) -> Self {
    let request = HTTPRequest(url: BaseURL.sample.url(of: path))
    let response = try? SampleTransport(hasPages: true).response(to: request)
    // The URL is below the sample's, so there is a response.
    guard let response else { return .status(404) }
    let text = String(decoding: response.body, as: UTF8.self)
    return .status(response.status, text, headerFields: response.headerFields)
  }

  /// The built-in list or record at a path; 404 if there is none.
  private static func sampleDocument(at path: ResourcePath) -> Self {
    guard let text = path.resource.sampleRecords?.jsonText(.pretty) else { return .status(404) }
    guard let id = path.id else { return .json(text) }
    guard let document = try? JSONDocument(text),
      let list = try? List(document, of: path.resource),
      let record = list.document(ofRecord: id)
    else { return .status(404) }
    return .json(record)
  }

  fileprivate func httpResponse(url: String) throws -> HTTPResponse {
    switch self {
    case .status(let status, let body, let headerFields):
      return HTTPResponse(
        status: status, headerFields: headerFields, body: Array(body.utf8), url: url)
    case .content(let body):
      return HTTPResponse(status: 200, headerFields: .contentTypeJSON, body: body, url: url)
    case .failure(let reason): throw TransportError(url: url, reason: reason)
    }
  }
}
