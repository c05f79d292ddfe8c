import Synchronization
import TestSupport
import Testing

@testable import JPCore

@Suite(
  "libcurl on a thread of its own",
  .evidence(on: .prompt), .needsLibcurl, .limited)
struct CurlTransportTests {
  private func settings(
    _ change: (inout CurlTransport.Settings) -> Void = { _ in }
  ) -> CurlTransport.Settings {
    var settings = CurlTransport.Settings()
    change(&settings)
    return settings
  }

  private func reason(
    _ url: String, _ settings: CurlTransport.Settings = CurlTransport.Settings()
  ) async throws -> TransportError.Reason {
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport(settings: settings).send(TransportRequest(url: url))
    }
    return try #require(error).reason
  }

  @Test("A response has its content, fields, URL and status")
  func response() async throws {
    let server = try LoopbackServer { request in
      .reply(status: request.path == "/a" ? 200 : 418, fields: ["X-One: 1"], "[\(request.path)]")
    }
    defer { server.stop() }
    let transport = CurlTransport(settings: settings { $0.userAgent = "test/1" })
    let request = TransportRequest(
      url: "\(server.url)/a", fields: [.init(name: "X-Mine", value: "2")])
    let good = try await transport.send(request)
    #expect(good.status == 200)
    #expect(good.fields["x-one"] == "1")
    #expect(good.body == Array("[/a]".utf8))
    #expect(good.url == "\(server.url)/a")
    let head = try #require(server.requests.first?.head)
    #expect(head.contains("\r\nX-Mine: 2\r\n"))
    #expect(head.contains("\r\nUser-Agent: test/1\r\n"))
    #expect(head.contains("\r\nAccept: application/json\r\n"))
    #expect(head.contains("gzip"))
    #expect(try await transport.send(TransportRequest(url: "\(server.url)/b")).status == 418)
  }

  @Test("Several answers share one memory limit, and failed ones give their part back")
  func budget() async throws {
    let server = try LoopbackServer { request in
      let body = String(repeating: "1", count: 80)
      return request.path == "/cut"
        ? [.send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n\(body)"), .close] : .reply(body)
    }
    defer { server.stop() }
    let transport = CurlTransport()
    let budget = ContentBudget(maxBytes: 200)
    func send(_ path: String) async throws -> TransportError.Reason? {
      var transfer = Transfer(TransportRequest(url: server.url + path))
      transfer.budget = budget
      do { _ = try await transport.send(transfer) } catch let error as TransportError {
        return error.reason
      }
      return nil
    }
    for path in ["/a", "/cut", "/cut", "/b"] {
      #expect(try await send(path) == (path == "/cut" ? .reset : nil))
    }
    #expect(try await send("/c") == .answersTooLarge(limit: 200))
    #expect(budget.reserve(values: 2) && budget.reserve(bytes: 8) && !budget.reserve(bytes: 1))
  }

  @Test("A free connection is used at once")
  func freePlaces() async throws {
    // One answer comes when all others have come.
    let gate = Gate(for: 2)
    let server = try LoopbackServer { request in
      (request.path == "/slow" ? [.perform { gate.pass() }] : []) + .reply("1")
    }
    defer { server.stop() }
    let transport = CurlTransport(settings: settings { $0.maxTransfers = 2 })
    let slow = Task { try await transport.send(TransportRequest(url: server.url + "/slow")) }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...20 {
        group.addTask {
          try await transport.send(TransportRequest(url: "\(server.url)/\(number)")).status
        }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(gate.isClosed)
    gate.pass()
    #expect(try await slow.value.status == 200)
  }

  @Test("An observer receives the content as it arrives")
  func observer() async throws {
    final class Reader: Sendable {
      let counts = Mutex<[Int]>([])
    }
    let text = String(repeating: "[1]\n", count: 1 << 16)
    let server = try LoopbackServer { request in .reply(request.path == "/long" ? text : "1") }
    defer { server.stop() }
    let transport = CurlTransport()
    let reader = Reader()
    for (path, isLong) in [("/long", true), ("/", false)] {
      var transfer = Transfer(TransportRequest(url: server.url + path))
      transfer.observer = { content in
        reader.counts.withLock { $0 = (content.isEmpty ? [] : $0) + [content.count] }
      }
      let response = try await transport.send(transfer)
      let counts = reader.counts.withLock { $0 }
      #expect(counts == counts.sorted())
      #expect(counts.last == response.body.count)
      #expect(isLong == (counts.count > 2))
    }
  }

  @Test("Requests run at the same time")
  func concurrency() async throws {
    let gate = Gate(for: 5)
    let server = try LoopbackServer { request in
      gate.pass()
      return .reply(request.path)
    }
    defer { server.stop() }
    let transport = CurlTransport()
    try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<5 {
        group.addTask {
          let url = "\(server.url)/\(number)"
          return String(
            decoding: try await transport.send(TransportRequest(url: url)).body, as: UTF8.self)
        }
      }
      let bodies = try await group.reduce(into: Set()) { $0.insert($1) }
      #expect(bodies.count == 5)
    }
    #expect(server.mostInFlight == 5)
  }

  @Test("A waiting request's time limit doesn't run, and it keeps its own fields")
  func turns() async throws {
    let server = try LoopbackServer { .reply($0.path, after: .milliseconds(300)) }
    defer { server.stop() }
    let transport = CurlTransport(
      settings: settings {
        $0.maxTransfers = 2
        $0.timeout = .seconds(2)
      })
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let fields: HeaderFields = [
            .init(name: "accept", value: "text/plain"), .init(name: "X-Empty", value: ""),
          ]
          return try await transport.send(TransportRequest(url: server.url, fields: fields)).status
        }
      }
      let statuses = try await group.reduce(into: []) { $0.append($1) }
      #expect(statuses == Array(repeating: 200, count: 16))
    }
    #expect(server.mostInFlight == 2)
    let head = try #require(server.requests.first?.head)
    #expect(head.contains("\r\naccept: text/plain\r\n"))
    #expect(!head.contains("application/json"))
    #expect(head.contains("\r\nX-Empty:\r\n"))
  }

  @Test("A server that never answers the TLS handshake is a timeout")
  func silentTLS() async throws {
    let server = try LoopbackServer { _ in [.hang] }
    defer { server.stop() }
    let url = server.url.replacing("http:", with: "https:")
    let limit = Duration.milliseconds(300)
    let transport = CurlTransport(settings: settings { $0.timeout = limit })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          let error = await #expect(throws: TransportError.self) {
            try await transport.send(TransportRequest(url: url))
          }
          #expect(error?.reason == .timedOut(limit: limit))
        }
      }
    }
  }

  @Test("Redirects are followed, up to the limit and to http and https only")
  func redirects() async throws {
    let server = try LoopbackServer { request in
      let location =
        switch request.path {
        case "/once": "/end"
        case "/ftp": "ftp://127.0.0.1/"
        case "/file": "file:///etc/hostname"
        case "/bad": "http://"
        default: "/loop"
        }
      return request.path == "/end"
        ? .reply("1") : .reply(status: 302, fields: ["Location: \(location)"], "")
    }
    defer { server.stop() }
    // Between two of them the test waits for a thread that other tests hold.
    let patient = settings { $0.timeout = .seconds(120) }
    let transport = CurlTransport(settings: patient)
    let response = try await transport.send(TransportRequest(url: "\(server.url)/once"))
    #expect((response.status, response.url) == (200, "\(server.url)/end"))
    #expect(try await reason("\(server.url)/loop", patient) == .tooManyRedirects(limit: 10))
    #expect(server.requests.count { $0.path == "/loop" } == 11)
    #expect(try await reason("\(server.url)/ftp") == .forbiddenRedirect)
    #expect(try await reason("\(server.url)/file") == .forbiddenRedirect)
    #expect(try await reason("\(server.url)/bad") == .forbiddenRedirect)
  }

  @Test("A redirect is followed even if its content is broken")
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
      let response = try await CurlTransport().send(TransportRequest(url: server.url + path))
      #expect((response.status, response.url) == (200, server.url + "/end"))
    }
  }

  @Test("Waiting for a connection doesn't use up the time limit, after a redirect either")
  func redirectedTurns() async throws {
    let server = try LoopbackServer { request in
      request.path == "/end"
        ? .reply("1")
        : .reply(status: 302, fields: ["Location: /end"], "", after: .milliseconds(200))
    }
    defer { server.stop() }
    // The line takes longer than one of them may, and nobody gets near that alone.
    let transport = CurlTransport(
      settings: settings {
        $0.maxTransfers = 1
        $0.timeout = .seconds(4)
      })
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<24 {
        group.addTask { try await transport.send(TransportRequest(url: server.url + "/x")).status }
      }
      for try await status in group { #expect(status == 200) }
    }
  }

  @Test("Fields and credentials follow a redirect only to the same origin")
  func redirectedCredentials() async throws {
    let other = try LoopbackServer { _ in .reply("1") }
    defer { other.stop() }
    let server = try LoopbackServer { request in
      switch request.path {
      case "/here": .reply(status: 307, fields: ["Location: end"], "")
      case "/whole":
        .reply(status: 301, fields: ["Location: http://\(request.host)/end"], "")
      case "/there": .reply(status: 302, fields: ["Location: \(other.url)/end"], "")
      default: .reply("1")
      }
    }
    defer { server.stop() }
    let fields: HeaderFields = [
      .init(name: "Authorization", value: "Bearer b"), .init(name: "X-Any", value: "1"),
    ]
    let url = server.url.replacing("//", with: "//me:pw@")
    for (path, base, isBasic) in [
      ("/here", server.url, false), ("/whole", server.url, false), ("/there", server.url, false),
      ("/here", server.url.replacing("127.0.0.1", with: "127.1"), false),
      ("/here", url, true), ("/whole", url, true), ("/there", url, true),
    ] {
      let sent = isBasic ? [] : fields
      let transport = CurlTransport(settings: settings { $0.timeout = .seconds(120) })
      let response = try await transport.send(TransportRequest(url: base + path, fields: sent))
      #expect(response.status == 200)
      let last = try #require((path == "/there" ? other : server).requests.last)
      #expect(last.path == "/end")
      let goAlong = path != "/there"
      #expect(last.head.contains("\r\nAuthorization: B") == goAlong)
      #expect(last.head.contains("\r\nX-Any: 1") == (goAlong && !isBasic))
    }
  }

  @Test("The size of the body is limited, with and without Content-Length")
  func bodyLimit() async throws {
    let server = try LoopbackServer { request in
      request.path == "/announced"
        ? .reply(String(repeating: "1", count: 11))
        : [.send("HTTP/1.1 200 OK\r\n\r\n"), .send(String(repeating: "1", count: 11))]
    }
    defer { server.stop() }
    for path in ["/announced", "/endless"] {
      let reason = try await reason(server.url + path, settings { $0.maxBodyBytes = 10 })
      #expect(reason == .bodyTooLarge(limit: 10))
    }
    let transport = CurlTransport(settings: settings { $0.maxBodyBytes = 11 })
    #expect(try await transport.send(TransportRequest(url: "\(server.url)/x")).body.count == 11)
  }

  @Test(
    "The size of the head is limited, in one line and in many",
    arguments: [(1, 200_000), (3000, 80)])
  func headLimit(count: Int, length: Int) async throws {
    let line = "X: " + String(repeating: "x", count: length) + "\r\n"
    let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: count)
    let server = try LoopbackServer { _ in [.send(head + "Content-Length: 1\r\n\r\n1")] }
    defer { server.stop() }
    #expect(try await reason(server.url) == .headTooLarge(limit: 1 << 17))
  }

  @Test(
    "An incomplete response is an error",
    arguments: [
      ([.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"), .close], .reset),
      ([.send("HTTP/1.1 200 OK\r\nContent-Le")], .reset),
      ([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n")], .reset),
      ([.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1"), .reset], .reset),
      ([], .reset),
      ([.reset], .reset),
      ([.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nnot gzip")], .undecodableBody),
      ([.send("SSH-2.0-OpenSSH_9.2\r\n")], .notHTTP),
      ([.send("{\"no\": \"header\"}")], .notHTTP),
    ] as [([LoopbackServer.Step], TransportError.Reason)])
  func brokenOff(steps: [LoopbackServer.Step], reason expected: TransportError.Reason) async throws
  {
    let server = try LoopbackServer { _ in steps }
    defer { server.stop() }
    #expect(try await reason(server.url + "/") == expected)
  }

  @Test("Other failures have their own reasons")
  func kinds() async throws {
    let port = try LoopbackServer.freePort()
    #expect(try await reason("http://127.0.0.1:\(port)/") == .notConnected)
    #expect(try await reason("http://nowhere.invalid/") == .unresolvedHost)
    #expect(try await reason("gopher://127.0.0.1/") == .invalidURL)
    let field = HeaderFields.Field(name: "X", value: "1\r\nY: 2")
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(TransportRequest(url: "http://127.0.0.1:1", fields: [field]))
    }
    #expect(error?.reason == .invalidField)
    #expect(try await reason("http://") == .invalidURL)
    let silent = try LoopbackServer { _ in [.hang] }
    defer { silent.stop() }
    let limit = Duration.milliseconds(200)
    let timedOut = try await reason(silent.url, settings { $0.timeout = limit })
    #expect(timedOut == .timedOut(limit: limit))
  }

  @Test("Cancelling a task ends its transfer, and only that", arguments: 0..<20)
  func cancellation(round: Int) async throws {
    let server = try LoopbackServer { $0.path == "/hang" ? [.hang] : .reply("1") }
    defer { server.stop() }
    // Longer than a busy machine could keep this task waiting.
    let transport = CurlTransport(settings: settings { $0.timeout = .seconds(600) })
    let hanging = Task { try await transport.send(TransportRequest(url: "\(server.url)/hang")) }
    // From before the request is sent to after it has arrived.
    try await Task.sleep(for: .milliseconds(round))
    hanging.cancel()
    await #expect(throws: CancellationError.self) { try await hanging.value }
    #expect(try await transport.send(TransportRequest(url: "\(server.url)/")).status == 200)
  }

  @Test(
    "Streams of one HTTP/2 connection don't block each other",
    .needs("nginx", "openssl"))
  func multiplexedStreams() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(String(repeating: "[1, 2, 3]", count: 100_000), to: "large.json")
    for name in ["a", "b"] {
      try directory.write(String(repeating: "1", count: 5000), to: "\(name).json")
    }
    let server = try NginxServer(serving: directory.url)
    for _ in 0..<Effort.rounds(20, all: 150) {
      let transport = CurlTransport(
        settings: settings {
          $0.certificateFile = server.authority
          $0.timeout = .seconds(20)
        })
      try await withThrowingTaskGroup(of: Int.self) { group in
        for name in ["a", "large", "b"] {
          group.addTask {
            try await transport.send(TransportRequest(url: "\(server.https)/\(name)")).body.count
          }
        }
        let bytes = try await group.reduce(0, +)
        #expect(bytes == 910_000)
      }
    }
  }
}
