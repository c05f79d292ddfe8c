import Foundation
import TestSupport
import Testing

@Suite(
  "The real data behind nginx",
  .enabled(if: Places.hasRealData, "the API's real data isn't beside the checkout"),
  .enabled(if: Places.has("nginx", "openssl", "jq"), "nginx, openssl and jq aren't installed"),
  .enabled(if: Places.hasLibcurl, "libcurl isn't installed"))
struct NginxTests {
  private let data: URL
  private let server: NginxServer

  init() throws {
    data = try #require(Places.realData)
    server = try NginxServer(serving: data)
  }

  private func file(_ name: String) -> String {
    data.appending(path: "\(name).json").path(percentEncoded: false)
  }

  private func jq(_ arguments: String...) throws -> String {
    let outcome = try run(try #require(Places.program("jq")), arguments)
    #expect(outcome.status == 0)
    return outcome.text
  }

  /// The join as a script does it, keys sorted.
  private func expectedJoin() throws -> String {
    try jq(
      "-n", "-S", "--slurpfile", "u", file("users"), "--slurpfile", "a", file("albums"),
      "--slurpfile", "p", file("photos"),
      """
      ($p[0] | group_by(.albumId) | map({key: "\\(.[0].albumId)", value: .}) | from_entries) as $p
      | ($a[0] | map(. + {photos: ($p["\\(.id)"] // [])})) as $a
      | $u[0] | map(. + {albums: [. as $u | $a[] | select(.userId == $u.id)]})
      """)
  }

  private func sorted(_ json: Data) throws -> String {
    let directory = try TemporaryDirectory()
    try json.write(to: directory.url.appending(path: "json"))
    return try jq("-S", ".", directory.url.appending(path: "json").path(percentEncoded: false))
  }

  @Test("Over http: jq's join, in parallel, gzipped")
  func http() throws {
    let outcome = try jpfetch("--base-url", server.http, "--json")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(try sorted(outcome.output) == expectedJoin())
    let log = try server.log()
    #expect(log.count == 3)
    #expect(log.allSatisfy { $0.contains("HTTP/1.1") && $0.hasSuffix("gzip") })
  }

  @Test(
    "Over https: one connection, three requests of HTTP/2",
    arguments: [["--ca-cert"], []])
  func https(option: [String]) throws {
    let authority = server.authority
    let outcome = try run(
      Places.jpfetch,
      ["--base-url", server.https, "--json"] + option.flatMap { [$0, authority] },
      environment: option.isEmpty ? ["SSL_CERT_FILE": authority] : [:])
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(try sorted(outcome.output) == expectedJoin())
    let log = try server.log()
    #expect(log.count == 3)
    #expect(log.allSatisfy { $0.contains("HTTP/2.0") })
    #expect(Set(log.map { $0.prefix { $0 != " " } }).count == 1)
  }

  @Test("SSL_CERT_DIR is a hashed directory to be trusted, but for a file that is named")
  func hashedDirectory() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: server.authority, toPath: directory.path + "/authority.pem")
    #expect(
      try run(Places.program("openssl") ?? "openssl", ["rehash", directory.path]).status == 0)
    let other = try NginxServer(serving: data)
    func get(_ options: [String], _ environment: [String: String]) throws -> CommandRun {
      try run(
        Places.jpfetch,
        ["users", "-e", "none", "--base-url", server.https, "--retry", "0"] + options,
        environment: environment)
    }
    let trusted = try get([], ["SSL_CERT_DIR": directory.path, "SSL_CERT_FILE": ""])
    #expect((trusted.status, trusted.errors) == (0, ""))
    for (options, file) in [([], other.authority), (["--ca-cert", other.authority], "")] {
      let refused = try get(options, ["SSL_CERT_DIR": directory.path, "SSL_CERT_FILE": file])
      #expect(refused.status == 3)
      #expect(refused.errors.contains("no trusted connection"))
    }
    // Neither the directory nor, behind it, the system's own file has the authority.
    let unknown = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: other.authority, toPath: unknown.path + "/authority.pem")
    #expect(try run(Places.program("openssl") ?? "openssl", ["rehash", unknown.path]).status == 0)
    let refused = try get([], ["SSL_CERT_DIR": unknown.path, "SSL_CERT_FILE": ""])
    #expect(refused.status == 3)
    #expect(refused.errors.contains("no trusted connection"))
  }

  @Test(
    "Each list is printed as the API prints it, byte for byte",
    arguments: ["albums", "photos", "posts", "comments", "todos"])
  func lists(name: String) throws {
    let outcome = try jpfetch(name, "--base-url", server.http, "--json")
    #expect(try outcome.output == Data(contentsOf: data.appending(path: "\(name).json")))
    let fromFiles = try jpfetch(name, "--base-url", "file:\(data.path())", "--json")
    #expect(fromFiles.output == outcome.output)
  }

  @Test("The table has a line for each user")
  func table() throws {
    let lines = try jpfetch("--base-url", server.http).text.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(
      lines[0].split(separator: " ")
        == ["ID", "NAME", "USERNAME", "EMAIL", "CITY", "COMPANY", "ALBUMS", "PHOTOS"])
    #expect(lines[1].hasPrefix(" 1  Leanne Graham  "))
    #expect(lines[1].hasSuffix("  Gwenborough     Romaguera-Crona         10     500"))
  }

  @Test("A path that isn't there is 404, told as HTTP tells it")
  func missing() throws {
    let outcome = try jpfetch("get", "/nothing", "--base-url", server.http)
    #expect((outcome.status, outcome.text) == (4, ""))
    #expect(outcome.toldLines[0] == "jpfetch: error: status 404: \(server.http)/nothing: Not Found")
  }
}
