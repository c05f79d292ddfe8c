// Foundation slows down the start of every program, so JPCore uses it only on Apple's systems. A
// test defines JPCORE_URLSESSION to run this code on Linux.
#if canImport(Darwin) || JPCORE_URLSESSION
  import Foundation
  import Synchronization

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Gets responses with URLSession, several at once. The default transport on iOS, tvOS and
  /// visionOS, which have no libcurl.
  ///
  /// It neither stores responses, cookies and credentials nor reads those that other code of the
  /// program has stored. The system decides about proxies, trusted certificates and App Transport
  /// Security.
  ///
  /// Up to ten redirects are followed, within one scheme, host and port only, because header fields
  /// are meant for one server. The response that redirects elsewhere is returned as it is.
  public struct URLSessionTransport: Transport {
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      configuration.urlCredentialStorage = nil
      return URLSession(configuration: configuration)
    }()

    private let maxBodyBytes: Int

    /// Makes a transport; all of them share one session.
    ///
    /// - Parameter maxBodyBytes: the maximum size of a response's content, in bytes after decoding;
    ///   128 MiB by default.
    public init(maxBodyBytes: Int = CurlTransport.Configuration().maxBodyBytes) {
      self.maxBodyBytes = maxBodyBytes
    }

    /// Sends a request, and waits for the complete response. Cancelling the task ends the transfer.
    ///
    /// The transport ends a transfer if nothing arrives for a minute, or for the client's time
    /// limit if that is longer. The client itself cancels the task if the complete response takes
    /// longer than its time limit.
    ///
    /// - Throws: ``TransportError``, or `CancellationError`. The size of the content is checked
    ///   after all of it has arrived.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      try Task.checkCancellation()
      let redirects = try Redirects(of: request)
      let urlRequest = try request.urlRequest()
      do {
        let (content, head) = try await Self.session.data(for: urlRequest, delegate: redirects)
        var response = try response(head, content, url: redirects.lastTarget ?? request.url)
        response.isForCredential = request.hasCredential
        return response
      } catch let error as URLError {
        try Task.checkCancellation()
        throw TransportError(
          url: request.url, reason: error.reason(for: urlRequest),
          detail: "\(error.localizedDescription) (URLError \(error.errorCode))")
      }
    }

    private func response(
      _ head: URLResponse, _ content: Data, url: String
    ) throws(TransportError) -> HTTPResponse {
      guard let head = head as? HTTPURLResponse else {
        throw TransportError(url: url, reason: .notHTTP)
      }
      // Only a proxy sends 407 (RFC 9110 §15.5.8).
      if head.statusCode == 407 {
        throw TransportError(url: url, reason: .refusedByProxy(status: 407))
      }
      if content.count > maxBodyBytes {
        throw TransportError(url: url, reason: .bodyTooLarge(limit: maxBodyBytes))
      }
      return HTTPResponse(
        status: head.statusCode, headerFields: head.headerFields, body: Array(content), url: url)
    }
  }

  /// Follows the redirects of one request, at most ten, and within its origin only. The compiler
  /// can't infer that this class is `Sendable`, because not every `NSObject` is, but the only state
  /// here is a mutex.
  private final class Redirects: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    /// The request without the validators of a stored response, which are for its own URL.
    private let request: URLRequest
    private let origin: [UInt8]?
    private let targets = Mutex<[String]>([])

    init(of request: HTTPRequest) throws(TransportError) {
      var redirected = request
      redirected.headerFields = HeaderFields(
        request.headerFields.filter { field in !request.conditions.contains(field.name) })
      self.request = try redirected.urlRequest()
      origin = request.url.origin
    }

    /// The URL of the last request; `nil` without a redirect.
    var lastTarget: String? { targets.withLock(\.last) }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      guard let target = newRequest.url, target.absoluteString.origin == origin,
        targets.withLock(\.count) < CurlTransport.Configuration().maxRedirects
      else { return completionHandler(nil) }
      targets.withLock { targets in targets.append(target.absoluteString) }
      var next = request
      next.url = target
      completionHandler(next)
    }
  }

  // MARK: - Foundation's types

  extension HTTPRequest {
    /// The longest time in which nothing may arrive: a minute, or the client's time limit if that
    /// is longer.
    fileprivate var idleLimit: Duration {
      let minute = Duration.seconds(60)
      guard let limit = limits?.time else { return minute }
      return max(minute, limit)
    }

    /// The request in the form that URLSession needs.
    ///
    /// - Throws: ``TransportError`` if the request can't be sent.
    fileprivate func urlRequest() throws(TransportError) -> URLRequest {
      let parts = try checkedURL()
      guard let location = URL(string: parts.normalized) else {
        throw TransportError(url: url, reason: .invalidURL)
      }
      var request = URLRequest(
        url: location, cachePolicy: .reloadIgnoringLocalCacheData,
        timeoutInterval: idleLimit / .seconds(1))
      let userAgent = CurlTransport.Configuration().userAgent
      for field in headerFields.addingUsual(userAgent: userAgent) {
        request.addValue(field.value, forHTTPHeaderField: field.name.text)
      }
      // URLSession would send the URL's own credentials only after a 401.
      if headerFields[.authorization] == nil, var userInfo = parts.userInfo?.percentDecoded {
        // The colon is needed even without a password (RFC 7617 §2).
        if !userInfo.utf8.contains(.colon) { userInfo += ":" }
        let credentials = Data(userInfo.utf8).base64EncodedString()
        request.setValue("Basic \(credentials)", forHTTPHeaderField: "Authorization")
      }
      return request
    }
  }

  extension HTTPURLResponse {
    /// The fields, sorted by name because URLSession doesn't keep their order.
    fileprivate var headerFields: HeaderFields {
      var fields: [HeaderFields.Field] = []
      for (name, value) in allHeaderFields {
        fields.append(HeaderFields.Field(name: .init("\(name)"), value: "\(value)"))
      }
      fields.sort { $0.name.lowercased < $1.name.lowercased }
      return HeaderFields(fields)
    }
  }

  extension URLError {
    /// The reason for the failure of a request, by which ``RetryPolicy`` decides whether to retry.
    fileprivate func reason(for request: URLRequest) -> TransportError.Reason {
      switch code {
      case .cannotFindHost, .dnsLookupFailed: .hostNotFound
      case .cannotConnectToHost: .connectionRefused
      case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
        .noRoute
      case .networkConnectionLost, .zeroByteResource: .connectionLost
      case .timedOut: .timedOut(limit: .seconds(request.timeoutInterval))
      case .badURL, .unsupportedURL: .invalidURL
      case .redirectToNonExistentLocation: .forbiddenRedirect
      case .badServerResponse, .cannotParseResponse: .malformedResponse
      case .cannotDecodeContentData, .cannotDecodeRawData: .invalidContentEncoding
      case .serverCertificateHasBadDate: .insecure(.expired)
      case .serverCertificateHasUnknownRoot: .insecure(.unknownAuthority)
      case .clientCertificateRequired, .clientCertificateRejected: .insecure(.clientCertificate)
      // URLSession reports a certificate for another host as untrusted, too.
      case .secureConnectionFailed, .serverCertificateUntrusted: .insecure(.other)
      case .serverCertificateNotYetValid: .insecure(.notYetValid)
      default: .other
      }
    }
  }
#endif
