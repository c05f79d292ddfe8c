import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

@Suite(
  "Faults: one answer each, every time, and what is stored stays good",
  .evidence, .needsLibcurl, .limited)
struct FaultTests {
  /// Repetitions of each case, to find outcomes that vary.
  private static let rounds = Effort.rounds(1, all: 20)

  // The kinds run in parallel, the cases of a kind don't: hundreds of processes would only wait.
  @Test("A failed connection has its error", .serialized, arguments: FaultCase.connection)
  func connection(_ fault: FaultCase) async throws { try await check(fault) }

  @Test("A server that is too slow has its error", .serialized, arguments: FaultCase.silences)
  func silence(_ fault: FaultCase) async throws { try await check(fault) }

  @Test("Broken HTTP has its error", .serialized, arguments: FaultCase.http)
  func http(_ fault: FaultCase) async throws { try await check(fault) }

  @Test("Each status has its error", .serialized, arguments: FaultCase.statuses)
  func status(_ fault: FaultCase) async throws { try await check(fault) }

  @Test("Each redirect is followed, or has its error", .serialized, arguments: FaultCase.redirects)
  func redirect(_ fault: FaultCase) async throws { try await check(fault) }

  @Test("Content that doesn't decode has its error", .serialized, arguments: FaultCase.codings)
  func coding(_ fault: FaultCase) async throws { try await check(fault) }

  @Test(
    "A small response that decodes to huge content has its error", .takesLong, .serialized,
    arguments: FaultCase.bombs)
  func bomb(_ fault: FaultCase) async throws { try await check(fault) }

  @Test("Content that isn't JSON has its error", .serialized, arguments: FaultCase.content)
  func content(_ fault: FaultCase) async throws { try await check(fault) }

  @Test("Data that doesn't fit has its error", .serialized, arguments: FaultCase.data)
  func data(_ fault: FaultCase) async throws { try await check(fault) }

  private static let kinds = [
    FaultCase.connection, FaultCase.silences, FaultCase.http, FaultCase.statuses,
    FaultCase.redirects, FaultCase.codings, FaultCase.bombs, FaultCase.content, FaultCase.data,
  ]

  @Test("Names of cases are unique")
  func names() {
    let all = Self.kinds.flatMap { $0 }
    #expect(Set(all.map(\.name)).count == all.count)
  }

  /// The first case of each kind with a stored response; `JPFETCH_TESTS=all` tries every case.
  @Test(
    "A fault doesn't replace a stored response",
    arguments: Effort.isFull ? [] : kinds.filter { $0.count > 2 }.compactMap(\.first))
  func stored(_ fault: FaultCase) async throws { try await checkStored(fault) }

  private func check(_ fault: FaultCase) async throws {
    if Effort.isFull { return try await checkStored(fault) }
    let bench = try FaultBench(fault)
    try bench.fail()
    try await bench.checkBare()
  }

  private func checkStored(_ fault: FaultCase) async throws {
    let bench = try FaultBench(fault)
    try await bench.checkStored()
    try bench.fail()
    for _ in 0..<min(Self.rounds, fault.maxRounds) { try await bench.checkBare() }
  }

  @Test(
    "A header field with a line break is refused before any request",
    arguments: ["X: a\r\nY: b", "X: a\nY: b", "X: a\r", "X\r\nY: b", "\r\nX: a"])
  func brokenField(field: String) throws {
    let server = try LoopbackServer { _ in .reply("[]") }
    defer { server.stop() }
    let outcome = try jpfetch("get", "/x", "-H", field, "--base-url", server.url, "--json")
    #expect((outcome.status, outcome.text) == (2, ""))
    let error = try JSONDocument(Array(outcome.errors.utf8)).root["error"]
    #expect(error?["code"]?.string == "usage")
    #expect(server.requests.isEmpty)
  }

  @Test("https to a plain HTTP server is a TLS error")
  func plainServer() throws {
    let server = try LoopbackServer { _ in .reply(status: 400, "no TLS here\n") }
    defer { server.stop() }
    let url = server.url.replacing("http:", with: "https:")
    let outcome = try jpfetch("users", "--base-url", url, "--json")
    #expect((outcome.status, outcome.text) == (3, ""))
    let error = try JSONDocument(Array(outcome.errors.utf8)).root["error"]
    #expect(error?["code"]?.string == "net.tls")
  }

  @Test(
    "Credentials and fields aren't sent to another origin",
    arguments: ["Authorization: Bearer secret", "X-Token: secret", "Cookie: a=secret"])
  func credentials(field: String) throws {
    let other = try LoopbackServer { _ in .reply("[]") }
    defer { other.stop() }
    let target = other.url
    let server = try LoopbackServer { request in
      request.path == "/a"
        ? .reply(status: 307, fields: ["Location: /b"], "")
        : .reply(status: 307, fields: ["Location: \(target)/c"], "")
    }
    defer { server.stop() }
    let url = server.url.replacing("http://", with: "http://me:secret@")
    for arguments in [["--base-url", server.url, "-H", field], ["--base-url", url]] {
      let outcome = try run(Places.jpfetch, ["get", "/a", "--compact"] + arguments)
      #expect((outcome.status, outcome.text) == (0, "[]\n"))
      #expect(!outcome.errors.contains("secret"))
    }
    #expect(server.requests.map(\.path) == ["/a", "/b", "/a", "/b"])
    // "me:secret" in Base64.
    let marks = ["secret", "bWU6c2VjcmV0"]
    #expect(server.requests.allSatisfy { request in marks.contains { request.head.contains($0) } })
    #expect(other.requests.count == 2)
    #expect(!other.requests.contains { request in marks.contains { request.head.contains($0) } })
  }
}
