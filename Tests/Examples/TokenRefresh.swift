// A custom transport, and a token that is refreshed when the server refuses it.

import JPCore

/// Adds a token to requests to one server, and gets a new one after a 401. A real transport would use
/// a channel that libcurl doesn't support.
actor Channel: Middleware, Transport {
  private let curl = CurlTransport()
  private var token = "1"
  private let server: String

  init(for server: String) { self.server = server }

  func prepare(_ request: inout HTTPRequest) {
    guard request.url.hasPrefix(server) else { return }
    request.fields["Authorization"] = "Bearer \(token)"
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !request.path.hasPrefix("/closed") else {
      throw TransportError(url: request.url, reason: .reset)
    }
    let response = try await curl.send(request)
    print(request.path, response.status)
    guard response.status == 401 else { return response }
    token = "2"  // from the server's login, in earnest
    var next = request
    prepare(&next)
    let second = try await curl.send(next)
    print(next.path, second.status)
    return second
  }
}

let base = BaseURL(CommandLine.arguments[1]) ?? .jsonPlaceholder
let channel = Channel(for: base.text + "/")
let api = JSONPlaceholder(
  baseURL: base, cache: ResponseCache(directory: "responses-of-ada", isPrivate: true),
  configuration: .init(
    middleware: [channel], transport: channel,
    retries: RetryPolicy(retries: 0, timeLimit: .seconds(60))))

print(try await api.fetch(Endpoint(String.self, path: "/private")).value)
print(try await api.fetch(Endpoint(String.self, path: "/private"), policy: .storedOnly).value)
do {
  _ = try await api.fetch(Endpoint(String.self, path: "/closed"))
} catch let error as FetchError {
  if case .transport(let error) = error.cause { print(error.reason) }
}

// > /private 401
// > /private 200
// > for your eyes only
// > for your eyes only
// > reset
