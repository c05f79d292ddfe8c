import TestSupport
import Testing

@testable import JPCore

@Suite("What a stored response answers, RFC 9111 §4.1", .limited)
struct RequestKeyTests {
  @Test(
    "A stored response matches if all fields that Vary names are equal",
    arguments: [
      ([], ["Accept": "b"], true), (["Vary": "Accept"], ["ACCEPT": "a"], true),
      (["Vary": "Accept"], ["Accept": "A"], false), (["Vary": "Accept"], [], false),
      (["Vary": "accept , X-Other"], ["Accept": "a"], true),
      (["Vary": "Accept, X-Other"], ["Accept": "a", "X-Other": "1"], false),
      (["Vary": "Accept, *"], [], true),
      // The user's own fields count as if they were named, but for those that servers name.
      (["Vary": "*"], ["X-Tenant": "1"], false),
      (
        [],
        [
          "Accept-Language": "de", "If-Match": "x", "Origin": "y", "Cache-Control": "max-age=1",
          "Pragma": "x", "Referer": "x", "User-Agent": "y", "Accept-Encoding": "z",
        ], true
      ),
    ] as [(HeaderFields, HeaderFields, Bool)])
  func varying(answer: HeaderFields, fields: HeaderFields, matches: Bool) {
    let stored = StoredResponse(reply(200, answer), as: .document, to: key(["Accept": "a"]))
    #expect(stored.matches(key(fields)) == matches)
  }

  @Test(
    "Equivalent spellings of a URL have the same key",
    arguments: [
      ("http://host/users", "HTTP://HOST:80/users"), ("https://h/", "https://h:443"),
      ("http://h/", "http://h:"), ("http://h/%C3%A9", "http://h/é"),
      ("http://h/100%25", "http://h/100%"), ("http://h/%2F", "http://h/%2f"),
      ("http://h/x", "http://me:secret@h/x#part"), ("http://[::1]/x", "http://[::1]:80/x"),
    ])
  func same(one: String, other: String) {
    #expect(one.cacheKey == one)
    #expect(other.cacheKey == one)
  }

  @Test("Spellings that a server may tell apart have different keys")
  func different() {
    let urls = [
      "http://h/a", "https://h/a", "http://h:8080/a", "http://h/A", "http://h/a/", "http://h/a?",
      "http://h//a", "http://h/%61", "http://h/b/../a", "http://h/b/%2e%2e/a", "http://h/a/b",
      "http://h/a%2Fb", "http://h/%zz", "http://h/%ZZ", "http://h/x?a=1&b=2",
      "http://h/x?b=2&a=1",
    ]
    #expect(Set(urls.map(\.cacheKey)).count == urls.count)
  }
}
