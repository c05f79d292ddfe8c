import Foundation
import JPCore
import TestSupport
import Testing

@Suite(
  "Connections that fail: exit 3",
  .needsLibcurl, .limited)
struct NoAnswerTests {
  @Test("A time-out says how much had arrived, and when the last of it arrived")
  func arrivals() async throws {
    let server = try LoopbackServer { _ in
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"
      return [.send(head + String(repeating: " ", count: 5000)), .hang]
    }
    defer { server.stop() }
    let outcome = try await jpfetch("get \(server.url) --timeout 300ms")
    outcome.expect(status: 3, text: "")
    let line = /\n  5000 bytes had arrived, the last \d+ ms earlier\n/
    #expect(outcome.errors.contains(line), "\(outcome)")
  }

  @Test(
    "An error says that the certificate has expired or is for another host",
    .needs("nginx", "openssl"),
    arguments: [
      (-1, "localhost", "the server's certificate has expired"),
      (2, "other.example", "the server's certificate is for another host"),
    ])
  func certificates(days: Int, host: String, why: String) async throws {
    let directory = try TemporaryDirectory()
    let server = try await NginxServer(serving: directory.url, validFor: days, host: host)
    let outcome = try await jpfetch(
      "--base-url \(server.https) --ca-cert", [server.authority], limit: .seconds(30))
    outcome.expect(status: 3, text: "")
    #expect(outcome.firstError.contains(": \(why): "), "\(outcome)")
  }

  @Test(
    "The error says that the server wants a client certificate (TLS 1.3) or refused (TLS 1.2)",
    .needs("openssl"),
    arguments: [
      ("-tls1_3", "the server asks for a client certificate, which this client cannot send"),
      (
        "-tls1_2",
        "the server refused the TLS handshake"
      ),
    ])
  func clientCertificate(version: String, why: String) async throws {
    let directory = try TemporaryDirectory()
    let port = try LoopbackServer.freePort()
    let outcome = try await run(
      "/bin/sh",
      [
        "-c",
        """
        cd '\(directory.path)'
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem \
          -out certificate.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
          2>openssl.txt || exit 99
        openssl s_server -accept \(port) -cert certificate.pem -key key.pem -Verify 1 \(version) \
          -quiet >openssl.txt 2>&1 & server=$!
        '\(Places.jpfetch)' get https://localhost:\(port)/x --ca-cert certificate.pem --retry 20
        status=$?
        # It inherits the tests' blocked signals.
        kill -KILL $server; exit $status
        """,
      ], limit: .seconds(60))
    outcome.expect(status: 3, text: "")
    #expect(outcome.firstError.contains(": \(why): "), "\(outcome)")
  }

  /// The frames of an HTTP/2 response on stream 1 (RFC 9113 §4.1), in one TLS record of at most 16 KiB.
  /// libcurl's text of the head is so much longer than the head that head and content exceed 16 KiB.
  private static func response(contentBytes: Int) -> [UInt8] {
    func frame(_ type: UInt8, _ flags: UInt8, _ payload: [UInt8]) -> [UInt8] {
      let length = [UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 255)]
      return length + [UInt8(payload.count & 255), type, flags, 0, 0, 0, 1] + payload
    }
    // Status 200, then literal fields with names of the static table (RFC 7541 appendix A).
    var head: [UInt8] = [0x88]
    for name in [20, 25, 27, 29, 51, 56] as [UInt8] { head += [15, name - 15, 1, 0x78] }
    let space = UInt8(ascii: " ")
    let content = [UInt8(ascii: "1")] + [UInt8](repeating: space, count: contentBytes - 1)
    let endOfHeaders: UInt8 = 4
    let endOfStream: UInt8 = 1
    return frame(1, endOfHeaders, head) + frame(0, endOfStream, content)
  }

  @Test(
    "An HTTP/2 response ends, also if its end comes when a buffer of 16 KiB is full",
    .needs("openssl"))
  func endOfResponse() async throws {
    let directory = try TemporaryDirectory()
    let response = Self.response(contentBytes: 16_310)
    #expect(response.count < 16_384)
    try Data(response).write(to: directory.url.appending(path: "response"))
    let port = try LoopbackServer.freePort()
    // openssl sends what it reads from the pipe: SETTINGS first, the response once the request is there.
    let outcome = try await run(
      "/bin/sh",
      [
        "-c",
        """
        cd '\(directory.path)'
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem \
          -out certificate.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
          2>openssl.txt || exit 99
        mkfifo pipe
        openssl s_server -accept \(port) -cert certificate.pem -key key.pem -alpn h2 -quiet \
          <pipe >received 2>openssl.txt & server=$!
        exec 3>pipe
        printf '\\000\\000\\000\\004\\000\\000\\000\\000\\000' >&3
        (
          until [ "$(wc -c <received)" -gt 100 ]; do sleep 0.02; done
          sleep 0.1
          cat response >&3
        ) & sender=$!
        '\(Places.jpfetch)' get https://localhost:\(port)/x --ca-cert certificate.pem --retry 10 \
          --timeout 20s
        status=$?
        # They inherit the tests' blocked signals.
        kill -KILL $server $sender 2>openssl.txt; exit $status
        """,
      ], limit: .seconds(60))
    outcome.expect(status: 0, text: "1\n")
  }

  @Test(
    "An HTTP/2 head that is too large is an error, and isn't tried again",
    .needs("nginx", "openssl"))
  func largeHead() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("[]", to: "todos.json")
    let value = String(repeating: "a", count: 3900)
    let fields = (0..<90).map { "add_header X-\($0) \"\(value)\";" }.joined(separator: "\n")
    let server = try await NginxServer(serving: directory.url, directives: fields)
    let outcome = try await jpfetch(
      "todos --json --base-url \(server.https) --ca-cert", [server.authority])
    outcome.expect(status: 6, text: "")
    #expect(outcome.codes == ["body.too-large"], "\(outcome)")
    #expect(try server.log().count == 1)
  }
}
