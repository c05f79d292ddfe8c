import TestSupport
import Testing

@testable import JPCore

@Suite("Base URLs, RFC 3986 and RFC 8089", .limited)
struct BaseURLTests {
  @Test(
    "Valid base URLs are accepted, and paths are appended to them",
    arguments: [
      ("http://localhost:3000", "http://localhost:3000/users"),
      ("HTTPS://api.test/v1/", "HTTPS://api.test/v1/users"),
      ("http://[::1]:80//", "http://[::1]:80/users"),
      ("http://me:secret@host", "http://me:secret@host/users"),
      ("http://h:", "http://h:/users"),
      ("http://[fe80::1%25eth0]", "http://[fe80::1%25eth0]/users"),
      ("file:///data/", "file:/data/users"),
      ("file://localhost/data", "file:/data/users"), ("FILE://LocalHost/data", "file:/data/users"),
      ("file:relative/my folder", "file:relative/my folder/users"),
      ("file:100%", "file:100%/users"), ("file:///my%20folder", "file:/my folder/users"),
    ])
  func accepts(text: String, url: String) throws {
    let base = try #require(BaseURL(text))
    #expect(base.url(of: "/users") == url)
    #expect(base.path(of: url) == "/users")
  }

  @Test(
    "Text that isn't a valid base URL is refused",
    arguments: [
      "", "localhost", "localhost:3000", "ftp://host", "http://", "http:///path",
      "http://:80", "http:host", "http://host?x=1", "http://host#x", "http://ho st",
      "http://host\r\nX: y", "file:", "file://server/share", "file://", "file:///100%",
      "http://host?\u{301}", "http:/\u{301}/host", "javascript:alert(1)",
      "http://[x", "http://[]", "http://[::1", "http://[::1]x", "http://[zz]", "http://h:99999",
      "http://h:0", "http://h:x", "http://h:-1", "http://me@", "http://me:secret@:80", "http://a]b",
      "http://h/./a", "http://h/%2E%2e/a", "http://a;b", "http://me:x@a^b", "file:///data%00/x",
      "file:/data\0",
    ])
  func refuses(text: String) {
    #expect(BaseURL(text) == nil)
  }

  @Test("The path below a base URL is found in any equivalent spelling of the URL")
  func spellings() {
    #expect(BaseURL("HTTP://H:80/é").path(of: "http://h/%c3%a9/%75sers?a=~") == "/%75sers?a=~")
    #expect(BaseURL("http://h/api").path(of: "http://h/apis") == nil)
    #expect(BaseURL("http://h/api").path(of: "http://h/api") == nil)
  }
}
