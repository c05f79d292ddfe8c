import CCurl
import Synchronization

/// libcurl's multi interface (libcurl-multi(3)) on an ``EventLoop``. Only the loop's thread loads
/// libcurl and uses its handles, apart from ``wake()`` and the `deinit`s.
///
/// Transfers share the multi handle's connections, so three requests become three streams of one
/// HTTP/2 connection.
actor CurlMulti: Poller {
  /// The multi handle. curl_multi_wakeup(3) may be called from any thread, other functions only
  /// from the loop's.
  private struct MultiHandle: @unchecked Sendable {
    let handle: OpaquePointer
  }

  nonisolated let eventLoop: EventLoop
  private let configuration: CurlTransport.Configuration
  private var multi: MultiHandle?
  private var certificates: CurlCertificates?
  private var transfers: [CurlTransfer] = []

  /// The handle for ``wake()``, which any thread can call.
  private let wakeable = Mutex<MultiHandle?>(nil)

  /// Whether the last ``performTransfers()`` received data. If so, libcurl may have buffered more,
  /// so the next ``pollSockets(until:)`` doesn't wait.
  private var hasMoreWork = false

  init(_ configuration: CurlTransport.Configuration, on eventLoop: EventLoop) {
    self.configuration = configuration
    self.eventLoop = eventLoop
  }

  deinit {
    if let multi { ccurl_multi_cleanup(multi.handle) }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    eventLoop.asUnownedSerialExecutor()
  }

  /// Sends a request, follows redirects, and waits for the complete response. Cancelling the task
  /// ends the transfer.
  ///
  /// - Throws: ``TransportError``, or `CancellationError`.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let url = try request.checkedURL()
    let (multi, certificates) = try prepareLibrary(for: request)
    let cancellation = CurlTransfer.Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do {
          let transfer = try CurlTransfer(
            request, to: url, configuration, trusting: certificates,
            cancellation: cancellation, resuming: continuation)
          beginTransfer(transfer, multi)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      cancellation.cancel()
      eventLoop.wake()
    }
  }

  // MARK: Polling

  nonisolated func workWithoutWaiting() { assumeIsolated { $0.performTransfers() } }

  nonisolated func wait(until deadline: ContinuousClock.Instant?) {
    assumeIsolated { $0.pollSockets(until: deadline) }
  }

  nonisolated func wake() {
    wakeable.withLock { multi in
      // A failure is harmless, because a poll lasts at most 200 ms.
      if let multi { _ = ccurl_multi_wakeup(multi.handle) }
    }
  }

  private func performTransfers() {
    guard let multi else { return }
    for transfer in transfers { transfer.hasReceived = false }
    let code = ccurl_multi_perform(multi.handle)
    // One call isn't enough: while libcurl reads one stream of an HTTP/2 connection, it may receive
    // and buffer data of another stream, and curl_multi_poll(3) doesn't know about buffered data.
    // With libcurl 7.88.1, one run in 300 waited until the poll's time limit.
    hasMoreWork = transfers.contains(where: \.hasReceived)
    endFinishedTransfers(multi)
    if code != 0 { endAllTransfers(failedIn: "curl_multi_perform", code) }
  }

  /// Waits for a socket, a timer of libcurl, a wake-up or a time limit, but at most 200 ms, because
  /// libcurl 7.88.1 can lose a timer: curl_multi_perform(3) removes one that it has just set.
  private func pollSockets(until limit: ContinuousClock.Instant?) {
    guard let multi else { return }
    var end = ContinuousClock.now + .milliseconds(200)
    if let limit { end = min(end, limit) }
    for transfer in transfers {
      if let deadline = transfer.deadline { end = min(end, deadline) }
    }
    var milliseconds: Int32 = 0
    if !hasMoreWork {
      let left = (end - .now) / .milliseconds(1)
      milliseconds = Int32(max(left, 0).rounded(.up))
    }
    let code = ccurl_multi_poll(multi.handle, milliseconds)
    if code != 0 { endAllTransfers(failedIn: "curl_multi_poll", code) }
  }

  /// The multi handle and the certificates to trust. The first call loads libcurl and makes both.
  private func prepareLibrary(
    for request: HTTPRequest
  ) throws(TransportError) -> (MultiHandle, CurlCertificates) {
    if let multi, let certificates { return (multi, certificates) }
    blockBrokenPipes()
    if let problem = Self.loadLibrary() {
      throw TransportError(url: request.url, reason: .missingLibrary, detail: problem)
    }
    let certificates = try CurlCertificates(configuration, for: request.url)
    guard let handle = ccurl_multi_init() else {
      throw TransportError(
        url: request.url, reason: .other, detail: "curl_multi_init failed")
    }
    let multi = MultiHandle(handle: handle)
    self.multi = multi
    self.certificates = certificates
    wakeable.withLock { $0 = multi }
    return (multi, certificates)
  }

  /// Blocks SIGPIPE on this thread, so that a TLS library's write to a closed connection fails
  /// instead of ending the process.
  private func blockBrokenPipes() {
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
  }

  /// Loads libcurl once for the process; after a failure the next call tries again.
  ///
  /// - Returns: the reason if libcurl can't be loaded; otherwise `nil`.
  private static func loadLibrary() -> String? {
    isLoaded.withLock { isLoaded in
      if isLoaded { return nil }
      var message = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
      isLoaded = ccurl_load(&message, message.count) == 0
      if isLoaded { return nil }
      let text = message.prefix { $0 != 0 }
      return String(utf8: text.map { UInt8(bitPattern: $0) })
    }
  }

  private static let isLoaded = Mutex(false)

  // MARK: Transfers

  /// Sends a transfer's request, for the first time or again.
  private func beginTransfer(_ transfer: CurlTransfer, _ multi: MultiHandle) {
    if let failure = transfer.prepareHandle() {
      return transfer.resumeTask(with: .failure(failure))
    }
    let code = ccurl_multi_add(multi.handle, transfer.easy)
    guard code == 0 else {
      let failure = transfer.makeError(.other, "curl_multi_add_handle failed (\(code))")
      return transfer.resumeTask(with: .failure(failure))
    }
    transfers.append(transfer)
    eventLoop.setPoller(self)
  }

  /// Ends each transfer that libcurl has finished, or sends its request again. Also ends those that
  /// were cancelled or whose time is up.
  private func endFinishedTransfers(_ multi: MultiHandle) {
    while let message = ccurl_multi_next_message(multi.handle) {
      let transfer = transfers.first { $0.easy == message.pointee.easy }
      guard let transfer else { continue }
      let code = ccurl_code(rawValue: UInt32(bitPattern: message.pointee.data.result))
      endOrRepeat(transfer, code, multi)
    }
    for transfer in transfers {
      if transfer.isCancelled {
        endTransfer(transfer, with: .failure(CancellationError()))
      } else if let deadline = transfer.deadline, deadline < .now {
        endTransfer(transfer, with: transfer.outcome(code: CCURL_OPERATION_TIMEDOUT))
      }
    }
  }

  /// Ends a transfer, or sends its request again: to the target of a redirect, or with all
  /// certificates if the hashed directory didn't have the one that was needed. This happens on the
  /// loop's thread, because the task that waits for the response might have to wait for a thread.
  private func endOrRepeat(_ transfer: CurlTransfer, _ code: ccurl_code, _ multi: MultiHandle) {
    if transfer.needsAllCertificates(code: code), var certificates {
      certificates.addSystemFile()
      self.certificates = certificates
      transfer.setCertificates(certificates)
      removeTransfer(transfer)
      return beginTransfer(transfer, multi)
    }
    do {
      if try transfer.followRedirect(code: code) {
        removeTransfer(transfer)
        beginTransfer(transfer, multi)
      } else {
        endTransfer(transfer, with: transfer.outcome(code: code))
      }
    } catch {
      endTransfer(transfer, with: .failure(error))
    }
  }

  /// Ends all transfers after a function of libcurl's multi interface failed.
  private func endAllTransfers(failedIn function: String, _ code: Int32) {
    for transfer in transfers {
      let failure = transfer.makeError(.other, "\(function) failed (\(code))")
      endTransfer(transfer, with: .failure(failure))
    }
  }

  private func endTransfer(
    _ transfer: CurlTransfer, with outcome: Result<HTTPResponse, any Error>
  ) {
    removeTransfer(transfer)
    transfer.resumeTask(with: outcome)
  }

  private func removeTransfer(_ transfer: CurlTransfer) {
    transfers.removeAll { $0 === transfer }
    if transfers.isEmpty { eventLoop.removePoller(self) }
    if let multi { ccurl_multi_remove(multi.handle, transfer.easy) }
  }
}
