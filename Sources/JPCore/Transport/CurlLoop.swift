import CCurl

/// What the engine's thread does, turn by turn: lets transfers go on, ends them, and waits.
///
/// Transfers share the multi handle's connections, which is how three requests become three streams
/// of one HTTP/2 connection.
final class CurlLoop {
  /// curl_multi_wakeup(3) may be called from any thread; every other use of the handle is the
  /// engine's thread's.
  struct Waker: @unchecked Sendable {
    fileprivate let multi: OpaquePointer

    func wake() { _ = ccurl_multi_wakeup(multi) }
  }

  private let multi: OpaquePointer
  private var settings: CurlTransport.Settings
  private let received: ReceivedContent
  private var waiting: [CurlEngine.Job] = []

  /// The hashed directory that is looked at first for a server's authority, and alone: OpenSSL reads
  /// all of a file, 140 certificates in 15 ms, and of a directory no more than the one it asks for.
  /// None, where that was once not enough.
  private lazy var quickDirectory = usableDirectory

  private var transfers: [OpaquePointer: CurlTransfer] = [:]

  /// Whether more can be done without waiting.
  private var goesOnAtOnce = false

  /// - Returns: `nil` where libcurl has no multi handle to give.
  init?(_ settings: CurlTransport.Settings, _ received: ReceivedContent) {
    guard let multi = ccurl_multi_init() else { return nil }
    self.multi = multi
    self.settings = settings
    self.received = received
    let file = ccurl_default_file().map { String(cString: $0) }
    let directory = ccurl_default_directory().map { String(cString: $0) }
    self.settings.forgetCertificates(ifIn: file, and: directory)
  }

  private var usableDirectory: String? {
    guard settings.certificateFile == nil, ccurl_uses_openssl(),
      let builtIn = ccurl_default_directory()
    else { return nil }
    let directory = settings.certificateDirectory ?? String(cString: builtIn)
    // What is no such directory would cost every server a second connection.
    return SystemFile.hasHashedNames(in: directory) ? directory : nil
  }

  deinit { _ = ccurl_multi_cleanup(multi) }

  var waker: Waker { Waker(multi: multi) }

  /// Begins what is new, lets all go on, and ends what is finished.
  func perform(with jobs: [CurlEngine.Job]) {
    waiting += jobs
    startTransfers()
    let progress = performAll()
    endFinished()
    if progress == .failed { failAll() }
    let hasFreePlace = transfers.count < settings.maxTransfers && !waiting.isEmpty
    goesOnAtOnce = progress == .again || hasFreePlace
  }

  /// Waits for a socket, a timer of libcurl's, or the mailbox.
  ///
  /// - Parameter limit: in milliseconds.
  func wait(atMost limit: Int32) {
    let wait = goesOnAtOnce ? 0 : min(longestWait, limit)
    if ccurl_multi_poll(multi, wait) != 0 { failAll() }
  }

  /// Cancels what is not done.
  func cancelAll() {
    for job in waiting { job.completion(.failure(CancellationError())) }
    waiting = []
    endAll { _ in .failure(CancellationError()) }
  }

  /// In milliseconds: not beyond a transfer's deadline, nor, as a second net below `performAll`, very
  /// long while there are any.
  private var longestWait: Int32 {
    guard let deadline = transfers.values.map(\.deadline).min() else { return 60_000 }
    return Int32(min(max((deadline - .now) / .milliseconds(1), 0), 200).rounded(.up))
  }

  /// Starts as many transfers as there may be at a time. The rest waits here and not in libcurl,
  /// whose time limit would count the waiting (CURLOPT_TIMEOUT_MS(3)).
  private func startTransfers() {
    while transfers.count < settings.maxTransfers, !waiting.isEmpty {
      let job = waiting.removeFirst()
      guard !job.isCancelled else {
        job.completion(.failure(CancellationError()))
        continue
      }
      let isSecure = HTTPRequest.isHTTPS(job.request.url)
      let transfer = CurlTransfer(
        job, settings: settings, received: received,
        certificatesAloneIn: isSecure ? quickDirectory : nil)
      guard let transfer else { continue }
      guard transfer.isGuarded, ccurl_multi_add(multi, transfer.easy) == 0 else {
        job.completion(transfer.failure(.other, "this libcurl refuses a setting"))
        continue
      }
      transfers[transfer.easy] = transfer
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
  private func performAll() -> Progress {
    // Now and then the mailbox and the deadlines have to be looked at as well.
    for _ in 0..<16 {
      for transfer in transfers.values { transfer.hasReceived = false }
      guard ccurl_multi_perform(multi) == 0 else { return .failed }
      guard transfers.values.contains(where: \.hasReceived) else { return .done }
    }
    return .again
  }

  private func endFinished() {
    while let message = ccurl_multi_next_message(multi) {
      guard message.pointee.kind == CCURL_MESSAGE_DONE, let easy = message.pointee.easy,
        let transfer = transfers[easy]
      else { continue }
      let code = message.pointee.data.result
      if let job = transfer.jobForAllCertificates(code: code) {
        quickDirectory = nil
        transfers[easy] = nil
        _ = ccurl_multi_remove(multi, easy)
        waiting.insert(job, at: 0)
        startTransfers()
      } else {
        end(transfer) { $0.outcome(code: code) }
      }
    }
    for transfer in transfers.values {
      if transfer.isCancelled {
        end(transfer) { _ in .failure(CancellationError()) }
      } else if transfer.isOverdue {
        end(transfer) { $0.outcome(code: Int32(CCURL_OPERATION_TIMEDOUT.rawValue)) }
      }
    }
  }

  private func failAll() {
    endAll { $0.failure(.other, "libcurl's multi interface failed") }
  }

  private func endAll(
    with outcome: (CurlTransfer) -> Result<HTTPResponse, any Error>
  ) {
    for transfer in transfers.values { end(transfer, with: outcome) }
  }

  private func end(
    _ transfer: CurlTransfer,
    with outcome: (CurlTransfer) -> Result<HTTPResponse, any Error>
  ) {
    transfers[transfer.easy] = nil
    let outcome = outcome(transfer)
    _ = ccurl_multi_remove(multi, transfer.easy)
    transfer.completion(outcome)
  }
}
