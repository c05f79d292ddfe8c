import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(
  "Lists served by nginx: the built-in data, and the API's own if it is there",
  .evidence, .needs("nginx", "openssl", "jq"), .needsLibcurl, .limited)
struct NginxTests {
  /// Six lists in a folder.
  struct Lists: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let folder: URL

    /// `nil` if there is no copy of the API's data.
    static let real = Places.realData.map { Lists(testDescription: "real", folder: $0) }

    static let sample: Lists? = {
      guard let directory = try? TemporaryDirectory.shared() else { return nil }
      for name in ["users", "albums", "photos", "posts", "comments", "todos"] {
        let text = String(decoding: wholeSampleBody("/\(name)") ?? [], as: UTF8.self)
        try? directory.write(text, to: "\(name).json")
      }
      return Lists(testDescription: "sample", folder: directory.url)
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

  /// The lists joined by jq, with sorted keys.
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

  /// Output that was equal to jq's join, because the join is slow.
  private static let joins = Mutex<[String: Data]>([:])

  private func expectJoin(_ json: Data, of lists: Lists) throws {
    if Self.joins.withLock({ $0[lists.testDescription] }) == json { return }
    let isEqual = try sorted(json) == join(of: lists)
    #expect(isEqual)
    if isEqual { Self.joins.withLock { $0[lists.testDescription] = json } }
  }

  @Test("Over http, the gzipped lists are joined as by jq", arguments: Lists.all)
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
    "Over https, one connection carries three HTTP/2 requests",
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

  @Test("SSL_CERT_DIR is a hashed directory of authorities; a named file replaces it")
  func hashedDirectory() throws {
    let data = try #require(Lists.sample).folder
    let server = try NginxServer(serving: data)
    let other = try NginxServer(serving: data)
    func hashed(_ authority: String) throws -> TemporaryDirectory {
      let directory = try TemporaryDirectory()
      try FileManager.default.copyItem(
        atPath: authority, toPath: directory.path + "/authority.pem")
      let openssl = try #require(Places.program("openssl"))
      #expect(try run(openssl, ["rehash", directory.path]).status == 0)
      return directory
    }
    let directory = try hashed(server.authority)
    let unknown = try hashed(other.authority)
    for (options, folder, file, isTrusted) in [
      ([], directory, "", true), ([], directory, other.authority, false),
      (["--ca-cert", other.authority], directory, "", false),
      // Neither the directory nor the system's own file has the authority.
      ([], unknown, "", false),
    ] {
      let outcome = try run(
        Places.jpfetch,
        ["users", "-e", "none", "--base-url", server.https, "--retry", "0"] + options,
        environment: ["SSL_CERT_DIR": folder.path, "SSL_CERT_FILE": file])
      #expect(outcome.status == (isTrusted ? 0 : 3))
      #expect(outcome.errors.contains("no trusted connection") != isTrusted)
    }
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
}
