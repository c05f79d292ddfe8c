import Foundation
import JPCore
import TestSupport
import Testing

@Suite(
  "Connections that fail: exit 3",
  .needsLibcurl, .limited)
struct NoAnswerTests {
  @Test("A failed connection has its error code, and libcurl's line names the host that it tried")
  func culprits() async throws {
    let server = try LoopbackServer { _ in .reply(status: 407, "{}") }
    defer { server.stop() }
    let port = try LoopbackServer.freePort()
    let closed = "http://me:s3cr3t@127.0.0.1:\(port)"
    let tried = "127.0.0.1 port \(port)"
    for (url, environment, code, words) in [
      ("http://127.0.0.2:\(port)", [:], "net.refused", "127.0.0.2 port \(port)"),
      ("http://[::1]:1", [:], "net.refused", nil),
      (server.url.replacing("http:", with: "https:"), [:], "net.tls", nil),
      ("http://127.0.0.2:1", ["http_proxy": closed], "net.refused", tried),
      ("https://127.0.0.2:1", ["HTTPS_PROXY": closed], "net.refused", tried),
      (
        "http://127.0.0.2:1", ["http_proxy": closed, "no_proxy": "127.0.0.0/8"], "net.refused",
        "127.0.0.2 port 1"
      ),
      ("http://127.0.0.2:1", ["http_proxy": "\"\(closed)\""], "net.proxy", nil),
      ("http://127.0.0.2:1", ["http_proxy": server.url], "net.proxy", nil),
      ("https://127.0.0.2:1", ["https_proxy": server.url], "net.proxy", "407"),
    ] as [(String, [String: String], String, String?)] {
      let outcome = try await jpfetch(
        "todos --retry 0 --base-url \(url) --json", environment: environment)
      outcome.expect(status: 3, text: "")
      #expect(outcome.codes == [code], "\(outcome)")
      let message = outcome.jsonMessages.first?["error"]?["message"]?.string ?? ""
      if let words { #expect(message.contains(words), "\(outcome)") }
      #expect(!outcome.errors.contains("s3cr3t"), "\(outcome)")
    }
  }

  @Test("A certificate file that is missing, or is a pipe without a writer, is an error")
  func unreadableCertificates() async throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    // OpenSSL opens the files whose names are hashes.
    let hashed = directory.path + "/5ed36f99.0"
    #expect(symlink("pipe", hashed) == 0)
    let server = try LoopbackServer { _ in [.hang] }
    defer { server.stop() }
    let url = server.url.replacing("http:", with: "https:")
    for (options, environment, file) in [
      (["--ca-cert", pipe], [:], pipe), (["--ca-cert", "/no/such.pem"], [:], "/no/such.pem"),
      ([], ["SSL_CERT_FILE": "/no/such.pem"], "/no/such.pem"),
      ([], ["SSL_CERT_DIR": directory.path], hashed),
      ([], ["SSL_CERT_DIR": "/no/such:\(directory.path)"], hashed),
    ] {
      let outcome = try await jpfetch("--base-url \(url) --json", options, environment: environment)
      outcome.expect(status: 3, text: "")
      #expect(outcome.codes == ["net.tls"] && outcome.errors.contains(file), "\(outcome)")
    }
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
    #expect(
      outcome.firstError
        == "jpfetch: error: no trusted connection: \(why): \(server.https)/users", "\(outcome)")
  }

  @Test(
    "The error says that the server wants a client certificate (TLS 1.3) or refused (TLS 1.2)",
    .needs("openssl"),
    arguments: [
      ("-tls1_3", "the server asks for a client certificate, which cannot be sent"),
      ("-tls1_2", "the server refused the TLS handshake"),
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
    #expect(
      outcome.firstError
        == "jpfetch: error: no trusted connection: \(why): https://localhost:\(port)/x",
      "\(outcome)")
  }

  @Test(
    "An HTTP/2 head that is too large is an error",
    .needs("nginx", "openssl"))
  func largeHead() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("[]", to: "todos.json")
    let value = String(repeating: "a", count: 3900)
    let fields = (0..<40).map { "add_header X-\($0) \"\(value)\";" }.joined(separator: "\n")
    let server = try await NginxServer(serving: directory.url, directives: fields)
    let outcome = try await jpfetch(
      "todos -e none --base-url \(server.https) --ca-cert", [server.authority])
    outcome.expect(status: 6, text: "")
    #expect(
      outcome.firstError
        == "jpfetch: error: more than 131072 bytes of header fields: "
        + "\(server.https)/todos", "\(outcome)")
  }
}
