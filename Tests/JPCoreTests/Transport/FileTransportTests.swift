import TestSupport
import Testing

@testable import JPCore

@Suite("A directory in place of a server", .limited)
struct FileTransportTests {
  private func response(_ directory: TemporaryDirectory, _ path: String, limit: Int = 100)
    async throws -> TransportResponse
  {
    guard let base = BaseURL("file:\(directory.path)"),
      let transport = FileTransport(base: base, maxBodyBytes: limit)
    else { throw TransportError(url: directory.path, reason: .invalidURL) }
    return try await transport.send(TransportRequest(url: base.url(of: path)))
  }

  @Test("The file for a path is the response, byte for byte")
  func reads() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("\u{FEFF}[1]\r\n", to: "users.json")
    let response = try await response(directory, "/users")
    #expect(response.body == Array("\u{FEFF}[1]\r\n".utf8))
    #expect(response.status == 200)
  }

  @Test("An error names the missing file and the reason")
  func missing() async throws {
    let directory = try TemporaryDirectory()
    let error = try #require(
      await #expect(throws: TransportError.self) { try await response(directory, "/users") })
    guard case .unreadableFile(let path, 2) = error.reason else {
      Issue.record("\(error.reason)")
      return
    }
    #expect(path.hasSuffix("/users.json"))
  }

  @Test("A pipe is an error, because reading it could take forever")
  func pipe() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/users.json"
    try #require(mkfifo(path, 0o600) == 0)
    let error = try #require(
      await #expect(throws: TransportError.self) { try await response(directory, "/users") })
    #expect(error.reason == .unreadableFile(path: path, errno: EINVAL))
  }

  @Test(
    "No file outside the directory is read",
    arguments: ["/../x", "/a/../../x", "/a\0", "/../\u{301}/q"])
  func staysInside(path: String) async throws {
    let directory = try TemporaryDirectory()
    let error = try #require(
      await #expect(throws: TransportError.self) { try await response(directory, path) })
    #expect(error.reason == .invalidURL)
  }

  @Test("The size of a file is limited", arguments: [(100, true), (101, false)])
  func bounded(size: Int, fits: Bool) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(String(repeating: "1", count: size), to: "n.json")
    if fits {
      #expect(try await response(directory, "/n").body.count == size)
    } else {
      let error = try #require(
        await #expect(throws: TransportError.self) { try await response(directory, "/n") })
      #expect(error.reason == .bodyTooLarge(limit: 100))
    }
  }
}
