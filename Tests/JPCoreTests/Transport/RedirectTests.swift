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
    let redirect = try #require(
      Redirect(status: 302, location: target, from: "http://h/a", to: target))
    let next = try redirect.request(insteadOf: request, after: [], atMost: 10)
    #expect(next.url == url)
    #expect(next.headerFields == (keepsFields ? fields : plain))
  }

  @Test("The validators of a stored response aren't sent on, but the user's own conditions are")
  func validators() throws {
    var request = HTTPRequest(
      url: "http://h/a", headerFields: ["If-Match": "\"a\"", "If-None-Match": "\"b\""])
    request.conditions = [.ifNoneMatch]
    let redirect = try #require(
      Redirect(status: 302, location: "/b", from: "http://h/a", to: "http://h/b"))
    let next = try redirect.request(insteadOf: request, after: [], atMost: 10)
    #expect(next.headerFields == ["If-Match": "\"a\""])
  }

  @Test("Hosts that differ only in Unicode composition are different hosts")
  func composedHost() throws {
    let request = HTTPRequest(url: "http://me:pw@\u{E9}/a", headerFields: ["Cookie": "1"])
    let target = "http://e\u{301}/b"
    let redirect = try #require(
      Redirect(status: 302, location: target, from: request.url, to: target))
    let next = try redirect.request(insteadOf: request, after: [], atMost: 10)
    #expect(next.headerFields.isEmpty)
    #expect(!next.url.utf8.contains(UInt8(ascii: "@")))
  }

  @Test(
    "A redirect to a fragment leads to the same URL, even if libcurl resolves it to another",
    arguments: ["#c", "#", "#a/b?c"])
  func fragment(location: String) throws {
    let request = HTTPRequest(url: "http://h/a?b")
    let redirect = try #require(
      Redirect(status: 301, location: location, from: "http://h/a?b", to: "http://h/#c"))
    let next = try redirect.request(insteadOf: request, after: [], atMost: 10)
    #expect(next.url == "http://h/a?b")
  }

  @Test("Only 301, 302, 303, 307 and 308 are redirects", arguments: [301, 302, 303, 307, 308])
  func statuses(status: Int) {
    #expect(Redirect(status: status, location: "/b", from: "http://h/a", to: "http://h/b") != nil)
    for other in [200, 300, 304, 305, 306, 309] {
      #expect(Redirect(status: other, location: "/b", from: "http://h/a", to: "http://h/b") == nil)
    }
  }

  @Test("One redirect too many is an error that names the first URL")
  func limit() throws {
    let request = HTTPRequest(url: "http://h/c")
    let redirect = try #require(
      Redirect(status: 302, location: "/d", from: "http://h/c", to: "http://h/d"))
    let earlier = ["http://h/a", "http://h/b"]
    #expect(try redirect.request(insteadOf: request, after: earlier, atMost: 3).url == "http://h/d")
    let error = #expect(throws: TransportError.self) {
      try redirect.request(insteadOf: request, after: earlier, atMost: 2)
    }
    #expect(error?.url == "http://h/a")
    #expect(error?.reason == .tooManyRedirects(limit: 2))
  }

  @Test("The error about a forbidden redirect shows the target URL without its password")
  func forbidden() throws {
    let request = HTTPRequest(url: "http://h/a")
    let target = "ftp://me:secret@h/b"
    let redirect = try #require(
      Redirect(status: 302, location: target, from: request.url, to: target))
    let error = #expect(throws: TransportError.self) {
      try redirect.request(insteadOf: request, after: [], atMost: 10)
    }
    #expect(error?.reason == .forbiddenRedirect)
    #expect(error?.detail == "ftp://***@h/b")
  }
}
