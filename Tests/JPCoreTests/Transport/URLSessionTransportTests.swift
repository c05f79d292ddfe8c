import Foundation
import JPCore
import Synchronization
import TestSupport
import Testing

/// Builds JPCore with the transport of Apple's systems, and a program that uses it.
@Suite(
  "URLSession as the transport",
  .takesLong, .only("no swift on the path", if: Toolchain.hasSwift), .limited)
struct URLSessionTransportTests {
  @Test(
    "URLSessionTransport joins lists, retries, reports failures, and keeps limits of size and time")
  func requests() async throws {
    let program = try await Self.build()
    let elsewhere = try LoopbackServer { _ in .reply("1") }
    defer { elsewhere.stop() }
    let server = try Self.server(redirectingTo: elsewhere.url)
    defer { server.stop() }
    let refused = "http://127.0.0.1:\(try LoopbackServer.freePort())"
    let outcome = try await run(program.path, [server.url, refused], limit: .seconds(120))
    outcome.expect(status: 0)
    outcome.expect(text: Self.expected)
    // No request was sent to another server, and the failed one was tried twice.
    if !Places.isLinux { #expect(elsewhere.requests.isEmpty) }
    #expect(server.requests.count { $0.path == "/down" } == 2)
  }

  private static let expected = """
    joined: 10 100 5000
    /fields: 1
    /busy: 2
    /down: status 503
    /near: 3
    /far: \(redirected)
    /loop: \(redirectedForever)
    /packed: 5
    /large: more than 2097152 bytes of content
    /cut: \(incomplete)
    /refused: connection refused
    /silent: no complete response within 300 ms
    /private: 4
    cancelled: CancellationError()
    cancelled: CancellationError()
    /near: 3

    """

  /// On Linux, `data(for:delegate:)` follows redirects without asking its delegate.
  private static let redirected = Places.isLinux ? "1" : "status 302"
  private static let redirectedForever = Places.isLinux ? "the request failed" : "status 302"

  /// How a response is reported that ends too early: on Linux, URLSession gives no reason.
  private static let incomplete =
    Places.isLinux ? "the request failed" : "the connection ended too early"

  private static func server(redirectingTo elsewhere: String) throws -> LoopbackServer {
    let isBusy = Atomic(true)
    return try LoopbackServer { request in
      let head = request.head.lowercased()
      let isComplete =
        head.contains("\r\nx-tenant: red\r\n") && head.contains("\r\nuser-agent: jpcore")
      switch request.path {
      case "/fields": return .reply(isComplete ? "1" : "0")
      case "/busy":
        if isBusy.exchange(false, ordering: .relaxed) { return .reply(status: 503, "{}") }
        return .reply("2")
      case "/down": return .reply(status: 503, "{}")
      case "/near": return .reply(status: 302, fields: ["Location: /target"], "")
      case "/target": return .reply(isComplete ? "3" : "0")
      case "/far": return .reply(status: 302, fields: ["Location: \(elsewhere)/target"], "")
      case "/loop": return .reply(status: 302, fields: ["Location: /loop"], "")
      case "/large": return .reply([UInt8](repeating: 0x20, count: 1 << 21) + [0x31])
      // Its content is one byte, but the name of the packed file is larger than the limit.
      case "/packed":
        let name = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 21)
        let content = Gzip.stored([UInt8(ascii: "5")], fileName: name)
        return .reply(status: 200, fields: ["Content-Encoding: gzip"], content)
      case "/cut": return [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n1"), .close]
      case "/silent": return [.hang]
      case "/private":
        // In Base64: the user ada and "pass word".
        let hasCredentials = request.head.contains("Basic YWRhOnBhc3Mgd29yZA==")
        return .reply(hasCredentials ? "4" : "0")
      default:
        let path = request.path.prefix { $0 != "?" }
        let sample = try? SampleTransport().response(to: HTTPRequest(url: "sample:\(path)"))
        return .reply(status: sample?.status ?? 404, sample?.body ?? [])
      }
    }
  }

  /// A built program, and the folder that is removed with this value.
  private struct Program {
    let path: String
    let folder: TemporaryDirectory
  }

  private static func build() async throws -> Program {
    let folder = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "jpfetch"), withDestinationURL: Places.package)
    try folder.write(manifest, to: "trial/Package.swift")
    let source = Places.package.appending(path: "Tests/URLSession/main.swift")
    try folder.write(
      String(contentsOf: source, encoding: .utf8), to: "trial/Sources/trial/main.swift")
    let package = "\(folder.path)/trial"
    let build = try await Toolchain.build(package, "-Xswiftc", "-DJPCORE_URLSESSION")
    try #require(build.status == 0, "\(build.text.suffix(4000))\(build.errors.suffix(1000))")
    #expect(!build.text.contains("warning:"), "\(build)")
    return Program(path: "\(package)/.build/debug/trial", folder: folder)
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "trial",
      platforms: [.macOS(.v15)],
      dependencies: [.package(path: "../jpfetch")],
      targets: [
        .executableTarget(
          name: "trial", dependencies: [.product(name: "JPCore", package: "jpfetch")])
      ]
    )
    """
}
