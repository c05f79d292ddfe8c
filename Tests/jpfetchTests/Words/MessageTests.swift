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
    _ status: Int = 200, _ body: String = "", _ line: String? = nil, fields: HeaderFields = [],
    storedAgo: Duration? = nil
  ) -> TransportResponse {
    TransportResponse(
      status: status, statusLine: line ?? "HTTP/1.1 \(status) Reason", fields: fields,
      body: Array(body.utf8), url: url, origin: storedAgo == nil ? .network : .fresh,
      storedAgo: storedAgo)
  }

  private static func error(
    _ cause: FetchError.Cause, _ response: TransportResponse? = nil, at url: String = url,
    copy: FetchError.StoredCopy = .irrelevant
  ) -> FetchError {
    var error = FetchError(resource: "users", url: url, cause: cause, response: response)
    error.storedCopy = copy
    return error
  }

  /// What a body that can't be used means.
  private static func unusable(
    _ body: String, at url: String = url
  ) throws -> FetchError {
    do {
      let document = try JSONDocument(checking: response(200, body))
      let users = try #require(Resource.named("users"))
      _ = try Records(document, of: users, extent: .list, requiring: .all, isLenient: false)
    } catch let cause as FetchError.Cause {
      return error(cause, response(200, body), at: url)
    } catch let mismatch as TypeMismatch {
      return error(.mismatch(mismatch), response(200, body), at: url)
    }
    throw Unexpected()
  }

  private struct Unexpected: Error {}

  private static func status(
    _ status: Int, _ message: String? = nil, line: String? = nil, fields: HeaderFields = [],
    tries: Int = 1, storedAgo: Duration? = nil, copy: FetchError.StoredCopy = .irrelevant
  ) -> FetchError {
    var response = response(status, "", line, fields: fields, storedAgo: storedAgo)
    response.attempts = tries
    return error(.status(status, message: message), response, copy: copy)
  }

  private static let reasons: [TransportError.Reason] = [
    .unresolvedHost, .unresolvedProxy, .refusedByProxy(status: 407), .refusedByProxy(status: 403),
    .notConnected, .noRoute, .reset,
    .timedOut(limit: .seconds(10)), .insecure(.expired), .insecure(.otherHost),
    .insecure(.unknownAuthority), .insecure(.version), .insecure(.clientCertificate),
    .insecure(.refusedHandshake), .insecure(.notTLS), .insecure(.other),
    .unreadableCertificates(file: "/no/such.pem"), .tooManyRedirects(limit: 10), .notHTTP,
    .forbiddenRedirect, .bodyTooLarge(limit: 9), .answersTooLarge(limit: 9),
    .headTooLarge(limit: 9), .undecodableBody, .invalidURL,
    .invalidField, .unreadableFile(path: "d/users.json", errno: 2), .missingLibrary,
    .systemLimit(errno: 24), .systemLimit(errno: 12), .other,
  ]

  private static func transport(
    _ reason: TransportError.Reason, copy: FetchError.StoredCopy = .irrelevant
  ) -> FetchError {
    error(.transport(TransportError(url: url, reason: reason, detail: "DETAIL")), copy: copy)
  }

  private static func errors() throws -> [any Error] {
    let age = Duration.seconds(100_000)
    var missing = status(404, storedAgo: .seconds(60))
    missing.record = FetchError.Record(resource: "users", id: "99")
    var named = status(404)
    named.record = FetchError.Record(resource: "users", id: "Leilani")
    let all: [any Error] =
      reasons.map { transport($0) } + [
        transport(.notConnected, copy: .missing),
        TransportError(url: "http://me:secret@[fe80::1]:80/", reason: .unresolvedHost),
        transport(.notConnected, copy: .forbidden(storedAgo: age, by: "no-cache")),
        transport(.notConnected, copy: .forbidden(storedAgo: age, by: nil)),
        transport(.notConnected, copy: .unwanted(storedAgo: age)),
        status(503, "Service Unavailable", line: "HTTP/1.1 503 Service Unavailable", tries: 3),
        status(503, "closed", line: "HTTP/2 503"), status(403, "403 Forbidden by\u{1B}[2J me"),
        status(401), status(404), status(404, storedAgo: .seconds(60)), status(429),
        status(429, fields: [.init(name: "Retry-After", value: "100")]), status(302), missing,
        named,
        error(.notStored(urls: [url, "http://h/albums"])),
        error(.html, at: "http://me:secret@h/users"),
        StoreError(path: "/c", problem: .notOurs),
        SystemError(number: 2, path: "/none/http://me:secret@h"), Unexpected(),
      ]
    let bodies = [
      "", "<!DOCTYPE html><title>Sign in to\n Hotel Wi-Fi</title>", "[\n {\"id\": 1,}\n]",
      #"[{"id":1"#, #"[{"id":1}"#, #"[{"id":"a"#, "[1,", "\u{0}", "{}", #"{"users":[{}]}"#,
      "[{\"id\":\n1.5}]",
    ]
    let files = [#"[{"id":1}"#, "{}", "[{\"id\":\n1.5}]"]
    return try all + bodies.map { try unusable($0) }
      + files.map { try unusable($0, at: "file:broken/users") }
  }

  @Test("Every error has a message")
  func words() throws {
    let options = OptionValues(ParsedArguments(["users", "-j", "2"])) { _ in nil }
    let lines = try Self.errors().flatMap { error in
      let message = Message(error, options)
      return message.lines(.plain) + [message.json, ""]
    }
    let text = lines.joined(separator: "\n")
    #expect(try Snapshot.text("errors.txt", recording: text, beside: #filePath) == text)
  }

  @Test(
    "Hints suggest nothing that was typed or has just failed",
    arguments: [
      (["users", "--lenient"], "[1]", []), (["users", "-vv"], "", []),
      (["users", "-v"], "", ["jpfetch users -vv"]),
      (["users", "--base-url", "file:d"], "", []),
    ])
  func vain(words: [String], body: String, commands: [String]) throws {
    let options = OptionValues(ParsedArguments(words)) { _ in nil }
    #expect(try Message(Self.unusable(body), options).commands == commands)
  }

  @Test(
    "A command that stores the answer is suggested only if the answer may be stored",
    arguments: [([], "; once online: jpfetch cache warm"), (["-H", "X-Token: x"], "")])
  func storing(words: [String], ending: String) {
    let options = OptionValues(ParsedArguments(["users"] + words)) { _ in nil }
    let failure = FetchError.Cause.transport(TransportError(url: Self.url, reason: .notConnected))
    let message = Message(Self.error(failure, copy: .missing), options)
    #expect(message.advice.last == "nothing is stored yet" + ending)
  }

  @Test("If the other server of a check fails, --against is to be checked")
  func baseline() {
    let base = BaseURL.jsonPlaceholder.text
    let options = OptionValues(ParsedArguments(["check", "--sample", "--against", base])) { _ in nil
    }
    let url = base + "/users"
    let failure = FetchError.Cause.transport(TransportError(url: url, reason: .notConnected))
    #expect(Message(Self.error(failure, at: url), options).advice[0].hasSuffix("or --against"))
  }

  @Test("--jobs 1 isn't suggested again, however it was typed")
  func jobs() {
    let one = OptionValues(ParsedArguments(["users", "-j", "1"])) { _ in nil }
    #expect(Message(Self.status(429), one).commands == [])
    let some = OptionValues(ParsedArguments(["users", "-j", "3"])) { _ in nil }
    #expect(Message(Self.status(429), some).commands == ["jpfetch users -j 1"])
  }

  @Test("A JSON warning has the code, the source and the URL of the failure")
  func warning() {
    let message = Message(
      warning: "showing users", because: Message(Self.transport(.notConnected)))
    #expect(
      message.json == #"{"warning":{"code":"net.refused","message":"showing users: "#
        + #"connection refused: http://h/users","source":"users","url":"http://h/users"}}"# + "\n")
  }

  @Test("A reason phrase is cut after 100 characters")
  func longPhrase() {
    let line = "HTTP/1.1 503 " + String(repeating: "x", count: 200)
    let phrase = String(repeating: "x", count: 100)
    #expect(Message(Self.status(503, line: line)).text.hasPrefix("503 \(phrase): "))
  }

  @Test(
    "A wait is named from two seconds to a day",
    arguments: [("1", nil), ("2", "2 seconds"), ("86400", "1 day"), ("86401", "more than a day")])
  func waits(seconds: String, words: String?) {
    let error = Self.status(429, fields: [.init(name: "Retry-After", value: seconds)])
    #expect(Message(error).advice == (words.map { ["the server asks to wait \($0)"] } ?? []))
  }

  @Test("A warning about stored responses names the oldest")
  func oldest() {
    let sources = [("users", 7200), ("albums", 300_000), ("photos", 60)].map { name, age in
      let response = TransportResponse(
        status: 200, body: [], url: "http://h/\(name)", origin: .stale, storedAgo: .seconds(age))
      return Provenance(resource: name, response, failure: Self.transport(.notConnected))
    }
    let message = Message.warnings(about: Fetched(1, sources: sources), isStrict: false).first
    #expect(message?.text == "showing users, albums and photos stored up to 3 days ago (albums)")
  }

  @Test("-v names a 304")
  func confirmed() {
    var table = SourceTable(isDetailed: false)
    table.add(
      Provenance(
        TransportResponse(status: 200, body: [], url: "http://h/users", origin: .revalidated)))
    #expect(table.lines.map { $0.contains("  revalidated (304)  ") } == [true])
  }

  @Test("--meta has the highest and the lowest age")
  func ages() {
    let sources = [60, 300, 10].map { age in
      Provenance(
        TransportResponse(
          status: 200, body: [], url: "http://h/users", origin: .fresh, age: .seconds(age)))
    }
    let options = OptionValues(ParsedArguments([String]())) { _ in nil }
    let meta = Meta.tree(.null, Fetched(1, sources: sources), options).text(.compact)
    #expect(String(decoding: meta, as: UTF8.self).contains(#""oldest":300,"newest":10,"#))
  }

  @Test("-vv prints the first 4 KiB of a failure's content")
  func content() {
    var table = SourceTable(isDetailed: true)
    let body = String(repeating: "x\n", count: 3000)
    table.add(Self.error(.status(500, message: nil), Self.response(500, body)))
    #expect(table.lines.count { $0 == "  x" } == 2048)
    #expect(table.lines.last == "  ... and 1.8 KiB more")
  }

  @Test("A suggested command is quoted for the shell")
  func quoted() {
    let words = ["users", "-w", "name = O'Brien; touch x", "-j", "3"]
    let options = OptionValues(ParsedArguments(words)) { _ in nil }
    #expect(
      Message(Self.status(429), options).commands
        == [#"jpfetch users -w 'name = O'\''Brien; touch x' -j 1"#])
  }
}
