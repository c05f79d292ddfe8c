import TestSupport
import Testing

@testable import JPCore

@Suite("Storing, RFC 9111 §3 and §4.1", .limited)
struct StorabilityTests {
  @Test("A validator that can't be sent back isn't used")
  func unsendable() {
    let request = TransportRequest(url: "http://host/")
    let response = TransportResponse(
      status: 200, fields: [field("ETag", "\"a\rb\""), field("X", "1")], body: [], url: request.url)
    let stored = StoredResponse(reply(response), as: .document, to: RequestKey(request))
    #expect(stored.fields.all == [field("X", "1")])
    #expect(stored.conditions.isEmpty)
  }

  @Test(
    "Connection fields (§3.1) and fields with secrets aren't stored",
    arguments: [
      ("Connection", false), ("keep-alive", false), ("Proxy-Authenticate", false),
      ("Proxy-Authentication-Info", false), ("Proxy-Authorization", false),
      ("Proxy-Connection", false), ("TE", false), ("Trailer", false), ("Transfer-Encoding", false),
      ("Upgrade", false), ("X-Hop", false), ("x-other-hop", false), ("Set-Cookie", false),
      ("X-Auth-Token", false), ("Client-Secret", false), ("X-Session-Id", false),
      ("X-Password", false), ("Authorization", false), ("X-API-Key", false), ("apikey", false),
      ("X-JWT", false), ("Bearer", false), ("X-Credential", false), ("Passphrase", false),
      ("api_key", false),
      ("Public-Key-Pins", true), ("Key", true), ("ETag", true), ("X-Hope", true), ("Via", true),
      ("Access-Control-Allow-Origin", true), ("X-Powered-By", true),
    ])
  func storedFields(name: String, isStored: Bool) {
    let response = TransportResponse(
      status: 200, fields: [field("Connection", "close, X-Hop ,X-Other-Hop"), field(name, "1")],
      body: [], url: "http://host/")
    let key = RequestKey(TransportRequest(url: response.url))
    let stored = StoredResponse(reply(response), as: .document, to: key)
    #expect(stored.fields.all == (isStored ? [field(name, "1")] : []))
    let old = StoredResponse(
      reply(TransportResponse(status: 200, body: [], url: response.url)), as: .document, to: key)
    #expect(old.freshened(by: reply(response), to: key).fields.all.isEmpty == !isStored)
  }
}

@Suite("Validation, RFC 9111 §4.3", .limited)
struct ValidationTests {
  @Test("A conditional request has the stored entity tag and date")
  func conditions() {
    let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(response().conditions.isEmpty)
    #expect(response(field("Last-Modified", "long ago")).conditions.isEmpty)
    #expect(response(field("ETag", "\"\u{FFFD}\"")).conditions.isEmpty)
    #expect(response(field("ETag", "\"é\"")).conditions.map(\.value) == ["\"é\""])
    let both = response(field("ETag", "W/\"1\""), field("Last-Modified", modified))
    #expect(
      both.conditions
        == [field("If-None-Match", "W/\"1\""), field("If-Modified-Since", modified)])
  }

  @Test(
    "A 304 with an entity tag confirms only a stored response with the same tag",
    arguments: [
      ("\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true), ("W/\"a\"", "\"a\"", true),
      ("\"a\"", "\"b\"", false), ("\"a\"", nil, true), (nil, "\"a\"", false), (nil, nil, true),
    ] as [(String?, String?, Bool)])
  func confirmed(own: String?, told: String?, isSelected: Bool) {
    let stored = own.map { response(field("ETag", $0)) } ?? response()
    let reply = told.map { notModified(field("ETag", $0)) } ?? notModified()
    #expect(stored.isSelected(by: reply) == isSelected)
  }

  @Test("A 304 without a tag confirms only a stored response with the same Last-Modified")
  func confirmedByDate() {
    let stored = response(field("Last-Modified", date(-100)))
    let tagged = response(field("Last-Modified", date(-100)), field("ETag", "\"a\""))
    for (told, isSelected) in [(date(-100), true), (date(-50), false)] {
      let reply = notModified(field("Last-Modified", told))
      #expect(stored.isSelected(by: reply) == isSelected)
      // The server has compared the tag, which is stronger.
      #expect(tagged.isSelected(by: reply))
    }
  }

  @Test("A redirected response is never fresh, and is requested without conditions")
  func redirected() {
    let stored = response(
      field("Cache-Control", "max-age=60"), field("ETag", "\"1\""), isRedirected: true)
    #expect(stored.conditions.isEmpty)
    #expect(!stored.isFresh(at: received))
    #expect(ReuseRules().staleUse(of: stored, at: received) == .allowed)
    let anything = response(field("Vary", "*"))
    #expect(ReuseRules().staleUse(of: anything, at: received) == .forbidden(by: "Vary: *"))
  }

  @Test("A 304's fields replace the stored ones, except those that describe the content (§3.2)")
  func freshening() {
    let content = [
      field("Content-Length", "2"), field("Content-Type", "application/json"),
      field("Content-Encoding", "br"), field("Content-Range", "x"),
    ]
    var stored = response(
      field("ETag", "\"a\""), field("Cache-Control", "max-age=1"), field("X-Old", "1"),
      field("Age", "100"), body: "[7]")
    stored.fields = HeaderFields(stored.fields.all + content)
    let new = [field("cache-control", "max-age=60"), field("Date", date(100)), field("X-New", "2")]
    let notModified = TransportResponse(
      status: 304, fields: HeaderFields(new + content.map { field($0.name, "other") }), body: [],
      url: "")
    let fresh = stored.freshened(
      by: reply(notModified, later: 100), to: RequestKey(TransportRequest(url: stored.url)))
    #expect(fresh.body == stored.body)
    #expect(fresh.fields.all == [field("ETag", "\"a\""), field("X-Old", "1")] + content + new)
    // An old Age or Date would make it older.
    #expect(fresh.age(at: HTTPDate(seconds: received.seconds + 100)) == .zero)
  }

  @Test("The names in both Vary fields count, each once, and the time is linear")
  func manyNames() {
    let names = (0..<20_000).map { "a\($0)" }
    let stored = response(field("Vary", names.joined(separator: ",")))
    let more = names[10_000...] + ["b"]
    let key = RequestKey(TransportRequest(url: stored.url))
    let vary = field("Vary", more.joined(separator: ","))
    let fresh = stored.freshened(by: reply(notModified(vary)), to: key)
    #expect(fresh.varyNames == (names + ["b"]).sorted())
    #expect(fresh.matches(key))
  }
}
