// Requests with URLSession, which JPCore uses on Linux only in this program. URLSessionTransportTests
// builds it, answers it and knows what it prints.
//
// usage: urlsession BASE-URL REFUSED-URL

import JPCore

/// A client that tries twice.
func client(_ url: String, timeLimit: Duration = .seconds(30)) -> JSONPlaceholder {
  var configuration = JSONPlaceholder.Configuration()
  configuration.headerFields = ["X-Tenant": "red"]
  configuration.transport = URLSessionTransport(maxBodyBytes: 1 << 21)
  configuration.retries = RetryPolicy(maxRetries: 1)
  configuration.timeLimit = timeLimit
  return JSONPlaceholder(baseURL: BaseURL(url) ?? .jsonPlaceholder, configuration: configuration)
}

/// What an error says that doesn't depend on the system.
func summary(of error: any Error) -> String {
  guard let error = error as? FetchError else { return "\(error)" }
  switch error.cause {
  case .transport(let failure): return "\(failure.reason)"
  case .status(let status, _): return "status \(status)"
  default: return "\(error.cause)"
  }
}

func report(_ path: String, from client: JSONPlaceholder) async {
  do {
    let value = try await client.fetch(Endpoint(Int.self, path: path)).value
    print("\(path): \(value)")
  } catch {
    print("\(path): \(summary(of: error))")
  }
}

let url = CommandLine.arguments[1]
let api = client(url)

do {
  let users = try await api.fetch(.usersWithAlbums()).value
  let albums = users.flatMap(\.albums)
  print("joined: \(users.count) \(albums.count) \(albums.flatMap(\.photos).count)")
} catch {
  print("joined: \(summary(of: error))")
}

for path in [
  "/fields", "/busy", "/down", "/near", "/far", "/loop", "/packed", "/large", "/cut",
] {
  await report(path, from: api)
}
await report("/refused", from: client(CommandLine.arguments[2]))
await report("/silent", from: client(url, timeLimit: .milliseconds(300)))
let secret = url.split(separator: "//", maxSplits: 1).joined(separator: "//ada:pass%20word@")
await report("/private", from: client(secret))

/// Cancels a request and prints how it ends. If it went on, this program would, too, until it is killed.
func cancel(after delay: Duration) async {
  let patient = client(url, timeLimit: .seconds(3600))
  let task = Task { try await patient.fetch(Endpoint(Int.self, path: "/silent")).value }
  try? await Task.sleep(for: delay)
  task.cancel()
  do {
    print("cancelled: \(try await task.value)")
  } catch {
    print("cancelled: \(summary(of: error))")
  }
}

await cancel(after: .zero)
await cancel(after: .milliseconds(200))
// The session still works.
await report("/near", from: api)
