// A token that is sent with every request, and refreshed once when the server refuses it.

import JPCore

/// Adds a token to requests, and gets a new one after a 401.
actor Login: Transport {
  private let server: any Transport
  private var token = "1"
  private var refresh: Task<String, any Error>?

  init(to server: any Transport) { self.server = server }

  func prepare(_ request: inout HTTPRequest) {
    request.headerFields["Authorization"] = "Bearer \(token)"
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await server.send(request)
    guard response.status == 401 else { return response }
    if request.headerFields["Authorization"] == "Bearer \(token)" {
      // Requests that are refused at the same time wait for the same new token.
      let refresh = refresh ?? Task { try await newToken() }
      self.refresh = refresh
      defer { self.refresh = nil }
      token = try await refresh.value
    }
    var second = request
    prepare(&second)
    return try await server.send(second)
  }
}

@Sendable func newToken() async throws -> String {
  print("refresh")
  try await Task.sleep(for: .milliseconds(50))  // asks the login server
  return "2"
}

let base = BaseURL(CommandLine.arguments[1] + "/private") ?? .jsonPlaceholder
let login = Login(to: CurlTransport())
let api = JSONPlaceholder(
  baseURL: base,
  configuration: .init(prepare: { await login.prepare(&$0) }, transport: login))

// Three requests at the same time, and all are refused at first.
let users = try await api.fetch(.usersWithAlbums()).value
print(users.count, "users,", users.flatMap(\.albums).count, "albums")

// The new token is sent at once.
print(try await api.fetch(.albums(ofUser: 3)).value.count, "albums of user 3")

// > refresh
// > 10 users, 100 albums
// > 10 albums of user 3
