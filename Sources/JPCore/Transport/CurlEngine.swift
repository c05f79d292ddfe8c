import CCurl
import Synchronization

/// libcurl's multi interface (libcurl-multi(3)) on one thread: its own, or that of an ``EventLoop``.
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
    var waker: CurlLoop.Waker?
    /// Why there is no libcurl that can be used.
    var whyUnavailable: String?

    func wake() { waker?.wake() }
  }

  private let settings: CurlTransport.Settings
  private let received: ReceivedContent
  private let mailbox = Mutex(Mailbox())

  /// Of the engine's thread only, so that there is never a wait for the lock.
  private let loop = Mutex<CurlLoop?>(nil)

  init(settings: CurlTransport.Settings, received: ReceivedContent) {
    self.settings = settings
    self.received = received
  }

  /// Gives the engine a thread of its own.
  func startThread() {
    let hasThread = BackgroundThread.start {
      while self.perform() { self.wait(until: nil) }
    }
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

  /// Makes the engine's thread take another turn.
  func wake() { mailbox.withLock { $0.wake() } }

  /// Ends all transfers and the thread; nothing may be submitted or cancelled behind it.
  func stop() {
    mailbox.withLock {
      $0.isStopped = true
      $0.wake()
    }
  }

  // MARK: The engine's thread

  /// One turn, without waiting; the first one loads libcurl.
  ///
  /// - Returns: whether there may be another one.
  func perform() -> Bool {
    loop.withLock { loop in
      if loop == nil { loop = startedLoop() }
      guard let running = loop else { return false }
      guard let jobs = takeJobs() else {
        running.cancelAll()
        loop = nil
        return false
      }
      running.perform(with: jobs)
      return true
    }
  }

  /// Waits until another turn is due, or a time has come.
  func wait(until deadline: ContinuousClock.Instant?) {
    let limit = deadline.map { Int32(($0 - .now).wholeMilliseconds) } ?? .max
    loop.withLock { $0?.wait(atMost: limit) }
  }

  /// What is new; `nil` where the engine has been stopped.
  private func takeJobs() -> [Job]? {
    let (jobs, isStopped) = mailbox.withLock { mailbox in
      defer { mailbox.jobs = [] }
      if mailbox.isStopped { mailbox.waker = nil }
      return (mailbox.jobs, mailbox.isStopped)
    }
    guard isStopped else { return jobs }
    for job in jobs { job.completion(.failure(CancellationError())) }
    return nil
  }

  private func startedLoop() -> CurlLoop? {
    let loop = Self.whyLibraryIsMissing == nil ? CurlLoop(settings, received) : nil
    guard let loop else {
      fail(Self.whyLibraryIsMissing ?? "curl_multi_init failed")
      return nil
    }
    let waker = loop.waker
    mailbox.withLock { $0.waker = waker }
    return loop
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
