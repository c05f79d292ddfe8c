import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

/// The exact words of every error are in one snapshot; elsewhere tests ask for the code and the exit
/// status.
@Suite("Errors and warnings in words", .limited)
struct MessageTests {
  private static let url = "http://h/users"

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
    copy: FetchError.StoredCopy = .irrelevant
  ) -> FetchError {
    var error = FetchError(resource: "users", url: url, cause: cause, response)
    error.storedCopy = copy
    return error
  }

  /// The error of a fetch whose response has a body that can't be used.
  private static func unusable(_ body: String) async throws -> FetchError {
    let fetcher = Fetcher(base: "http://h") {
      RetryingTransport(CannedTransport { _ in .json(body) }, policy: .never)
    }
    return try #require(
      await #expect(throws: FetchError.self) { try await fetcher.records(RecordQuery(.users)) })
  }

  private struct Unexpected: Error {}

  private static func status(
    _ status: Int, _ message: String? = nil, line: String? = nil, fields: HeaderFields = [],
    tries: Int = 1, storedAgo: Duration? = nil, copy: FetchError.StoredCopy = .irrelevant
  ) -> FetchError {
    var response = response(status, line: line, fields: fields, storedAgo: storedAgo)
    response.response.attempts = tries
    return error(.status(status, message: message), response, copy: copy)
  }

  private static let reasons: [TransportError.Reason] = [
    .hostNotFound, .proxyNotFound, .refusedByProxy(status: 407), .refusedByProxy(status: 403),
    .refusedByProxy(status: 407, schemes: ["NTLM", "Negotiate"]),
    .connectionRefused, .noRoute, .connectionLost,
    .timedOut(limit: .seconds(10)), .timedOut(limit: .seconds(10), received: 0),
    .timedOut(limit: .seconds(10), received: 0, silence: .milliseconds(9876)),
    .timedOut(limit: .seconds(10), received: 109_587, silence: .milliseconds(9876)),
    .insecure(.expired), .insecure(.notYetValid), .insecure(.noCertificates), .insecure(.otherHost),
    .insecure(.unknownAuthority), .insecure(.version), .insecure(.clientCertificate),
    .insecure(.refusedHandshake), .insecure(.notTLS), .insecure(.other),
    .unreadableCertificates(file: "/no/such.pem"), .tooManyRedirects(limit: 10), .notHTTP,
    .malformedResponse,
    .forbiddenRedirect, .bodyTooLarge(limit: 9), .answersTooLarge(limit: 9),
    .headTooLarge(limit: 9), .invalidContentEncoding, .invalidURL,
    .internationalHost, .invalidField, .unreadableFile(path: "d/users.json", errno: 2),
    .missingLibrary,
    .systemLimit(errno: 24), .systemLimit(errno: 12), .other,
  ]

  private static func transport(
    _ reason: TransportError.Reason, copy: FetchError.StoredCopy = .irrelevant
  ) -> FetchError {
    error(.transport(TransportError(url: url, reason: reason, detail: "DETAIL")), copy: copy)
  }

  private static func errors() async throws -> [any Error] {
    let age = Duration.seconds(100_000)
    var missing = status(404, storedAgo: .seconds(60))
    missing.record = FetchError.Record(resource: "users", id: "99")
    let wide = Source(resource: "users", response())
    var named = status(404)
    named.record = FetchError.Record(resource: "users", id: "Leilani")
    var all: [any Error] =
      reasons.map { transport($0) } + [
        transport(.connectionRefused, copy: .missing),
        TransportError(url: "http://me:secret@[fe80::1]:80/", reason: .hostNotFound),
        transport(.connectionRefused, copy: .forbidden(storedAgo: age, by: "no-cache")),
        transport(.connectionRefused, copy: .forbidden(storedAgo: age, by: nil)),
        status(503, "Service Unavailable", line: "HTTP/1.1 503 Service Unavailable", tries: 3),
        status(503, "closed", line: "HTTP/2 503"), status(403, "403 Forbidden by\u{1B}[2J me"),
        status(401), status(404), status(410), status(404, storedAgo: .seconds(60)), status(429),
        status(429, fields: [.init(name: "Retry-After", value: "100")]), status(302), missing,
        named,
        error(.notStored(urls: [url, "http://h/albums"])),
        error(.html, at: "http://me:secret@h/users"),
        StoreError(path: "/c", problem: .notOurs),
        SystemError(number: 2, path: "/none/http://me:secret@h"),
        OutputFileError.noReader(path: "pipe", limit: .seconds(3)),
        OutputFileError.notRegular(path: "d/users.json"), Unexpected(),
        WideTable(.columns(limit: 1000), of: [wide]),
        WideTable(.titles(limit: 1 << 20), of: [wide]),
      ]
    for body in [
      "", "<!DOCTYPE html><title>Sign in to\n Hotel Wi-Fi</title>", "[\n {\"id\": 1,}\n]",
      #"[{"id":1"#, "\u{0}", "{}", "[{\"id\":\n1.5}]",
    ] {
      all.append(try await unusable(body))
    }
    for body in [#"[{"id":1}"#, "{}", "[{\"id\":\n1.5}]"] {
      all.append(error(try await unusable(body).cause, at: "file:broken/users"))
    }
    return all
  }

  @Test("A redirect from https to http is a warning or, if the request fails, a line of the error")
  func downgraded() throws {
    var insecure = HTTPResponse(status: 200, body: [], url: "http://h/users")
    insecure.redirectedFrom = ["https://h/users"]
    let answers = [
      Source(resource: "users", insecure), Source(resource: "albums", insecure),
      Source(HTTPResponse(status: 200, body: [], url: "http://h/photos")),
    ]
    let warnings = Message.warnings(
      about: Answer((), sources: answers), isStrict: false, Circumstances())
    #expect(warnings.map(\.codeText) == ["net.tls"])
    #expect(warnings.first?.lines(.plain).count == 1)
    let error = FetchError(
      resource: nil, url: "http://h/users", cause: .status(404, message: nil), response: insecure)
    #expect(Message(error, Circumstances()).details.count == 1)
  }

  /// The message of a run's error.
  private static func message(
    _ error: any Error, _ words: [String], _ environment: [String: String] = [:]
  ) throws -> Message {
    Message(error, Circumstances(try settings(words, environment)))
  }

  @Test("The message of every error equals the snapshot")
  func words() async throws {
    let lines = try await Self.errors().flatMap { error in
      let message = try Self.message(error, ["users", "-j", "2"])
      return message.lines(.plain) + [message.json]
    }
    let text = lines.joined(separator: "\n")
    try expectSnapshot("errors.txt", of: text)
  }

  @Test(
    "Advice never repeats a typed option, and never names one that can't help",
    arguments: [
      (["users", "--lenient"], "[1]", "add -vv to see the response"),
      (["users"], "[1]", "skip such records with --lenient"),
      (["get", "/users"], "[1", "add -vv to see the response"),
      (["users", "-vv"], "", nil), (["users", "-v"], "", "add -vv to see the response"),
    ] as [([String], String, String?)])
  func vain(words: [String], body: String, advice: String?) async throws {
    #expect(try Self.message(await Self.unusable(body), words).advice?.text == advice)
  }

  @Test(
    "-vv is advised for a server's response, but not for a file, also in a comparison",
    arguments: [
      ("--base-url file:d --against http://h", url, true),
      ("--sample --against http://h", url, true),
      ("--base-url http://h --against file:d", "file:d/users", false),
      ("--base-url file:d", "file:d/users", false),
    ])
  func origin(line: String, url: String, isAdvised: Bool) throws {
    let origin: Source.Origin = url == Self.url ? .network : .file
    let response = HTTPResponse(status: 200, body: [], url: url)
    let sourced = SourcedResponse(response: response, origin: origin)
    let error = FetchError(resource: nil, url: url, cause: .empty, sourced)
    let message = try Self.message(error, shellWords("check \(line)"))
    let advice = message.advice?.text
    #expect(advice == (isAdvised ? "add -vv to see the response" : nil))
  }

  @Test(
    "--header is advised only if the failing server gets its fields",
    arguments: [
      ("users --base-url http://h", true),
      ("check --base-url http://h/a --against http://h", true),
      ("check --base-url http://other --against http://h", false),
      ("check --base-url file:d --against http://h", false),
    ])
  func fields(line: String, isAdvised: Bool) throws {
    let undecodable = Self.transport(.invalidContentEncoding)
    for error in [Self.status(401), undecodable] {
      let advice = try Self.message(error, shellWords(line)).advice?.text
      #expect(advice?.contains("-H ") ?? false == isAdvised, "\(advice ?? "")")
    }
  }

  @Test(
    "For a response that is too large, --query _limit is advised only if get asks the same server",
    arguments: [
      ("users", url, "ask for less: get /users --query _limit=100"),
      ("get /users", url, "ask for less: --query _limit=100"),
      ("users --base-url file:d", "file:d/users", nil),
      ("check --base-url http://h --against file:d", "file:d/users", nil),
      ("check --base-url http://other --against http://h", url, nil),
    ])
  func less(line: String, url: String, advice: String?) throws {
    let excess = TransportError(url: url, reason: .bodyTooLarge(limit: 9))
    let count = JSONError(at: 0, expected: .count(atMost: 9), in: [])
    for cause in [FetchError.Cause.transport(excess), .notJSON(count)] {
      let message = try Self.message(Self.error(cause, at: url), shellWords(line))
      #expect(message.advice?.text == advice)
    }
  }

  @Test(
    "After 429, fewer requests at once are advised, unless --jobs is already 1",
    arguments: [
      (["users", "-j", "1"], "add -vv to see the response"),
      (["users", "-j", "3"], "send fewer at once: --jobs 1"),
    ])
  func jobs(words: [String], advice: String) throws {
    #expect(try Self.message(Self.status(429), words).advice?.text == advice)
  }

  @Test(
    "--sample is advised only if the public service fails, and not for another server",
    arguments: [
      (
        ["users"], FetchError.Cause.transport(TransportError(url: url, reason: .connectionRefused)),
        "try: jpfetch --sample"
      ),
      (
        ["users", "--base-url", "http://h"],
        .transport(TransportError(url: url, reason: .connectionRefused)),
        "check that a server is running there, and that --base-url is right"
      ),
      (["users"], .status(503, message: nil), "try: jpfetch --sample"),
      (
        ["users", "--base-url", "http://h"], .status(503, message: nil),
        "add -vv to see the response"
      ),
      (["get", "/users"], .status(503, message: nil), "add -vv to see the response"),
      (["users"], .html, "check the URL: a login page or a proxy may have answered"),
    ])
  func sample(words: [String], cause: FetchError.Cause, advice: String) throws {
    var response: SourcedResponse?
    if case .status(let status, _) = cause { response = Self.response(status) }
    let message = try Self.message(Self.error(cause, response, copy: .missing), words)
    #expect(message.advice?.text == advice)
    #expect(message.details.last == "no stored response")
  }

  @Test(
    "For a missing response, the advice is cache warm with the typed options, if that can store one",
    arguments: [
      (["users", "--offline"], "try: jpfetch cache warm"),
      (
        ["users", "--offline", "--base-url", "http://h", "--cache-dir", "a b"],
        "try: jpfetch cache warm --base-url http://h --cache-dir 'a b'"
      ),
      (["users", "--offline", "--ca-cert", "f"], "try: jpfetch cache warm --ca-cert f"),
      (["users", "--offline", "-H", "X-Any: x"], "leave out --offline to ask the server"),
      (
        ["users", "--offline", "--base-url", "http://me:x@h"],
        "leave out --offline to ask the server"
      ),
    ])
  func notStored(words: [String], advice: String) throws {
    let error = Self.error(.notStored(urls: [Self.url]))
    #expect(try Self.message(error, words).advice?.text == advice)
  }

  @Test(
    "If a stored response isn't shown, the advice is the option that shows it",
    arguments: [
      (
        FetchError.StoredCopy.forbidden(storedAgo: .seconds(100_000), by: "no-cache"),
        "show it with --max-stale 2d"
      ),
      (.forbidden(storedAgo: .seconds(60), by: "must-revalidate"), "show it with --offline"),
      (.forbidden(storedAgo: .seconds(60), by: "stale-if-error"), "show it with --max-stale 1d"),
      (.forbidden(storedAgo: .seconds(60), by: nil), "show it with --max-stale 1d"),
    ])
  func copies(copy: FetchError.StoredCopy, advice: String) throws {
    let message = try Self.message(Self.transport(.connectionRefused, copy: copy), ["users"])
    #expect(message.advice?.text == advice)
    #expect(message.details.count == 2)
  }

  /// Warnings, `-v`, `--meta` and the report of a check, about a failure of a server with a proxy.
  private static func mentions(of failure: FetchError, _ settings: Settings) throws -> [String] {
    let run = Circumstances(settings)
    var partial = Answer((), sources: [])
    partial.failures = [failure]
    let response = HTTPResponse(status: 200, body: [], url: Self.url)
    let stale = Source(response, origin: .stale, storedAgo: .seconds(60), failure: failure)
    let replaced = Answer((), sources: [stale])
    var texts: [String] = []
    for fetched in [partial, replaced] {
      texts += Message.warnings(about: fetched, isStrict: false, run).map(\.sentence)
      texts.append(String(utf8: Meta.tree(.null, fetched, settings).text(.compact)))
    }
    texts.append(Message(failure, run).sentence)
    texts += SourceRow(failure, run).causes.prefix(1)
    return texts
  }

  @Test(
    "Warnings, -v and --meta give the same details as the failure's error message")
  func mentioned() throws {
    let copy = FetchError.StoredCopy.forbidden(storedAgo: .seconds(60), by: nil)
    let environment = ["JPFETCH_MAX_STALE": "0"]
    let texts = try Self.mentions(
      of: Self.transport(.connectionRefused, copy: copy), settings(["users"], environment))
    #expect(texts.count == 6)
    for text in texts {
      #expect(text.contains("DETAIL"), "\(text)")
      #expect(text.contains("JPFETCH_MAX_STALE forbids it"), "\(text)")
    }
  }

  @Test(
    "Advice names no option that contradicts a typed one or that the command doesn't take",
    arguments: ["users --refresh", "users --no-cache", "cache warm"])
  func contradicted(line: String) throws {
    let copy = FetchError.StoredCopy.forbidden(storedAgo: .seconds(60), by: "must-revalidate")
    let message = try Self.message(Self.transport(.connectionLost, copy: copy), shellWords(line))
    #expect(message.advice?.text.contains("--offline") != true)
  }

  @Test(
    "For a stored 404, the advice is --refresh or, offline, to leave out --offline",
    arguments: [
      ("users", "ask again with --refresh"),
      ("users --offline", "leave out --offline to ask the server"),
      ("users --refresh", "check the path and --base-url"),
    ])
  func storedRefusal(line: String, advice: String) throws {
    let error = Self.status(404, storedAgo: .seconds(60))
    #expect(try Self.message(error, shellWords(line)).advice?.text == advice)
  }

  @Test("After 429 for a single request, fewer requests at once aren't advised")
  func singleRequest() throws {
    let error = FetchError(
      resource: nil, url: Self.url, cause: .status(429, message: nil),
      response: Self.response(429).response)
    #expect(
      try Self.message(error, ["get", "/users"]).advice?.text == "add -vv to see the response")
  }

  @Test(
    "For a 404, the advice names the path and, if one applies, the option or variable for the server",
    arguments: [
      (["users"], [:], "check the path and --base-url"),
      (["users"], ["JPFETCH_BASE_URL": "http://h"], "check the path and JPFETCH_BASE_URL"),
      (["get", "http://h/users"], [:], "check the path"),
      (["get", "/users", "--sample"], [:], "check the path"),
    ])
  func named(words: [String], environment: [String: String], advice: String) throws {
    #expect(try Self.message(Self.status(404), words, environment).advice?.text == advice)
  }

  @Test("If the server of --against fails, the advice is to check --against")
  func baseline() throws {
    let base = BaseURL.jsonPlaceholder.text
    let failure = TransportError(url: base, reason: .connectionRefused)
    let message = try Self.message(
      Self.error(.transport(failure), at: base + "/users"),
      ["check", "--sample", "--against", base])
    #expect(
      message.advice?.text == "check that a server is running there, and that --against is right")
  }

  @Test("A JSON warning has the code, the source and the URL of the failure")
  func warning() {
    let message = Message(
      warning: "showing users",
      because: Message(Self.transport(.connectionRefused), Circumstances()))
    #expect(
      message.json == #"{"warning":{"code":"net.refused","message":"showing users: "#
        + #"connection refused: http://h/users: DETAIL","source":"users","url":"http://h/users"}}"#
        + "\n")
  }

  @Test("A reason phrase is cut after 100 characters")
  func longPhrase() {
    let line = "HTTP/1.1 503 " + String(repeating: "x", count: 200)
    let phrase = String(repeating: "x", count: 99) + "…"
    #expect(
      Message(Self.status(503, line: line), Circumstances()).text.hasPrefix("503 \(phrase): "))
    let longest = String(repeating: "x", count: 100)
    let whole = Message(Self.status(503, line: "HTTP/1.1 503 \(longest)"), Circumstances()).text
    #expect(whole.hasPrefix("503 \(longest): "))
  }

  @Test(
    "The advice has the wait from Retry-After if it is at least two seconds",
    arguments: [
      ("1", nil), ("2", "2 seconds"), ("61", "2 minutes"), ("86400", "1 day"),
      ("86401", "more than a day"),
    ])
  func waits(seconds: String, words: String?) throws {
    let error = Self.status(429, fields: [.init(name: "Retry-After", value: seconds)])
    let advice = words.map { "the server asks to wait \($0)" } ?? "add -vv to see the response"
    #expect(try Self.message(error, ["users", "-j", "1"]).advice?.text == advice)
  }

  @Test(
    "A warning about stored responses names the oldest, unless all are about the same age",
    arguments: [
      (
        ["users": 7200, "albums": 300_000, "photos": 60],
        "showing users, albums and photos stored up to 3 days ago (albums)"
      ),
      (["users": 7200, "albums": 7300], "showing users and albums stored 2 hours ago"),
    ] as [(KeyValuePairs<String, Int>, String)])
  func oldest(ages: KeyValuePairs<String, Int>, text: String) {
    let sources = ages.map { name, age in
      let response = HTTPResponse(status: 200, body: [], url: "http://h/\(name)")
      return Source(
        resource: name, response, origin: .stale, storedAgo: .seconds(age),
        failure: Self.transport(.connectionRefused))
    }
    let message = Message.warnings(
      about: Answer(1, sources: sources), isStrict: false, Circumstances()
    ).first
    #expect(message?.text == text)
  }

  @Test("-v shows \"revalidated (304)\" for a confirmed response")
  func confirmed() {
    let response = HTTPResponse(status: 200, body: [], url: "http://h/users")
    let source = Source(response, origin: .revalidated)
    let lines = SourceRow.lines(SourceRow.rows(for: source, Circumstances()), isDetailed: false)
    #expect(lines.map { $0.contains("  revalidated (304)  ") } == [true])
  }

  @Test("-v shows a failure's time once, not also for the response that replaces it")
  func timeOfFailure() {
    var failure = Self.transport(.connectionRefused)
    failure.duration = .milliseconds(1234)
    let response = HTTPResponse(status: 200, body: [], url: Self.url)
    var source = Source(response, origin: .stale, failure: failure)
    source.duration = failure.duration ?? .zero
    let lines = SourceRow.lines(SourceRow.rows(for: source, Circumstances()), isDetailed: false)
    #expect(lines.count { $0.contains(" 1234 ms ") } == 1)
  }

  @Test("The server's time is shown only for a failure that is a response from the server")
  func timeOfServer() {
    let failures = [
      (Self.status(503), Duration.milliseconds(7)),
      (Self.status(404, storedAgo: .seconds(60)), nil),
      (Self.transport(.connectionRefused), nil),
    ]
    for (failure, time) in failures {
      var failure = failure
      failure.duration = .milliseconds(7)
      #expect(SourceRow(failure, Circumstances()).serverTime == time)
    }
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
    let meta = Meta.tree(
      .null, Answer(1, sources: sources), try settings([])
    ).text(.compact)
    let text = String(decoding: meta, as: UTF8.self)
    #expect(text.contains("\"oldest\":\(oldest),\"newest\":\(newest),"), "\(text)")
  }

  @Test("-v has one line for a failed request and the stored response that replaces it")
  func replaced() {
    let head = HTTPResponse(status: 200, body: [], url: "http://h/users")
    func lines(_ failure: FetchError) -> [String] {
      let rows = SourceRow.rows(
        for: Source(head, origin: .stale, failure: failure), Circumstances())
      return SourceRow.lines(rows, isDetailed: false)
    }
    let refused = lines(Self.transport(.connectionRefused))
    #expect(refused.count == 1 && refused[0].contains("  stale"), "\(refused)")
    #expect(refused[0].contains(": refused  http://h/users"), "\(refused)")
    let status = lines(Self.error(.status(503, message: nil), Self.response(503, "")))
    #expect(status.count == 1 && status[0].contains(": 503  http://h/users"), "\(status)")
  }

  @Test("-v puts a URL that doesn't fit on a line of its own, whole if there is room")
  func narrow() {
    let rows = SourceRow.rows(for: Self.transport(.connectionRefused), Circumstances())
    let wide = SourceRow.lines(rows, isDetailed: false, width: 80)
    let narrow = SourceRow.lines(rows, isDetailed: false, width: 40)
    #expect(wide.count == 1 && narrow.count == 2, "\(narrow)")
    #expect(narrow[0].hasSuffix("failed: refused") && narrow[1] == "  http://h/users")
    let narrowest = SourceRow.lines(rows, isDetailed: false, width: 12)
    #expect(narrowest.last == "  …//h/users")
  }

  @Test("Each line of -v and -vv fits the terminal's width; in a pipe none is cut")
  func fits() {
    let url = "http://h/\(String(repeating: "long/", count: 20))users"
    let field = HeaderFields.Field(name: "X-Long", value: String(repeating: "x", count: 100))
    var response = HTTPResponse(status: 200, headerFields: [field], body: [], url: url)
    response.redirectedFrom = ["http://h/old"]
    response.derivedFrom = url
    let answer = Source(response, origin: .stale, failure: Self.error(.empty, at: url))
    let rows = SourceRow.rows(for: answer, Circumstances(), sending: [field])
    for isDetailed in [false, true] {
      for width in [1, 12, 40] {
        let lines = SourceRow.lines(rows, isDetailed: isDetailed, width: width)
        #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
        #expect(lines.contains { $0.contains("…") }, "\(lines)")
      }
      let piped = SourceRow.lines(rows, isDetailed: isDetailed)
      #expect(!piped.contains { $0.contains("…") }, "\(piped)")
      #expect(piped.contains { $0.hasSuffix("  http://h/old → \(url) (from \(url))") }, "\(piped)")
    }
  }

  @Test("A URL that is cut keeps the arrow of a redirect and the parenthesis of its source")
  func signsOfURLs() {
    var response = HTTPResponse(
      status: 200, body: [], url: "http://server.example/a/long/path/to/albums?userId=1")
    response.redirectedFrom = ["http://server.example/old"]
    response.derivedFrom = "http://server.example/a/long/path/to/albums"
    let rows = SourceRow.rows(for: Source(response, origin: .fresh), Circumstances())
    let lines = SourceRow.lines(rows, isDetailed: false, width: 30)
    #expect(
      lines.suffix(3) == [
        "  http://server.example/old", "  → …g/path/to/albums?userId=1",
        "  (from …/long/path/to/albums)",
      ], "\(lines)")
  }

  @Test("A wrapped line of -v has no blanks at its end")
  func blanks() {
    let responses = [
      HTTPResponse(status: 200, body: Array(repeating: 0x20, count: 42), url: "http://h/albums"),
      HTTPResponse(status: 200, body: [], url: "http://h/users"),
    ]
    var rows: [SourceRow] = []
    for (response, origin) in zip(responses, [Source.Origin.revalidated, .fresh]) {
      rows += SourceRow.rows(
        for: Source(resource: "albums", response, origin: origin), Circumstances())
    }
    for width in 20...60 {
      let lines = SourceRow.lines(rows, isDetailed: false, width: width)
      #expect(!lines.contains { $0.hasSuffix(" ") || $0.isEmpty }, "\(width): \(lines)")
    }
  }

  @Test("-vv wraps a failure's content and header fields, and leaves nothing out")
  func wrappedContent() {
    let numbers = (1000..<1150).map(String.init)
    let body = "[" + numbers.joined(separator: ",") + "]"
    let value = numbers.joined(separator: ";")
    let response = Self.response(500, body, fields: [.init(name: "X-Long", value: value)])
    let error = Self.error(.status(500, message: nil), response)
    let rows = SourceRow.rows(
      for: error, Circumstances(), sending: [.init(name: "X-Sent", value: value)])
    for width in [40, 80] {
      let lines = SourceRow.lines(rows, isDetailed: true, width: width)
      #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
      let text = lines.joined().filter { $0 != " " }
      #expect(text.contains(body), "\(lines)")
      #expect(text.contains(">X-Sent:\(value)"), "\(lines)")
      #expect(text.contains("<X-Long:\(value)"), "\(lines)")
    }
  }

  @Test("-v gives the reason for a failed request in a word, and -vv in a sentence")
  func problem() {
    let failure = Self.transport(.connectionRefused)
    let rows = SourceRow.rows(for: failure, Circumstances())
    let short = SourceRow.lines(rows, isDetailed: false)
    #expect(short.count == 1 && short[0].contains("  failed: refused  http://h/"), "\(short)")
    let long = SourceRow.lines(rows, isDetailed: true)
    #expect(long[0].contains("  failed  http://h/"), "\(long)")
    #expect(long[1].hasPrefix("  connection refused: "), "\(long)")
  }

  @Test("-vv prints a request's header fields once, also if the request failed")
  func requestFields() {
    let response = HTTPResponse(status: 200, body: [], url: "http://h/users")
    let source = Source(response, origin: .stale, failure: Self.transport(.connectionRefused))
    let rows = SourceRow.rows(for: source, Circumstances(), sending: [.init(name: "X", value: "1")])
    let lines = SourceRow.lines(rows, isDetailed: true)
    #expect(lines.count { $0 == "  > X: 1" } == 1)
  }

  @Test("-vv prints the first 4096 characters of a failure's content")
  func content() {
    let body = String(repeating: "é\n", count: 3000)
    let error = Self.error(.status(500, message: nil), Self.response(500, body))
    let lines = SourceRow.lines(SourceRow.rows(for: error, Circumstances()), isDetailed: true)
    #expect(lines.count { $0 == "  é" } == 2047)
    #expect(lines.suffix(2) == ["  é…", "  2.7 KiB more"])
  }

  @Test("Columns of many sources are aligned by display width, in linear time")
  func aligned() {
    #expect([["日本", "1"], ["abc", "10"]].aligned(numbers: 1...1) == ["日本   1", "abc   10"])
    func seconds(for count: Int) -> Double {
      let rows = (0..<count).map { ["\($0)", "x"] }
      let start = secondsOfThisThread()
      #expect(rows.aligned(numbers: 0...0).count == count)
      return secondsOfThisThread() - start
    }
    // Sixteen times the rows: 16 if it is linear, 256 if it is not.
    #expect(seconds(for: 8000) / seconds(for: 500) < 64)
  }
}
