// A token that is sent with every request, and refreshed once when the server refuses it.

import JPCore

/// Adds a token to requests to one server, and gets a new one after a 401.
actor Login: Middleware {
  private let server: String
  private var token = "1"
  private var refresh: Task<String, any Error>?

  init(to server: String) { self.server = server }

  func prepare(_ request: inout HTTPRequest) {
    if isForServer(request) { request.headerFields[.authorization] = "Bearer \(token)" }
  }

  func intercept(_ request: HTTPRequest, next: any Transport) async throws -> HTTPResponse {
    let response = try await next.send(request)
    guard response.status == 401, isForServer(request) else { return response }
    var second = request
    let newToken = try await token(after: request.headerFields[.authorization])
    second.headerFields[.authorization] = "Bearer \(newToken)"
    return try await next.send(second)
  }

  private func isForServer(_ request: HTTPRequest) -> Bool { request.url.hasPrefix(server) }

  /// Requests that are refused at the same time wait for the same new token.
  private func token(after refused: String?) async throws -> String {
    if refused != "Bearer \(token)" { return token }
    if let refresh { return try await refresh.value }
    let refresh = Task { try await Self.newToken() }
    self.refresh = refresh
    defer { self.refresh = nil }
    token = try await refresh.value
    return token
  }

  private static func newToken() async throws -> String {
    print("refresh")
    try await Task.sleep(for: .milliseconds(50))  // asks the login server
    return "2"
  }
}

let server = CommandLine.arguments[1] + "/private"
let base = BaseURL(server) ?? .jsonPlaceholder
let login = Login(to: server + "/")
let api = JSONPlaceholder(baseURL: base, configuration: .init(middleware: [login]))

// Three requests at the same time, and all are refused at first.
let users = try await api.fetch(.usersWithAlbums()).value
print(users.count, "users,", users.flatMap(\.albums).count, "albums")

// The new token is sent at once.
print(try await api.fetch(.albums(ofUser: 3)).value.count, "albums of user 3")

// > refresh
// > 10 users, 100 albums
// > 10 albums of user 3
