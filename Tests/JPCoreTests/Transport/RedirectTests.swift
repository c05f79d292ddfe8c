import TestSupport
import Testing

@testable import JPCore

@Suite("Redirects, RFC 9110 §15.4", .limited)
struct RedirectTests {
  /// FaultTests shows that libcurl's redirects go this way.
  @Test(
    "Fields and credentials are sent only to the same scheme, host and port",
    arguments: [
      ("http://h/b", "http://me:pw@h/b", true), ("http://H:80/b", "http://me:pw@h/b", true),
      ("http://you@h/b", "http://you@h/b", true), ("https://h/b", "https://h/b", false),
      ("http://h:8080/b", "http://h:8080/b", false), ("http://i/b", "http://i/b", false),
      ("ftp://h/b", nil, true),
    ] as [(String, String?, Bool)])
  func targets(target: String, url: String?, keepsFields: Bool) {
    let request = TransportRequest(url: "http://me:pw@h/a", fields: ["X": "1"])
    let next = request.redirected(by: Redirect(from: "http://h/a", to: target))
    #expect(next?.url == url)
    #expect((next ?? request).fields == (keepsFields ? request.fields : []))
  }
}
