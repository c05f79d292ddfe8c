package import Foundation

/// nginx on free ports of 127.0.0.1, http and https with HTTP/2 and gzip, with the certificate of a
/// throw-away authority.
package final class NginxServer: Sendable {
  package let http: String
  package let https: String

  /// The file with the authority's certificate.
  package var authority: String { file("ca.pem") }

  private let directory: TemporaryDirectory
  private let process = Process()

  /// Serves `DIR/users.json` as `/users`, and so on.
  ///
  /// - Parameters:
  ///   - days: how long the certificate is valid; negative for one that has expired.
  ///   - host: the certificate's name.
  ///   - directives: more of nginx's, for the server.
  package init(
    serving root: URL, validFor days: Int = 2, host: String = "localhost", directives: String = ""
  ) async throws {
    directory = try TemporaryDirectory()
    try await directory.makeCertificates(days: days, host: host)
    // Last, so that hardly anything can take the ports before nginx does.
    let ports = try (LoopbackServer.freePort(), LoopbackServer.freePort())
    http = "http://127.0.0.1:\(ports.0)"
    https = "https://localhost:\(ports.1)"
    try directory.write(configuration(root: root, ports: ports, directives), to: "nginx.conf")
    try await start()
  }

  // nginx removes its own files before it ends, so the directory is removed after it.
  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// The log: connection, protocol, URI and content coding of each request.
  package func log() throws -> [String] {
    try String(contentsOfFile: file("access.log"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// Starts nginx in the foreground: `Process` can't wait for a daemon.
  private func start() async throws {
    process.executableURL = URL(filePath: Places.program("nginx") ?? "nginx")
    process.arguments = ["-c", file("nginx.conf"), "-e", file("error.log"), "-g", "daemon off;"]
    try process.run()
    for _ in 0..<1000 {
      if FileManager.default.fileExists(atPath: file("nginx.pid")) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    let log = try String(contentsOfFile: file("error.log"), encoding: .utf8)
    throw SetUpFailed(program: "nginx", errors: log)
  }

  private func file(_ name: String) -> String { directory.path(of: name) }

  private func configuration(root: URL, ports: (UInt16, UInt16), _ directives: String) -> String {
    """
    worker_processes 1;
    pid \(file("nginx.pid"));
    events {}
    http {
      log_format facts '$connection $server_protocol $request_uri $sent_http_content_encoding';
      access_log \(file("access.log")) facts;
      client_body_temp_path \(file("body"));
      proxy_temp_path \(file("proxy"));
      fastcgi_temp_path \(file("fastcgi"));
      uwsgi_temp_path \(file("uwsgi"));
      scgi_temp_path \(file("scgi"));
      gzip on;
      gzip_types application/json;
      types { application/json json; }
      server {
        listen 127.0.0.1:\(ports.0);
        listen 127.0.0.1:\(ports.1) ssl http2;
        ssl_certificate \(file("certificate.pem"));
        ssl_certificate_key \(file("key.pem"));
        root \(root.path(percentEncoded: false));
        \(directives)
        location / { try_files $uri $uri.json =404; }
      }
    }
    """
  }
}

private struct SetUpFailed: Error {
  let program: String
  let errors: String
}

extension TemporaryDirectory {
  fileprivate func path(of name: String) -> String {
    url.appending(path: name).path(percentEncoded: false)
  }

  fileprivate func makeCertificates(days: Int, host: String) async throws {
    try write("subjectAltName=DNS:\(host)\n", to: "names")
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    try await openssl(
      ["req", "-x509"] + key + ["-keyout", path(of: "ca.key"), "-out", path(of: "ca.pem")]
        + ["-days", "2", "-subj", "/CN=jpfetch test authority"])
    try await openssl(
      ["req"] + key + ["-keyout", path(of: "key.pem"), "-out", path(of: "request.pem")]
        + ["-subj", "/CN=localhost"])
    try await openssl(
      ["x509", "-req", "-in", path(of: "request.pem"), "-CA", path(of: "ca.pem")]
        + ["-CAkey", path(of: "ca.key"), "-CAcreateserial", "-days", "\(days)"]
        + ["-out", path(of: "certificate.pem"), "-extfile", path(of: "names")])
  }

  private func openssl(_ arguments: [String]) async throws {
    let outcome = try await run(Places.program("openssl") ?? "openssl", arguments)
    guard outcome.status == 0 else { throw SetUpFailed(program: "openssl", errors: outcome.errors) }
  }
}
