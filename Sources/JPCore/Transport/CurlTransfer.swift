import CCurl

/// One request on its way: libcurl's easy handle and what has arrived. Used on the loop's thread
/// only.
final class CurlTransfer {
  let easy: OpaquePointer

  let job: CurlLoop.Job
  private let deadline: ContinuousClock.Instant
  private let settings: CurlTransport.Settings
  private let quickDirectory: String?
  private var headerList: OpaquePointer?
  private let errorBuffer: UnsafeMutablePointer<CChar>
  private var head = ResponseHead()
  private var body: [UInt8] = []
  private var isRead = false
  private var headBytes = 0
  private var headLines = 0
  private var isTooLarge = false
  private var isOverBudget = false

  /// Whether libcurl accepted its restrictions: the protocols and the certificates to trust.
  private(set) var isGuarded = false

  /// Whether anything has arrived since this was set to false.
  var hasReceived = false

  private var request: TransportRequest { job.request }

  /// Counts all heads of a transfer, so that interim responses can't go on forever.
  private var isHeadTooLarge: Bool {
    headBytes > settings.maxHeadBytes || headLines > CurlTransport.Settings.maxHeadLines
  }

  var isCancelled: Bool { job.cancellation.isCancelled }

  /// When the transfer is ended here. libcurl keeps the time limit itself, but not always for a
  /// request that waits for another's connection (curl's issue 13227).
  var hardDeadline: ContinuousClock.Instant { deadline + .milliseconds(50) }

  var isOverdue: Bool { ContinuousClock.now > hardDeadline }

  /// The job again, with all trusted certificates and the same time limit, where those of the
  /// directory alone didn't suffice.
  func jobForAllCertificates(code: Int32) -> CurlLoop.Job? {
    guard code == Int32(CCURL_PEER_FAILED_VERIFICATION.rawValue), quickDirectory != nil,
      ContinuousClock.now < deadline
    else { return nil }
    return job
  }

  func end(with outcome: Result<TransportResponse, any Error>) {
    if case .failure = outcome { job.transfer.budget?.giveBack(bytes: body.count) }
    job.continuation.resume(with: outcome)
  }

  /// Prepares a handle; where that fails, the job is answered and there is no transfer.
  ///
  /// - Parameter quickDirectory: the only certificates to use.
  init?(
    _ job: CurlLoop.Job, settings: CurlTransport.Settings,
    certificatesAloneIn quickDirectory: String?
  ) {
    guard let easy = ccurl_easy_init() else {
      let error = TransportError(
        url: job.request.url, reason: .other, detail: "curl_easy_init failed")
      job.continuation.resume(throwing: error)
      return nil
    }
    self.easy = easy
    self.settings = settings
    self.job = job
    self.quickDirectory = quickDirectory
    deadline = job.allowance.start()
    errorBuffer = .allocate(capacity: Int(CCURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
    job.transfer.observer?.begin()
    setOptions()
  }

  deinit {
    ccurl_easy_cleanup(easy)
    ccurl_slist_free_all(headerList)
    errorBuffer.deallocate()
  }

  private func setOptions() {
    set(CCURL_URL, request.url)
    set(CCURL_NOSIGNAL, 1)
    // Empty: every coding that this libcurl can undo, CURLOPT_ACCEPT_ENCODING(3).
    set(CCURL_ACCEPT_ENCODING, "")
    // With a limit of no redirects libcurl skips a redirect's body and reports its target. If it
    // followed, it would send the request's own fields to any host.
    set(CCURL_FOLLOWLOCATION, 1)
    set(CCURL_MAXREDIRS, 0)
    // The newer CURLOPT_PROTOCOLS_STR is missing before 7.85; this one is in every version.
    isGuarded =
      ccurl_set_long(easy, CCURL_PROTOCOLS, Int(CCURL_HTTP_AND_HTTPS)) == 0
    set(CCURL_HTTP_VERSION, Int(CCURL_HTTP_VERSION_2TLS))
    let isSecure = TransportRequest.isHTTPS(request.url)
    // Only TLS connections can be shared (HTTP/2); over plain HTTP waiting for one would only queue
    // the requests up.
    set(CCURL_PIPEWAIT, isSecure ? 1 : 0)
    // What a server sends behind an answer would be taken for the next one on the same connection.
    // libcurl notices it only where it is there before the next request. Over TLS, where another
    // connection costs more, that has to do.
    set(CCURL_FORBID_REUSE, isSecure ? 0 : 1)
    // Without it, a name look-up that hangs holds up the end of the transfer.
    set(CCURL_QUICK_EXIT, 1)
    let limit = (deadline - .now).wholeMilliseconds
    set(CCURL_TIMEOUT_MS, limit)
    set(CCURL_CONNECTTIMEOUT_MS, limit)
    trustCertificates()
    set(CCURL_ERRORBUFFER, errorBuffer)
    addHeaderFields()
    receive()
  }

  private func trustCertificates() {
    if let file = settings.certificateFile {
      isGuarded = isGuarded && ccurl_set_string(easy, CCURL_CAINFO, file.cPath) == 0
      _ = ccurl_set_string(easy, CCURL_CAPATH, nil)
    } else if let directory = quickDirectory ?? settings.certificateDirectory {
      // Without a hashed directory of its own, libcurl can't look into another one.
      _ = ccurl_set_string(easy, CCURL_CAPATH, directory.cPath)
      if quickDirectory != nil {
        isGuarded = isGuarded && ccurl_set_string(easy, CCURL_CAINFO, nil) == 0
      }
    }
  }

  private func addHeaderFields() {
    for field in request.fields.addingUsual(userAgent: settings.userAgent).all {
      // `Name:` would remove the field; `Name;` sends it empty, CURLOPT_HTTPHEADER(3).
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      headerList = ccurl_slist_append(headerList, line)
    }
    _ = ccurl_set_list(easy, CCURL_HTTPHEADER, headerList)
  }

  /// The context is this object; it outlives its handle's callbacks, because it ends the handle.
  private func receive() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = ccurl_set_receiver(easy, CCURL_HEADERFUNCTION) { bytes, size, count, context in
      CurlTransfer.from(context)?.receiveHeader(bytes, size * count) ?? 0
    }
    set(CCURL_HEADERDATA, context)
    _ = ccurl_set_receiver(easy, CCURL_WRITEFUNCTION) { bytes, size, count, context in
      CurlTransfer.from(context)?.receiveBody(bytes, size * count) ?? 0
    }
    set(CCURL_WRITEDATA, context)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func receiveHeader(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    hasReceived = true
    headBytes += count
    headLines += 1
    guard !isHeadTooLarge else { return 0 }
    head.receive(
      line: String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
    return count
  }

  private func receiveBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    hasReceived = true
    guard body.count + count <= settings.maxBodyBytes else {
      isTooLarge = true
      return 0  // anything but `count` ends the transfer, CURLOPT_WRITEFUNCTION(3)
    }
    guard job.transfer.budget?.take(bytes: count) ?? true else {
      isOverBudget = true
      return 0
    }
    if body.isEmpty {
      let status = ccurl_get_long(easy, CCURL_RESPONSE_CODE)
      // 206 is only a part.
      isRead = 200..<300 ~= status && status != 206
    }
    makeRoom(for: count)
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    if isRead { job.transfer.observer?.read(body) }
    return count
  }

  /// Reserves memory for content of unknown length, such as compressed content, at once: unused
  /// pages cost nothing, but growing by doubling touches each page three times.
  private func makeRoom(for count: Int) {
    if body.isEmpty, let announced = head.bodyBytes {
      // A server may announce any length.
      body.reserveCapacity(min(announced, 1 << 23))
    } else if body.count + count > max(body.capacity, 1 << 16) {
      body.reserveCapacity(1 << 21)
    }
  }

  func outcome(code: Int32) -> Result<TransportResponse, any Error> {
    let code = ccurl_code(rawValue: UInt32(bitPattern: code))
    // libcurl counts an answer that ends inside its header as complete.
    if code == CCURL_OK && !head.isComplete { return failure(.reset, code) }
    if code == CCURL_OK && head.hasConflictingLengths { return failure(.notHTTP, code) }
    guard code == CCURL_OK || code == CCURL_TOO_MANY_REDIRECTS else {
      return failure(reason(of: code), code)
    }
    // What only a proxy says (RFC 9110 §15.5.8) is no answer of the server's.
    if ccurl_get_long(easy, CCURL_RESPONSE_CODE) == 407 {
      return failure(.refusedByProxy(status: 407), code)
    }
    var response = TransportResponse(
      status: ccurl_get_long(easy, CCURL_RESPONSE_CODE), statusLine: head.statusLine,
      fields: head.fields, body: body, url: request.url)
    response.redirectedFrom = job.redirectedFrom
    response.times = times
    return .success(response)
  }

  private var times: TransferTimes {
    func time(_ info: ccurl_time_info) -> Duration { .seconds(ccurl_get_time(easy, info)) }
    return TransferTimes(
      lookUp: time(CCURL_NAMELOOKUP_TIME), connection: time(CCURL_CONNECT_TIME),
      tls: time(CCURL_APPCONNECT_TIME), firstByte: time(CCURL_STARTTRANSFER_TIME))
  }

  /// Where the answer is instead; `nil` where it is this one, or there is none.
  func redirect(code: Int32) -> Redirect? {
    // A list of choices (300) and a proxy to use (305) are no redirects, nor is 304.
    guard code == Int32(CCURL_TOO_MANY_REDIRECTS.rawValue),
      [301, 302, 303, 307, 308].contains(ccurl_get_long(easy, CCURL_RESPONSE_CODE)),
      let target = ccurl_get_string(easy, CCURL_REDIRECT_URL)
    else { return nil }
    let url = ccurl_get_string(easy, CCURL_EFFECTIVE_URL).map { String(cString: $0) }
    return Redirect(from: url ?? request.url, to: String(cString: target))
  }

  private func failure(
    _ reason: TransportError.Reason, _ code: ccurl_code
  ) -> Result<TransportResponse, any Error> {
    let words = words
    let general = String(cString: ccurl_easy_strerror(Int32(bitPattern: code.rawValue)))
    return failure(reason, "\(words.isEmpty ? general : words) (curl \(code.rawValue))")
  }

  func failure(
    _ reason: TransportError.Reason, _ detail: String
  ) -> Result<TransportResponse, any Error> {
    if reason.isOfURL, let url = job.redirectedFrom.last {
      // The server's mistake, not the user's.
      return .failure(TransportError(url: url, reason: .forbiddenRedirect))
    }
    return .failure(TransportError(url: request.url, reason: reason, detail: detail))
  }

  private func reason(of code: ccurl_code) -> TransportError.Reason {
    let proxyStatus = ccurl_get_long(easy, CCURL_HTTP_CONNECTCODE)
    return switch code {
    case _ where isTooLarge: .bodyTooLarge(limit: settings.maxBodyBytes)
    case _ where isOverBudget: job.transfer.budget?.excess ?? .other
    // libcurl reports a line beyond its own limit this way.
    case _ where isHeadTooLarge, CCURL_OUT_OF_MEMORY where headBytes > 0 && !head.isComplete:
      .headTooLarge(bytes: settings.maxHeadBytes, lines: CurlTransport.Settings.maxHeadLines)
    // The words of nghttp2 where libcurl takes no more of an HTTP/2 head.
    case CCURL_TOO_LARGE,
      CCURL_RECV_ERROR where !head.isComplete && words.has("-902:"):
      .headTooLarge(bytes: settings.maxHeadBytes, lines: CurlTransport.Settings.maxHeadLines)
    // TLS 1.3 tells it behind the handshake.
    case CCURL_RECV_ERROR where TransportError.TLSProblem(words: words) == .clientCertificate:
      .insecure(.clientCertificate)
    case _ where proxyStatus >= 300: .refusedByProxy(status: proxyStatus)
    case CCURL_COULDNT_RESOLVE_HOST: .unresolvedHost
    case CCURL_COULDNT_RESOLVE_PROXY: .unresolvedProxy
    case CCURL_COULDNT_CONNECT: shortage.map { .systemLimit(errno: $0) } ?? noConnection
    case CCURL_OPERATION_TIMEDOUT: .timedOut(limit: job.allowance.limit)
    // An answer that isn't HTTP has this code as well.
    case CCURL_UNSUPPORTED_PROTOCOL where TransportRequest.isHTTP(request.url): .notHTTP
    case CCURL_UNSUPPORTED_PROTOCOL, CCURL_URL_MALFORMAT: .invalidURL
    // Some libcurl versions report undecodable content as a failure to write.
    case CCURL_BAD_CONTENT_ENCODING, CCURL_WRITE_ERROR: .undecodableBody
    case CCURL_SSL_CACERT_BADFILE:
      settings.certificateFile.map { .unreadableCertificates(file: $0) } ?? .insecure(.other)
    case CCURL_SSL_CONNECT_ERROR where ccurl_get_long(easy, CCURL_OS_ERRNO) == Int(ECONNRESET):
      .reset
    case CCURL_PEER_FAILED_VERIFICATION, CCURL_SSL_CONNECT_ERROR, CCURL_SSL_CERTPROBLEM,
      CCURL_SSL_CIPHER, CCURL_SSL_ENGINE_NOTFOUND, CCURL_SSL_ENGINE_SETFAILED,
      CCURL_SSL_ENGINE_INITFAILED, CCURL_SSL_SHUTDOWN_FAILED, CCURL_SSL_CRL_BADFILE,
      CCURL_SSL_ISSUER_ERROR, CCURL_SSL_PINNEDPUBKEYNOTMATCH, CCURL_SSL_INVALIDCERTSTATUS,
      CCURL_SSL_CLIENTCERT:
      .insecure(.init(words: words))
    case CCURL_WEIRD_SERVER_REPLY: .notHTTP
    // libcurl reports a header that begins with a continuation line this way.
    case CCURL_BAD_FUNCTION_ARGUMENT where headBytes > 0: .notHTTP
    case CCURL_RECV_ERROR where isOfChunks: .notHTTP
    case CCURL_PARTIAL_FILE, CCURL_GOT_NOTHING, CCURL_SEND_ERROR,
      CCURL_RECV_ERROR, CCURL_HTTP2, CCURL_HTTP2_STREAM:
      .reset
    default: .other
    }
  }

  /// What libcurl says of a failure; may be empty.
  private var words: String {
    String(cText: UnsafeBufferPointer(start: errorBuffer, count: Int(CCURL_ERROR_SIZE)))
  }

  /// Why there is no connection.
  private var noConnection: TransportError.Reason {
    let errno = Int32(ccurl_get_long(easy, CCURL_OS_ERRNO))
    if [EHOSTUNREACH, ENETUNREACH, ENETDOWN].contains(errno) { return .noRoute }
    return unconnectedProxy.map { .proxyNotConnected(name: $0) } ?? .notConnected
  }

  /// The proxy that there is no connection to. Only libcurl's words name it: `Failed to connect to
  /// HOST port PORT …`. An address may be the server's in another spelling, but its port is then
  /// the URL's.
  private var unconnectedProxy: String? {
    let parts = words.split(separator: " ")
    guard words.hasPrefix("Failed to connect to "), parts.count > 6, parts[5] == "port" else {
      return nil
    }
    let (host, port) = (parts[4].lowercased(), parts[6].prefix { $0 != ":" })
    let own = request.url.withoutUserInfo.authority?.lowercased() ?? ""
    let ownPort = own.split(separator: ":").last.flatMap { Int($0) }
    let isOwnPort = Int(port) == ownPort ?? (TransportRequest.isHTTPS(request.url) ? 443 : 80)
    let isOwnHost = [host, "\(host):\(port)", "[\(host)]", "[\(host)]:\(port)"].contains(own)
    // An international name is spelled otherwise there.
    let isAddress = host.utf8.allSatisfy { $0.isHexDigit || $0 == 0x2E || $0 == 0x3A }
    let mayBeOwn = isOwnHost || isOwnPort && (isAddress || !own.utf8.allSatisfy { $0 < 0x80 })
    return mayBeOwn ? nil : "\(host):\(port)"
  }

  /// Why there was no descriptor for a socket. libcurl reports that as a failed connection without
  /// an errno, which a refused one has.
  private var shortage: Int32? {
    ccurl_get_long(easy, CCURL_OS_ERRNO) == 0 ? SystemError.ofAnotherDescriptor?.errno : nil
  }

  /// The job again, where there was no descriptor for it.
  func jobForLater(code: Int32) -> CurlLoop.Job? {
    code == Int32(CCURL_COULDNT_CONNECT.rawValue) && shortage != nil ? job : nil
  }

  /// Whether invalid chunks (RFC 9112 §7.1) made receiving fail: then the system has no error. Over
  /// TLS a broken connection looks the same.
  private var isOfChunks: Bool {
    head.fields["Transfer-Encoding"] != nil && ccurl_get_long(easy, CCURL_OS_ERRNO) == 0
      && !TransportRequest.isHTTPS(request.url)
  }

  private func set(_ option: ccurl_long_option, _ value: Int) {
    _ = ccurl_set_long(easy, option, value)
  }

  private func set(_ option: ccurl_string_option, _ value: String) {
    _ = ccurl_set_string(easy, option, value)
  }

  private func set(_ option: ccurl_pointer_option, _ value: UnsafeMutableRawPointer) {
    _ = ccurl_set_pointer(easy, option, value)
  }
}

extension String {
  /// C text in a buffer, up to its NUL.
  init(cText buffer: some Collection<CChar>) {
    self.init(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
