import Foundation
import TestSupport
import Testing

@Suite(
  "Lists served by nginx: the built-in data and, if available, the API's real data",
  .needs("nginx", "openssl", "jq"), .needsLibcurl, .limited)
struct NginxTests {
  /// Six lists in a folder.
  struct Lists: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let folder: URL

    /// `nil` without a copy of the API's data.
    static let real = Places.realData.map { Lists(testDescription: "real", folder: $0) }

    static let sample = sampleDirectory(wholeSampleBody).map {
      Lists(testDescription: "sample", folder: $0.url)
    }

    static let all = [sample, real].compactMap(\.self)
  }

  private func file(_ name: String, of lists: Lists) -> String {
    lists.folder.appending(path: "\(name).json").path(percentEncoded: false)
  }

  private func jq(_ arguments: String...) async throws -> String {
    let outcome = try await run(try #require(Places.program("jq")), arguments)
    outcome.expect(status: 0)
    return outcome.text
  }

  /// The lists joined by jq, with sorted keys.
  private func join(of lists: Lists) async throws -> String {
    try await jq(
      "-n", "-S", "--slurpfile", "u", file("users", of: lists),
      "--slurpfile", "a", file("albums", of: lists), "--slurpfile", "p", file("photos", of: lists),
      """
      ($p[0] | group_by(.albumId) | map({key: "\\(.[0].albumId)", value: .}) | from_entries) as $p
      | ($a[0] | map(. + {photos: ($p["\\(.id)"] // [])})) as $a
      | $u[0] | map(. + {albums: [. as $u | $a[] | select(.userId == $u.id)]})
      """)
  }

  @Test(
    "Gzipped lists are joined as jq joins them, and https uses one HTTP/2 connection",
    arguments: Lists.all)
  func joined(lists: Lists) async throws {
    let server = try await NginxServer(serving: lists.folder)
    let plain = try await jpfetch("--base-url \(server.http) --json")
    plain.expect(status: 0, errors: "")
    let directory = try TemporaryDirectory()
    try directory.write(plain.text, to: "json")
    let sorted = try await jq("-S", ".", directory.path + "/json")
    let joined = try await join(of: lists)
    #expect(difference(between: sorted, and: joined) == nil)
    let gzipped = try server.log()
    #expect(gzipped.count == 3)
    #expect(gzipped.allSatisfy { $0.contains("HTTP/1.1") && $0.hasSuffix("gzip") })
    let authority = server.authority
    for (options, variables) in [
      (["--ca-cert", authority], [:]), ([], ["SSL_CERT_FILE": authority]),
    ] {
      let before = try server.log().count
      let secure = try await jpfetch(
        "--base-url \(server.https) --json", options, environment: variables)
      secure.expect(status: 0, output: plain.output, errors: "")
      let log = try server.log().dropFirst(before)
      #expect(log.count == 3)
      #expect(log.allSatisfy { $0.contains("HTTP/2.0") })
      #expect(Set(log.map { $0.prefix { $0 != " " } }).count == 1)
    }
  }

  @Test("Authorities are read from the hashed directory SSL_CERT_DIR, unless a file is named")
  func hashedDirectory() async throws {
    let data = try #require(Lists.sample).folder
    let server = try await NginxServer(serving: data)
    let other = try await NginxServer(serving: data)
    func hashed(_ authority: String) async throws -> TemporaryDirectory {
      let directory = try TemporaryDirectory()
      try FileManager.default.copyItem(
        atPath: authority, toPath: directory.path + "/authority.pem")
      let openssl = try #require(Places.program("openssl"))
      try await run(openssl, ["rehash", directory.path]).expect(status: 0)
      return directory
    }
    let directory = try await hashed(server.authority)
    let unknown = try await hashed(other.authority)
    for (options, folder, file, isTrusted) in [
      ([], directory, "", true), ([], directory, other.authority, false),
      (["--ca-cert", other.authority], directory, "", false),
      // Neither the directory nor the system's own file has the authority.
      ([], unknown, "", false),
    ] {
      let outcome = try await jpfetch(
        "users -e none --base-url \(server.https) --retry 0", options,
        environment: ["SSL_CERT_DIR": folder.path, "SSL_CERT_FILE": file])
      outcome.expect(status: isTrusted ? 0 : 3)
      #expect(outcome.errors.contains("no trusted connection") != isTrusted, "\(outcome)")
    }
  }

  @Test(
    "Each list is printed as the API prints it, byte for byte", arguments: Lists.all)
  func bytes(lists: Lists) async throws {
    let server = try await NginxServer(serving: lists.folder)
    for name in ["albums", "photos", "posts", "comments", "todos"] {
      let data = try #require(FileManager.default.contents(atPath: file(name, of: lists)))
      for base in [server.http, "file:\(lists.folder.path())"] {
        try await jpfetch([name, "--base-url", base, "--json"]).expect(output: data)
      }
    }
  }
}
