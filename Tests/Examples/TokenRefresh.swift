// A custom transport, and a token that is refreshed when the server refuses it.

import JPCore

/// Counts requests. A real one would use a channel that libcurl doesn't support.
final class Channel: Transport {
  private let curl = CurlTransport()

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard !request.path.hasPrefix("/closed") else {
      throw TransportError(url: request.url, reason: .reset)
    }
    let response = try await curl.send(request)
    print(request.path, response.status)
    return response
  }
}

/// Adds the token to requests to one server, and gets a new one after a 401.
actor Bearer: Middleware {
  private var token = "1"
  private let server: String

  init(for server: String) { self.server = server }

  func prepare(_ request: inout TransportRequest) {
    guard request.url.hasPrefix(server) else { return }
    request.fields["Authorization"] = "Bearer \(token)"
  }

  func received(_ outcome: Result<Provenance, FetchError>) -> MiddlewareDecision {
    guard case .failure(let error) = outcome, error.status == 401 else { return .accept }
    token = "2"  // from the server's login, in earnest
    return .askAgain
  }
}

let base = BaseURL(CommandLine.arguments[1]) ?? .jsonPlaceholder
let api = JSONPlaceholder(
  base: base, middleware: [Bearer(for: base.text + "/")], transport: Channel(),
  retries: RetryPolicy(retries: 0, timeLimit: .seconds(60)), cache: .inMemory(isOfOneUser: true))

print(try await api.fetch(String.self, from: "/private").value)
print(try await api.fetch(String.self, from: "/private", policy: .storedOnly).value)
do {
  _ = try await api.fetch(String.self, from: "/closed")
} catch let error as FetchError {
  if case .transport(let error) = error.cause { print(error.reason) }
}

// > /private 401
// > /private 200
// > for your eyes only
// > for your eyes only
// > reset
