import CCurl
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// libcurl's multi interface (libcurl-multi(3)) on one thread of its own.
///
/// Other threads only leave requests in the mailbox and wake the engine's thread; that one alone
/// touches libcurl's handles. Transfers share its connections, which is how three requests become
/// three streams of one HTTP/2 connection.
final class CurlEngine: Sendable {
  typealias Completion = @Sendable (Result<HTTPResponse, any Error>) -> Void

  /// Tells the engine's thread that nobody waits for a transfer any more.
  final class Cancellation: Sendable {
    fileprivate let isCancelled = Atomic(false)
  }

  /// There is no libcurl that can be used.
  struct Unavailable: Error {
    let why: String
  }

  fileprivate struct Job {
    let request: HTTPRequest
    let cancellation: Cancellation
    let completion: Completion
  }

  private struct Mailbox {
    var jobs: [Job] = []
    var isStopped = false
  }

  private let settings: CurlTransport.Settings
  private let mailbox = Mutex(Mailbox())
  // curl_multi_wakeup(3) may be called from any thread; every other use is the engine's thread's.
  private nonisolated(unsafe) let multi: OpaquePointer

  init(settings: CurlTransport.Settings) throws(Unavailable) {
    if let why = Self.whyLibraryIsMissing { throw Unavailable(why: why) }
    guard let multi = ccurl_multi_init() else { throw Unavailable(why: "curl_multi_init failed") }
    self.settings = settings
    self.multi = multi
    _ = ccurl_multi_set_long(multi, CCURL_MAX_HOST_CONNECTIONS, settings.maxConnections)
    startThread()
  }

  /// Loads libcurl once for the process; Swift runs it on one thread only.
  private static let whyLibraryIsMissing: String? = {
    var message = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
    return ccurl_load(&message, message.count) == 0 ? nil : text(of: message)
  }()

  func submit(
    _ request: HTTPRequest, cancellation: Cancellation, completion: @escaping Completion
  ) {
    mailbox.withLock {
      $0.jobs.append(Job(request: request, cancellation: cancellation, completion: completion))
    }
    _ = ccurl_multi_wakeup(multi)
  }

  func cancel(_ cancellation: Cancellation) {
    cancellation.isCancelled.store(true, ordering: .releasing)
    _ = ccurl_multi_wakeup(multi)
  }

  /// Ends all transfers and the thread.
  func stop() {
    mailbox.withLock { $0.isStopped = true }
    _ = ccurl_multi_wakeup(multi)
  }

  // MARK: The engine's thread

  private func startThread() {
    let engine = Unmanaged.passRetained(self).toOpaque()
    // A signal belongs to the main thread; and a SIGPIPE from a TLS library's write must not end the
    // process, so here it stays blocked and the write returns EPIPE.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, nil, runCurlEngine, engine)
    precondition(code == 0, "pthread_create failed: \(code)")
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  fileprivate func run() {
    var transfers: [OpaquePointer: CurlTransfer] = [:]
    var isStopped = false
    while !isStopped {
      let (jobs, stopped) = mailbox.withLock { mailbox in
        defer { mailbox.jobs = [] }
        return (mailbox.jobs, mailbox.isStopped)
      }
      isStopped = stopped
      for job in jobs {
        guard let transfer = CurlTransfer(job, settings: settings) else { continue }
        transfers[transfer.easy] = transfer
        _ = ccurl_multi_add(multi, transfer.easy)
      }
      for transfer in transfers.values where isStopped || transfer.isCancelled {
        end(transfer, in: &transfers) { _ in .failure(CancellationError()) }
      }
      performAll(transfers)
      while let message = ccurl_multi_next_message(multi) {
        guard message.pointee.kind == CCURL_MESSAGE_DONE, let easy = message.pointee.easy,
          let transfer = transfers[easy]
        else { continue }
        let code = message.pointee.data.result
        end(transfer, in: &transfers) { $0.outcome(code: code) }
      }
      // Waits for a socket, a timer of libcurl's, or the mailbox; the limit is a second net below
      // `performAll`.
      if !isStopped { _ = ccurl_multi_poll(multi, transfers.isEmpty ? 60_000 : 200) }
    }
    _ = ccurl_multi_cleanup(multi)
  }

  /// Lets all transfers go on until none gets anything more.
  ///
  /// Once is not enough: what libcurl reads from an HTTP/2 connection for one stream can be another
  /// stream's, which it then holds in memory without telling curl_multi_poll(3). With 7.88.1 one run
  /// in 200 waited there until its time limit.
  private func performAll(_ transfers: [OpaquePointer: CurlTransfer]) {
    repeat {
      for transfer in transfers.values { transfer.hasReceived = false }
      _ = ccurl_multi_perform(multi)
    } while transfers.values.contains { $0.hasReceived }
  }

  private func end(
    _ transfer: CurlTransfer, in transfers: inout [OpaquePointer: CurlTransfer],
    with outcome: (CurlTransfer) -> Result<HTTPResponse, any Error>
  ) {
    transfers[transfer.easy] = nil
    let outcome = outcome(transfer)
    _ = ccurl_multi_remove(multi, transfer.easy)
    transfer.completion(outcome)
  }
}

#if canImport(Darwin)
  private func runCurlEngine(_ engine: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<CurlEngine>.fromOpaque(engine).takeRetainedValue().run()
    return nil
  }
#else
  private func runCurlEngine(_ engine: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let engine { Unmanaged<CurlEngine>.fromOpaque(engine).takeRetainedValue().run() }
    return nil
  }
#endif

/// One request on its way: libcurl's easy handle and what has arrived. The engine's thread's only.
private final class CurlTransfer {
  let easy: OpaquePointer
  let completion: CurlEngine.Completion

  private let request: HTTPRequest
  private let cancellation: CurlEngine.Cancellation
  private let settings: CurlTransport.Settings
  private var headerList: OpaquePointer?
  private let errorBuffer: UnsafeMutablePointer<CChar>
  private var head = ResponseHead()
  private var body: [UInt8] = []
  private var isTooLarge = false

  /// Whether anything has arrived since this was set to false.
  var hasReceived = false

  var isCancelled: Bool { cancellation.isCancelled.load(ordering: .acquiring) }

  /// Prepares a handle; where that fails, the job is answered and there is no transfer.
  init?(_ job: CurlEngine.Job, settings: CurlTransport.Settings) {
    guard let easy = ccurl_easy_init() else {
      let error = TransportError(
        url: job.request.url, reason: .other, detail: "curl_easy_init failed")
      job.completion(.failure(error))
      return nil
    }
    self.easy = easy
    self.settings = settings
    request = job.request
    completion = job.completion
    cancellation = job.cancellation
    errorBuffer = .allocate(capacity: Int(CCURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
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
    set(CCURL_FOLLOWLOCATION, 1)
    set(CCURL_MAXREDIRS, settings.maxRedirects)
    // The newer CURLOPT_PROTOCOLS_STR is missing before 7.85; this one is in every version.
    set(CCURL_PROTOCOLS, Int(CCURL_HTTP_AND_HTTPS))
    set(CCURL_REDIR_PROTOCOLS, Int(CCURL_HTTP_AND_HTTPS))
    set(CCURL_HTTP_VERSION, Int(CCURL_HTTP_VERSION_2TLS))
    // Waiting to see whether a connection can be shared pays for TLS only: over plain HTTP it never
    // is, and the requests would queue up behind the first.
    set(CCURL_PIPEWAIT, request.url.lowercased().hasPrefix("https:") ? 1 : 0)
    // Without it, a name look-up that hangs holds up the end of the transfer.
    set(CCURL_QUICK_EXIT, 1)
    let limit = settings.timeout.wholeMilliseconds
    set(CCURL_TIMEOUT_MS, limit)
    set(CCURL_CONNECTTIMEOUT_MS, limit)
    if let file = settings.certificateFile {
      set(CCURL_CAINFO, file)
      _ = ccurl_set_string(easy, CCURL_CAPATH, nil)
    }
    set(CCURL_ERRORBUFFER, errorBuffer)
    addHeaderFields()
    receive()
  }

  private func addHeaderFields() {
    let always: [HTTPFields.Field] = [
      .init(name: "User-Agent", value: settings.userAgent),
      .init(name: "Accept", value: "application/json"),
    ]
    for field in always + request.fields.all {
      headerList = ccurl_slist_append(headerList, "\(field.name): \(field.value)")
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
    head.receive(line: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  private func receiveBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    hasReceived = true
    guard body.count + count <= settings.maxBodyBytes else {
      isTooLarge = true
      return 0  // anything but `count` ends the transfer, CURLOPT_WRITEFUNCTION(3)
    }
    if body.isEmpty, let announced = head.bodyBytes {
      body.reserveCapacity(min(announced, settings.maxBodyBytes))
    }
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  func outcome(code: Int32) -> Result<HTTPResponse, any Error> {
    let code = ccurl_code(rawValue: UInt32(bitPattern: code))
    // libcurl counts an answer that ends inside its header as complete.
    if code == CCURL_OK && !head.isComplete { return failure(.reset, code) }
    guard code == CCURL_OK else { return failure(reason(of: code), code) }
    return .success(
      HTTPResponse(
        status: ccurl_get_long(easy, CCURL_RESPONSE_CODE), fields: head.fields, body: body,
        url: ccurl_get_string(easy, CCURL_EFFECTIVE_URL).map { String(cString: $0) }
          ?? request.url,
        origin: .network))
  }

  private func failure(
    _ reason: TransportError.Reason, _ code: ccurl_code
  ) -> Result<HTTPResponse, any Error> {
    let words = text(of: UnsafeBufferPointer(start: errorBuffer, count: Int(CCURL_ERROR_SIZE)))
    let general = String(cString: ccurl_easy_strerror(Int32(bitPattern: code.rawValue)))
    let detail = "\(words.isEmpty ? general : words) (curl \(code.rawValue))"
    return .failure(TransportError(url: request.url, reason: reason, detail: detail))
  }

  private func reason(of code: ccurl_code) -> TransportError.Reason {
    switch code {
    case _ where isTooLarge: .bodyTooLarge(limit: settings.maxBodyBytes)
    case CCURL_COULDNT_RESOLVE_HOST, CCURL_COULDNT_RESOLVE_PROXY: .unresolvedHost
    case CCURL_COULDNT_CONNECT: .notConnected
    case CCURL_OPERATION_TIMEDOUT: .timedOut(limit: settings.timeout)
    case CCURL_TOO_MANY_REDIRECTS: .tooManyRedirects(limit: settings.maxRedirects)
    case CCURL_UNSUPPORTED_PROTOCOL: head.isComplete ? .forbiddenRedirect : .invalidURL
    case CCURL_URL_MALFORMAT: .invalidURL
    case CCURL_BAD_CONTENT_ENCODING: .undecodableBody
    case CCURL_SSL_CACERT_BADFILE:
      settings.certificateFile.map { .unreadableCertificates(file: $0) } ?? .insecure
    case CCURL_PEER_FAILED_VERIFICATION, CCURL_SSL_CONNECT_ERROR, CCURL_SSL_CERTPROBLEM,
      CCURL_SSL_CIPHER, CCURL_SSL_ENGINE_NOTFOUND, CCURL_SSL_ENGINE_SETFAILED,
      CCURL_SSL_ENGINE_INITFAILED, CCURL_SSL_SHUTDOWN_FAILED, CCURL_SSL_CRL_BADFILE,
      CCURL_SSL_ISSUER_ERROR, CCURL_SSL_PINNEDPUBKEYNOTMATCH, CCURL_SSL_INVALIDCERTSTATUS,
      CCURL_SSL_CLIENTCERT:
      .insecure
    case CCURL_WEIRD_SERVER_REPLY, CCURL_PARTIAL_FILE, CCURL_GOT_NOTHING, CCURL_SEND_ERROR,
      CCURL_RECV_ERROR, CCURL_HTTP2, CCURL_HTTP2_STREAM:
      .reset
    default: .other
    }
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

/// C text in a buffer, up to its NUL.
private func text(of buffer: some Collection<CChar>) -> String {
  String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension Duration {
  fileprivate var wholeMilliseconds: Int {
    // libcurl takes 0 as no limit, CURLOPT_TIMEOUT_MS(3); its `long` may have 32 bits.
    let milliseconds = self / .milliseconds(1)
    return Int(min(max(milliseconds.rounded(.up), 1), Double(Int32.max)))
  }
}
