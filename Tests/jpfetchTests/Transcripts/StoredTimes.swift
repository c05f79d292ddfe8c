@testable import JPCore

/// Moves the times of the stored responses back, as if time had passed.
func makeStoredResponsesOlder(bySeconds seconds: Int, in directory: String) throws {
  let store = ResponseStore(directory: directory)
  for entry in try store.entries() {
    guard var stored = try EntryFile.read(at: entry.path) else { continue }
    let response = stored.response
    stored.response.requested = HTTPDate(seconds: response.requested.seconds - seconds)
    stored.response.received = HTTPDate(seconds: response.received.seconds - seconds)
    try store.applyUpdate(.store(stored), to: RequestKey(HTTPRequest(url: stored.url)))
  }
}
