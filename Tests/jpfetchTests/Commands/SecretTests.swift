import Foundation
import JPCore
import TestSupport
import Testing

@Suite("Secrets and untrusted text in the program's output", .needsLibcurl, .limited)
struct SecretTests {
  private let site: ServerAndStore

  init() throws { site = try ServerAndStore { _ in .reply(status: 500, "{}") } }

  private func url(_ user: String) -> String {
    site.url.replacing("http://", with: "http://\(user)@")
  }

  @Test(
    "A check's report and messages don't show the password of a server that fails",
    arguments: ["text", "tap", "junit", "json", "github", "markdown"])
  func reports(format: String) async throws {
    let base = url("me:s3cret")
    let file = site.directory.path + "/report"
    for words in [
      ["--base-url", base, "--report", "\(format)=\(file)"],
      ["users", "drift", "--sample", "--against", base],
    ] {
      let outcome = try await jpfetch("check --retry 0 -f \(format) -vv", words)
      #expect(outcome.status == 5 && outcome.text.contains(site.url), "\(outcome)")
      #expect(!(outcome.text + outcome.errors).contains("s3cret"), "\(outcome)")
    }
    #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("s3cret"))
  }

  @Test(
    "A password of any characters is sent, and not shown",
    arguments: ["s3cret\"x", "a's3cret", "p@s3cret", "<s3cret>", "s3cret%22", "s3crété"])
  func passwords(password: String) async throws {
    site.answer { _ in .reply("[]") }
    for words in [["-vv"], ["--json", "--meta"], ["--dry-run"]] {
      let outcome = try await jpfetch("get /users --base-url", [url("me:" + password)] + words)
      outcome.expect(status: 0)
      #expect(!(outcome.text + outcome.errors).contains("s3cr"), "\(outcome)")
    }
    let decoded = try #require(password.removingPercentEncoding)
    let credential = Data("me:\(decoded)".utf8).base64EncodedString()
    #expect(site.requests.count == 2)
    #expect(site.requests.allSatisfy { $0.head.contains("Authorization: Basic \(credential)\r\n") })
  }

  @Test(
    "A response to a URL with a token isn't stored, and the token isn't shown",
    arguments: [
      "get /x?a=1&access_token=s3cret", "get /x?%6Bey=s3cret", "get /x --query sig=s3cret",
      "get /x?X-Amz-Signature=s3cret", "get /x --query user[password]=s3cret",
    ])
  func parameters(line: String) async throws {
    site.answer { _ in
      .reply(fields: ["Cache-Control: max-age=60", "Link: <http://h/x?key=s3cret>"], "[]")
    }
    for options in ["", " --json --meta", " -vv", " --dry-run", " --dry-run --json"] {
      let outcome = try await site.jpfetch(line + options)
      outcome.expect(status: 0)
      let isSaid = outcome.errors.contains(" looks like a credential")
      #expect(isSaid == options.contains("-vv"), "\(outcome)")
      #expect(!(outcome.text + outcome.errors).contains("s3cret"), "\(outcome)")
    }
    #expect(site.requests.allSatisfy { $0.path.contains("=s3cret") })
    #expect(!FileManager.default.fileExists(atPath: site.store))
    let offline = try await site.jpfetch(line + " --offline --json")
    #expect(offline.status == 7 && !offline.errors.contains("s3cret"), "\(offline)")
  }

  @Test(
    "The URLs in a response's fields are stored and shown without secrets, but by get -i",
    arguments: [
      ("Link: <http://h/x?token=s3cret&a=1>", "Link: <http://h/x?token=***&a=1>"),
      ("Refresh: 0; url=http://h/?a=1#sig=s3cret", "Refresh: 0; url=http://h/?a=1#sig=***"),
      ("X-Upstream: http://me:s3cret@h/", "X-Upstream: http://h/"),
    ])
  func links(field: String, shown: String) async throws {
    site.answer { _ in .reply(fields: ["Cache-Control: max-age=60", field], "[]") }
    let online = try await site.jpfetch("get /x -i")
    #expect(online.text.contains(field), "\(online)")
    let offline = try await site.jpfetch("get /x -i --offline")
    #expect(offline.text.contains(shown), "\(offline)")
    let verbose = try await site.jpfetch("get /x -vv --refresh")
    #expect(verbose.errors.contains("  < \(shown)\n"), "\(verbose)")
  }

  @Test("With a base URL, get URL sends no secret field to another server, and says so")
  func elsewhere() async throws {
    let other = try LoopbackServer { _ in .reply("[]") }
    let fields = ["-H", "Authorization: s3cret", "-H", "X-Api-Key: s3cret", "-H", "X-Colour: red"]
    let base = ["--base-url", site.url]
    let get = ["get", "\(other.url)/x", "--no-cache"] + fields
    let warned = try await jpfetch(get + base)
    warned.expect(
      status: 0,
      errors: """
        jpfetch: warning: not sent: Authorization and X-Api-Key
          \(other.url)/x is not on the server of \(site.url)

        """)
    let plan = try await jpfetch(get + base + ["--dry-run"])
    #expect(plan.text.contains("X-Colour: red") && !plan.text.contains("***"), "\(plan)")
    // The URL alone names the server that gets the fields.
    try await jpfetch(get).expect(status: 0, errors: "")
    let heads = other.requests.map(\.head)
    #expect(heads.map { $0.contains("X-Colour: red") } == [true, true], "\(heads)")
    #expect(heads.map { $0.contains("s3cret") } == [false, true], "\(heads)")
  }

  @Test("A redirect to another server gets all fields but secrets, which a warning names")
  func redirectElsewhere() async throws {
    let other = try LoopbackServer { request in
      .reply(status: request.path == "/x" ? 200 : 401, "[]")
    }
    site.answer { request in
      .reply(status: 307, fields: ["Location: \(other.url)\(request.path)"], "")
    }
    let fields = [
      "-H", "Authorization: s3cret", "-H", "Referer: http://h/?key=s3cret", "-H", "X-Colour: red",
      "-H", "Range: bytes=0-0",
    ]
    let base = ["--base-url", url("me:s3cret"), "--cache-dir", site.store]
    let warning = """
      jpfetch: warning: not sent: Authorization, Referer and the user name in the URL
        \(site.url)/x was redirected to another server

      """
    for (path, status) in [("/x", 0), ("/y", 4)] as [(String, Int32)] {
      let outcome = try await jpfetch("get", [path] + base + fields)
      outcome.expect(status: status)
      #expect(outcome.errors.hasPrefix(warning.replacing("/x", with: path)), "\(outcome)")
    }
    let verbose = try await jpfetch("get /x -vv", base + fields)
    #expect(verbose.errors.contains("  > X-Colour: red\n"), "\(verbose)")
    for name in ["Authorization", "Referer", "Range"] {
      #expect(!verbose.errors.contains("> \(name)"), "\(verbose)")
    }
    for request in other.requests {
      #expect(request.head.contains("\r\nX-Colour: red\r\n"), "\(request)")
      #expect(!request.head.contains("s3cret") && !request.head.contains("Range"), "\(request)")
    }
    try await site.jpfetch("cache list").expect(text: "")
  }

  @Test("A response redirected to a URL with a token isn't stored, and the token isn't shown")
  func redirects() async throws {
    site.answer { request in
      request.path == "/x"
        ? .reply(status: 302, fields: ["Location: /y?token=s3cret"], "")
        : .reply(fields: ["Cache-Control: max-age=60"], "[]")
    }
    let outcome = try await site.jpfetch("get /x -vv --json --meta")
    #expect(
      outcome.status == 0 && outcome.errors.contains("/x → \(site.url)/y?token=***"), "\(outcome)")
    #expect(!(outcome.text + outcome.errors).contains("s3cret"), "\(outcome)")
    try await site.jpfetch("cache list").expect(text: "")
  }

  @Test(
    "-vv doesn't show a proxy's password",
    arguments: [
      "http://me:s3cret@127.0.0.1:1", "foo://me:s3cret@127.0.0.1:1", "me:s3 s3cret@h:1",
      "http://me:s3cret@127.0.0.1:x",
    ])
  func proxies(proxy: String) async throws {
    let outcome = try await jpfetch(
      "get http://example.invalid/x -vv --retry 0", environment: ["http_proxy": proxy])
    #expect(outcome.status == 3 && !outcome.errors.contains("s3cret"), "\(outcome)")
  }

  // MARK: Untrusted text

  @Test("JSON messages have no CI commands from a server's text")
  func messagesAsJSON() async throws {
    let text = "##[set-output name=a]b ##vso[x]"
    site.answer { _ in .reply(status: 500, "{\"message\":\"\(text)\"}") }
    let outcome = try await site.jpfetch("get /x --json --retry 0")
    #expect(!outcome.errors.contains("##"), "\(outcome)")
    let error = try #require(outcome.jsonMessages.first?["error"])
    #expect(error["message"]?.string?.contains(text) == true)
  }

  @Test(
    "CI commands in the content of a failure are defused, even after white space",
    arguments: [
      "\t", "\u{B}", "\u{C}", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}", "\u{2028}",
      "\u{202F}", "\u{205F}", "\u{3000}",
    ])
  func logs(space: String) async throws {
    site.answer { _ in .reply(status: 500, "a\n\(space)::error::x\n\(space)##[error]y") }
    let outcome = try await site.jpfetch("get /x -vv --retry 0")
    #expect(outcome.errors.contains("error::x") && !outcome.errors.contains("##["), "\(outcome)")
    for line in outcome.errors.split(whereSeparator: \.isNewline) {
      let text = line.drop { $0.isWhitespace }
      #expect(!text.hasPrefix("::"))
    }
  }

  @Test("jpfetch cache escapes control characters of its arguments")
  func arguments() async throws {
    let directory = site.directory.path + "/\u{1B}[2J\u{202E}"
    let base = ["--base-url", "http://h/\u{9B}2J", "--cache-dir", directory]
    for words in [["path"], ["list"], ["clear"], ["clear", "/\u{1B}[2J"]] {
      let outcome = try await jpfetch(
        "cache", words + (words == ["path"] ? Array(base[2...]) : base))
      outcome.expect(status: 0)
      #expect(
        (outcome.text + outcome.errors).unicodeScalars.allSatisfy { scalar in
          scalar == "\n"
            || scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value) && scalar != "\u{202E}"
        }, "\(outcome)")
    }
  }

  @Test(
    "Errors and reports don't show the text of an unusable file, which may be a link to a secret",
    arguments: [
      ("[core]\n\ttoken = s3cret\n", nil), ("<html><title>s3cret</title>", nil),
      ("\"s3cret\"", "found a string"), ("{\"token\":\"s3cret\"}", "found an object"),
      ("[\"s3cret\"]", "found a string"), ("[{\"id\":1,\"name\":[\"s3cret\"]}]", nil),
    ] as [(String, String?)])
  func linkedFiles(text: String, found: String?) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(text, to: "config")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/users.json", withDestinationPath: "config")
    // What a report shows of a value is the same for each text.
    var formats = ["text"]
    if text.hasPrefix("{") { formats += ["tap", "junit", "json", "github", "markdown"] }
    let reports = formats.map { "check users schema -f \($0)" }
    for line in ["users -e none --partial", "users 1 -e none"] + reports {
      let outcome = try await jpfetch(line, ["-vv"] + directory.options)
      let isShown = outcome.text.contains("s3cret") || outcome.errors.contains("s3cret")
      #expect(!isShown || outcome.status == 0, "\(outcome)")
    }
    guard let found else { return }
    let outcome = try await jpfetch("users -e none", directory.options)
    #expect(outcome.status == 6 && outcome.errors.contains(found), "\(outcome)")
  }
}
