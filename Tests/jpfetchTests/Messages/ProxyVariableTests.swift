import TestSupport
import Testing

@testable import jpfetch

@Suite("Which proxy libcurl uses", .limited)
struct ProxyVariableTests {
  @Test(
    "The scheme's variable is used before ALL_PROXY, lower case first; HTTP_PROXY is never read",
    arguments: [
      ("http://h/x", ["http_proxy"], "http_proxy"), ("http://h/x", ["HTTP_PROXY"], nil),
      ("http://h/x", ["https_proxy", "HTTPS_PROXY"], nil),
      ("https://h/x", ["http_proxy"], nil),
      ("https://h/x", ["HTTPS_PROXY", "https_proxy"], "https_proxy"),
      ("https://h/x", ["HTTPS_PROXY", "all_proxy"], "HTTPS_PROXY"),
      ("http://h/x", ["ALL_PROXY", "all_proxy"], "all_proxy"),
      ("http://h/x", ["ALL_PROXY"], "ALL_PROXY"), ("file:d/x", ["http_proxy"], nil),
    ] as [(String, [String], String?)])
  func names(url: String, set: [String], name: String?) {
    let variable = ProxyVariable(for: url) { variable in
      guard set.contains(variable) else { return nil }
      return "http://proxy:3128"
    }
    #expect(variable?.name == name)
  }

  @Test(
    "no_proxy matches domains with their subdomains, addresses and networks, or all hosts",
    arguments: [
      ("example.org", "example.org", true), ("example.org", "EXAMPLE.org.", true),
      ("example.org.", "example.org", true), ("www.example.org", "example.org", true),
      ("www.example.org", ".example.org", true), ("example.org", ".example.org", true),
      ("badtest.example.org", "test.example.org", false), ("example.org", "www.example.org", false),
      ("example.org", "a, b example.org,c", true), ("example.org", "*.example.org", false),
      ("example.org", "*", true), ("example.org", "a,*", false), ("example.org", ".", false),
      ("127.0.0.1", "127.0.0.1", true), ("127.1", "127.0.0.1", true),
      ("127.0.0.1", "0.0.1", false), ("127.0.0.1", "127.0.0.0/8", true),
      ("10.1.2.3", "10.1.0.0/15", true), ("10.2.2.3", "10.1.0.0/15", false),
      ("10.1.2.3", "10.1.0.0/33", false), ("10.1.2.3", "0.0.0.0/0", false),
      ("[::1]", "::1", true), ("[::1]", "[::1]", false), ("[fd00::5]", "fd00::/8", false),
      ("[fe80::1%25eth0]", "fe80::1", true), ("[::1]", "127.0.0.1", false),
    ])
  func exceptions(host: String, value: String, isExcluded: Bool) {
    #expect(ProxyExceptions(value).contain(host) == isExcluded)
    for name in ["no_proxy", "NO_PROXY"] {
      let values = ["http_proxy": "p", name: value]
      let variable = ProxyVariable(for: "http://\(host):8080/x") { values[$0] }
      #expect((variable == nil) == isExcluded)
    }
  }

  @Test(
    "If no_proxy and NO_PROXY are both set, no_proxy is used",
    arguments: [("lower", true), ("upper", false)])
  func bothExceptions(host: String, isExcluded: Bool) {
    let values = ["http_proxy": "p", "no_proxy": "lower", "NO_PROXY": "upper"]
    let variable = ProxyVariable(for: "http://\(host)/x") { values[$0] }
    #expect((variable == nil) == isExcluded)
  }

  @Test(
    "A proxy variable is valid if it is the URL of a proxy, with or without a scheme",
    arguments: [
      ("http://p:3128", true), ("p:3128", true), ("127.0.0.1", true), ("me:x@p:1", true),
      ("HTTPS://p/", true), ("socks5h://p", true), ("\"http://p\"", false), ("p:99999", false),
      ("ftp://p", false), ("http://", false), ("p q", false),
    ])
  func values(value: String, isValid: Bool) {
    #expect(ProxyVariable(for: "http://h") { $0 == "http_proxy" ? value : nil }?.isValid == isValid)
  }
}
