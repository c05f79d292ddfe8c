import CCurl
import Synchronization

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

  struct Job {
    let request: HTTPRequest
    let cancellation: Cancellation
    let completion: Completion
    /// A part of the trusted certificates to be looked at alone, ``TrustedCertificates/quickPart(of:)``.
    var quickCertificates: TrustedCertificates?

    var isCancelled: Bool { cancellation.isCancelled.load(ordering: .acquiring) }
  }

  private struct Mailbox {
    var jobs: [Job] = []
    var isStopped = false
  }

  private let settings: CurlTransport.Settings
  private let received: ReceivedBytes
  private let mailbox = Mutex(Mailbox())
  // curl_multi_wakeup(3) may be called from any thread; every other use is the engine's thread's.
  private nonisolated(unsafe) let multi: OpaquePointer

  init(settings: CurlTransport.Settings, received: ReceivedBytes) throws(Unavailable) {
    if let why = Self.whyLibraryIsMissing { throw Unavailable(why: why) }
    guard let multi = ccurl_multi_init() else { throw Unavailable(why: "curl_multi_init failed") }
    self.settings = settings
    self.received = received
    self.multi = multi
    guard startThread() else {
      _ = ccurl_multi_cleanup(multi)
      throw Unavailable(why: "no thread could be started")
    }
  }

  private func startThread() -> Bool {
    BackgroundThread.start { self.run() }
  }

  /// Loads libcurl once for the process; Swift runs it on one thread only.
  private static let whyLibraryIsMissing: String? = {
    var message = [CChar](repeating: 0, count: Int(CCURL_ERROR_SIZE))
    return ccurl_load(&message, message.count) == 0 ? nil : String(cText: message)
  }()

  private static let usesOpenSSL = String(cString: ccurl_version()).has(" OpenSSL/")

  func submit(
    _ request: HTTPRequest, cancellation: Cancellation, completion: @escaping Completion
  ) {
    // OpenSSL reads all of a file, 140 certificates in 15 ms, and of a directory no more than the one
    // that is asked for.
    let isQuick = HTTPRequest.isHTTPS(request.url) && Self.usesOpenSSL
    let quickCertificates =
      isQuick ? TrustedCertificates.quickPart(of: settings.certificates) : nil
    let job = Job(
      request: request, cancellation: cancellation, completion: completion,
      quickCertificates: quickCertificates)
    mailbox.withLock { $0.jobs.append(job) }
    _ = ccurl_multi_wakeup(multi)
  }

  func cancel(_ cancellation: Cancellation) {
    cancellation.isCancelled.store(true, ordering: .releasing)
    _ = ccurl_multi_wakeup(multi)
  }

  /// Ends all transfers and the thread; nothing may be submitted or cancelled behind it.
  func stop() {
    mailbox.withLock {
      $0.isStopped = true
      // Inside of the lock: as soon as the thread can see that it is to stop, it frees the handle.
      _ = ccurl_multi_wakeup(multi)
    }
  }

  // MARK: The engine's thread

  /// What the engine's thread works on.
  private struct Work {
    var waiting: [Job] = []
    var transfers: [OpaquePointer: CurlTransfer] = [:]

    /// In milliseconds: not beyond a transfer's deadline, nor, as a second net below `performAll`,
    /// very long while there are any.
    var longestWait: Int32 {
      guard let deadline = transfers.values.map(\.deadline).min() else {
        return waiting.isEmpty ? 60_000 : 0
      }
      return Int32(min(max((deadline - .now) / .milliseconds(1), 0), 200).rounded(.up))
    }
  }

  private func run() {
    var work = Work()
    while takeMail(into: &work) {
      startTransfers(&work)
      let goesOn = performAll(work.transfers)
      endFinished(&work)
      // Waits for a socket, a timer of libcurl's, or the mailbox.
      let wait = goesOn == .again ? 0 : work.longestWait
      if goesOn == .failed || ccurl_multi_poll(multi, wait) != 0 {
        endAll(&work) { $0.failure(.other, "libcurl's multi interface failed") }
      }
    }
    for job in work.waiting { job.completion(.failure(CancellationError())) }
    endAll(&work) { _ in .failure(CancellationError()) }
    _ = ccurl_multi_cleanup(multi)
  }

  /// Returns whether the engine goes on.
  private func takeMail(into work: inout Work) -> Bool {
    mailbox.withLock { mailbox in
      work.waiting += mailbox.jobs
      mailbox.jobs = []
      return !mailbox.isStopped
    }
  }

  /// Starts as many transfers as there may be at a time. The rest waits here and not in libcurl,
  /// whose time limit would count the waiting (CURLOPT_TIMEOUT_MS(3)).
  private func startTransfers(_ work: inout Work) {
    while work.transfers.count < settings.maxTransfers, !work.waiting.isEmpty {
      let job = work.waiting.removeFirst()
      guard !job.isCancelled else {
        job.completion(.failure(CancellationError()))
        continue
      }
      guard let transfer = CurlTransfer(job, settings: settings, received: received) else {
        continue
      }
      guard transfer.isGuarded, ccurl_multi_add(multi, transfer.easy) == 0 else {
        job.completion(transfer.failure(.other, "this libcurl refuses a setting"))
        continue
      }
      work.transfers[transfer.easy] = transfer
    }
  }

  private enum Progress {
    case done, again, failed
  }

  /// Lets all transfers go on until none gets anything more, or for a while.
  ///
  /// Once is not enough: what libcurl reads from an HTTP/2 connection for one stream can be another
  /// stream's, which it then holds in memory without telling curl_multi_poll(3). With 7.88.1 one run
  /// in 200 waited there until its time limit.
  private func performAll(_ transfers: [OpaquePointer: CurlTransfer]) -> Progress {
    // Now and then the mailbox and the deadlines have to be looked at as well.
    for _ in 0..<16 {
      for transfer in transfers.values { transfer.hasReceived = false }
      guard ccurl_multi_perform(multi) == 0 else { return .failed }
      guard transfers.values.contains(where: \.hasReceived) else { return .done }
    }
    return .again
  }

  private func endFinished(_ work: inout Work) {
    while let message = ccurl_multi_next_message(multi) {
      guard message.pointee.kind == CCURL_MESSAGE_DONE, let easy = message.pointee.easy,
        let transfer = work.transfers[easy]
      else { continue }
      let code = message.pointee.data.result
      if let job = transfer.jobForAllCertificates(code: code) {
        work.transfers[easy] = nil
        _ = ccurl_multi_remove(multi, easy)
        work.waiting.insert(job, at: 0)
        startTransfers(&work)
      } else {
        end(transfer, in: &work) { $0.outcome(code: code) }
      }
    }
    for transfer in work.transfers.values {
      if transfer.isCancelled {
        end(transfer, in: &work) { _ in .failure(CancellationError()) }
      } else if transfer.isOverdue {
        end(transfer, in: &work) { $0.outcome(code: Int32(CCURL_OPERATION_TIMEDOUT.rawValue)) }
      }
    }
  }

  private func endAll(
    _ work: inout Work, with outcome: (CurlTransfer) -> Result<HTTPResponse, any Error>
  ) {
    for transfer in work.transfers.values { end(transfer, in: &work, with: outcome) }
  }

  private func end(
    _ transfer: CurlTransfer, in work: inout Work,
    with outcome: (CurlTransfer) -> Result<HTTPResponse, any Error>
  ) {
    work.transfers[transfer.easy] = nil
    let outcome = outcome(transfer)
    _ = ccurl_multi_remove(multi, transfer.easy)
    transfer.completion(outcome)
  }
}
