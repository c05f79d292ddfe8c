import TestSupport
import Testing

@testable import JPCore

@Suite("A directory in place of a server", .limited)
struct FileTransportTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("\u{FEFF}[1]\r\n", to: "users.json")
    try #require(mkfifo(directory.path + "/pipe.json", 0o600) == 0)
  }

  private func response(_ path: String, limit: Int = 8) async throws -> HTTPResponse {
    let base = try #require(BaseURL("file:\(directory.path)"))
    let transport = try #require(FileTransport(base: base, maxBodyBytes: limit))
    return try await transport.send(HTTPRequest(url: base.url(of: path)))
  }

  @Test("A response has the bytes of the path's file, and a file above the size limit is an error")
  func reads() async throws {
    let response = try await response("/users")
    #expect((response.status, response.body) == (200, Array("\u{FEFF}[1]\r\n".utf8)))
    let error = await #expect(throws: TransportError.self) {
      try await self.response("/users", limit: 7)
    }
    #expect(error?.reason == .bodyTooLarge(limit: 7))
  }

  @Test("A missing file is an error, and so are a pipe and a device")
  func unreadable() async throws {
    #expect(symlink("/dev/null", directory.path + "/device.json") == 0)
    for (path, errno) in [("/none", ENOENT), ("/pipe", EINVAL), ("/device", EINVAL)] {
      let error = await #expect(throws: TransportError.self) { try await response(path) }
      let file = directory.path + path + ".json"
      #expect(error?.reason == .unreadableFile(path: file, errno: errno))
    }
  }

  @Test("A file in place of the directory is named itself")
  func fileAsDirectory() async throws {
    try directory.write("[]", to: "users.json")
    let file = directory.path + "/users.json"
    let base = try #require(BaseURL("file:\(file)"))
    let transport = try #require(FileTransport(base: base))
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(HTTPRequest(url: base.url(of: "/users")))
    }
    #expect(error?.reason == .unreadableFile(path: file, errno: ENOTDIR))
  }

  @Test(
    "No file outside the directory is read",
    arguments: ["/../x", "/a/../../x", "/a\0", "/../\u{301}/q"])
  func staysInside(path: String) async throws {
    let error = await #expect(throws: TransportError.self) { try await response(path) }
    #expect(error?.reason == .invalidURL)
  }
}
