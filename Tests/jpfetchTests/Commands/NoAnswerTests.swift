import Foundation
import JPCore
import TestSupport
import Testing

@Suite(
  "No answer: every run ends by itself, with exit 3 and the right words",
  .evidence, .needsLibcurl)
struct NoAnswerTests {
  private static let rounds = Effort.rounds(3, all: 20)

  /// Runs jpfetch again and again; a run that hangs is killed and fails.
  private func expect(
    _ code: String, from url: String, _ arguments: String...
  ) throws {
    for _ in 0..<Self.rounds {
      let outcome = try run(
        Places.jpfetch, ["--json", "--base-url", url, "--retry", "0"] + arguments,
        limit: .seconds(30))
      #expect((outcome.status, outcome.text, outcome.codes) == (3, "", [code]))
    }
  }

  @Test("Nobody listens")
  func refused() throws {
    try expect(
      "net.refused", from: "http://127.0.0.1:\(try LoopbackServer.freePort())")
  }

  @Test("The server resets the connection")
  func reset() throws {
    let server = try LoopbackServer { _ in [.reset] }
    defer { server.stop() }
    try expect(
      "net.reset", from: server.url)
  }

  @Test("The server never answers")
  func silence() throws {
    let server = try LoopbackServer { _ in [.hang] }
    defer { server.stop() }
    try expect(
      "net.timeout", from: server.url, "--timeout", "100ms")
  }

  @Test("The server begins its answer and never ends it")
  func endlessAnswer() throws {
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n["), .hang]
    }
    defer { server.stop() }
    try expect(
      "net.timeout", from: server.url, "--timeout", "100ms")
  }

  @Test("https where a server speaks http, and a proxy that refuses or wants a password")
  func culprits() throws {
    let server = try LoopbackServer { _ in .reply(status: 407, "{}") }
    defer { server.stop() }
    let port = try LoopbackServer.freePort()
    let proxied = { (proxy: String) in ["http_proxy": proxy, "https_proxy": proxy] }
    let secure = server.url.replacing("http:", with: "https:")
    for (url, environment, code) in [
      ("http://[::1]:1", [:], "net.refused"), ("http://127.1:1", [:], "net.refused"),
      (secure, [:], "net.tls"),
      ("http://127.0.0.2:1", proxied("http://127.0.0.1:\(port)"), "net.proxy"),
      ("http://127.0.0.2:1", proxied(server.url), "net.proxy"),
      ("https://127.0.0.2:1", proxied(server.url), "net.proxy"),
    ] as [(String, [String: String], String)] {
      let outcome = try run(
        Places.jpfetch, ["todos", "--retry", "0", "--base-url", url, "--json"],
        environment: environment)
      #expect((outcome.status, outcome.text, outcome.codes) == (3, "", [code]))
    }
  }

  @Test("Certificates from a pipe that nobody writes to")
  func certificatePipe() throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let outcome = try jpfetch("--base-url", "https://127.0.0.1:1", "--ca-cert", pipe)
    #expect((outcome.status, outcome.text) == (3, ""))
    #expect(
      outcome.firstError
        == "jpfetch: error: cannot read the certificates in \(pipe)"
    )
  }

  @Test("The name has no address")
  func unknownHost() throws {
    let outcome = try jpfetch("--base-url", "http://nowhere.invalid")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors == """
        jpfetch: error: cannot resolve nowhere.invalid
          nothing is stored yet; once online: jpfetch cache warm --base-url http://nowhere.invalid
          try: jpfetch --sample

        """)
  }

  @Test(
    "The certificate isn't trusted",
    .needs("nginx", "openssl"))
  func untrusted() throws {
    let directory = try TemporaryDirectory()
    let server = try NginxServer(serving: directory.url)
    for _ in 0..<Self.rounds {
      let outcome = try jpfetch("--base-url", server.https, limit: .seconds(30))
      #expect((outcome.status, outcome.text) == (3, ""))
      #expect(outcome.firstError.hasPrefix("jpfetch: error: no trusted connection: "))
    }
  }

  @Test(
    "Each trouble of a real server's TLS has its own words",
    .needs("nginx", "openssl"),
    arguments: [
      (-1, "localhost", "the server's certificate has expired", "check this machine's clock; "),
      (
        2, "other.example", "the server's certificate is for another host",
        "check the host name in the URL"
      ),
    ])
  func certificates(days: Int, host: String, why: String, hint: String) throws {
    let directory = try TemporaryDirectory()
    let server = try NginxServer(serving: directory.url, validFor: days, host: host)
    let outcome = try jpfetch(
      "--base-url", server.https, "--ca-cert", server.authority, limit: .seconds(30))
    #expect((outcome.status, outcome.text) == (3, ""))
    #expect(
      outcome.firstError
        == "jpfetch: error: no trusted connection: \(why): \(server.https)/users")
    #expect(outcome.errorLines.dropFirst().first?.hasPrefix("  \(hint)") == true)
    let plain = try jpfetch(
      "--base-url", server.http.replacing("http:", with: "https:"), limit: .seconds(30))
    #expect(plain.status == 3)
    #expect(
      plain.firstError.hasSuffix(
        ": the server doesn't speak TLS on this port: "
          + server.http.replacing("http:", with: "https:") + "/users"))
  }

  @Test(
    "A server that wants a client certificate says so, TLS 1.3; refuses, TLS 1.2",
    .needs("openssl"),
    arguments: [
      ("-tls1_3", "the server asks for a client certificate, which jpfetch cannot send"),
      (
        "-tls1_2",
        "the server refused the TLS handshake; it may want a client certificate"
      ),
    ])
  func clientCertificate(version: String, why: String) throws {
    let directory = try TemporaryDirectory()
    let port = try LoopbackServer.freePort()
    let outcome = try run(
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
        status=$?; kill $server; exit $status
        """,
      ], limit: .seconds(60))
    #expect((outcome.status, outcome.text) == (3, ""))
    #expect(
      outcome.firstError
        == "jpfetch: error: no trusted connection: \(why): https://localhost:\(port)/x")
  }

  @Test(
    "An HTTP/2 head that is too large",
    .needs("nginx", "openssl"))
  func largeHead() throws {
    let directory = try TemporaryDirectory()
    try directory.write("[]", to: "todos.json")
    let value = String(repeating: "a", count: 3900)
    let fields = (0..<40).map { "add_header X-\($0) \"\(value)\";" }.joined(separator: "\n")
    let server = try NginxServer(serving: directory.url, directives: fields)
    let outcome = try jpfetch(
      "todos", "-e", "none", "--base-url", server.https, "--ca-cert", server.authority)
    #expect((outcome.status, outcome.text) == (6, ""))
    #expect(
      outcome.firstError
        == "jpfetch: error: more than 131072 bytes or 500 lines of header fields: "
        + "\(server.https)/todos")
  }

  @Test(
    "The file with the certificates can't be read",
    .needs("nginx", "openssl"))
  func missingCertificates() throws {
    let directory = try TemporaryDirectory()
    let server = try NginxServer(serving: directory.url)
    for (option, environment) in [
      (["--ca-cert", "/no/such.pem"], [:]), ([], ["SSL_CERT_FILE": "/no/such.pem"]),
    ] {
      let outcome = try run(
        Places.jpfetch, ["--base-url", server.https] + option, environment: environment)
      #expect(outcome.status == 3)
      #expect(
        outcome.errors == """
          jpfetch: error: cannot read the certificates in /no/such.pem
            check --ca-cert and SSL_CERT_FILE
            try: jpfetch --sample

          """)
    }
  }
}
