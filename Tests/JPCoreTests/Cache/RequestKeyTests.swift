import TestSupport
import Testing

@testable import JPCore

@Suite("Keys of stored responses, RFC 9111 §2 and §4.1", .limited)
struct RequestKeyTests {
  @Test(
    "A key has the sorted names of the user's header fields, except credentials and cache directives",
    arguments: [
      ([], ""), (["X-Tenant": "1"], "x-tenant"), (["x-tenant": "1"], "x-tenant"),
      (["Accept": "text/csv", "Accept-Language": "de"], "accept,accept-language"),
      (["Accept-Language": "de", "ACCEPT": "text/csv"], "accept,accept-language"),
      (["B": "1", "A": "2", "b": "3"], "a,b"), (["Origin": "x", "Referer": "y"], "origin,referer"),
      (["Accept": "application/json", "User-Agent": "x"], "user-agent"),
      // The usual value, and directives for caches.
      (["Accept": "application/json"], ""),
      (["Cache-Control": "no-cache", "Pragma": "no-cache"], ""),
      // A new token of the same user selects the same response.
      (["Authorization": "x", "X-Api-Key": "y"], ""),
    ] as [(HeaderFields, String)])
  func userFields(fields: HeaderFields, names: String) {
    #expect(key(fields).cacheKey.userFields == names)
    #expect(key(fields).cacheKey.userFieldsDigest.utf8.count == (names.isEmpty ? 0 : 64))
  }

  @Test("The digest of a key's fields and its file name equal the hashes from sha256sum(1)")
  func digests() {
    // Made with sha256sum(1).
    let plain = key(url: "http://host/users")
    #expect(
      plain.fileName
        == "06d92ba78aab825a49ef2699f808979345aeb31859838babdcdd4c9a76797ba1.response")
    let tenant = key(["X-Tenant": "red", "Accept": "a/b", "X-TENANT": "blue"])
    #expect(
      tenant.cacheKey.userFieldsDigest
        == "ba45857f910ee9bab393d5cdda9e0075df19fe375f1b0854773320ae95d8188e")
    #expect(
      tenant.fileName == "af0e96c00607827e56e0d6cd50ffecfc959c8e3905d92ff9f99f444232867c26.response"
    )
  }

  @Test("A key with another value, name or URL has another file name, and doesn't select the entry")
  func selection() {
    let base: HeaderFields = ["X-Tenant": "red", "X-Other": "1"]
    let stored = StoredResponse(reply(200), to: key(base).cacheKey)
    #expect(key(base).cacheKey == stored.key)
    let others: [RequestKey] = [
      key(), key(["X-Tenant": "red"]), key(["X-Tenant": "red", "X-Other": "2"]),
      key(["X-Tenant": "1", "X-Other": "red"]), key(["X-Tenant": "red, 1"]),
      key(["X-Tenant": "r\u{E9}d", "X-Other": "1"]),
      key(["X-Tenant": "re\u{301}d", "X-Other": "1"]),
      key(base, url: "http://host/albums"), key(base, url: "http://host/%C3%A9"),
      key(base, url: "http://host/e%CC%81"),
    ]
    for other in others { #expect(other.cacheKey != stored.key) }
    let names = (others + [key(base)]).map(\.fileName)
    #expect(Set(names).count == names.count)
  }

  @Test("URLs that differ only in Unicode composition are different")
  func bytes() {
    let composed = key(url: "mem:\u{E9}")
    let decomposed = key(url: "mem:e\u{301}")
    #expect(composed.cacheKey.url == decomposed.cacheKey.url)
    #expect(composed.fileName != decomposed.fileName)
    #expect(composed.cacheKey != decomposed.cacheKey)
  }

  @Test(
    "Responses to requests with credentials, and to conditional requests, aren't stored",
    arguments: [
      ([], "http://host/x", true, true),
      (["authorization": "x"], "http://host/x", false, true),
      (["X-API-Key": "x"], "http://host/x", false, true),
      ([], "http://host/x?token=x", false, true),
      ([], "http://me:secret@host/x", false, false),
      (["Host": "other"], "http://host/x", false, false),
      (["If-None-Match": "*"], "http://host/x", false, false),
      (["if-modified-since": date(0)], "http://host/x", false, false),
      (["Range": "bytes=0-9"], "http://host/x", false, false),
    ] as [(HeaderFields, String, Bool, Bool)])
  func permissions(
    headerFields: HeaderFields, url: String, isStored: Bool, isReadOffline: Bool
  ) {
    let request = HTTPRequest(url: url, headerFields: headerFields)
    #expect(RequestKey(request).canStore == isStored)
    #expect(RequestKey(request).canReuseOffline == isReadOffline)
  }

  @Test("The time for the key of a request with many header fields is linear")
  func manyFields() {
    func seconds(for count: Int) -> Double {
      let start = secondsOfThisThread()
      _ = key(HeaderFields((0..<count).map { .init(name: .init("a\($0)"), value: "x") }))
      return secondsOfThisThread() - start
    }
    // Sixteen times the fields: 16 if it is linear, 256 if it is not.
    #expect(seconds(for: 8000) / seconds(for: 500) < 64)
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

  @Test("Spellings of a URL that a server may distinguish have different keys")
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
