/// Sends requests and receives their responses.
///
/// A transport can send its requests through another transport, for example to log them:
///
/// ```swift
/// struct Log: Transport {
///   let server: any Transport
///   func send(_ request: HTTPRequest) async throws -> HTTPResponse {
///     let response = try await server.send(request)
///     print(request.path, response.status)
///     return response
///   }
/// }
/// let api = JSONPlaceholder(configuration: .init(transport: Log(server: CurlTransport())))
/// ```
///
/// A response is stored for the request as the client made it, before the transport changes it. If
/// the transport adds a credential, its responses aren't stored, as long as it returns the response
/// that it got. Add it in ``JSONPlaceholder/Configuration/prepare`` instead, which runs before the
/// look-up.
///
/// Don't fetch through the client itself, for example a new token: its requests could wait for the
/// turns that yours have. Use a client of its own for that.
public protocol Transport: Sendable {
  /// Sends a request and returns the response, whatever its status. After a cancellation it must end
  /// soon: until then it keeps one of the six turns of its server.
  ///
  /// - Throws: ``TransportError`` if no complete response arrives, `CancellationError` if the task
  ///   was cancelled. Any other error counts as ``TransportError/Reason-swift.enum/other``.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A GET request (RFC 9110 §9.3.1).
public struct HTTPRequest: Hashable, Sendable {
  /// The absolute URL, which may contain secrets such as a password.
  public var url: String { didSet { parsedURL = HTTPURL(url) } }

  /// The components of the URL; `nil` if it isn't an http or https URL that can be requested.
  private(set) var parsedURL: HTTPURL?

  /// Header fields, in addition to those that the transport sets.
  public var headerFields: HeaderFields

  /// The names of the fields that make the request conditional, such as If-None-Match. Their values
  /// are about the stored response for this URL, so they aren't sent to a redirect's target.
  var conditions: [HeaderFields.Name] = []

  /// The limits of this request; `nil` if only the transport's own limits apply.
  var limits: RequestLimits?

  /// Makes a request for a URL.
  public init(url: String, headerFields: HeaderFields = []) {
    self.url = url
    parsedURL = HTTPURL(url)
    self.headerFields = headerFields
  }

  /// Whether the URL and the header fields are the same.
  public static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
    left.url.hasSameBytes(as: right.url) && left.headerFields == right.headerFields
  }

  /// Hashes the URL and the values of the header fields.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Array(url.utf8))
    for field in headerFields { hasher.combine(Array(field.value.utf8)) }
  }

  /// A text as one segment of a path: all characters but letters, digits, `-`, `.`, `_` and `~` are
  /// encoded (RFC 3986 §3.3).
  ///
  /// ```swift
  /// let files = Endpoint([String].self, path: "/files/\(HTTPRequest.pathSegment("a/b?"))")
  /// ```
  public static func pathSegment(_ text: String) -> String { text.percentEncoded }

  /// Reports how much of the response's content has arrived, for ``FetchProgress``.
  ///
  /// - Parameters:
  ///   - received: the number of bytes so far, after decoding.
  ///   - expected: the number of bytes of the whole content, after decoding; `nil` if it is unknown.
  public func report(received: Int, of expected: Int?) {
    limits?.expectBody(bytes: expected, received: received)
  }

  /// The URL's path and query (RFC 9112 §3.2.1), `/users?id=1`.
  public var path: String {
    if let parsedURL { return parsedURL.path + parsedURL.query }
    // Not an http URL, but for example `sample:/users`.
    return String(url.unicodeScalars.drop { $0 != "/" })
  }
}

extension HTTPRequest {
  /// The parsed URL of a request that can be sent.
  ///
  /// - Throws: ``TransportError/Reason-swift.enum/invalidURL``, also for a path with dot segments,
  ///   or ``TransportError/Reason-swift.enum/invalidField``.
  func checkedURL() throws(TransportError) -> HTTPURL {
    guard let parsedURL, !parsedURL.path.hasDotSegments else {
      throw TransportError(url: url, reason: .invalidURL)
    }
    guard headerFields.allSatisfy(\.isValid) else {
      throw TransportError(url: url, reason: .invalidField)
    }
    return parsedURL
  }
}

/// A complete response (RFC 9110 §3.4). An incomplete one is a ``TransportError`` instead.
public struct HTTPResponse: Sendable {
  /// The status code (RFC 9110 §15).
  public let status: Int

  /// The received status line without its line end (RFC 9112 §4), for HTTP/2 as libcurl writes it
  /// (`HTTP/2 200`). `nil` if the transport doesn't report it, and if no server answered.
  public let statusLine: String?

  /// The header fields; trailer fields are left out (RFC 9110 §6.5).
  public internal(set) var headerFields: HeaderFields

  /// The decoded content (RFC 9110 §8.4).
  public internal(set) var body: [UInt8]

  /// The URL of the response, after redirects.
  public internal(set) var url: String

  /// The number of tries: the first one and its retries.
  package internal(set) var attempts = 1

  /// Whether there was no time left for the wait before another try.
  package internal(set) var lacksTimeToRetry = false

  /// The times of the last request's transfer; `nil` if the response isn't from libcurl.
  package internal(set) var times: TransferTimes?

  /// The URLs that were redirected, in order, without secrets.
  package internal(set) var redirectedFrom: [String] = []

  /// The header fields that were sent to ``url`` after a redirect, shown without secrets; `nil`
  /// without a redirect.
  package internal(set) var sentFields: HeaderFields?

  /// Whether this request, or one that was redirected to it, had a secret when it was sent.
  var isForCredential = false

  /// When the request was sent, by the client's clock. The client sets this time and ``received``,
  /// from which it calculates the response's age (RFC 9111 §4.2.3).
  var requested = HTTPDate(seconds: 0)

  /// When the response arrived, by the client's clock.
  var received = HTTPDate(seconds: 0)

  /// Makes a response, for example in a custom transport.
  public init(
    status: Int, statusLine: String? = nil, headerFields: HeaderFields = [], body: [UInt8],
    url: String
  ) {
    self.status = status
    self.statusLine = statusLine
    self.headerFields = headerFields
    self.body = body
    self.url = url
  }
}

extension HTTPResponse: Equatable {
  /// Whether two responses have the same status, status line, header fields, content and URL.
  public static func == (left: HTTPResponse, right: HTTPResponse) -> Bool {
    let leftLine = left.statusLine ?? ""
    return left.status == right.status && leftLine.hasSameBytes(as: right.statusLine ?? "")
      && left.url.hasSameBytes(as: right.url) && left.headerFields == right.headerFields
      && left.body == right.body
  }
}

/// The time from the start of the last request to each milestone, from curl_easy_getinfo(3). Zero
/// for skipped steps, for example on a reused connection.
package struct TransferTimes: Equatable, Sendable {
  /// The time until the host's name was resolved.
  package let lookUp: Duration

  /// The time until TCP was connected.
  package let connection: Duration

  /// The time until the TLS handshake was done.
  package let tls: Duration

  /// The time until the response began.
  package let firstByte: Duration
}
