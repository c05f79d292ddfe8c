import Synchronization

/// The way of a request through all middleware to the server.
struct MiddlewareChain: Sendable {
  let middleware: [any Middleware]
  let server: RetryingTransport
  let limits: RequestLimits

  /// Whether requests go to a server, so that their URLs have to be valid.
  let checksURL: Bool

  /// Sends a request that was looked up.
  ///
  /// - Returns: the response, and whether middleware changed it or the request.
  func send(_ request: HTTPRequest) async throws -> (HTTPResponse, isChanged: Bool) {
    let last = LastStep(server: server, limits: limits, checksURL: checksURL, lookedUp: request)
    var next: any Transport = last
    // The first middleware is the outermost.
    for step in middleware.reversed() {
      next = MiddlewareStep(middleware: step, next: next)
    }
    let response = try await next.send(request)
    return (response, last.isChanged(response))
  }
}

/// Sends a request through one middleware.
private struct MiddlewareStep: Transport {
  let middleware: any Middleware
  let next: any Transport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await middleware.intercept(request, next: next)
  }
}

/// Sends the requests that the middleware passes on, and notes whether it changed a request or a
/// response.
private final class LastStep: Transport {
  private struct State {
    /// Whether middleware has sent another request than the one that was looked up.
    var hasSentOther = false

    /// The server's last response; `nil` without one.
    var response: HTTPResponse?
  }

  private let server: RetryingTransport
  private let limits: RequestLimits
  private let checksURL: Bool
  private let lookedUp: HTTPRequest
  private let state = Mutex(State())

  init(
    server: RetryingTransport, limits: RequestLimits, checksURL: Bool, lookedUp: HTTPRequest
  ) {
    self.server = server
    self.limits = limits
    self.checksURL = checksURL
    self.lookedUp = lookedUp
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if !isLookedUp(request) {
      state.withLock { state in state.hasSentOther = true }
    }
    if checksURL { _ = try request.checkedURL() }
    var request = request
    request.limits = limits
    // A request that middleware made anew doesn't know which fields the store added.
    request.conditions = lookedUp.conditions
    let response = try await server.send(request)
    state.withLock { state in state.response = response }
    return response
  }

  /// Whether a response isn't the server's last one to the request that was looked up.
  func isChanged(_ response: HTTPResponse) -> Bool {
    state.withLock { state in
      guard !state.hasSentOther, let last = state.response else { return true }
      // A response that middleware made anew has lost its redirects, which decide about storing it.
      return response != last || response.redirectedFrom != last.redirectedFrom
    }
  }

  /// Whether a request is the one that was looked up. A new value of a secret field makes no
  /// difference, because responses to requests with such a field aren't stored.
  private func isLookedUp(_ request: HTTPRequest) -> Bool {
    let fields = request.headerFields
    guard request.url.utf8.elementsEqual(lookedUp.url.utf8) else { return false }
    guard fields.count == lookedUp.headerFields.count else { return false }
    for (field, other) in zip(fields, lookedUp.headerFields) where field != other {
      if field.name != other.name || !field.isSecret { return false }
    }
    return true
  }
}
