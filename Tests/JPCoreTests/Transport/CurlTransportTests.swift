import Synchronization
import TestSupport
import Testing

@testable import JPCore

@Suite(
  "libcurl on a thread of its own",
  .needsLibcurl, .limited)
struct CurlTransportTests {
  private func transport(
    _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
  ) -> CurlTransport {
    var settings = CurlTransport.Configuration()
    // Longer than a busy machine could keep a test waiting.
    settings.timeout = .seconds(600)
    change(&settings)
    return CurlTransport(configuration: settings)
  }

  /// The reason of the failure, whose URL is the one that was asked for.
  private func reason(
    _ url: String, _ transport: CurlTransport, fields: HeaderFields = []
  ) async throws -> TransportError.Reason {
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(HTTPRequest(url: url, headerFields: fields))
    }
    #expect(error?.url == url)
    return try #require(error).reason
  }

  /// Sends requests for `/1`, `/2` and so on at the same time.
  private func expectSuccess(
    _ count: Int, from url: String, with transport: CurlTransport
  ) async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...count {
        group.addTask {
          try await transport.send(HTTPRequest(url: "\(url)/\(number)")).status
        }
      }
      for try await status in group { #expect(status == 200) }
    }
  }

  @Test(
    "A response has its content, fields, URL and status; a request's field replaces the default one"
  )
  func exchange() async throws {
    let server = try LoopbackServer { .reply(status: 418, fields: ["X-One: 1"], "[\($0.path)]") }
    defer { server.stop() }
    let transport = transport {
      $0.userAgent = "test/1"
      // The content has just as many.
      $0.maxBodyBytes = 4
    }
    for (fields, sent) in [
      ([], ["User-Agent: test/1", "Accept: application/json"]),
      (
        ["accept": "text/plain", "X": "1", "X-Empty": "", "x": "2"],
        ["accept: text/plain", "X: 1", "X-Empty:", "x: 2"]
      ),
    ] as [(HeaderFields, [String])] {
      let response = try await transport.send(
        HTTPRequest(url: server.url + "/a", headerFields: fields))
      #expect((response.status, response.headerFields["x-one"]) == (418, "1"))
      #expect(response.url == server.url + "/a")
      #expect(response.body == Array("[/a]".utf8))
      let lines = try #require(server.requests.last?.head).split(separator: "\r\n").map(String.init)
      #expect(lines.filter { sent.contains($0) } == sent)
      #expect(lines.count { $0.lowercased().hasPrefix("accept:") } == 1)
    }
  }

  @Test("A redirect is followed with the request's fields, even if its content is broken")
  func redirectBodies() async throws {
    let server = try LoopbackServer { request in
      let head = "HTTP/1.1 302 Found\r\nLocation: /end#part\r\n"
      return switch request.path {
      case "/cut": [.send(head + "Content-Length: 100\r\n\r\n123"), .close]
      case "/gzip": [.send(head + "Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\n123")]
      default: .reply("1")
      }
    }
    defer { server.stop() }
    for path in ["/cut", "/gzip"] {
      // libcurl spells the address in full, which doesn't make it another origin.
      let url = server.url.replacing("127.0.0.1", with: "127.1") + path
      let response = try await transport().send(HTTPRequest(url: url, headerFields: ["X": "1"]))
      #expect((response.status, response.url) == (200, server.url + "/end"))
      #expect(server.requests.last?.head.contains("\r\nX: 1\r\n") == true)
    }
  }

  /// RedirectTests has the rule. Some versions of libcurl resolve such a location to another URL.
  @Test("A redirect to a fragment leads to the same URL")
  func fragment() async throws {
    let redirects = Atomic(true)
    let server = try LoopbackServer { _ in
      if redirects.exchange(false, ordering: .relaxed) {
        return .reply(status: 302, fields: ["Location: #x"], "")
      }
      return .reply("1")
    }
    defer { server.stop() }
    let url = server.url + "/a/b?c=/d"
    #expect(try await transport().send(HTTPRequest(url: url)).url == url)
    #expect(server.requests.map(\.path) == ["/a/b?c=/d", "/a/b?c=/d"])
  }

  private static func head(_ field: String) -> LoopbackServer.Step {
    .send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n")
  }

  /// FaultCase has a table of the other faults, which don't depend on limits; a transcript, redirects.
  @Test(
    "An unusable response is an error with its reason",
    arguments: [
      ([.send("SSH-2.0-OpenSSH_9.2\r\n")], .notHTTP),
      ([head("Content-Length: 11"), .send("12345678901")], .bodyTooLarge(limit: 10)),
      ([head("X: y"), .send("12345678901")], .bodyTooLarge(limit: 10)),
      ([head("X: " + String(repeating: "x", count: 200_000))], .headTooLarge),
      ([head(String(repeating: "X: y\r\n", count: 60_000))], .headTooLarge),
      (
        [
          head("Transfer-Encoding: chunked"), .send("1\r\n1\r\n0\r\n"),
          .send(String(repeating: "X: y\r\n", count: 60_000)),
        ], .headTooLarge
      ),
      (.reply(status: 302, fields: ["Location: /"], ""), .tooManyRedirects(limit: 10)),
    ] as [([LoopbackServer.Step], TransportError.Reason)])
  func unusable(steps: [LoopbackServer.Step], expected: TransportError.Reason) async throws {
    let server = try LoopbackServer { _ in steps }
    defer { server.stop() }
    #expect(try await reason(server.url, transport { $0.maxBodyBytes = 10 }) == expected)
  }

  @Test("Redirects share the time limit of their request")
  func slowRedirects() async throws {
    let server = try LoopbackServer { _ in
      .reply(status: 302, fields: ["Location: /"], "", after: .milliseconds(50))
    }
    defer { server.stop() }
    let limit = Duration.milliseconds(200)
    let reason = try await reason(server.url + "/", transport { $0.timeout = limit })
    guard case .timedOut(limit, received: 0, _) = reason else {
      Issue.record("\(reason)")
      return
    }
  }

  @Test("An invalid URL or header field is an error with its reason")
  func invalid() async throws {
    #expect(try await reason("gopher://127.0.0.1/", transport()) == .invalidURL)
    let field = try await reason("http://127.0.0.1:1", transport(), fields: ["X": "1\r\nY: 2"])
    #expect(field == .invalidField)
  }

  @Test(
    "A server that never answers causes a timeout, also during a TLS handshake",
    arguments: ["", "s"])
  func silence(letter: String) async throws {
    let server = try LoopbackServer { _ in [.hang] }
    defer { server.stop() }
    let url = server.url.replacing("http", with: "http" + letter)
    let limit = Duration.milliseconds(50)
    let reason = try await reason(url, transport { $0.timeout = limit })
    #expect(reason == .timedOut(limit: limit, received: 0))
  }

  @Test(
    "Cancelling a task ends its transfer, and the transport still sends other requests",
    arguments: 0..<20)
  func cancellation(round: Int) async throws {
    let server = try LoopbackServer { $0.path == "/hang" ? [.hang] : .reply("1") }
    defer { server.stop() }
    let transport = transport()
    let hanging = Task { try await transport.send(HTTPRequest(url: "\(server.url)/hang")) }
    // From before the request is sent to after it has arrived.
    try await Task.sleep(for: .milliseconds(round))
    hanging.cancel()
    await #expect(throws: CancellationError.self) { try await hanging.value }
    try await expectSuccess(1, from: server.url, with: transport)
  }

  @Test(
    "Streams of one HTTP/2 connection don't block each other",
    .needs("nginx", "openssl"))
  func multiplexedStreams() async throws {
    let directory = try TemporaryDirectory()
    for (name, count) in [("1", 5000), ("2", 900_000), ("3", 5000)] {
      try directory.write(String(repeating: "1", count: count), to: name + ".json")
    }
    let server = try await NginxServer(serving: directory.url)
    for _ in 0..<Effort.rounds(20, all: 150) {
      let transport = transport {
        $0.certificateFile = server.authority
        $0.timeout = .seconds(20)
      }
      try await expectSuccess(3, from: server.https, with: transport)
    }
  }
}
