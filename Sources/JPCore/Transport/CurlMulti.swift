import CCurl
import Synchronization

/// libcurl's multi interface (libcurl-multi(3)) on an ``EventLoop``. Only the loop's thread loads
/// libcurl and uses its handles.
///
/// Transfers share the multi handle's connections, so three requests become three streams of one
/// HTTP/2 connection.
actor CurlMulti: Poller {
  /// A request to send, and the task that waits for its response.
  struct Job {
    private(set) var request: TransportRequest
    private(set) var url: HTTPURL
    let continuation: CheckedContinuation<TransportResponse, any Error>
    let cancellation: Cancellation

    /// The URLs that were redirected, in order, as they may be shown.
    private(set) var redirectedFrom: [String] = []
  }

  /// Whether the waiting task was cancelled; set from any thread.
  final class Cancellation: Sendable {
    private let state = Atomic(false)

    var isCancelled: Bool { state.load(ordering: .acquiring) }

    func cancel() { state.store(true, ordering: .releasing) }
  }

  /// The multi handle. curl_multi_wakeup(3) may be called from any thread, other functions only
  /// from the loop's.
  private struct Multi: @unchecked Sendable {
    let handle: OpaquePointer
  }

  nonisolated let eventLoop: EventLoop
  private let settings: CurlTransport.Settings
  private let maxTransfers: Int
  private var multi: Multi?
  private var certificates: CurlCertificates?
  private var waiting: [Job] = []
  private var transfers: [CurlTransfer] = []

  /// The handle for ``wake()``, which any thread can call.
  private let wakeable = Mutex<Multi?>(nil)

  /// Whether ``perform()`` has more work that needs no waiting.
  private var hasMoreWork = false

  init(settings: CurlTransport.Settings, on eventLoop: EventLoop) {
    self.settings = settings
    // With none, all requests would wait forever.
    maxTransfers = max(1, settings.maxTransfers)
    self.eventLoop = eventLoop
  }

  deinit {
    if let multi { ccurl_multi_cleanup(multi.handle) }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    eventLoop.asUnownedSerialExecutor()
  }

  /// Sends a request, follows redirects, and waits for the whole response; cancelling the task ends
  /// the transfer.
  ///
  /// - Throws: ``TransportError``, or `CancellationError`.
  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let url = try request.checkedURL()
    try start(for: request)
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enqueue(
          Job(request: request, url: url, continuation: continuation, cancellation: cancellation))
      }
    } onCancel: {
      cancellation.cancel()
      eventLoop.wake()
    }
  }

  /// Jobs that are sent again go before new ones, because their time limits have begun.
  private func enqueue(_ job: Job) {
    let hasBegun = job.request.limits.map { $0.time.spent > .zero } ?? false
    waiting.insert(job, at: hasBegun ? 0 : waiting.endIndex)
  }

  // MARK: Polling

  nonisolated func turn() -> Bool { assumeIsolated { $0.perform() } }

  nonisolated func wait(until deadline: ContinuousClock.Instant?) {
    assumeIsolated { $0.poll(until: deadline) }
  }

  nonisolated func wake() {
    // A failure is harmless, because a poll lasts at most 200 ms.
    _ = wakeable.withLock { $0.map { ccurl_multi_wakeup($0.handle) } }
  }

  private func perform() -> Bool {
    guard let multi, !waiting.isEmpty || !transfers.isEmpty else { return false }
    endCancelledJobs()
    startTransfers(multi)
    for transfer in transfers { transfer.hasReceived = false }
    let hasFailed = ccurl_multi_perform(multi.handle) != 0
    // Once is not enough: while libcurl reads one stream of an HTTP/2 connection, it may receive and
    // buffer data of another one, and curl_multi_poll(3) doesn't know about buffered data. With
    // 7.88.1 one run in 200 waited until its time limit.
    let hasReceived = transfers.contains(where: \.hasReceived)
    endFinished(multi)
    if hasFailed { failAll() }
    hasMoreWork =
      hasReceived || transfers.count < maxTransfers && !waiting.isEmpty
    return !waiting.isEmpty || !transfers.isEmpty
  }

  /// Waits for a socket, a libcurl timer, a wake-up or a time limit, but at most 200 ms, in case
  /// ``performAll(_:)`` missed something.
  private func poll(until limit: ContinuousClock.Instant?) {
    guard let multi else { return }
    let ends = transfers.map(\.deadline) + (limit.map { [$0] } ?? [])
    let left = ends.min().map { ($0 - .now) / .milliseconds(1) } ?? 200
    let milliseconds = hasMoreWork ? 0 : Int32(min(max(left, 0), 200).rounded(.up))
    if ccurl_multi_poll(multi.handle, milliseconds) != 0 { failAll() }
  }

  /// Loads libcurl and makes the multi handle on first use.
  private func start(for request: TransportRequest) throws(TransportError) {
    if multi == nil {
      blockBrokenPipes()
      let problem = Self.loadLibrary()
      if problem == nil { certificates = try CurlCertificates(settings, for: request.url) }
      guard problem == nil, let handle = ccurl_multi_init() else {
        let shortage = SystemError.ofAnotherDescriptor
        throw TransportError(
          url: request.url,
          reason: shortage.map { .systemLimit(errno: $0.number) } ?? .missingLibrary,
          detail: problem ?? "curl_multi_init failed")
      }
      let new = Multi(handle: handle)
      multi = new
      wakeable.withLock { $0 = new }
    }
    eventLoop.drive(self)
  }

  /// Blocks SIGPIPE, so that a TLS library's write to a closed connection fails instead of ending
  /// the process.
  private func blockBrokenPipes() {
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
  }

  /// Loads libcurl once for the process; after a failure the next call tries again.
  ///
  /// - Returns: the reason if it can't be loaded.
  private static func loadLibrary() -> String? {
    isLoaded.withLock { isLoaded in
      if isLoaded { return nil }
      var message = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
      isLoaded = ccurl_load(&message, message.count) == 0
      let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return isLoaded ? nil : String(utf8: bytes)
    }
  }

  private static let isLoaded = Mutex(false)

  // MARK: Transfers

  /// Ends the waiting jobs whose tasks have been cancelled, though it isn't their turn.
  private func endCancelledJobs() {
    var remaining: [Job] = []
    // Each is asked once: a task may be cancelled while this runs.
    for job in waiting {
      if job.cancellation.isCancelled {
        job.continuation.resume(throwing: CancellationError())
      } else {
        remaining.append(job)
      }
    }
    waiting = remaining
  }

  /// Starts waiting jobs until the maximum number of transfers is running. The time limits of the
  /// other jobs don't begin yet.
  private func startTransfers(_ multi: Multi) {
    while transfers.count < maxTransfers, !waiting.isEmpty, let certificates {
      let job = waiting.removeFirst()
      guard !job.url.isInternational || ccurl_use_utf8_names() else {
        let error = TransportError(url: job.request.url, reason: .internationalHost)
        job.continuation.resume(throwing: error)
        continue
      }
      guard let transfer = CurlTransfer(job, settings: settings, trusting: certificates) else {
        continue
      }
      guard transfer.isRestricted, ccurl_multi_add(multi.handle, transfer.easy) == 0 else {
        job.continuation.resume(
          with: transfer.failure(.other, "this libcurl refuses a setting"))
        continue
      }
      transfers.append(transfer)
    }
  }

  private func endFinished(_ multi: Multi) {
    while let message = ccurl_multi_next_message(multi.handle) {
      guard message.pointee.kind == CCURL_MESSAGE_DONE, let easy = message.pointee.easy,
        let transfer = transfers.first(where: { $0.easy == easy })
      else { continue }
      let code = ccurl_code(rawValue: UInt32(bitPattern: message.pointee.data.result))
      if transfer.needsAllCertificates(code: code) {
        certificates?.useAll()
        remove(transfer)
        enqueue(transfer.job)
      } else if let redirect = transfer.redirect(code: code) {
        follow(redirect, transfer)
      } else {
        end(transfer, with: transfer.outcome(code: code))
      }
    }
    for transfer in transfers {
      if transfer.job.cancellation.isCancelled {
        end(transfer, with: .failure(CancellationError()))
      } else if transfer.deadline < .now {
        end(transfer, with: transfer.outcome(code: CCURL_OPERATION_TIMEDOUT))
      }
    }
  }

  /// Follows a redirect on the loop, because the waiting task might first have to wait for a
  /// thread.
  private func follow(_ redirect: Redirect, _ transfer: CurlTransfer) {
    do {
      let job = try transfer.job.following(redirect, atMost: settings.maxRedirects)
      remove(transfer)
      enqueue(job)
    } catch {
      end(transfer, with: .failure(error))
    }
  }

  private func failAll() {
    for transfer in transfers {
      end(transfer, with: transfer.failure(.other, "libcurl's multi interface failed"))
    }
  }

  private func end(
    _ transfer: CurlTransfer, with outcome: Result<TransportResponse, any Error>
  ) {
    remove(transfer)
    transfer.end(with: outcome)
  }

  private func remove(_ transfer: CurlTransfer) {
    transfers.removeAll { $0 === transfer }
    if let multi { ccurl_multi_remove(multi.handle, transfer.easy) }
    transfer.job.request.limits?.time.stop()
  }
}

extension CurlMulti.Job {
  /// The job that requests a redirect's target.
  fileprivate func following(
    _ redirect: Redirect, atMost limit: Int
  ) throws(TransportError) -> CurlMulti.Job {
    guard redirectedFrom.count < limit else {
      throw TransportError(
        url: redirectedFrom.first ?? request.url, reason: .tooManyRedirects(limit: limit))
    }
    guard let next = request.redirected(by: redirect), let url = try? next.checkedURL() else {
      throw TransportError(url: request.url, reason: .forbiddenRedirect)
    }
    var job = self
    job.request = next
    job.url = url
    job.redirectedFrom.append(request.url.withoutSecrets)
    return job
  }
}

extension TransportRequest {
  /// - Throws: the reason if it can't be sent.
  fileprivate func checkedURL() throws(TransportError) -> HTTPURL {
    guard let parts = HTTPURL(url), !parts.path.hasDotSegments else {
      throw TransportError(url: url, reason: .invalidURL)
    }
    guard fields.allSatisfy(\.isValid) else {
      throw TransportError(url: url, reason: .invalidField)
    }
    return parts
  }
}
