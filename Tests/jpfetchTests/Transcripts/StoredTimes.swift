@testable import JPCore

/// Moves the times of the stored responses back, as if time had passed.
func makeStoredResponsesOlder(bySeconds seconds: Int, in directory: String) throws {
  let store = ResponseStore(directory: directory)
  for entry in try store.entries() {
    guard let stored = try EntryFile.response(at: entry.path) else { continue }
    let older = StoredResponse(
      url: stored.url, userFields: stored.userFields, userFieldsDigest: stored.userFieldsDigest,
      status: stored.status, statusLine: stored.statusLine, fields: stored.fields,
      requested: HTTPDate(seconds: stored.requested.seconds - seconds),
      received: HTTPDate(seconds: stored.received.seconds - seconds),
      isRedirected: stored.isRedirected, body: stored.body)
    try store.apply(.store(older), to: RequestKey(HTTPRequest(url: stored.url)))
  }
}
