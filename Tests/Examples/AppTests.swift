// The tests of an app that fetches: prepared responses, no network, no disk, no waiting.

import JPCore

/// The app's code: the title of an album, or a message for the error.
struct AlbumTitle {
  let api: JSONPlaceholder

  func text(ofAlbum id: Int) async -> String {
    do {
      let album = try await api.fetch(.album(id))
      return album.value.title + (album.isStale ? " (old)" : "")
    } catch let error as FetchError where error.status == 404 {
      return "no such album"
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

let sea = #"{"userId":1,"id":7,"title":"Sea"}"#
let server = CannedTransport(inTurn: [
  "/albums/7": [.json(sea), .failure(.noRoute)],
  "/albums/8": [.status(404)], "/albums/9": [.failure(.connectionLost)],
])
let cache = ResponseCache(directory: "responses")
let title = AlbumTitle(
  api: JSONPlaceholder(cache: cache, configuration: .init(transport: server)))

check(await title.text(ofAlbum: 7) == "Sea")
check(await title.text(ofAlbum: 7) == "Sea (old)")
check(await title.text(ofAlbum: 8) == "no such album")
check(await title.text(ofAlbum: 9) == "no answer")
check(server.requests.map(\.path).suffix(2) == ["/albums/8", "/albums/9"])

let slowServer = CannedTransport { _ in
  try await Task.sleep(for: .seconds(60))
  return .json("[]")
}
let slow = Task {
  await AlbumTitle(api: JSONPlaceholder(configuration: .init(transport: slowServer))).text(
    ofAlbum: 7)
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
