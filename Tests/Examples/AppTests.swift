// The tests of an app that fetches: prepared responses, no network, no disk, no waiting.

import JPCore

/// The app's code: the titles of a user's albums, or a message for the error.
struct AlbumTitles {
  let api: JSONPlaceholder

  func text(ofUser id: Int) async -> String {
    do {
      let albums = try await api.fetch(.albums(ofUser: id))
      return albums.value.map(\.title).joined(separator: ", ") + (albums.isStale ? " (old)" : "")
    } catch let error as FetchError where error.status == 404 {
      return "no such user"
    } catch is CancellationError {
      return "cancelled"
    } catch {
      return "no answer"
    }
  }
}

func check(_ isTrue: Bool, _ line: Int = #line) {
  print(isTrue ? "passed" : "line \(line) FAILED")
}

let sea = #"[{"userId":1,"id":7,"title":"Sea"},{"userId":1,"id":8,"title":"Sun"}]"#
let server = CannedTransport(inTurn: [
  "/users/1/albums": [.json(sea), .failure(.noRoute)],
  "/users/2/albums": [.status(404)], "/users/3/albums": [.failure(.connectionLost)],
])
let cache = ResponseCache(directory: "responses")
let titles = AlbumTitles(
  api: JSONPlaceholder(cache: cache, configuration: .init(transport: server)))

check(await titles.text(ofUser: 1) == "Sea, Sun")
check(await titles.text(ofUser: 1) == "Sea, Sun (old)")
check(await titles.text(ofUser: 2) == "no such user")
check(await titles.text(ofUser: 3) == "no answer")
check(server.requests.map(\.path).suffix(2) == ["/users/2/albums", "/users/3/albums"])

let slowServer = CannedTransport { _ in
  try await Task.sleep(for: .seconds(60))
  return .json("[]")
}
let slow = Task {
  await AlbumTitles(api: JSONPlaceholder(configuration: .init(transport: slowServer))).text(
    ofUser: 1)
}
slow.cancel()
check(await slow.value == "cancelled")

// A value for a view's test, as if it had been stored an hour ago.
let stored = Source(
  HTTPResponse(status: 200, body: [], url: "https://host/users"), origin: .stale,
  storedAgo: .seconds(3600))
let users = Answer([User](), sources: [stored])
check(users.isStale && users.storedAgo == .seconds(3600))

// > passed
// > passed
// > passed
// > passed
// > passed
// > passed
// > passed
