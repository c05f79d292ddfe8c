import Synchronization

/// Gets responses with libcurl: several at once, over one HTTP/2 connection where the server has it.
///
/// libcurl is found when the first request is sent, so a transport that is never used costs nothing.
/// It takes proxies from the environment variables that curl(1) documents.
public final class CurlTransport: Link {
  /// What a transport allows and trusts.
  public struct Settings: Equatable, Sendable {
    /// The longest time for one response, from connecting to the last byte. A ``RetryPolicy`` before
    /// it has a limit of its own, which counts if it is shorter.
    public var timeout: Duration = .seconds(10)

    /// The largest content, in bytes after decoding.
    public var maxBodyBytes = 1 << 28

    /// How many requests are under way at a time; further ones wait, and their time limit with them.
    public var maxTransfers = 6

    /// The largest head, in bytes: all header fields of a response and of interim ones before it.
    public var maxHeadBytes = 1 << 17

    /// The longest head, in lines.
    static let maxHeadLines = 500

    /// The longest URL, in bytes, asked for or redirected to (RFC 9110 §4.1 speaks of 8000 at least).
    static let maxURLBytes = 1 << 16

    /// How many redirects are followed for one request.
    public var maxRedirects = 10

    /// A PEM file with the certificates to trust instead of the system's; `nil` for the system's.
    public var certificateFile: String?

    /// A directory with the certificates to trust beside those of the system's file, named by their
    /// subjects' hashes (openssl-rehash(1)); `nil` for the system's. A ``certificateFile`` goes before
    /// it, unless both are the system's own.
    public var certificateDirectory: String?

    /// The User-Agent field (RFC 9110 §10.1.5).
    public var userAgent = "JPCore"

    /// The usual settings.
    public init() {}

    /// Where both are the system's own, that is no choice: many containers' variables say so.
    mutating func forgetCertificates(ifIn file: String?, and directory: String?) {
      guard certificateFile != nil, certificateFile == file, certificateDirectory != nil,
        certificateDirectory == directory
      else { return }
      certificateFile = nil
      certificateDirectory = nil
    }

    func timeLimit(for request: HTTPRequest) -> Duration {
      min(request.timeLimit ?? timeout, timeout)
    }
  }

  private let settings: Settings
  private let eventLoop: EventLoop?
  private let received: ReceivedContent
  private let engine = Mutex<CurlEngine?>(nil)

  /// Makes a transport; nothing is loaded and no connection is made yet.
  ///
  /// Its transfers have a thread of their own.
  public init(settings: Settings = Settings()) {
    self.settings = settings
    eventLoop = nil
    received = ReceivedContent(makeReader: nil)
  }

  /// Makes a transport whose responses are read while they arrive.
  ///
  /// - Parameters:
  ///   - eventLoop: where the transfers go on while it works; `nil` for a thread of their own.
  ///   - makeReader: makes what reads the next response.
  package init(
    settings: Settings = Settings(), eventLoop: EventLoop? = nil,
    bodyReader makeReader: @escaping @Sendable () -> any BodyReader
  ) {
    self.settings = settings
    self.eventLoop = eventLoop
    received = ReceivedContent(makeReader: makeReader)
  }

  /// How many bytes of content have come so far, all requests together, decoded.
  package var receivedBytes: Int { received.byteCount.load(ordering: .relaxed) }

  deinit {
    engine.withLock { $0?.stop() }
  }

  /// Sends a request, follows redirects, and waits for the whole response; cancelling the task ends
  /// the transfer.
  ///
  /// - Throws: ``TransportError``, or `CancellationError`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var response = try await sendOnce(request)
    var current = request
    for _ in 0..<settings.maxRedirects {
      guard let redirect = response.redirect else { return response }
      let left = settings.timeLimit(for: current) - redirect.timeSpent
      let forbidden = TransportError(url: current.url, reason: .forbiddenRedirect)
      guard let next = current.redirected(by: redirect, timeLimit: left) else { throw forbidden }
      do {
        response = try await sendOnce(next)
      } catch let error as TransportError where error.reason.isOfURL {
        // It isn't the user's mistake but the server's.
        throw forbidden
      }
      current = next
    }
    guard response.redirect == nil else {
      throw TransportError(
        url: request.url, reason: .tooManyRedirects(limit: settings.maxRedirects))
    }
    return response
  }

  private func sendOnce(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.url.utf8.count <= Settings.maxURLBytes else {
      let start = String(request.url.withoutUserInfo.prefix(200)) + "…"
      throw TransportError(url: start, reason: .urlTooLong(limit: Settings.maxURLBytes))
    }
    // libcurl would take what stands before it for the whole.
    guard !request.url.utf8.contains(0) else {
      throw TransportError(url: request.url, reason: .invalidURL)
    }
    // A line break in a field would begin another one (RFC 9110 §5.5).
    guard request.fields.all.allSatisfy(\.isSendable) else {
      throw TransportError(url: request.url, reason: .invalidField)
    }
    let engine = runningEngine
    let cancellation = CurlEngine.Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        engine.submit(request, cancellation: cancellation) { continuation.resume(with: $0) }
      }
    } onCancel: {
      engine.cancel(cancellation)
    }
  }

  private var runningEngine: CurlEngine {
    engine.withLock { engine in
      // What kept an earlier one from running may have passed.
      if let engine, !engine.hasFailed { return engine }
      let started = CurlEngine(settings: settings, received: received)
      if let eventLoop { eventLoop.drive(started) } else { started.startThread() }
      engine = started
      return started
    }
  }
}

/// Counts the content that arrives, for whoever shows it, and knows who reads it meanwhile.
final class ReceivedContent: Sendable {
  let byteCount = Atomic(0)
  let makeReader: (@Sendable () -> any BodyReader)?

  init(makeReader: (@Sendable () -> any BodyReader)?) {
    self.makeReader = makeReader
  }
}

extension Duration {
  var wholeMilliseconds: Int {
    // libcurl takes 0 as no limit, CURLOPT_TIMEOUT_MS(3); its `long` may have 32 bits.
    let milliseconds = self / .milliseconds(1)
    return Int(min(max(milliseconds.rounded(.up), 1), Double(Int32.max)))
  }
}
