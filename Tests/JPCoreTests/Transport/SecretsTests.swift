import TestSupport
import Testing

@testable import JPCore

@Suite("URLs and arguments are shown without secrets", .limited)
struct SecretsTests {
  @Test(
    "User information is removed from a URL, and masked in text that may be a URL",
    arguments: [
      ("http://me:secret@host/x", "http://host/x"), ("http://me@host:80?q", "http://host:80?q"),
      ("http://me:sec@ret@host", "http://host"), ("http://me:a\"b'<c>@host/@", "http://host/@"),
      ("http://host/a:b@c", "http://host/a:b@c"), ("http://host/?a:b@c", "http://host/?a:b@c"),
      ("http://me:a/b@host", "http://***@host"), ("http://me:a b@host", "http://***@host"),
      ("http://me:a//b@host", "http://***@host"), ("http://me:a?b#c@host/x", "http://***@host/x"),
      ("ftp://me:sec@ret@host", "ftp://***@host"), ("junit=http://me:x@h", "junit=http://***@h"),
      ("//me:secret@host/x", "//***@host/x"), ("me:secret@host/x", "***@host/x"),
      ("a me:secret@host", "a ***@host"), ("me@example.org", "me@example.org"),
      ("X: me@example.org", "X: me@example.org"), ("http://hé/x@y", "http://hé/x@y"),
      // A directory may have any name.
      ("file:/data//a:b@c", "file:/data//a:b@c"), ("/data//a:b@c/d", "/data//a:b@c/d"),
    ])
  func users(text: String, shown: String) {
    #expect(text.withoutSecrets == shown)
  }

  @Test(
    "The value of a parameter that is named like a secret is masked",
    arguments: [
      ("http://h/x?token=a&b=c#d", "http://h/x?token=***&b=c#d"),
      ("http://h/x#access_token=a&b=c", "http://h/x#access_token=***&b=c"),
      ("/x?a=1#token=b", "/x?a=1#token=***"), ("/x#a", "/x#a"), ("?token=a#b&c", "?token=***&c"),
      ("a /x?b=1 /y?key=2", "a /x?b=1 /y?key=***"),
      ("/x?a=token&TOKEN=a", "/x?a=token&TOKEN=***"), ("?access_token=a=b;c", "?access_token=***"),
      ("/x?%74oken=a&api%5Fkey=b", "/x?%74oken=***&api%5Fkey=***"),
      ("?apikey=a&apiKey=b&api-key=c&key=d", "?apikey=***&apiKey=***&api-key=***&key=***"),
      ("?secret=a&password=b", "?secret=***&password=***"),
      ("?signature=a&sig=b", "?signature=***&sig=***"),
      ("?user[password]=a", "?user[password]=***"),
      ("?user%5Bpass-word%5D=a&x.sid=b", "?user%5Bpass-word%5D=***&x.sid=***"),
      ("?X-Amz-Signature=a&db_pwd=b&pin=c", "?X-Amz-Signature=***&db_pwd=***&pin=***"),
      ("?token&key2=2&inside=1&passenger=2", "?token&key2=2&inside=1&passenger=2"),
      ("?_sort=key&keys=a&author=b", "?_sort=key&keys=a&author=b"),
      ("http://me:x@h/?q=a@b&sig=c", "http://h/?q=a@b&sig=***"),
    ])
  func parameters(text: String, shown: String) {
    #expect(text.withoutSecrets == shown)
    #expect((text.secretParameter != nil) == shown.contains("=***"))
  }

  @Test(
    "A request's header field is shown without secrets",
    arguments: [
      ("Access-Control-Token", "x", "***"),
      ("Authorization", "Bearer x", "***"), ("X-API-Key", "x", "***"), ("Accept", "a/b", "a/b"),
      ("From", "me@h", "me@h"), ("Referer", "http://me:x@h/?a=1", "http://h/?a=1"),
      ("Refresh", "0; url=http://h/#sig=x", "0; url=http://h/#sig=***"),
      ("Report-To", #"{"url":"http://me:x@h/?a=1"}"#, #"{"url":"http://***@h/?a=1"}"#),
      (
        "Link", "<http://h/?key=x&a=1>; rel=next, <http://h/?key=x>; rel=a",
        "<http://h/?key=***&a=1>; rel=next, <http://h/?key=***>; rel=a"
      ),
      ("Link", "<http://h/?a=1>2&key=x>; rel=a", "<http://h/?a=1>2&key=***>; rel=a"),
      ("Link", "<http://me:p>w@h/>", "<http://h/>"),
      ("Referer", "http://h/?state=<x>&key=y", "http://h/?state=<x>&key=***"),
    ] as [(HeaderFields.Name, String, String)])
  func fields(name: HeaderFields.Name, value: String, shown: String) {
    #expect(HeaderFields.Field(name: name, value: value).requestValueWithoutSecrets == shown)
  }

  @Test(
    "User information is sent with the escapes that libcurl needs",
    arguments: [
      ("me:p@ss", "me:p%40ss"), ("me:a\"b<", "me:a%22b%3C"), ("me:a%40b%zz", "me:a%40b%25zz"),
      ("me:é!$&'()*+,;=", "me:%C3%A9!$&'()*+,;="),
    ])
  func sent(user: String, sent: String) {
    #expect(HTTPURL("http://\(user)@h/")?.sent == "http://\(sent)@h/")
  }

  @Test("Errors, sources and a base URL have no secrets in their URLs")
  func values() throws {
    let url = "http://me:secret@h/x?token=secret"
    let shown = "http://h/x?token=***"
    let response = HTTPResponse(status: 200, body: [], url: url)
    #expect(TransportError(url: url, reason: .connectionLost).url == shown)
    #expect(FetchError(url: url, cause: .empty).url == shown)
    #expect(Source(response).url == shown)
    #expect(BaseURL("http://me:secret@h").description == "http://h")
  }
}
