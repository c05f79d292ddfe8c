import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

/// The exact words of every error are in one snapshot; elsewhere tests ask for the code and the exit
/// status.
@Suite("Errors and warnings in words", .limited)
struct MessageTests {
  private static let url = "http://h/users"

  // MARK: Errors

  private static func response(
    _ status: Int = 200, _ body: String = "", line: String? = nil, fields: HeaderFields = [],
    storedAgo: Duration? = nil
  ) -> SourcedResponse {
    let response = HTTPResponse(
      status: status, statusLine: line ?? "HTTP/1.1 \(status) Reason", headerFields: fields,
      body: Array(body.utf8), url: url)
    let origin: Source.Origin = storedAgo == nil ? .network : .fresh
    return SourcedResponse(response: response, origin: origin, storedAgo: storedAgo)
  }

  private static func error(
    _ cause: FetchError.Cause, _ response: SourcedResponse? = nil, at url: String = url,
    copy: FetchError.ForbiddenCopy? = nil
  ) -> FetchError {
    var error = FetchError(resource: "users", url: url, cause: cause, response)
    error.forbiddenCopy = copy
    return error
  }

  private static func transport(
    _ reason: TransportError.Reason, copy: FetchError.ForbiddenCopy? = nil
  ) -> FetchError {
    error(.transport(TransportError(url: url, reason: reason, detail: "DETAIL")), copy: copy)
  }

  private static func lost(
    storedAgo: Duration, _ objection: StaleObjection
  ) -> FetchError {
    let copy = FetchError.ForbiddenCopy(storedAgo: storedAgo, objection: objection)
    return transport(.connectionLost, copy: copy)
  }

  private static func status(
    _ status: Int, _ message: String? = nil, line: String? = nil, fields: HeaderFields = [],
    tries: Int = 1, storedAgo: Duration? = nil
  ) -> FetchError {
    var response = response(status, line: line, fields: fields, storedAgo: storedAgo)
    response.response.attempts = tries
    return error(.status(status, message: message), response)
  }

  /// The error of a fetch whose response has a body that can't be used.
  private static func unusable(_ body: String) async throws -> FetchError {
    let fetcher = Fetcher(base: "http://h") {
      RetryingTransport(CannedTransport { _ in .json(body) }, policy: .never)
    }
    return try #require(
      await #expect(throws: FetchError.self) { try await fetcher.records(RecordQuery(.users)) })
  }

  private static func message(
    _ error: any Error, _ words: [String] = ["users"], _ environment: [String: String] = [:]
  ) throws -> Message {
    let settings = try settings(words, environment)
    return Message(error, settings)
  }

  private struct Unexpected: Error {}

  /// Reasons for which there is no response, with their codes. All exit with 3, but for those that
  /// are wrong usage (2), or about content (6).
  private static let reasons: [(TransportError.Reason, String)] = [
    (.hostNotFound, "net.dns"), (.proxyNotFound, "net.proxy"),
    (.refusedByProxy(status: 407), "net.proxy"), (.refusedByProxy(status: 403), "net.proxy"),
    (.refusedByProxy(status: 407, schemes: ["NTLM", "Negotiate"]), "net.proxy"),
    (.proxyFailed, "net.proxy"), (.connectionRefused, "net.refused"),
    (.noRoute, "net.refused"), (.connectionLost, "net.reset"),
    (.timedOut(limit: .seconds(10)), "net.timeout"),
    (.timedOut(limit: .seconds(10), received: 0), "net.timeout"),
    (.timedOut(limit: .seconds(10), received: 0, silence: .milliseconds(9876)), "net.timeout"),
    (
      .timedOut(limit: .seconds(10), received: 109_587, silence: .milliseconds(9876)), "net.timeout"
    ),
    (.insecure(.notYetValid), "net.tls"), (.insecure(.noCertificates), "net.tls"),
    (.malformedResponse, "net.other"), (.insecure(.expired), "net.tls"),
    (.insecure(.otherHost), "net.tls"), (.insecure(.unknownAuthority), "net.tls"),
    (.insecure(.version), "net.tls"), (.insecure(.clientCertificate), "net.tls"),
    (.insecure(.refusedHandshake), "net.tls"), (.insecure(.notTLS), "net.tls"),
    (.insecure(.other), "net.tls"), (.unreadableCertificates(file: "/no/such.pem"), "net.tls"),
    (.tooManyRedirects(limit: 10), "net.other"), (.notHTTP, "net.other"),
    (.forbiddenRedirect, "net.other"), (.internationalHost, "net.other"),
    (.unreadableFile(path: "d/users.json", errno: 2), "net.other"),
    (.missingLibrary, "net.other"), (.other, "net.other"),
    (.bodyTooLarge(limit: 9), "body.too-large"), (.headTooLarge, "body.too-large"),
    (.invalidContentEncoding, "body.json"),
    (.invalidURL, "usage"), (.invalidField, "usage"),
  ]

  /// Other errors, with their codes.
  private static func others() async throws -> [(any Error, String)] {
    var missing = status(404)
    missing.record = FetchError.Record(resource: "users", id: "99")
    let stored = status(404, storedAgo: .seconds(60))
    let local = SourcedResponse(response: response(404).response, origin: .sample)
    let count = JSONError(at: 0, expected: .count(atMost: 9), in: [])
    var all: [(any Error, String)] = [
      (lost(storedAgo: .seconds(100_000), .server("no-cache")), "net.reset"),
      (lost(storedAgo: .seconds(60), .caller), "net.reset"),
      (lost(storedAgo: .seconds(60), .server("must-revalidate")), "net.reset"),
      (
        status(503, "Service Unavailable", line: "HTTP/1.1 503 Service Unavailable", tries: 3),
        "http.503"
      ),
      (status(503, "closed", line: "HTTP/2 503"), "http.503"),
      (status(403, "403 Forbidden by\u{1B}[2J me"), "http.403"), (status(401), "http.401"),
      (status(404), "http.404"), (status(410), "http.410"), (stored, "http.404"),
      (status(429, fields: [.init(name: "Retry-After", value: "100")]), "http.429"),
      (status(302), "http.302"), (missing, "record.missing"),
      (error(.status(404, message: nil), local, at: "sample:/x"), "http.404"),
      (error(.notStored(urls: [url, "http://h/albums"])), "cache.missing"),
      (error(.html, response(), at: "http://me:secret@h/users"), "body.html"),
      (error(.notJSON(count)), "body.too-large"),
      (
        FetchError(resource: nil, url: url, cause: .mismatch(TypeMismatch(expected: .object))),
        "body.type"
      ),
      (StoreError(path: "/c", problem: .notOurs), "cache.unusable"),
      (SystemError(number: 2, path: "http://me:secret@h/x"), "output.write"),
      (Message(Table.Excess.columns(limit: 1000), of: nil), "body.too-large"),
      (Message(Table.Excess.titles(limit: 1 << 20), of: nil), "body.too-large"),
      (Message.usage("unknown option --x", .overview), "usage"), (Unexpected(), "bug"),
    ]
    for (body, code) in [
      ("", "body.empty"), ("<!DOCTYPE html><title>Sign in to\n Hotel Wi-Fi</title>", "body.html"),
      ("[\n {\"id\": 1,}\n]", "body.json"), (#"[{"id":1"#, "body.json"), ("\u{0}", "body.json"),
      ("{}", "body.type"), ("[{\"id\":\n1.5}]", "body.type"),
    ] {
      all.append((try await unusable(body), code))
    }
    return all
  }

  @Test("Each error has its code, which decides the exit status")
  func codes() async throws {
    let statuses: [String: ExitCode] = [
      "usage": .usage, "record": .clientError, "net": .noAnswer, "body": .unusable,
      "cache.missing": .notStored, "cache": .output, "output": .output, "bug": .bug,
      "http.4": .clientError, "http": .serverError,
    ]
    var rows = try await Self.others()
    for (reason, code) in Self.reasons { rows.append((Self.transport(reason), code)) }
    for (error, code) in rows {
      let message = try Self.message(error)
      #expect(message.codeText == code, "\(message)")
      // The longest beginning of the code decides.
      let starts = statuses.keys.filter { code.hasPrefix($0) }.sorted { $0.count > $1.count }
      #expect(message.exitCode == statuses[try #require(starts.first)], "\(message)")
    }
  }

  @Test("The message of every error equals the snapshot")
  func words() async throws {
    var errors = try await Self.others().map(\.0)
    for (reason, _) in Self.reasons { errors.append(Self.transport(reason)) }
    var lines: [String] = []
    for error in errors {
      let message = try Self.message(error, ["users"], ["JPFETCH_BASE_URL": "http://h"])
      lines += message.lines(.plain) + [""]
    }
    lines += try Self.message(Self.transport(.noRoute)).lines(.plain)
    try expectSnapshot("errors.txt", of: lines.joined(separator: "\n"))
  }

  @Test("An error and a warning as JSON have all members")
  func json() throws {
    let error = try Self.message(Self.status(404, "gone"), ["users", "--base-url", "http://h"])
    #expect(
      error.json == #"{"error":{"code":"http.404","exit":4,"source":"users","#
        + #""url":"http://h/users","message":"404 Reason: http://h/users: gone","#
        + #""hint":"check the path and --base-url","status":404,"path":null}}"# + "\n")
    let warning = Message(warning: "showing users", because: Self.transport(.connectionRefused))
    #expect(
      warning.json == #"{"warning":{"code":"net.refused","message":"showing users: "#
        + #"connection refused: http://h/users: DETAIL","source":"users","url":"http://h/users"}}"#
        + "\n")
  }

  @Test(
    "A wrong file is named as it is on disk, with the place, in every message and report",
    arguments: ["./a b", "file:DIR/a b", "file://DIR/a%20b", "DIR/a b/"])
  func wrongFiles(base: String) async throws {
    let directory = try TemporaryDirectory()
    let files = [
      "comments": (#"[{"id":1,]"#, ":1:10"), "posts": (#"{"id":1}"#, ":1:1"), "todos": ("", ""),
      "albums": ("[{\"id\":1,\"userId\":1}]\n\n x", ":3:2"),
      "users": ("[{\"id\":1},\n {\"name\":2}]", ":2:2"),
    ]
    for (name, (text, _)) in files { try directory.write(text, to: "a b/\(name).json") }
    let typed = base.replacing("DIR", with: directory.path)
    let folder = base.hasPrefix(".") ? "./a b" : directory.path + "/a b"
    func jpfetchThere(_ words: [String]) async throws -> CommandRun {
      let script = #"cd "$0" && exec "$@""#
      let command = [directory.path, Places.jpfetch, "--base-url", typed] + words
      return try await run("/bin/sh", ["-c", script] + command)
    }
    for (name, (_, place)) in files {
      let file = "\(folder)/\(name).json\(place)"
      for line in ["\(name)", "get /\(name)", "check reach \(name)", "\(name) --json"] {
        // `get` takes any JSON, and only records of lists are checked one by one.
        let isWrong =
          switch name {
          case "users": !line.hasPrefix("get") && !line.hasPrefix("check")
          case "posts": !line.hasPrefix("get")
          case "todos": !line.hasPrefix("check")
          default: true
          }
        if !isWrong { continue }
        let run = try await jpfetchThere(shellWords(line))
        let text = run.text + run.errors
        #expect(text.contains(file), "\(run)")
        if !line.hasPrefix("check"), !line.hasSuffix("json") {
          #expect(!text.contains("file:"), "\(run)")
        }
      }
    }
    let schema = try await jpfetchThere(["check", "schema", "users"])
    #expect(schema.text.contains("(\(folder)/users.json:2:10)"), "\(schema)")
    let partial = try await jpfetchThere(["users", "--partial"])
    #expect(partial.errors.contains("\(folder)/users.json:2:2: [1]"), "\(partial)")
    let noFolder = try await jpfetchThere(["users", "--base-url", folder + "/users.json"])
    let words = "cannot read \(folder)/users.json: not a directory"
    #expect(noFolder.errors.contains(words), "\(noFolder)")
  }

  @Test(
    "The words of WWW-Authenticate are shown unless the content says more",
    arguments: [
      (#"Bearer realm="a", error_description="The token expired""#, "", "The token expired"),
      (#"Bearer error_description="The token expired""#, "{}", "The token expired"),
      (#"Bearer error_description="x""#, #"{"message":"later"}"#, "later"),
      (#"Basic realm="a b""#, "", #"Basic realm="a b""#), (#"Basic realm="a""#, "no", "no"),
    ])
  func challenge(field: String, content: String, words: String) async throws {
    let fields: HeaderFields = ["WWW-Authenticate": field]
    let response = CannedTransport.Response.status(401, content, headerFields: fields)
    let fetcher = Fetcher(base: "http://h") {
      RetryingTransport(CannedTransport { _ in response }, policy: .never)
    }
    let error = await #expect(throws: FetchError.self) {
      try await fetcher.records(RecordQuery(.users))
    }
    #expect(error?.details == [words])
  }

  @Test("A reason phrase is cut after 100 characters")
  func longPhrase() {
    let line = "HTTP/1.1 503 " + String(repeating: "x", count: 200)
    let phrase = String(repeating: "x", count: 99) + "…"
    #expect(Self.status(503, line: line).description.hasPrefix("503 \(phrase): "))
    let longest = String(repeating: "x", count: 100)
    let whole = Self.status(503, line: "HTTP/1.1 503 \(longest)").description
    #expect(whole.hasPrefix("503 \(longest): "))
  }

  // MARK: Advice

  @Test(
    "An error's message is the same whatever else was typed",
    arguments: ["-n 3", "-S name", "-f csv", "-vv", "--timeout 3s", "--refresh", "-H 'X: y'"])
  func elsewhere(typed: String) async throws {
    let server = ["--base-url", "http://h"]
    let timeout = TransportError.Reason.timedOut(limit: .seconds(1))
    var errors = [Self.transport(.connectionRefused), Self.transport(timeout), Self.status(503)]
    errors += [Self.status(404, storedAgo: .seconds(60)), try await Self.unusable("[7]")]
    for error in errors {
      let plain = try Self.message(error, ["users"] + server)
      #expect(try Self.message(error, ["users"] + server + shellWords(typed)) == plain)
    }
  }

  @Test(
    "Advice names the option or variable that gives the server, if one does",
    arguments: [
      ("users --base-url http://h", [:], "--base-url"),
      ("users", ["JPFETCH_BASE_URL": "http://h"], "JPFETCH_BASE_URL"),
      ("get http://h/users", [:], "the server's name"),
      ("get http://h/users --base-url http://other", [:], "the server's name"),
      ("check drift --against http://h --base-url http://other", [:], "the server's name"),
    ] as [(String, [String: String], String)])
  func server(line: String, environment: [String: String], name: String) throws {
    let error = Self.transport(.connectionRefused)
    let advice = try Self.message(error, shellWords(line), environment).advice?.text
    #expect(advice == "check that a server is running there, and that \(name) is right")
  }

  @Test(
    "--sample is advised only if the public service fails, and not for another server",
    arguments: [
      ("users", true), ("users --base-url http://h", false), ("get /users", false),
      ("check", false),
    ])
  func sample(line: String, isAdvised: Bool) throws {
    for error in [Self.transport(.connectionRefused), Self.status(503)] {
      let advice = try Self.message(error, shellWords(line)).advice?.text
      #expect((advice == "try: jpfetch --sample") == isAdvised, "\(advice ?? "")")
    }
    let advice = try Self.message(Self.error(.html), shellWords(line)).advice?.text
    #expect(advice?.contains("--sample") == false)
  }

  @Test(
    "For a missing response, the advice is cache warm, unless it would print a credential",
    arguments: [
      ("users --offline", "try: jpfetch cache warm"),
      (
        "users --offline --base-url http://h --cache-dir 'a b'",
        "try: jpfetch cache warm --base-url http://h --cache-dir 'a b'"
      ),
      ("users --offline --ca-cert f", "try: jpfetch cache warm --ca-cert f"),
      ("users --offline -H 'X-Any: x'", nil), ("users --offline --base-url http://me:x@h", nil),
    ])
  func notStored(line: String, command: String?) throws {
    let error = Self.error(.notStored(urls: [Self.url]))
    let advice = try #require(try Self.message(error, shellWords(line)).advice?.text)
    if let command {
      #expect(advice == command)
    } else {
      #expect(!advice.hasPrefix("try: ") && !advice.contains("x@"), "\(advice)")
    }
  }

  @Test(
    "The advice has the wait from Retry-After if it is at least two seconds",
    arguments: [
      ("1", nil), ("2", "2 seconds"), ("61", "2 minutes"), ("86400", "1 day"),
      ("86401", "more than a day"),
    ])
  func waits(seconds: String, words: String?) throws {
    let error = Self.status(429, fields: [.init(name: "Retry-After", value: seconds)])
    let advice = try Self.message(error).advice?.text ?? ""
    #expect(advice.contains("the server asks to wait") == (words != nil))
    if let words { #expect(advice.hasSuffix(words)) }
  }

  @Test(
    "If credentials were sent, the advice says that they were refused",
    arguments: [
      ("-H 'Authorization: Bearer s3cret'", 401, true), ("-H 'X-Api-Key: s3cret'", 403, true),
      ("-H 'X-Colour: red'", 401, false), ("", 403, false),
    ])
  func refusedCredentials(options: String, status: Int, isRefused: Bool) async throws {
    let server = try LoopbackServer { _ in .reply(status: status, "") }
    defer { server.stop() }
    let run = try await jpfetch("users --json --base-url \(server.url) \(options)")
    let hint = try #require(run.jsonMessages.first?["error"]?["hint"]?.string)
    #expect(hint.contains("refused the credentials") == isRefused, "\(run)")
    #expect(!run.errors.contains("s3cret"), "\(run)")
  }

  @Test(
    "A wait that the time limit has no room for names --timeout; after tries, it is said, too",
    arguments: [
      ("5", "4s", 1, "the server asks to wait 5 seconds: allow more time with --timeout"),
      ("5", "4s", 0, "the server asks to wait 5 seconds"),
      ("1", "60s", 1, "the server asked to wait 1 second, and still fails: try again later"),
      ("60", "200s", 1, "the server asks to wait 1 minute"),
    ])
  func longWaits(seconds: String, limit: String, retries: Int, words: String) async throws {
    let server = try LoopbackServer { _ in
      .reply(status: 429, fields: ["Retry-After: \(seconds)"], "")
    }
    defer { server.stop() }
    let run = try await jpfetch(
      "users --json --base-url \(server.url) --timeout \(limit) --retry \(retries)")
    let hint = run.jsonMessages.first?["error"]?["hint"]?.string
    #expect(hint == words, "\(run)")
  }

  // MARK: Warnings

  @Test(
    "A warning about stored responses names them, and the age of the oldest",
    arguments: [
      (
        ["users": 7200, "albums": 300_000, "photos": 60],
        "showing users, albums and photos stored up to 3 days ago"
      ), (["users": 7200], "showing users stored 2 hours ago"),
    ] as [(KeyValuePairs<String, Int>, String)])
  func oldest(ages: KeyValuePairs<String, Int>, text: String) {
    let sources = ages.map { name, age in
      let response = HTTPResponse(status: 200, body: [], url: "http://h/\(name)")
      return Source(
        resource: name, response, origin: .stale, storedAgo: .seconds(age),
        failure: Self.transport(.connectionRefused))
    }
    let message = Message.warnings(about: Answer(1, sources: sources), isStrict: false).first
    #expect(message?.text == text)
  }

  @Test("A redirect from https to http is a warning or, if the request fails, a line of the error")
  func downgraded() throws {
    var insecure = HTTPResponse(status: 200, body: [], url: "http://h/users")
    insecure.redirectedFrom = ["https://h/users"]
    let answers = [
      Source(resource: "users", insecure), Source(resource: "albums", insecure),
      Source(HTTPResponse(status: 200, body: [], url: "http://h/photos")),
    ]
    let warnings = Message.warnings(about: Answer((), sources: answers), isStrict: false)
    #expect(warnings.map(\.codeText) == ["net.tls"])
    #expect(warnings.first?.lines(.plain).count == 1)
    let error = FetchError(
      resource: nil, url: "http://h/users", cause: .status(404, message: nil), response: insecure)
    #expect(Message(error).details.count == 1)
  }

  @Test(
    "--meta has the highest and the lowest age; a new response has age 0, and a file has none",
    arguments: [
      ([(60, .fresh), (300, .stale), (10, .fresh)], "300", "10"),
      ([(60, .fresh), (nil, .network)], "60", "0"), ([(60, .fresh), (nil, .file)], "60", "60"),
      ([(nil, .sample)], "null", "null"),
    ] as [([(Int?, Source.Origin)], String, String)])
  func ages(parts: [(Int?, Source.Origin)], oldest: String, newest: String) throws {
    let response = HTTPResponse(status: 200, body: [], url: "http://h/users")
    let sources = parts.map { age, origin in
      Source(response, origin: origin, age: age.map { .seconds($0) })
    }
    let meta = Meta.tree(.null, Answer(1, sources: sources), try settings([])).text(.compact)
    let text = String(decoding: meta, as: UTF8.self)
    #expect(text.contains("\"oldest\":\(oldest),\"newest\":\(newest),"), "\(text)")
  }

  // MARK: -v and -vv

  private static func lines(
    _ source: Source, isDetailed: Bool = false, sent: HeaderFields = []
  ) -> [String] {
    var sources = SourceLines(isDetailed: isDetailed)
    sources.add(source, sent: sent)
    return sources.lines
  }

  private static func lines(
    _ failure: FetchError, isDetailed: Bool = false, sent: HeaderFields = []
  ) -> [String] {
    var sources = SourceLines(isDetailed: isDetailed)
    sources.add(failure, sent: sent)
    return sources.lines
  }

  @Test("-v has one line for a response, whole, with its redirects")
  func whole() {
    let long = "http://h/\(String(repeating: "long/", count: 50))users"
    var response = HTTPResponse(status: 200, body: [], url: long)
    response.redirectedFrom = ["http://h/old"]
    let source = Source(resource: "users", response, origin: .revalidated)
    #expect(
      Self.lines(source) == [
        "users  200  0 bytes  0 ms  revalidated (304)  http://h/old → \(long)"
      ])
  }

  @Test("-v has one line for a failed request and the stored response that replaces it, -vv two")
  func replaced() {
    var failure = Self.transport(.connectionLost)
    failure.duration = .milliseconds(1234)
    let response = HTTPResponse(status: 200, body: [], url: Self.url)
    let source = Source(
      resource: "users", response, origin: .stale, storedAgo: .seconds(60), failure: failure)
    #expect(
      Self.lines(source) == [
        "users  200  0 bytes  1.2 s  stale, 1 minute old: net.reset  http://h/users"
      ])
    let long = Self.lines(source, isDetailed: true, sent: [.init(name: "X", value: "1")])
    #expect(
      long == [
        "users  1.2 s  failed: net.reset  http://h/users",
        "  the connection ended too early: http://h/users: DETAIL",
        "  > X: 1",
        "users  200  0 bytes  1.2 s  stale, 1 minute old: net.reset  http://h/users",
      ], "\(long)")
  }

  @Test("-vv shows the header fields of requests that were sent, and of no others")
  func requestFields() {
    let field = HeaderFields.Field(name: "X", value: "1")
    let response = HTTPResponse(status: 200, body: [], url: Self.url)
    for (origin, isSent) in [
      (Source.Origin.network, true), (.revalidated, true), (.fresh, false),
      (.offline(isFresh: true), false), (.sample, false), (.file, false),
    ] {
      let lines = Self.lines(Source(response, origin: origin), isDetailed: true, sent: [field])
      #expect(lines.contains("  > X: 1") == isSent, "\(lines)")
    }
    for (failure, isSent) in [
      (Self.transport(.connectionLost), true), (Self.status(503), true),
      (Self.transport(.connectionRefused), false), (Self.transport(.hostNotFound), false),
      (Self.status(404, storedAgo: .seconds(60)), false),
      (Self.error(.notStored(urls: [Self.url])), false),
    ] {
      let lines = Self.lines(failure, isDetailed: true, sent: [field])
      #expect(lines.contains("  > X: 1") == isSent, "\(lines)")
    }
  }

  @Test("-vv prints the first 4096 characters of a failure's content")
  func content() {
    let body = String(repeating: "é\n", count: 3000)
    let error = Self.error(.status(500, message: nil), Self.response(500, body))
    let lines = Self.lines(error, isDetailed: true)
    #expect(lines.count { $0 == "  é" } == 2047)
    #expect(lines.suffix(2) == ["  é…", "  2.7 KiB more"])
  }
}
