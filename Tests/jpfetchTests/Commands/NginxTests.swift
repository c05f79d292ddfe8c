import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(
  "Lists behind nginx: the sample, and the real ones where they are",
  .evidence, .needs("nginx", "openssl", "jq"), .needsLibcurl)
struct NginxTests {
  /// Six lists in a folder, and what a table of their users begins and ends with.
  struct Lists: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let folder: URL
    let firstUser: (start: String, end: String)

    /// - Returns: `nil` where the real data isn't beside the checkout.
    static let real = Places.realData.map {
      Lists(
        testDescription: "real", folder: $0,
        firstUser: (" 1  Leanne Graham  ", "  Gwenborough     Romaguera-Crona         10     500"))
    }

    static let sample: Lists? = {
      guard let directory = try? TemporaryDirectory.shared() else { return nil }
      for name in ["users", "albums", "photos", "posts", "comments", "todos"] {
        let text = String(decoding: wholeSampleBody("/\(name)") ?? [], as: UTF8.self)
        try? directory.write(text, to: "\(name).json")
      }
      return Lists(
        testDescription: "sample", folder: directory.url,
        firstUser: (" 1  Ada Brennan  ", "      10     500"))
    }()

    static let all = [sample, real].compactMap(\.self)
  }

  private func file(_ name: String, of lists: Lists) -> String {
    lists.folder.appending(path: "\(name).json").path(percentEncoded: false)
  }

  private func jq(_ arguments: String...) throws -> String {
    let outcome = try run(try #require(Places.program("jq")), arguments)
    #expect(outcome.status == 0)
    return outcome.text
  }

  /// The join as a script does it, keys sorted.
  private func join(of lists: Lists) throws -> String {
    try jq(
      "-n", "-S", "--slurpfile", "u", file("users", of: lists),
      "--slurpfile", "a", file("albums", of: lists), "--slurpfile", "p", file("photos", of: lists),
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

  /// What was equal to jq's join, which takes a while.
  private static let joins = Mutex<[String: Data]>([:])

  private func expectJoin(_ json: Data, of lists: Lists) throws {
    if Self.joins.withLock({ $0[lists.testDescription] }) == json { return }
    let isEqual = try sorted(json) == join(of: lists)
    #expect(isEqual)
    if isEqual { Self.joins.withLock { $0[lists.testDescription] = json } }
  }

  @Test("Over http: jq's join, in parallel, gzipped", arguments: Lists.all)
  func http(lists: Lists) throws {
    let server = try NginxServer(serving: lists.folder)
    let outcome = try jpfetch("--base-url", server.http, "--json")
    #expect((outcome.status, outcome.errors) == (0, ""))
    try expectJoin(outcome.output, of: lists)
    let log = try server.log()
    #expect(log.count == 3)
    #expect(log.allSatisfy { $0.contains("HTTP/1.1") && $0.hasSuffix("gzip") })
  }

  @Test(
    "Over https: one connection, three requests of HTTP/2",
    arguments: Lists.all, [["--ca-cert"], []])
  func https(lists: Lists, option: [String]) throws {
    let server = try NginxServer(serving: lists.folder)
    let authority = server.authority
    let outcome = try run(
      Places.jpfetch,
      ["--base-url", server.https, "--json"] + option.flatMap { [$0, authority] },
      environment: option.isEmpty ? ["SSL_CERT_FILE": authority] : [:])
    #expect((outcome.status, outcome.errors) == (0, ""))
    try expectJoin(outcome.output, of: lists)
    let log = try server.log()
    #expect(log.count == 3)
    #expect(log.allSatisfy { $0.contains("HTTP/2.0") })
    #expect(Set(log.map { $0.prefix { $0 != " " } }).count == 1)
  }

  @Test("SSL_CERT_DIR is a hashed directory to be trusted, but for a file that is named")
  func hashedDirectory() throws {
    let data = try #require(Lists.sample).folder
    let server = try NginxServer(serving: data)
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
    "Each list is printed as the API prints it, byte for byte", arguments: Lists.all)
  func bytes(lists: Lists) throws {
    let data = lists.folder
    let server = try NginxServer(serving: data)
    for name in ["albums", "photos", "posts", "comments", "todos"] {
      let outcome = try jpfetch(name, "--base-url", server.http, "--json")
      #expect(try outcome.output == Data(contentsOf: data.appending(path: "\(name).json")))
      let fromFiles = try jpfetch(name, "--base-url", "file:\(data.path())", "--json")
      #expect(fromFiles.output == outcome.output)
    }
  }

  @Test("The table has a line for each user", arguments: Lists.all)
  func table(lists: Lists) throws {
    let server = try NginxServer(serving: lists.folder)
    let lines = try jpfetch("--base-url", server.http).text.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(
      lines[0].split(separator: " ")
        == ["id", "name", "username", "email", "city", "company", "albums", "photos"])
    #expect(lines[1].hasPrefix(lists.firstUser.start))
    #expect(lines[1].hasSuffix(lists.firstUser.end))
  }

  @Test("A path that isn't there is 404, told as HTTP tells it")
  func missing() throws {
    let server = try NginxServer(serving: try #require(Lists.sample).folder)
    let outcome = try jpfetch("get", "/nothing", "--base-url", server.http)
    #expect((outcome.status, outcome.text) == (4, ""))
    #expect(outcome.firstError == "jpfetch: error: 404 Not Found: \(server.http)/nothing")
  }
}
