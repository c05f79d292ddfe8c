import CCurl
import Synchronization

/// libcurl's multi interface (libcurl-multi(3)) on one thread of its own.
///
/// Other threads only leave requests in the mailbox and wake the engine's thread; that one alone
/// loads libcurl and touches its handles, in a ``CurlLoop``. Requests are left there while it loads,
/// so that nobody waits for that with a lock in hand.
final class CurlEngine: Sendable {
  typealias Completion = @Sendable (Result<HTTPResponse, any Error>) -> Void

  /// Tells the engine's thread that nobody waits for a transfer any more.
  final class Cancellation: Sendable {
    fileprivate let isCancelled = Atomic(false)
  }

  struct Job {
    let request: HTTPRequest
    let cancellation: Cancellation
    let completion: Completion
    /// When it was begun, where it is begun again.
    var start: ContinuousClock.Instant?

    var isCancelled: Bool { cancellation.isCancelled.load(ordering: .acquiring) }
  }

  private struct Mailbox {
    var jobs: [Job] = []
    var isStopped = false
    /// What wakes the engine's thread; `nil` while that loads libcurl, and when it has ended.
    var waker: Waker?
    /// Why there is no libcurl that can be used.
    var whyUnavailable: String?

    func wake() { waker?.wake() }
  }

  /// curl_multi_wakeup(3) may be called from any thread; every other use of the handle is the
  /// engine's thread's.
  private struct Waker: @unchecked Sendable {
    let multi: OpaquePointer

    func wake() { _ = ccurl_multi_wakeup(multi) }
  }

  private let mailbox = Mutex(Mailbox())

  init(settings: CurlTransport.Settings, received: ReceivedBytes) {
    let hasThread = BackgroundThread.start { self.run(settings, received) }
    if !hasThread { fail("no thread could be started") }
  }

  var hasFailed: Bool { mailbox.withLock { $0.whyUnavailable != nil } }

  func submit(
    _ request: HTTPRequest, cancellation: Cancellation, completion: @escaping Completion
  ) {
    let job = Job(request: request, cancellation: cancellation, completion: completion)
    let why = mailbox.withLock { mailbox in
      if mailbox.whyUnavailable == nil { mailbox.jobs.append(job) }
      mailbox.wake()
      return mailbox.whyUnavailable
    }
    if let why { job.fail(why) }
  }

  func cancel(_ cancellation: Cancellation) {
    cancellation.isCancelled.store(true, ordering: .releasing)
    mailbox.withLock { $0.wake() }
  }

  /// Ends all transfers and the thread; nothing may be submitted or cancelled behind it.
  func stop() {
    mailbox.withLock {
      $0.isStopped = true
      $0.wake()
    }
  }

  // MARK: The engine's thread

  private func run(_ settings: CurlTransport.Settings, _ received: ReceivedBytes) {
    if let why = Self.whyLibraryIsMissing { return fail(why) }
    guard let multi = ccurl_multi_init() else { return fail("curl_multi_init failed") }
    let waker = Waker(multi: multi)
    mailbox.withLock { $0.waker = waker }
    CurlLoop(multi, settings, received).run {
      mailbox.withLock { mailbox in
        guard !mailbox.isStopped else { return nil }
        defer { mailbox.jobs = [] }
        return mailbox.jobs
      }
    }
    let untaken = mailbox.withLock { mailbox in
      mailbox.waker = nil
      defer { mailbox.jobs = [] }
      return mailbox.jobs
    }
    for job in untaken { job.completion(.failure(CancellationError())) }
    _ = ccurl_multi_cleanup(multi)
  }

  /// Loads libcurl once for the process; Swift runs it on one thread only.
  private static let whyLibraryIsMissing: String? = {
    var message = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
    return ccurl_load(&message, message.count) == 0 ? nil : String(cText: message)
  }()

  private func fail(_ why: String) {
    let jobs = mailbox.withLock { mailbox in
      mailbox.whyUnavailable = why
      defer { mailbox.jobs = [] }
      return mailbox.jobs
    }
    for job in jobs { job.fail(why) }
  }
}

extension CurlEngine.Job {
  fileprivate func fail(_ why: String) {
    completion(
      .failure(TransportError(url: request.url, reason: .missingLibrary, detail: why)))
  }
}
