import Foundation
import TestSupport
import Testing

@Suite("Variables of the environment", .limited)
struct VariableTests {
  /// A variable, a line whose output shows its effect, and an option that wins over it.
  struct Case: Sendable, CustomTestStringConvertible {
    let variable: String
    let value: String
    let line: String
    /// A part of the output with the variable.
    let shown: String
    var option = ""
    /// A part of the output with the variable and the option.
    var shownInstead = ""

    var testDescription: String { "\(variable), \(line)" }
  }

  private static let cases: [Case] = [
    Case(
      variable: "JPFETCH_BASE_URL", value: "http://a.example", line: "users -e none --dry-run",
      shown: " http://a.example/users ", option: "--base-url http://b.example",
      shownInstead: " http://b.example/users "),
    Case(
      variable: "JPFETCH_CACHE_DIR", value: "/a", line: "cache path", shown: "/a\n",
      option: "--cache-dir /b", shownInstead: "/b\n"),
    Case(
      variable: "JPFETCH_FORMAT", value: "csv", line: "users 1 -F id -e none --sample",
      shown: "id\r\n1\r\n", option: "-f tsv", shownInstead: "id\n1\n"),
    Case(
      variable: "JPFETCH_FORMAT", value: "csv", line: "get /users/1 --sample",
      shown: "id,name,", option: "-f json", shownInstead: "{\n"),
    Case(
      variable: "JPFETCH_FORMAT", value: "tap", line: "check ids users --sample",
      shown: "TAP version 13\n", option: "-f text", shownInstead: "ok       ids"),
    Case(
      variable: "JPFETCH_OFFLINE", value: "1", line: "users -e none --dry-run",
      shown: "# missing https://jsonplaceholder.typicode.com/users\n"),
    Case(
      variable: "JPFETCH_TIMEOUT", value: "3s", line: "users -e none --dry-run",
      shown: "--max-time 3 ", option: "--timeout 4s", shownInstead: "--max-time 4 "),
    Case(
      variable: "JPFETCH_BASE_URL", value: "http://a.example", line: "check users --dry-run",
      shown: " http://a.example/users "),
    Case(
      variable: "JPFETCH_OFFLINE", value: "1", line: "check users --dry-run",
      shown: "# missing https://jsonplaceholder.typicode.com/users\n"),
    Case(
      variable: "JPFETCH_TIMEOUT", value: "3s", line: "check users --dry-run",
      shown: "--max-time 3 ", option: "--timeout 4s", shownInstead: "--max-time 4 "),
    Case(
      variable: "SSL_CERT_FILE", value: "/a.pem", line: "check users --dry-run",
      shown: "--cacert /a.pem "),
    Case(
      variable: "SSL_CERT_FILE", value: "/a.pem", line: "users -e none --dry-run",
      shown: "--cacert /a.pem ", option: "--ca-cert /b.pem", shownInstead: "--cacert /b.pem "),
    Case(
      variable: "SSL_CERT_DIR", value: "/a", line: "users -e none --dry-run",
      shown: "--capath /a ", option: "--ca-cert /b.pem", shownInstead: "--cacert /b.pem "),
    Case(
      variable: "XDG_CACHE_HOME", value: "/a", line: "cache path", shown: "/a/jpfetch\n",
      option: "--cache-dir /b", shownInstead: "/b\n"),
  ]

  @Test(
    "Each variable has its effect, and the option for the same setting overrides it",
    arguments: cases)
  func effect(of variable: Case) async throws {
    let words = shellWords(variable.line)
    let environment = [variable.variable: variable.value]
    let without = try await jpfetch(words)
    #expect(!without.text.contains(variable.shown), "\(without)")
    let with = try await jpfetch(words, environment: environment)
    #expect(with.text.contains(variable.shown), "\(with)")
    guard !variable.option.isEmpty else { return }
    let option = try await jpfetch(words + shellWords(variable.option), environment: environment)
    #expect(option.text.contains(variable.shownInstead), "\(option)")
    #expect(!option.text.contains(variable.shown), "\(option)")
  }

  @Test(
    "The error about a variable's wrong value names the variable",
    arguments: ["JPFETCH_BASE_URL", "JPFETCH_FORMAT", "JPFETCH_TIMEOUT", "JPFETCH_MAX_STALE"])
  func wrongValue(name: String) async throws {
    let outcome = try await jpfetch("users -e none", environment: [name: "wrong"])
    outcome.expect(status: 2, text: "")
    #expect(outcome.firstError.hasPrefix("jpfetch: error: \(name) "), "\(outcome)")
  }

  @Test(
    "JPFETCH_MAX_STALE=0 forbids stale data after a failure, and --max-stale overrides it",
    .needsLibcurl)
  func maxStale() async throws {
    let site = try ServerAndStore()
    let words = ["users", "-e", "none", "--retry", "0"] + site.options
    try await jpfetch(words).expect(status: 0)
    site.server.stop()
    let environment = ["JPFETCH_MAX_STALE": "0"]
    try await jpfetch(words, environment: environment).expect(status: 3)
    let option = ["--max-stale", "1d"]
    try await jpfetch(words + option, environment: environment).expect(status: 0)
  }

  @Test(
    "A proxy gets the requests of its scheme, but not those to hosts in no_proxy", .needsLibcurl)
  func proxies() async throws {
    let proxy = try LoopbackServer { _ in .reply("[]") }
    let server = try LoopbackServer { _ in .reply("[]") }
    defer {
      proxy.stop()
      server.stop()
    }
    func users(at base: String, _ environment: [String: String]) async throws {
      let words = ["users", "-e", "none", "--retry", "0", "--no-cache", "--base-url", base]
      _ = try await jpfetch(words, environment: environment)
    }
    try await users(at: "http://a.example", ["http_proxy": proxy.url])
    #expect(proxy.requests.map(\.path) == ["http://a.example/users"])
    try await users(at: "https://a.example", ["https_proxy": proxy.url])
    #expect(proxy.requests.dropFirst().first?.path == "a.example:443")
    let count = proxy.requests.count
    try await users(at: server.url, ["http_proxy": proxy.url, "no_proxy": "127.0.0.1"])
    #expect(proxy.requests.count == count)
    #expect(server.requests.map(\.path) == ["/users"])
  }

  // MARK: The directory of stored responses

  private static let cacheOfHome = Places.isLinux ? ".cache/jpfetch" : "Library/Caches/jpfetch"

  @Test(
    "Responses are stored in XDG_CACHE_HOME, or else below HOME; relative paths are ignored",
    arguments: [
      (nil, "/h", nil), ("/a", "/a/jpfetch", nil), ("a", "/h", nil), ("./a", "/h", nil),
      ("", "/h", nil), (nil, nil, "h"), ("/a", "/a/jpfetch", "h"),
    ] as [(String?, String?, String?)])
  func directory(caches: String?, expected: String?, home: String?) async throws {
    let directory = try TemporaryDirectory()
    var environment = ["HOME": home ?? directory.path]
    environment["XDG_CACHE_HOME"] = caches
    let outcome = try await jpfetch("cache path", environment: environment)
    guard let expected else {
      outcome.expect(status: 2, text: "")
      return
    }
    let path = expected == "/h" ? "\(directory.path)/\(Self.cacheOfHome)" : expected
    #expect(
      outcome.text.replacing("//", with: "/") == path.replacing("//", with: "/") + "\n",
      "\(outcome)")
  }

  @Test("Only the user can enter the directory of stored responses", .needsLibcurl)
  func mode() async throws {
    let site = try ServerAndStore()
    let home = site.directory.path + "/home"
    #expect(mkdir(home, 0o755) == 0)
    let outcome = try await jpfetch(
      "users -e none --base-url \(site.url)", environment: ["HOME": home])
    outcome.expect(status: 0, errors: "")
    var status = stat()
    #expect(stat("\(home)/\(Self.cacheOfHome)", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }
}
