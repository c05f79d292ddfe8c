import TestSupport
import Testing

@testable import JPCore

@Suite("What a stored response answers, RFC 9111 §4.1", .limited)
struct RequestKeyTests {
  @Test(
    "A stored response matches if all fields that Vary names are equal",
    arguments: [
      (nil, [], true), (nil, [field("Accept", "b")], true),
      ("Accept", [field("ACCEPT", "a")], true),
      ("Accept", [field("Accept", "b")], false), ("Accept", [], false),
      ("accept , X-Other", [field("Accept", "a")], true),
      ("Accept, X-Other", [field("Accept", "a"), field("X-Other", "1")], false),
      ("Accept", [field("Accept", "A")], false), ("*", [], true), ("Accept, *", [], true),
      // The user's own fields count as if they were named, but for those that servers name.
      (nil, [field("X-Tenant", "1")], false), ("*", [field("X-Tenant", "1")], false),
      (nil, [field("Accept-Language", "de"), field("If-Match", "x"), field("Origin", "y")], true),
      (nil, [field("Cache-Control", "max-age=1"), field("Pragma", "x")], true),
      (
        nil, [field("Referer", "x"), field("User-Agent", "y"), field("Accept-Encoding", "z")], true
      ),
    ] as [(String?, [HeaderFields.Field], Bool)])
  func varying(vary: String?, fields: [HeaderFields.Field], matches: Bool) {
    let url = "http://host/users"
    let first = TransportRequest(url: url, fields: [field("Accept", "a")])
    let response = TransportResponse(
      status: 200, fields: HeaderFields(vary.map { [field("Vary", $0)] } ?? []), body: [], url: url,
      origin: .network)
    let stored = StoredResponse(reply(response), as: .document, to: RequestKey(first))
    func key(_ url: String, _ fields: HeaderFields) -> RequestKey {
      RequestKey(TransportRequest(url: url, fields: fields))
    }
    #expect(stored.matches(key(url, HeaderFields(fields))) == matches)
    #expect(!stored.matches(key(url + "?", [field("Accept", "a")])))
  }

  @Test("The time grows linearly with the number of fields")
  func linear() {
    func seconds(for count: Int) -> Double {
      let fields = (0..<count).map { field("X-\($0)", "value") }
      let request = TransportRequest(url: "http://host/users", fields: HeaderFields(fields))
      let start = secondsOfThisThread()
      _ = RequestKey(request)
      return secondsOfThisThread() - start
    }
    // Sixteen times the fields: 16 if it is linear, 256 if it is not.
    #expect(seconds(for: 8000) / seconds(for: 500) < 64)
  }

  @Test(
    "Credentials are recognized by parts and words of a field's name",
    arguments: [
      ("Authorization", true), ("X-Author", false), ("X-JWT", true), ("x_passwd", true),
      ("X-Passphrase", true), ("Client-Secret", true), ("X-Credential", true), ("Bearer", true),
      ("X-Session", true), ("X-Access-Token", true), ("X-Api-Key", true), ("Monkey", false),
      ("X-Keyboard", false), ("Cookie", true), ("Access-Control-Allow-Origin", false),
      ("Accept", false), ("X-Tokenizer", true), ("X-AuthToken", true), ("clientSecret", true),
      ("X-Monkeys-Key", true), ("X-APIKey", true), ("X-Amz-Signature", true),
    ])
  func credentialWords(name: String, isSecret: Bool) {
    #expect(field(name, "x").isSecret == isSecret)
  }
}
@Test(
  "Equivalent spellings of a URL have the same key",
  arguments: [
    ("http://host/users", "HTTP://HOST:80/users"), ("https://h/", "https://h:443"),
    ("http://h/", "http://h:"),
    ("http://h/%C3%A9", "http://h/é"), ("http://h/100%25", "http://h/100%"),
    ("http://h/%2F", "http://h/%2f"), ("http://h/x", "http://h/x#part"),
    ("http://h/x", "http://me:secret@h/x"), ("http://[::1]/x", "http://[::1]:80/x"),
  ])
func same(one: String, other: String) {
  #expect(one.cacheKey == one)
  #expect(other.cacheKey == one)
}

@Test(
  "Spellings that a server may tell apart have different keys",
  arguments: [
    ("http://h/a", "https://h/a"), ("http://h/a", "http://h:8080/a"),
    ("http://h/a", "http://h/A"),
    ("http://h/a", "http://h/a/"), ("http://h/a", "http://h/a?"),
    ("http://h/a/b", "http://h/a//b"),
    ("http://h/a%2Fb", "http://h/a/b"), ("http://h/x?a=1&b=2", "http://h/x?b=2&a=1"),
    ("http://h/%zz", "http://h/%ZZ"), ("http://h/users", "http://h/%75sers"),
    ("http://h/a/%2e%2e/b", "http://h/b"),
    ("http://h/a/../b", "http://h/b"), ("http://h/x?a=../b", "http://h/b"),
    ("http://h:80:80/", "http://h:80/"),
  ])
func different(one: String, other: String) {
  #expect(one.cacheKey != other.cacheKey)
}

@Test("Normalizing any text twice changes nothing more")
func idempotent() {
  let parts = ["http://", "H", ":80", "/", "..", ".", "%2e", "%2F", "?", "#", "@", "é", "%", "a"]
  for _ in 0..<2000 {
    let url =
      (Bool.random() ? "http://" : "")
      + (0..<Int.random(in: 0..<9)).map { _ in parts.randomElement() ?? "" }.joined()
    #expect(url.cacheKey.cacheKey == url.cacheKey, "\(url)")
  }
}
