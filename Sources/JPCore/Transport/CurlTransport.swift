import Synchronization

/// Gets responses with libcurl, several at once, over one connection if the server supports HTTP/2.
///
/// libcurl is loaded with the first request. It reads proxies from the environment variables that
/// curl(1) documents.
public final class CurlTransport: Transport {
  /// Limits and trusted certificates.
  public struct Settings: Equatable, Sendable {
    /// The time limit for one response, from connecting to the last byte. The limit of a
    /// ``RetryPolicy`` counts if it is shorter.
    public var timeout: Duration = .seconds(10)

    /// The largest content, in bytes after decoding.
    public var maxBodyBytes = 1 << 28

    /// The number of requests sent at the same time. Time limits of waiting requests haven't begun.
    public var maxTransfers = 6

    /// The largest head, in bytes: all header fields, including those of interim responses.
    public var maxHeadBytes = 1 << 17

    /// The longest head, in lines.
    static let maxHeadLines = 500

    /// The longest URL of a request or redirect, in bytes (RFC 9110 §4.1 recommends at least 8000).
    static let maxURLBytes = 1 << 16

    /// The highest number of redirects for one request.
    public var maxRedirects = 10

    /// A PEM file with the certificates to trust instead of the system's; `nil` for the system's.
    public var certificateFile: String?

    /// A directory with certificates to trust in addition to the system's file, named by hashes
    /// (openssl-rehash(1)); `nil` for the system's. A ``certificateFile`` overrides it, unless both
    /// are the system's.
    public var certificateDirectory: String?

    /// The User-Agent field (RFC 9110 §10.1.5).
    public var userAgent = "JPCore"

    /// The default settings.
    public init() {}
  }

  private let settings: Settings
  private let sharedLoop: EventLoop?

  private struct State {
    var curl: CurlMulti?
    /// This transport's own loop and thread.
    var ownLoop: EventLoop?
  }

  private let state = Mutex(State())

  /// Makes a transport; nothing is loaded and no connection is made yet.
  ///
  /// Its transfers run on a thread of their own.
  public convenience init(settings: Settings = Settings()) {
    self.init(settings: settings, eventLoop: nil)
  }

  /// Makes a transport whose transfers run in a loop.
  ///
  /// - Parameter eventLoop: `nil` for a thread of their own.
  package init(settings: Settings = Settings(), eventLoop: EventLoop?) {
    self.settings = settings
    sharedLoop = eventLoop
  }

  deinit {
    state.withLock { $0.ownLoop?.stop() }
  }

  /// Sends a request, follows redirects, and waits for the whole response; cancelling the task ends
  /// the transfer.
  ///
  /// - Throws: ``TransportError``, or `CancellationError`.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try await send(Transfer(request))
  }

  private var runningLoop: CurlMulti? {
    state.withLock { state in
      if let curl = state.curl { return curl }
      if sharedLoop == nil { state.ownLoop = EventLoop.onItsOwnThread() }
      state.curl = (sharedLoop ?? state.ownLoop).map { CurlMulti(settings: settings, on: $0) }
      return state.curl
    }
  }
}

extension CurlTransport: TransferTransport {
  func send(_ transfer: Transfer) async throws -> TransportResponse {
    guard let curl = runningLoop else {
      throw TransportError(
        url: transfer.request.url, reason: .systemLimit(errno: EAGAIN),
        detail: "no thread could be started")
    }
    return try await curl.send(transfer)
  }
}
