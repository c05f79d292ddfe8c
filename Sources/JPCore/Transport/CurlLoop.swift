import CCurl
import Synchronization

/// libcurl's multi interface (libcurl-multi(3)) as a part of an ``EventLoop``, whose thread alone
/// loads libcurl and touches its handles.
///
/// Transfers share the multi handle's connections, which is how three requests become three streams
/// of one HTTP/2 connection.
actor CurlLoop: Poller {
  /// A request whose transfer has not begun, or begins again.
  struct Job {
    private(set) var transfer: Transfer
    let continuation: CheckedContinuation<TransportResponse, any Error>
    let cancellation: Cancellation
    let allowance: TimeAllowance

    /// The URLs that redirects led away from.
    private(set) var redirectedFrom: [String] = []

    var request: TransportRequest { transfer.request }
  }

  /// Marks a transfer that nobody waits for any more.
  final class Cancellation: Sendable {
    private let state = Atomic(false)

    var isCancelled: Bool { state.load(ordering: .acquiring) }

    func cancel() { state.store(true, ordering: .releasing) }
  }

  /// The handle. Any thread may call curl_multi_wakeup(3) with it; all else is the loop's.
  private struct Multi: @unchecked Sendable {
    let handle: OpaquePointer
  }

  private let eventLoop: EventLoop
  private var settings: CurlTransport.Settings
  private var multi: Multi?
  private var waiting: [Job] = []
  private var transfers: [CurlTransfer] = []

  /// How many transfers there may be at a time: fewer than the settings allow while descriptors are
  /// short.
  private var places: Int

  /// For ``wake()``.
  private let wakeable = Mutex<Multi?>(nil)

  /// Whether a wake-up has failed, as it does where libcurl had no descriptors for it.
  private let hasWakeFailed = Atomic(false)

  /// The hashed directory of certificates that is tried first, without the file beside it: OpenSSL
  /// reads all 140 certificates of a file in 15 ms, but only the one it needs of a directory. `nil`
  /// after the directory alone didn't suffice once.
  private var quickDirectory: String?

  /// Whether more can be done without waiting.
  private var goesOnAtOnce = false

  init(settings: CurlTransport.Settings, on eventLoop: EventLoop) {
    self.settings = settings
    places = settings.maxTransfers
    self.eventLoop = eventLoop
  }

  deinit {
    if let multi { _ = ccurl_multi_cleanup(multi.handle) }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    eventLoop.asUnownedSerialExecutor()
  }

  /// Sends a request, follows redirects, and waits for the whole response; cancelling the task ends
  /// the transfer.
  ///
  /// - Throws: ``TransportError``, or `CancellationError`.
  func send(_ transfer: Transfer) async throws -> TransportResponse {
    try transfer.request.checkIsValid()
    try start(for: transfer.request)
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enqueue(
          Job(
            transfer: transfer, continuation: continuation, cancellation: cancellation,
            allowance: allowance(for: transfer)))
      }
    } onCancel: {
      cancellation.cancel()
      eventLoop.wake()
    }
  }

  /// Puts a job in line, behind others that have begun and before those that haven't.
  private func enqueue(_ job: Job) {
    let isBegun = job.allowance.spent > .zero
    let place = isBegun ? waiting.firstIndex { $0.allowance.spent == .zero } : nil
    waiting.insert(job, at: place ?? waiting.endIndex)
  }

  /// The transfer's own, unless the transport allows less.
  private func allowance(for transfer: Transfer) -> TimeAllowance {
    guard let own = transfer.allowance, own.limit <= settings.timeout else {
      return TimeAllowance(limit: settings.timeout)
    }
    return own
  }

  // MARK: The event loop's turns

  nonisolated func turn() -> Bool { assumeIsolated { $0.perform() } }

  nonisolated func wait(until deadline: ContinuousClock.Instant?) {
    assumeIsolated { $0.poll(until: deadline) }
  }

  nonisolated func wake() {
    let isWoken = wakeable.withLock { $0.map { ccurl_multi_wakeup($0.handle) == 0 } ?? false }
    if !isWoken { hasWakeFailed.store(true, ordering: .relaxed) }
  }

  /// Begins what is new, lets all go on, and ends what is finished.
  private func perform() -> Bool {
    guard let multi, !waiting.isEmpty || !transfers.isEmpty else { return false }
    if transfers.isEmpty { places = settings.maxTransfers }
    startTransfers(multi)
    let progress = performAll(multi)
    endFinished(multi)
    if progress == .failed { failAll() }
    let hasFreePlace = transfers.count < places && !waiting.isEmpty
    goesOnAtOnce = progress == .again || hasFreePlace
    return !waiting.isEmpty || !transfers.isEmpty
  }

  /// Waits for a socket, a timer of libcurl's, or a wake-up.
  private func poll(until limit: ContinuousClock.Instant?) {
    guard let multi else { return }
    let milliseconds = goesOnAtOnce ? 0 : milliseconds(until: limit)
    if ccurl_multi_poll(multi.handle, milliseconds) != 0 { failAll() }
  }

  /// At most until a transfer's deadline, and never long, in case ``performAll(_:)`` missed
  /// something.
  private func milliseconds(until limit: ContinuousClock.Instant?) -> Int32 {
    let ends = transfers.map(\.hardDeadline) + (limit.map { [$0] } ?? [])
    let longest = hasWakeFailed.load(ordering: .relaxed) ? 10.0 : 200.0
    let left = ends.min().map { ($0 - .now) / .milliseconds(1) } ?? longest
    return Int32(min(max(left, 0), longest).rounded(.up))
  }

  /// Loads libcurl and makes the multi handle, unless that is done.
  ///
  /// From now on the thread's SIGPIPE is blocked: where a TLS library writes to a closed
  /// connection, that write is to fail, not the process to end.
  private func start(for request: TransportRequest) throws(TransportError) {
    if multi == nil {
      var brokenPipe = sigset_t()
      sigemptyset(&brokenPipe)
      sigaddset(&brokenPipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
      let why = Self.whyLibraryIsMissing()
      guard why == nil, let handle = ccurl_multi_init() else {
        let shortage = SystemError.ofAnotherDescriptor
        throw TransportError(
          url: request.url,
          reason: shortage.map { .systemLimit(errno: $0.errno) } ?? .missingLibrary,
          detail: why ?? "curl_multi_init failed")
      }
      let new = Multi(handle: handle)
      multi = new
      wakeable.withLock { $0 = new }
      let file = ccurl_default_file().map { String(cString: $0) }
      let directory = ccurl_default_directory().map { String(cString: $0) }
      settings.forgetCertificates(ifIn: file, and: directory)
      quickDirectory = usableDirectory
    }
    eventLoop.drive(self)
  }

  /// Loads libcurl once for the process; after a failure the next call tries again.
  private static func whyLibraryIsMissing() -> String? {
    isLoaded.withLock { isLoaded in
      if isLoaded { return nil }
      var message = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
      isLoaded = ccurl_load(&message, message.count) == 0
      return isLoaded ? nil : String(cText: message)
    }
  }

  private static let isLoaded = Mutex(false)

  private var usableDirectory: String? {
    guard settings.certificateFile == nil, ccurl_uses_openssl(),
      let builtIn = ccurl_default_directory()
    else { return nil }
    let directory = settings.certificateDirectory ?? String(cString: builtIn)
    // With an unusable directory each server would need a second connection.
    return SystemFile.hasHashedNames(in: directory) ? directory : nil
  }

  // MARK: Transfers

  /// Starts as many transfers as there may be at a time. The rest waits here and not in libcurl,
  /// whose time limit would count the waiting (CURLOPT_TIMEOUT_MS(3)).
  private func startTransfers(_ multi: Multi) {
    while transfers.count < places, !waiting.isEmpty {
      let job = waiting.removeFirst()
      guard !job.cancellation.isCancelled else {
        job.continuation.resume(throwing: CancellationError())
        continue
      }
      let isSecure = TransportRequest.isHTTPS(job.request.url)
      let transfer = CurlTransfer(
        job, settings: settings, certificatesAloneIn: isSecure ? quickDirectory : nil)
      guard let transfer else { continue }
      guard transfer.isGuarded, ccurl_multi_add(multi.handle, transfer.easy) == 0 else {
        job.continuation.resume(
          with: transfer.failure(.other, "this libcurl refuses a setting"))
        continue
      }
      transfers.append(transfer)
    }
  }

  private enum Progress {
    case done, again, failed
  }

  /// Lets all transfers go on until none gets anything more, or for a while.
  ///
  /// Once is not enough: what libcurl reads from an HTTP/2 connection for one stream can be another
  /// stream's, which it then holds in memory without telling curl_multi_poll(3). With 7.88.1 one
  /// run in 200 waited there until its time limit.
  private func performAll(_ multi: Multi) -> Progress {
    // Other jobs and the deadlines need their turn.
    for _ in 0..<16 {
      for transfer in transfers { transfer.hasReceived = false }
      guard ccurl_multi_perform(multi.handle) == 0 else { return .failed }
      guard transfers.contains(where: \.hasReceived) else { return .done }
    }
    return .again
  }

  private func endFinished(_ multi: Multi) {
    while let message = ccurl_multi_next_message(multi.handle) {
      guard message.pointee.kind == CCURL_MESSAGE_DONE, let easy = message.pointee.easy,
        let transfer = transfers.first(where: { $0.easy == easy })
      else { continue }
      let code = message.pointee.data.result
      if let job = transfer.jobForAllCertificates(code: code) {
        quickDirectory = nil
        putBack(job, transfer, multi)
        startTransfers(multi)
      } else if transfers.count > 1, let job = transfer.jobForLater(code: code) {
        // It starts again when another transfer frees a descriptor.
        putBack(job, transfer, multi)
        places = transfers.count
      } else if let redirect = transfer.redirect(code: code) {
        follow(redirect, transfer, multi)
      } else {
        end(transfer) { $0.outcome(code: code) }
      }
    }
    for transfer in transfers {
      if transfer.isCancelled {
        end(transfer) { _ in .failure(CancellationError()) }
      } else if transfer.isOverdue {
        end(transfer) { $0.outcome(code: Int32(CCURL_OPERATION_TIMEDOUT.rawValue)) }
      }
    }
  }

  /// Follows a redirect here: the task that waits might have to wait for a thread first.
  private func follow(_ redirect: Redirect, _ transfer: CurlTransfer, _ multi: Multi) {
    do {
      let job = try transfer.job.following(redirect, atMost: settings.maxRedirects)
      putBack(job, transfer, multi)
    } catch {
      end(transfer) { _ in .failure(error) }
    }
  }

  private func putBack(_ job: Job, _ transfer: CurlTransfer, _ multi: Multi) {
    transfers.removeAll { $0 === transfer }
    _ = ccurl_multi_remove(multi.handle, transfer.easy)
    job.allowance.stop()
    enqueue(job)
  }

  private func failAll() {
    for transfer in transfers {
      end(transfer) { $0.failure(.other, "libcurl's multi interface failed") }
    }
  }

  private func end(
    _ transfer: CurlTransfer,
    with outcome: (CurlTransfer) -> Result<TransportResponse, any Error>
  ) {
    transfers.removeAll { $0 === transfer }
    let outcome = outcome(transfer)
    if let multi { _ = ccurl_multi_remove(multi.handle, transfer.easy) }
    transfer.job.allowance.stop()
    transfer.end(with: outcome)
  }
}

extension CurlLoop.Job {
  /// The job that a redirect makes of this one.
  fileprivate func following(
    _ redirect: Redirect, atMost limit: Int
  ) throws(TransportError) -> CurlLoop.Job {
    guard redirectedFrom.count < limit else {
      throw TransportError(
        url: redirectedFrom.first ?? request.url, reason: .tooManyRedirects(limit: limit))
    }
    guard let next = request.redirected(by: redirect), (try? next.checkIsValid()) != nil else {
      throw TransportError(url: request.url, reason: .forbiddenRedirect)
    }
    var job = self
    job.transfer.request = next
    job.redirectedFrom.append(request.url)
    return job
  }
}

extension TransportRequest {
  /// - Throws: why it can't be sent.
  fileprivate func checkIsValid() throws(TransportError) {
    let limit = CurlTransport.Settings.maxURLBytes
    guard url.utf8.count <= limit else {
      let start = String(url.withoutUserInfo.prefix(200)) + "…"
      throw TransportError(url: start, reason: .urlTooLong(limit: limit))
    }
    // libcurl would take what stands before it for the whole.
    guard !url.utf8.contains(0) else { throw TransportError(url: url, reason: .invalidURL) }
    // A line break in a field would begin another one (RFC 9110 §5.5).
    guard fields.all.allSatisfy(\.isValid) else {
      throw TransportError(url: url, reason: .invalidField)
    }
  }
}
