import TestSupport
import Testing

@testable import JPCore

@Suite("Redirects, RFC 9110 §15.4", .limited)
struct RedirectTests {
  /// FaultTests shows that libcurl's redirects go this way.
  @Test(
    "Secrets and fields about the first URL are sent only to the same scheme, host and port",
    arguments: [
      ("http://h/b", "http://me:pw@h/b", true), ("http://H:80/b", "http://me:pw@h/b", true),
      ("http://you@h/b", "http://you@h/b", true), ("https://h/b", "https://h/b", false),
      ("http://h:8080/b", "http://h:8080/b", false), ("http://i/b", "http://i/b", false),
    ])
  func targets(target: String, url: String, keepsFields: Bool) throws {
    let plain: HeaderFields = ["User-Agent": "a", "X-Tenant": "1", "Referer": "http://h/?a=1"]
    let bound: HeaderFields = [
      "Authorization": "a", "x-api-key": "1", "Origin": "http://me:pw@h", "Link": "/?token=1",
      "Host": "h", "Range": "bytes=0-1", "If-Match": "\"a\"",
    ]
    let fields = HeaderFields(plain.all + bound.all)
    let request = HTTPRequest(url: "http://me:pw@h/a", headerFields: fields)
    let next = try request.redirected(to: target, from: "http://h/a", after: [], atMost: 10)
    #expect(next.url == url)
    #expect(next.headerFields == (keepsFields ? fields : plain))
  }

  @Test("The validators of a stored response aren't sent on, but the user's own conditions are")
  func validators() throws {
    var request = HTTPRequest(
      url: "http://h/a", headerFields: ["If-Match": "\"a\"", "If-None-Match": "\"b\""])
    request.conditions = [.ifNoneMatch]
    let next = try request.redirected(
      to: "http://h/b", from: "http://h/a", after: [], atMost: 10)
    #expect(next.headerFields == ["If-Match": "\"a\""])
  }

  @Test("Hosts that differ only in Unicode composition are different hosts")
  func composedHost() throws {
    let request = HTTPRequest(url: "http://me:pw@\u{E9}/a", headerFields: ["Cookie": "1"])
    let next = try request.redirected(
      to: "http://e\u{301}/b", from: request.url, after: [], atMost: 10)
    #expect(next.headerFields.isEmpty)
    #expect(!next.url.utf8.contains(UInt8(ascii: "@")))
  }

  @Test(
    "A redirect to a fragment leads to the same URL, even if libcurl resolves it to another",
    arguments: ["#c", "#", "#a/b?c"])
  func fragment(location: String) {
    let target = HTTPRequest.redirectTarget(
      status: 301, location: location, from: "http://h/a?b", to: "http://h/#c")
    #expect(target == "http://h/a?b")
  }

  @Test("Only 301, 302, 303, 307 and 308 are redirects", arguments: [301, 302, 303, 307, 308])
  func statuses(status: Int) {
    func target(_ status: Int) -> String? {
      HTTPRequest.redirectTarget(
        status: status, location: "/b", from: "http://h/a", to: "http://h/b")
    }
    #expect(target(status) == "http://h/b")
    for other in [200, 300, 304, 305, 306, 309] { #expect(target(other) == nil) }
  }

  @Test("One redirect too many is an error that names the first URL")
  func limit() throws {
    let request = HTTPRequest(url: "http://h/c")
    let earlier = ["http://h/a", "http://h/b"]
    func next(atMost limit: Int) throws(TransportError) -> HTTPRequest {
      try request.redirected(to: "http://h/d", from: "http://h/c", after: earlier, atMost: limit)
    }
    #expect(try next(atMost: 3).url == "http://h/d")
    let error = #expect(throws: TransportError.self) { try next(atMost: 2) }
    #expect(error?.url == "http://h/a")
    #expect(error?.reason == .tooManyRedirects(limit: 2))
  }

  @Test("The error about a forbidden redirect shows the target URL without its password")
  func forbidden() throws {
    let request = HTTPRequest(url: "http://h/a")
    let error = #expect(throws: TransportError.self) {
      try request.redirected(
        to: "ftp://me:secret@h/b", from: request.url, after: [], atMost: 10)
    }
    #expect(error?.reason == .forbiddenRedirect)
    #expect(error?.detail == "ftp://***@h/b")
  }
}
