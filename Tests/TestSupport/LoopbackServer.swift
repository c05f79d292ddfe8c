import Foundation
import Synchronization

#if os(Linux)
  private let noSignal = Int32(MSG_NOSIGNAL)
  private let stream = Int32(SOCK_STREAM.rawValue)
#else
  // macOS has SO_NOSIGPIPE instead, set on each connection.
  private let noSignal: Int32 = 0
  private let stream = SOCK_STREAM
#endif

/// An HTTP/1.1 server on a free port of 127.0.0.1. Its script says which bytes answer a request, and
/// when.
package final class LoopbackServer: Sendable {
  /// A request as it was received.
  package struct Request: Sendable {
    package let path: String
    package let head: String

    package init(path: String, head: String) {
      self.path = path
      self.head = head
    }
  }

  /// A step of an answer. After the last step the connection is closed, unless the response stated
  /// its length.
  package enum Step: Sendable {
    case send([UInt8])
    case pause(Duration)
    /// Does something, such as to wait for another request.
    case perform(@Sendable () -> Void)
    /// Ends the connection.
    case close
    /// Ends the connection with RST instead of FIN.
    case reset
    /// Keeps the connection open and silent until the client leaves.
    case hang

    package static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  package typealias Script = @Sendable (Request) -> [Step]

  private struct State {
    var exchanges: [Exchange] = []
    var inFlight = 0
    var mostInFlight = 0
    var isStopped = false
  }

  /// A request, the time of its arrival, and the steps that answered it.
  private struct Exchange {
    let instant = ContinuousClock.now
    let request: Request
    var steps: [Step] = []
  }

  private let script: Script
  private let listener: Int32
  private let state = Mutex(State())
  private let start = ContinuousClock.now

  package let port: UInt16

  /// The URL of the server, without a slash at its end.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// The requests so far, in the order of their arrival.
  package var requests: [Request] { state.withLock { $0.exchanges.map(\.request) } }

  /// The largest number of requests that waited for their answer at the same time.
  package var mostInFlight: Int { state.withLock(\.mostInFlight) }

  package init(_ script: @escaping Script) throws {
    self.script = script
    (listener, port) = try Self.listen()
    Thread.detachNewThread { [self] in accept() }
  }

  /// Stops listening: connections are refused from now on. Calling it again does nothing, because
  /// the descriptor may belong to another file by then.
  package func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      // On Linux, a socket that is polled stays open until poll(2) returns.
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }
  }

  /// Binds a port, and listens on it if there is a backlog.
  private static func listen(backlog: Int32? = 64) throws -> (Int32, UInt16) {
    for _ in 0..<TestPort.count {
      let port = TestPort.next()
      let listener = socket(AF_INET, stream, 0)
      guard listener >= 0 else { break }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let length = socklen_t(MemoryLayout<sockaddr_in>.size)
      var result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(listener, address, length)
        }
      }
      if result == 0, let backlog { result = Foundation.listen(listener, backlog) }
      if result == 0 {
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        return (listener, port)
      }
      let error = errno
      close(listener)
      if error != EADDRINUSE { throw POSIXError(.init(rawValue: error) ?? .EIO) }
    }
    throw POSIXError(.init(rawValue: errno) ?? .EIO)
  }

  /// A port that refuses connections until a program listens on it. It is bound once, to know that it
  /// is free, and closed: macOS drops connections to a port that is bound and doesn't listen.
  package static func freePort() throws -> UInt16 {
    let (listener, port) = try listen(backlog: nil)
    close(listener)
    return port
  }

  /// Accepts connections until the server stops. The descriptor is used under the lock only: once it
  /// is closed, its number may be that of another server's listener. The limit of poll(2) is for
  /// systems where closing the descriptor doesn't end it.
  private func accept() {
    while true {
      var polled = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 1_000)
      let connection: Int32? = state.withLock { state in
        if state.isStopped { return nil }
        return Foundation.accept(listener, nil, nil)
      }
      guard let connection else { return }
      guard connection >= 0 else { continue }
      // macOS hands O_NONBLOCK down.
      _ = fcntl(connection, F_SETFL, 0)
      #if !os(Linux)
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      #endif
      Thread.detachNewThread { [self] in serve(connection) }
    }
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    while let request = readRequest(connection) {
      let number = state.withLock { state in
        state.exchanges.append(Exchange(request: request))
        state.inFlight += 1
        state.mostInFlight = max(state.mostInFlight, state.inFlight)
        return state.exchanges.count - 1
      }
      let steps = script(request)
      state.withLock { $0.exchanges[number].steps = steps }
      let goesOn = perform(steps, on: connection) { state.withLock { $0.inFlight -= 1 } }
      guard goesOn else { return }
    }
  }

  /// The last requests, and how each was answered: a screen at most.
  package var log: String {
    var lines: [String] = []
    for exchange in state.withLock(\.exchanges).suffix(5) {
      let line = exchange.request.head.prefix { !$0.isNewline }
      lines.append("\(exchange.instant - start): \(line.prefix(200))")
      lines += exchange.steps.prefix(3).map { "  \($0.inWords)" }
    }
    return lines.joined(separator: "\n")
  }

  /// Reads a request's head. A TLS handshake counts as a request without a path. Clients send the
  /// next request after the answer to this one, so nothing that is received belongs to the next.
  private func readRequest(_ connection: Int32) -> Request? {
    var head: [UInt8] = []
    var received = [UInt8](repeating: 0, count: 1 << 14)
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let count = recv(connection, &received, received.count, 0)
      guard count > 0 else { return nil }
      head += received[..<count]
      // The first byte of a TLS record with a handshake message (RFC 8446 §5.1).
      if head[0] == 22 { return Request(path: "", head: "") }
    }
    let text = String(decoding: head, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 2)
    var path = ""
    if words.count > 1 { path = String(words[1]) }
    return Request(path: path, head: text)
  }

  /// - Parameter answered: called when the client may know the whole answer: before its end is sent.
  /// - Returns: whether the connection can take another request.
  private func perform(_ steps: [Step], on connection: Int32, answered: () -> Void) -> Bool {
    let last = steps.lastIndex(where: \.sendsBytes)
    if last == nil { answered() }
    for (number, step) in steps.enumerated() {
      if number == last { answered() }
      switch step {
      case .send(let bytes):
        guard send(bytes, to: connection) else { return false }
      case .pause(let duration):
        Thread.sleep(forTimeInterval: duration / .seconds(1))
      case .perform(let work): work()
      case .close:
        return false
      case .reset:
        var noLinger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_LINGER, &noLinger, socklen_t(MemoryLayout<linger>.size))
        return false
      case .hang:
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) == 1 {}
        return false
      }
    }
    return steps.isKeptAlive
  }

  private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, noSignal)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension LoopbackServer.Step {
  fileprivate var sendsBytes: Bool {
    if case .send = self { return true }
    return false
  }

  fileprivate var inWords: String {
    switch self {
    case .send(let bytes):
      "sends \(bytes.count) bytes: \(String(decoding: bytes.prefix(200), as: UTF8.self).debugDescription)"
    case .pause(let duration): "pauses for \(duration)"
    case .perform: "runs code of the test"
    case .close: "closes the connection"
    case .reset: "resets the connection"
    case .hang: "hangs"
    }
  }
}

extension [LoopbackServer.Step] {
  /// Whether the reply states its length, so that the connection can be reused.
  fileprivate var isKeptAlive: Bool {
    for step in self {
      guard case .send(let bytes) = step else { continue }
      let start = String(decoding: bytes.prefix(400), as: UTF8.self)
      if start.contains("Content-Length:") { return true }
    }
    return false
  }

  /// A whole response.
  package static func reply(
    status: Int = 200, type: String = "application/json", fields: [String] = [],
    _ body: [UInt8], after delay: Duration = .zero
  ) -> [LoopbackServer.Step] {
    var head = "HTTP/1.1 \(status) Status\r\n"
    head += "Content-Type: \(type)\r\n"
    head += "Content-Length: \(body.count)\r\n"
    for field in fields { head += field + "\r\n" }
    return [.pause(delay), .send(head + "\r\n"), .send(body)]
  }

  /// A whole response with a text as its body.
  package static func reply(
    status: Int = 200, type: String = "application/json", fields: [String] = [],
    _ body: String, after delay: Duration = .zero
  ) -> [LoopbackServer.Step] {
    reply(status: status, type: type, fields: fields, [UInt8](body.utf8), after: delay)
  }
}

/// Ports for tests, below the ephemeral range (32768 on Linux, 49152 on macOS), so that a closed port
/// stays unused. Each process has its own order: in the same order, processes that run at the same
/// time would follow each other from port to port, and take those that the other has found free.
private enum TestPort {
  static var count: Int { ports.count }

  private static let ports = (20_000..<32_000).shuffled().map(UInt16.init)
  private static let position = Mutex(0)

  static func next() -> UInt16 {
    position.withLock { position in
      position = (position + 1) % count
      return ports[position]
    }
  }
}
