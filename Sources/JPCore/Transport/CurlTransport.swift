import Synchronization

/// Gets responses with libcurl, several at once, over one connection if the server supports HTTP/2.
///
/// libcurl is loaded with the first request. It reads proxies from the environment variables that
/// curl(1) documents.
public final class CurlTransport: Transport {
  /// The limits, the trusted certificates and the User-Agent of a transport.
  public struct Configuration: Equatable, Sendable {
    /// The time limit for a request without ``HTTPRequest/limits``, from connecting to the last
    /// byte.
    package var timeout = Duration.seconds(10)

    /// The maximum size of a response's content, in bytes after decoding; 128 MiB by default.
    public var maxBodyBytes = 1 << 27

    /// The maximum number of redirects for one request.
    public var maxRedirects = 10

    /// A PEM file with the certificates to trust; `nil` for the system file.
    public var certificateFile: String?

    /// A directory of certificates to trust in addition to the system file, named by hash
    /// (openssl-rehash(1)); `nil` for the system directory. The directory is ignored if
    /// ``certificateFile`` is set.
    public var certificateDirectory: String?

    /// The value of User-Agent (RFC 9110 §10.1.5) if a request doesn't set it.
    public var userAgent = "JPCore"

    /// Makes a configuration with the default settings.
    public init() {}
  }

  private let configuration: Configuration

  /// The caller's event loop; `nil` to start one with the first request.
  private let sharedLoop: EventLoop?

  /// libcurl's multi interface; `nil` until the first request.
  private let multi = Mutex<CurlMulti?>(nil)

  /// Makes a transport whose transfers run on their own thread.
  ///
  /// The first request loads libcurl and starts the thread.
  public convenience init(configuration: Configuration = Configuration()) {
    self.init(configuration: configuration, eventLoop: nil)
  }

  /// Makes a transport whose transfers run on an event loop.
  ///
  /// - Parameter eventLoop: `nil` to start a loop on a new thread.
  package init(configuration: Configuration = Configuration(), eventLoop: EventLoop?) {
    self.configuration = configuration
    sharedLoop = eventLoop
  }

  deinit {
    // A shared loop belongs to the caller, who may use it for other things.
    if sharedLoop != nil { return }
    multi.withLock { multi in multi?.eventLoop.stop() }
  }

  /// Sends a request, follows redirects, and waits for the complete response. Cancelling the task
  /// ends the transfer.
  ///
  /// - Throws: ``TransportError``, or `CancellationError`.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await curl.send(request)
  }

  private var curl: CurlMulti {
    multi.withLock { multi in
      if let multi { return multi }
      let eventLoop = sharedLoop ?? .startOnOwnThread()
      let curl = CurlMulti(configuration, on: eventLoop)
      multi = curl
      return curl
    }
  }
}
