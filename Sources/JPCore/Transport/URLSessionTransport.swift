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
  /// program has stored. Redirects are followed within one scheme, host and port only; the response
  /// that redirects elsewhere is returned as it is, because header fields are meant for one server.
  ///
  /// The system decides about proxies, trusted certificates and App Transport Security.
  public struct URLSessionTransport: Transport {
    private let session: TransferSession
    private let maxBodyBytes: Int

    /// Makes a transport with a session of its own. Copies of the transport share the session,
    /// which ends with the last copy.
    ///
    /// - Parameter maxBodyBytes: the maximum size of a response's content, in bytes after decoding;
    ///   128 MiB by default.
    public init(maxBodyBytes: Int = CurlTransport.Configuration().maxBodyBytes) {
      session = TransferSession()
      self.maxBodyBytes = maxBodyBytes
    }

    /// Sends a request, and waits for the whole response; cancelling the task ends the transfer at
    /// once.
    ///
    /// The transport ends a transfer if nothing arrives for a minute, or for the client's time
    /// limit if that is longer. The client's time limit is for the whole response, and cancels the
    /// task.
    ///
    /// - Throws: ``TransportError``, or `CancellationError`. The reason is
    ///   ``TransportError/Reason/bodyTooLarge(limit:)`` as soon as the Content-Length of content
    ///   that isn't compressed exceeds the limit, or more bytes than allowed have arrived;
    ///   ``TransportError/Reason/tooManyRedirects(limit:)`` after ten redirects.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      try Task.checkCancellation()
      let transfer = try URLSessionTransfer(request, maxBodyBytes: maxBodyBytes)
      let task = session.task(for: transfer)
      defer { session.forget(task) }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          if transfer.begin(resuming: continuation) { task.resume() }
        }
      } onCancel: {
        transfer.end(with: .failure(CancellationError()))
        task.cancel()
      }
    }
  }

  // MARK: - Session

  /// A session and its delegate. A URLSession retains its delegate, and itself, until it is
  /// invalidated.
  private final class TransferSession: Sendable {
    private let session: URLSession
    private let delegate = TransferDelegate()

    init() {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      configuration.urlCredentialStorage = nil
      session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Makes a task, which isn't started yet.
    func task(for transfer: URLSessionTransfer) -> URLSessionDataTask {
      let task = session.dataTask(with: transfer.urlRequest)
      delegate.transfers.withLock { $0[task.taskIdentifier] = transfer }
      return task
    }

    /// Ignores what happens to a task from now on.
    func forget(_ task: URLSessionDataTask) {
      delegate.transfers.withLock { $0[task.taskIdentifier] = nil }
    }
  }

  /// Passes the session's events on to their transfers. The compiler can't infer that this class is
  /// `Sendable`, because not every `NSObject` is, but the only state here is a mutex.
  private final class TransferDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    /// The transfers in progress, by the identifiers of their tasks.
    let transfers = Mutex<[Int: URLSessionTransfer]>([:])

    /// The transfer of a task; `nil` after its end.
    private func transfer(of task: URLSessionTask) -> URLSessionTransfer? {
      transfers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      guard let transfer = transfer(of: task), let target = request.url else {
        return completionHandler(nil)
      }
      completionHandler(transfer.followRedirect(response, to: target.absoluteString))
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      guard let transfer = transfer(of: dataTask), transfer.receive(response) else {
        return completionHandler(.cancel)
      }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      guard let transfer = transfer(of: dataTask), transfer.receive(data) else {
        return dataTask.cancel()
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      transfer(of: task)?.complete(error)
    }
  }

  // MARK: - Transfer

  /// A request in progress, with its redirects: the response so far, and the task that waits for
  /// it.
  private final class URLSessionTransfer: Sendable {
    private struct State {
      /// The current request; after a redirect, the request to its target.
      var request: HTTPRequest
      /// The URLs that were redirected, in order, without secrets.
      var redirectedFrom: [String] = []
      var status: Int?
      var headerFields: HeaderFields = []
      var body: [UInt8] = []
      var continuation: CheckedContinuation<HTTPResponse, any Error>?
      /// Whether the outcome is known. Later events are ignored.
      var isEnded = false
    }

    /// The request in the form that URLSession needs.
    let urlRequest: URLRequest

    private let maxBodyBytes: Int
    private let limits: RequestLimits?
    private let state: Mutex<State>

    /// - Throws: the reason if the request can't be sent.
    init(_ request: HTTPRequest, maxBodyBytes: Int) throws(TransportError) {
      urlRequest = try request.urlRequest()
      self.maxBodyBytes = maxBodyBytes
      limits = request.limits
      state = Mutex(State(request: request))
    }

    // MARK: Beginning and end

    /// Keeps the waiting task's continuation until the transfer ends.
    ///
    /// - Returns: whether to send the request; `false` if the waiting task is cancelled already.
    func begin(resuming continuation: CheckedContinuation<HTTPResponse, any Error>) -> Bool {
      let isEnded = state.withLock { state in
        if !state.isEnded { state.continuation = continuation }
        return state.isEnded
      }
      if isEnded { continuation.resume(throwing: CancellationError()) }
      // What an earlier response announced doesn't apply to the next one.
      limits?.expect(bytes: nil)
      return !isEnded
    }

    /// Resumes the waiting task, unless the transfer has ended already.
    func end(with outcome: Result<HTTPResponse, any Error>) {
      let continuation = state.withLock { state in
        let continuation = state.continuation
        state.continuation = nil
        state.isEnded = true
        return continuation
      }
      guard let continuation else { return }
      limits?.expect(bytes: nil)
      continuation.resume(with: outcome)
    }

    private func fail(_ reason: TransportError.Reason, _ detail: String = "") {
      let url = state.withLock { $0.request.url }
      end(with: .failure(TransportError(url: url, reason: reason, detail: detail)))
    }

    /// Ends the transfer with the response, or with the error of the session.
    func complete(_ error: (any Error)?) {
      if let error = error as? URLError {
        let detail = "\(error.localizedDescription) (URLError \(error.errorCode))"
        return fail(error.reason(for: urlRequest), detail)
      }
      if let error { return fail(.other, error.localizedDescription) }
      guard let response else { return fail(.connectionLost) }
      // Only a proxy sends 407 (RFC 9110 §15.5.8).
      if response.status == 407 { return fail(.refusedByProxy(status: 407)) }
      end(with: .success(response))
    }

    /// The received response; `nil` if its head hasn't arrived.
    private var response: HTTPResponse? {
      state.withLock { state in
        guard let status = state.status else { return nil }
        var response = HTTPResponse(
          status: status, headerFields: state.headerFields, body: state.body,
          url: state.request.url)
        response.redirectedFrom = state.redirectedFrom
        return response
      }
    }

    // MARK: Receiving

    /// Follows a redirect within the same origin.
    ///
    /// - Returns: the request to the target; `nil` if the redirect isn't followed.
    func followRedirect(_ response: HTTPURLResponse, to target: String) -> URLRequest? {
      let (request, earlier) = state.withLock { ($0.request, $0.redirectedFrom) }
      let redirect = Redirect(
        status: response.statusCode, location: response.value(forHTTPHeaderField: "Location"),
        from: request.url, to: target)
      guard let redirect, target.origin == request.url.origin else { return nil }
      do throws(TransportError) {
        let next = try redirect.request(
          insteadOf: request, after: earlier, atMost: CurlTransport.Configuration().maxRedirects)
        let urlRequest = try next.urlRequest()
        state.withLock { state in
          state.redirectedFrom.append(request.url.withoutSecrets)
          state.request = next
        }
        return urlRequest
      } catch {
        // An invalid URL came from the server, not from the user.
        if error.reason == .invalidURL {
          fail(.forbiddenRedirect, target.withoutSecrets)
        } else {
          end(with: .failure(error))
        }
        return nil
      }
    }

    /// Receives the head.
    ///
    /// - Returns: whether the content is wanted.
    func receive(_ response: URLResponse) -> Bool {
      guard let response = response as? HTTPURLResponse else {
        fail(.notHTTP)
        return false
      }
      let announced = response.bodyBytes
      if let announced, announced > maxBodyBytes {
        fail(.bodyTooLarge(limit: maxBodyBytes))
        return false
      }
      limits?.expect(bytes: announced)
      return state.withLock { state in
        state.status = response.statusCode
        state.headerFields = response.headerFields
        // Limited, because a server can announce any length.
        if let announced { state.body.reserveCapacity(min(announced, 1 << 23)) }
        return !state.isEnded
      }
    }

    /// Receives some of the content.
    ///
    /// - Returns: whether more is wanted.
    func receive(_ data: Data) -> Bool {
      let isTooLarge = state.withLock { state in
        if state.isEnded { return false }
        if data.count > maxBodyBytes - state.body.count { return true }
        limits?.receive(bytes: data.count)
        state.body.append(contentsOf: data)
        return false
      }
      if isTooLarge { fail(.bodyTooLarge(limit: maxBodyBytes)) }
      return state.withLock { !$0.isEnded }
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
    /// - Throws: the reason if the request can't be sent.
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
    /// The length of the decoded content in bytes; `nil` if unknown. The length that URLSession
    /// expects is that of the encoded content, or `NSURLSessionTransferSizeUnknown`, -1.
    fileprivate var bodyBytes: Int? {
      guard value(forHTTPHeaderField: "Content-Encoding") == nil, expectedContentLength >= 0
      else { return nil }
      return Int(clamping: expectedContentLength)
    }

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
    /// The reason for the failure of a request. It decides about retries.
    fileprivate func reason(for request: URLRequest) -> TransportError.Reason {
      switch code {
      case .cannotFindHost, .dnsLookupFailed: .hostNotFound
      case .cannotConnectToHost: .connectionRefused
      case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
        .noRoute
      case .networkConnectionLost, .zeroByteResource: .connectionLost
      case .timedOut: .timedOut(limit: .seconds(request.timeoutInterval))
      case .badURL, .unsupportedURL: .invalidURL
      case .httpTooManyRedirects:
        .tooManyRedirects(limit: CurlTransport.Configuration().maxRedirects)
      case .redirectToNonExistentLocation: .forbiddenRedirect
      case .badServerResponse, .cannotParseResponse: .malformedResponse
      case .cannotDecodeContentData, .cannotDecodeRawData: .invalidContentEncoding
      case .serverCertificateHasBadDate: .insecure(.expired)
      case .serverCertificateHasUnknownRoot: .insecure(.unknownAuthority)
      case .clientCertificateRequired, .clientCertificateRejected: .insecure(.clientCertificate)
      // A certificate for another host counts as untrusted, too.
      case .secureConnectionFailed, .serverCertificateUntrusted: .insecure(.other)
      case .serverCertificateNotYetValid: .insecure(.notYetValid)
      default: .other
      }
    }
  }
#endif
