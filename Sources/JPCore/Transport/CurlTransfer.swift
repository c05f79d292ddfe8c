import CCurl
import Synchronization

/// A request in progress, with its redirects: libcurl's easy handle, the part of the response that
/// has arrived, and the task that waits for it. Used only on the loop's thread.
final class CurlTransfer {
  let easy: OpaquePointer

  /// Whether the task that waits for the response was cancelled. Any thread may set it.
  final class Cancellation: Sendable {
    private let state = Atomic(false)

    var isCancelled: Bool { state.load(ordering: .acquiring) }

    func cancel() { state.store(true, ordering: .releasing) }
  }

  /// The current request; after a redirect, the request to the redirect's target.
  private(set) var request: HTTPRequest
  private var url: HTTPURL
  private let continuation: CheckedContinuation<HTTPResponse, any Error>
  private let cancellation: Cancellation

  /// The URLs that were redirected, in order, without secrets.
  private var redirectedFrom: [String] = []

  /// Whether any request so far had a secret.
  private var isForCredential = false

  private let configuration: CurlTransport.Configuration

  /// The request's limits. A request that a program sends without a client has none; then the
  /// transport's own time limit applies.
  private let limits: RequestLimits

  private var certificates: CurlCertificates

  // MARK: The current request

  private var headerList: UnsafeMutablePointer<ccurl_list>?
  private let errorBuffer: UnsafeMutablePointer<CChar>
  private var head = ResponseHead()

  /// The bytes of all header lines: those of interim responses and of trailers count, too.
  private var headBytes = 0

  private var body: [UInt8] = []

  private var isBodyTooLarge = false

  /// Whether data has arrived since ``CurlMulti`` last set this to `false`.
  var hasReceived = false {
    didSet { if hasReceived { lastReceived = .now } }
  }

  /// The port of the last socket that was opened; `nil` if none was, as on a shared connection.
  private var openedPort: Int?

  /// Why the last socket couldn't be opened, errno(3); 0 if it could.
  private var openError: Int32 = 0

  /// When the last data of the current response arrived; `nil` before the first.
  private var lastReceived: ContinuousClock.Instant?

  /// - Parameter url: the request's URL, parsed.
  init(
    _ request: HTTPRequest, to url: HTTPURL, _ configuration: CurlTransport.Configuration,
    trusting certificates: CurlCertificates, cancellation: Cancellation,
    resuming continuation: CheckedContinuation<HTTPResponse, any Error>
  ) throws(TransportError) {
    guard let easy = ccurl_easy_init() else {
      throw TransportError(url: request.url, reason: .other, detail: "curl_easy_init failed")
    }
    self.easy = easy
    self.request = request
    self.url = url
    self.configuration = configuration
    self.certificates = certificates
    self.cancellation = cancellation
    self.continuation = continuation
    limits = request.limits ?? RequestLimits(time: configuration.timeout)
    errorBuffer = .allocate(capacity: Int(CCURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
  }

  deinit {
    ccurl_easy_cleanup(easy)
    ccurl_slist_free_all(headerList)
    errorBuffer.deallocate()
  }

  var isCancelled: Bool { cancellation.isCancelled }

  /// When the loop ends the transfer. libcurl's own time limit doesn't always apply to a request
  /// that waits for a shared connection (curl issue 13227).
  var deadline: ContinuousClock.Instant? { limits.deadline }

  /// Prepares the easy handle for the request, and discards an earlier response. The caller then
  /// adds the easy handle to the multi handle.
  ///
  /// - Returns: the failure if the request can't be sent; otherwise `nil`.
  func prepareHandle() -> TransportError? {
    if url.isInternational && !ccurl_use_utf8_names() {
      return TransportError(url: request.url, reason: .internationalHost)
    }
    ccurl_easy_reset(easy)
    ccurl_slist_free_all(headerList)
    headerList = nil
    head = ResponseHead()
    headBytes = 0
    body = []
    isBodyTooLarge = false
    openedPort = nil
    openError = 0
    lastReceived = nil
    errorBuffer.update(repeating: 0, count: Int(CCURL_ERROR_SIZE))
    if request.hasCredential { isForCredential = true }
    // Forget the length of an earlier response, such as a redirect.
    limits.expectBody(bytes: nil)
    guard setOptions() else { return makeError(.other, "this libcurl refuses a setting") }
    return nil
  }

  /// Whether to send the request again with all certificates, because it failed with only some.
  func needsAllCertificates(code: ccurl_code) -> Bool {
    code == CCURL_PEER_FAILED_VERIFICATION && certificates.isPartial
  }

  /// Trusts other certificates from the next ``prepareHandle()`` on.
  func setCertificates(_ certificates: CurlCertificates) { self.certificates = certificates }

  func resumeTask(with outcome: Result<HTTPResponse, any Error>) {
    continuation.resume(with: outcome)
  }

  // MARK: Options

  /// - Returns: whether libcurl accepted the settings that security depends on: the allowed
  ///   protocols and the trusted certificates.
  private func setOptions() -> Bool {
    setOption(CCURL_URL, url.sent)
    setHeaderFields()
    // The empty string accepts every coding that this libcurl can decode,
    // CURLOPT_ACCEPT_ENCODING(3). Without the option nothing is decoded: if the user sets the
    // field, the content arrives as it was sent, even if its coding is unknown.
    if request.headerFields[.acceptEncoding] == nil { setOption(CCURL_ACCEPT_ENCODING, "") }
    // With a limit of 0, libcurl skips a redirect's body and reports its target. If libcurl
    // followed redirects, it would send the request's header fields to any host.
    setOption(CCURL_FOLLOWLOCATION, 1)
    setOption(CCURL_MAXREDIRS, 0)
    setConnectionOptions()
    setSocketOpener()
    // The messages in this buffer say more than the texts of curl_easy_strerror(3).
    setOption(CCURL_ERRORBUFFER, errorBuffer)
    setReceivers()
    // CURLOPT_PROTOCOLS is deprecated, but its successor CURLOPT_PROTOCOLS_STR is missing before
    // 7.85.
    let allowsOnlyHTTP = ccurl_set_long(easy, CCURL_PROTOCOLS, Int(CCURL_HTTP_AND_HTTPS)) == 0
    let hasCertificates = certificates.setOptions(on: easy)
    return allowsOnlyHTTP && hasCertificates
  }

  private func setHeaderFields() {
    var last: UnsafeMutablePointer<ccurl_list>?
    for field in request.headerFields.addingDefaultFields(userAgent: configuration.userAgent) {
      var line = "\(field.name): \(field.value)"
      // In CURLOPT_HTTPHEADER(3), `Name:` removes the field, and `Name;` sends it without a value.
      if field.value.isEmpty { line = "\(field.name);" }
      // Linked here, because curl_slist_append(3) would walk through all earlier fields.
      let item = ccurl_slist_append(nil, line)
      if let last {
        last.pointee.next = item
      } else {
        headerList = item
      }
      last = item
    }
    ccurl_set_list(easy, CCURL_HTTPHEADER, headerList)
  }

  private func setConnectionOptions() {
    // Signals for time limits aren't safe in a process with several threads, CURLOPT_NOSIGNAL(3).
    setOption(CCURL_NOSIGNAL, 1)
    // HTTP/2 over TLS only. Over plain HTTP, libcurl would have to ask for it in an upgrade.
    setOption(CCURL_HTTP_VERSION, Int(CCURL_HTTP_VERSION_2TLS))
    if url.isSecure {
      // Wait for a connection that can be shared (HTTP/2), instead of opening another.
      setOption(CCURL_PIPEWAIT, 1)
      // Opening a TLS connection for each request would cost too much.
      setOption(CCURL_FORBID_REUSE, 0)
      // libcurl 7.88.0 to 8.0.1 never see the end of an HTTP/2 response if their buffer is full
      // just then. This is the largest size they allow, instead of 16 KiB; unused pages cost
      // nothing.
      setOption(CCURL_BUFFERSIZE, 10 << 20)
    } else {
      // Plain HTTP connections can't be shared, so requests would wait for each other.
      setOption(CCURL_PIPEWAIT, 0)
      // If a server sends surplus bytes after a response, they would be read as the next response.
      // libcurl detects them only if they arrive before the next request.
      setOption(CCURL_FORBID_REUSE, 1)
    }
    // Without this option, which libcurl has since 7.87, a transfer can't end while its name
    // look-up hangs.
    setOption(CCURL_QUICK_EXIT, 1)
    setOption(CCURL_CONNECTTIMEOUT_MS, connectTimeoutMilliseconds)
  }

  /// The time limit for connecting. It is no longer than necessary, because libcurl tries a host's
  /// next address after half of it.
  private var connectTimeoutMilliseconds: Int {
    // Without a deadline: very long. 0 would mean 300 seconds, CURLOPT_CONNECTTIMEOUT_MS(3).
    let longest = 1e9
    var milliseconds = longest
    if let deadline {
      let left = (deadline - .now) / .milliseconds(1)
      milliseconds = min(max(left, 0), longest)
    }
    // The extra time lets the loop end the transfer first, at its deadline.
    return Int(milliseconds) + 100
  }

  /// Opens sockets as libcurl does, but notes their port: it shows whether libcurl connects to the
  /// server or to a proxy.
  private func setSocketOpener() {
    ccurl_set_opener(easy, CCURL_OPENSOCKETFUNCTION) { context, _, address in
      let descriptor = ccurl_open_socket(address)
      let transfer = CurlTransfer.transfer(inContext: context)
      transfer.openedPort = Int(ccurl_port(address))
      if descriptor < 0 { transfer.openError = errno }
      return descriptor
    }
    setOption(CCURL_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
  }

  private func setOption(_ option: ccurl_long_option, _ value: Int) {
    ccurl_set_long(easy, option, value)
  }

  private func setOption(_ option: ccurl_string_option, _ value: String) {
    ccurl_set_string(easy, option, value)
  }

  private func setOption(_ option: ccurl_pointer_option, _ value: UnsafeMutableRawPointer) {
    ccurl_set_pointer(easy, option, value)
  }

  // MARK: Receiving

  /// Sets the callbacks, whose context is this object. The context isn't retained, because this
  /// object's `deinit` ends the handle.
  private func setReceivers() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_receiver(easy, CCURL_HEADERFUNCTION) { bytes, size, count, context in
      CurlTransfer.transfer(inContext: context).receiveHeader(bytes, size * count)
    }
    setOption(CCURL_HEADERDATA, context)
    ccurl_set_receiver(easy, CCURL_WRITEFUNCTION) { bytes, size, count, context in
      CurlTransfer.transfer(inContext: context).receiveBody(bytes, size * count)
    }
    setOption(CCURL_WRITEDATA, context)
  }

  private static func transfer(inContext context: UnsafeMutableRawPointer?) -> CurlTransfer {
    // The pointer isn't nil: each callback's option for its context is set to an object.
    Unmanaged<CurlTransfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
  }

  /// The largest size of ``headBytes``, as in libcurl since 8.3. But libcurl doesn't count trailer
  /// fields, and keeps each of them.
  private static let maxHeadBytes = 300 << 10

  private var isHeadTooLarge: Bool { headBytes > Self.maxHeadBytes }

  /// Receives a line of the head, or a trailer field.
  ///
  /// - Returns: `count`. Any other number ends the transfer, CURLOPT_HEADERFUNCTION(3).
  private func receiveHeader(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    hasReceived = true
    headBytes += count
    if isHeadTooLarge { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    head.receiveLine(String(utf8: line))
    return count
  }

  /// Receives a piece of the content.
  ///
  /// - Returns: `count`. Any other number ends the transfer, CURLOPT_WRITEFUNCTION(3).
  private func receiveBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    hasReceived = true
    if body.isEmpty { limits.expectBody(bytes: head.bodyBytes) }
    isBodyTooLarge = count > configuration.maxBodyBytes - body.count
    if isBodyTooLarge { return 0 }
    limits.countReceived(bytes: count)
    reserveBody(for: count)
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  /// Reserves memory before content is appended. If the length is unknown, for example because the
  /// content is compressed, reserves 2 MiB as soon as there are more than 64 KiB: unused pages cost
  /// nothing, but growing by doubling touches each page three times.
  private func reserveBody(for count: Int) {
    if body.isEmpty, let announced = head.bodyBytes {
      // Limited, because a server can announce any length.
      let expected = min(announced, 1 << 23)
      body.reserveMappedCapacity(expected, expecting: expected)
    } else if body.count + count > max(body.capacity, 1 << 16) {
      body.reserveMappedCapacity(1 << 21, expecting: 1 << 18)
    }
  }

  // MARK: Outcome

  /// The response or the failure, after the transfer has ended.
  ///
  /// - Parameter code: libcurl's result.
  func outcome(code: ccurl_code) -> Result<HTTPResponse, any Error> {
    switch code {
    case CCURL_OK where !head.isComplete:
      // libcurl accepts a response that ends inside its head.
      return failedOutcome(.connectionLost, code)
    case CCURL_OK, CCURL_TOO_MANY_REDIRECTS:
      let status = integerInfo(CCURL_RESPONSE_CODE)
      // Only a proxy sends 407 (RFC 9110 §15.5.8).
      if status == 407 { return failedOutcome(proxyRefusal(status: status), code) }
      if head.hasDifferentLengths { return failedOutcome(.malformedResponse, code) }
      return .success(makeResponse(status: status))
    default:
      return failedOutcome(reason(of: code), code)
    }
  }

  private func makeResponse(status: Int) -> HTTPResponse {
    var response = HTTPResponse(
      status: status, statusLine: head.statusLine, headerFields: head.fields, body: body,
      url: request.url)
    response.redirectedFrom = redirectedFrom
    if !redirectedFrom.isEmpty { response.sentFields = request.headerFields.withoutSecrets }
    response.isForCredential = isForCredential
    response.times = times
    return response
  }

  private var times: TransferTimes {
    func timeInfo(_ info: ccurl_time_info) -> Duration { .seconds(ccurl_get_time(easy, info)) }
    return TransferTimes(
      lookUp: timeInfo(CCURL_NAMELOOKUP_TIME), connection: timeInfo(CCURL_CONNECT_TIME),
      tls: timeInfo(CCURL_APPCONNECT_TIME), firstByte: timeInfo(CCURL_STARTTRANSFER_TIME))
  }

  private func integerInfo(_ info: ccurl_long_info) -> Int { ccurl_get_long(easy, info) }

  private func textInfo(_ info: ccurl_string_info) -> String? {
    guard let text = ccurl_get_string(easy, info) else { return nil }
    return String(cString: text)
  }

  /// Follows a redirect: the next ``prepareHandle()`` sends the request to its target.
  ///
  /// - Returns: whether the response is a redirect.
  func followRedirect(code: ccurl_code) throws(TransportError) -> Bool {
    guard code == CCURL_TOO_MANY_REDIRECTS, !head.hasDifferentLengths,
      let redirectURL = textInfo(CCURL_REDIRECT_URL)
    else { return false }
    let source = textInfo(CCURL_EFFECTIVE_URL) ?? request.url
    let target = HTTPRequest.redirectTarget(
      status: integerInfo(CCURL_RESPONSE_CODE), location: head.fields[.location], from: source,
      to: redirectURL)
    guard let target else { return false }
    let next = try request.redirected(
      to: target, from: source, after: redirectedFrom, atMost: configuration.maxRedirects)
    url = try next.checkedURL()
    redirectedFrom.append(request.url.withoutSecrets)
    request = next
    return true
  }

  private func failedOutcome(
    _ reason: TransportError.Reason, _ code: ccurl_code
  ) -> Result<HTTPResponse, any Error> {
    if reason == .malformedResponse, head.hasDifferentLengths {
      return .failure(makeError(reason, "it has different values of Content-Length"))
    }
    // libcurl's message doesn't say that, for example, no file descriptor is left.
    if reason == .other, openError != 0 {
      return .failure(makeError(reason, "cannot open a socket: \(systemMessage(openError))"))
    }
    // libcurl found no error, so it has no message.
    if code == CCURL_OK { return .failure(makeError(reason, "")) }
    var detail = String(cString: errorBuffer).withoutProxyUser.withoutTime
    // libcurl's text for this code would only repeat the reason.
    if detail.isEmpty, code == CCURL_OPERATION_TIMEDOUT { return .failure(makeError(reason, "")) }
    // libcurl's message wrongly names Content-Encoding.
    if code == CCURL_BAD_CONTENT_ENCODING, reason == .malformedResponse {
      detail = "unknown Transfer-Encoding"
    }
    if detail.isEmpty {
      detail = String(cString: ccurl_easy_strerror(Int32(bitPattern: code.rawValue)))
    }
    return .failure(makeError(reason, "\(detail) (curl \(code.rawValue))"))
  }

  /// The error for a failure of the current request.
  func makeError(_ reason: TransportError.Reason, _ detail: String) -> TransportError {
    if reason == .invalidURL, let url = redirectedFrom.last {
      // The URL came from the server, not from the user.
      return TransportError(url: url, reason: .forbiddenRedirect, detail: detail)
    }
    return TransportError(url: request.url, reason: reason, detail: detail)
  }

  private func reason(of code: ccurl_code) -> TransportError.Reason {
    if isBodyTooLarge { return .bodyTooLarge(limit: configuration.maxBodyBytes) }
    if code == CCURL_OPERATION_TIMEDOUT { return timeout }
    if head.hasDifferentLengths { return .malformedResponse }
    if code == CCURL_SSL_CACERT_BADFILE, let file = certificates.file {
      return .unreadableCertificates(file: file)
    }
    // The status of the proxy's response to CONNECT; 0 without such a response.
    let proxyStatus = integerInfo(CCURL_HTTP_CONNECTCODE)
    if proxyStatus >= 300 { return proxyRefusal(status: proxyStatus) }
    let reason = makeCurlFailure(code).reason(for: url)
    if reason == .insecure(.unknownAuthority), certificates.fileIsWithoutCertificates,
      let file = certificates.file
    {
      return .unreadableCertificates(file: file)
    }
    return reason
  }

  private func makeCurlFailure(_ code: ccurl_code) -> CurlFailure {
    var failure = CurlFailure(code: code, message: String(cString: errorBuffer))
    failure.systemError = Int32(integerInfo(CCURL_OS_ERRNO))
    if code == CCURL_COULDNT_CONNECT || code == CCURL_COULDNT_RESOLVE_HOST {
      failure.lacksDescriptors = SystemFile.hasTooManyOpen
    }
    if ccurl_uses("GnuTLS/") { failure.certificateStatus = integerInfo(CCURL_SSL_VERIFYRESULT) }
    failure.usesProxy = usesProxy
    let isConnected = integerInfo(CCURL_HTTP_CONNECTCODE) != 0 && head.isComplete
    failure.hasTunnel = isConnected || times.tls > .zero
    failure.hasBegun = times.firstByte > .zero
    failure.hasHead = head.statusLine != nil
    failure.isHeadComplete = head.isComplete
    failure.isHeadTooLarge = isHeadTooLarge
    failure.isChunked = head.fields[.transferEncoding] != nil
    failure.isContentEncoded = head.fields[.contentEncoding] != nil
    return failure
  }

  /// Whether this transfer connected to a proxy, as far as that is known: libcurl reports it since
  /// 8.7; before that, a proxy can be told from the server if it has another port.
  private var usesProxy: Bool {
    guard let openedPort else { return false }
    return integerInfo(CCURL_USED_PROXY) == 1 || openedPort != url.port
  }

  private var timeout: TransportError.Reason {
    var silence: Duration?
    if let lastReceived { silence = .now - lastReceived }
    return .timedOut(
      limit: limits.time ?? limits.elapsed, received: body.count, silence: silence)
  }

  /// The reason for the failure if a proxy refused the request. The last response, whose head is in
  /// ``head``, is then the proxy's.
  private func proxyRefusal(status: Int) -> TransportError.Reason {
    guard status == 407 else { return .refusedByProxy(status: status) }
    var schemes: [String] = []
    for field in head.fields[values: .proxyAuthenticate] {
      // A challenge is a scheme, a space, and parameters such as `realm="x"`.
      for element in field.listElements(separatedBy: .comma) {
        let words = element.utf8.split(separator: .space)
        guard let first = words.first else { continue }
        let scheme = HeaderFields.Name(String(utf8: first))
        if scheme.isToken { schemes.append(scheme.text.cut(toCharacters: 40)) }
      }
    }
    return .refusedByProxy(status: status, schemes: schemes)
  }
}

extension String {
  /// libcurl's message without a proxy's user name and password: it quotes URLs of proxies that it
  /// can't use.
  fileprivate var withoutProxyUser: String {
    guard let endOfUser = unicodeScalars.lastIndex(of: "@"),
      let startOfURL = unicodeScalars.firstIndex(of: "'"), startOfURL < endOfUser
    else { return self }
    return String(unicodeScalars[...startOfURL]) + "***" + String(unicodeScalars[endOfUser...])
  }

  /// libcurl's message without the time that it took, `Failed to connect to localhost port 1 after
  /// 0 ms: …`, so that two failures of the same kind have the same message.
  fileprivate var withoutTime: String {
    var words = split(separator: " ", omittingEmptySubsequences: false)
    guard let after = words.firstIndex(of: "after"), after + 2 < words.count, after > 0,
      Int(words[after + 1]) != nil, words[after + 2].hasPrefix("ms")
    else { return self }
    // Keep the colon after `ms`.
    words[after - 1] += words[after + 2].dropFirst(2)
    words.removeSubrange(after...(after + 2))
    return words.joined(separator: " ")
  }
}
