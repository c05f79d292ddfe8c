import TestSupport
import Testing

@testable import JPCore
@testable import jpfetch

/// The words of errors that a transcript can't bring about are in one snapshot.
@Suite("Errors and warnings in words", .limited)
struct MessageTests {
  private static let url = "http://h/users"

  // MARK: Errors

  private static func error(
    _ cause: FetchError.Cause, status: Int = 200, _ body: String = "", line: String? = nil
  ) -> FetchError {
    let response = HTTPResponse(
      status: status, statusLine: line ?? "HTTP/1.1 \(status) Reason", headerFields: [],
      body: Array(body.utf8), url: url)
    return FetchError(
      resource: "users", url: url, cause: cause,
      Source(resource: "users", of: response, from: .network))
  }

  private static func transport(_ reason: TransportError.Reason) -> FetchError {
    let error = TransportError(url: url, reason: reason, detail: "DETAIL")
    return FetchError(resource: "users", url: url, cause: .transport(error), nil)
  }

  private static func status(
    _ status: Int, _ message: String? = nil, line: String? = nil
  ) -> FetchError {
    error(.status(status, message: message), status: status, line: line)
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
    (.tooManyOpenFiles, "net.other"),
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
  private static let others: [(any Error, String)] = [
    (status(503, "closed", line: "HTTP/2 503"), "http.503"),
    (
      error(.notJSON(JSONError(at: 0, expected: .count(atMost: 9), in: []))), "body.too-large"
    ),
    (
      FetchError(resource: nil, url: url, cause: .mismatch(TypeMismatch(expected: .object))),
      "body.type"
    ),
    (StoreError(path: "/c", problem: .notOurs), "cache.unusable"),
    (SystemError(number: 2, path: "http://me:secret@h/x"), "output.write"),
    (Message(Table.Excess.titles(limit: 1 << 20), of: nil), "body.too-large"),
    (Unexpected(), "bug"),
  ]

  @Test("Each error has its code, which decides the exit status")
  func codes() throws {
    let statuses: [String: ExitCode] = [
      "usage": .usage, "net": .noAnswer, "body": .unusable, "cache": .output, "output": .output,
      "bug": .bug, "http": .serverError,
    ]
    var rows = Self.others
    for (reason, code) in Self.reasons { rows.append((Self.transport(reason), code)) }
    for (error, code) in rows {
      let message = try Self.message(error)
      #expect(message.codeText == code, "\(message)")
      let kind = code.prefix { $0 != "." }
      #expect(message.exitCode == statuses[String(kind)], "\(message)")
    }
  }

  @Test("The message of every error equals the snapshot")
  func words() throws {
    var errors = Self.others.map(\.0)
    for (reason, _) in Self.reasons { errors.append(Self.transport(reason)) }
    var lines: [String] = []
    for error in errors {
      let message = try Self.message(error, ["users"], ["JPFETCH_BASE_URL": "http://h"])
      lines += message.lines(.plain) + [""]
    }
    lines += try Self.message(Self.transport(.noRoute)).lines(.plain)
    try expectSnapshot("errors.txt", of: lines.joined(separator: "\n"))
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

  // MARK: Warnings

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

  @Test("-vv prints the first 4096 characters of a failure's content")
  func content() {
    let body = String(repeating: "é\n", count: 3000)
    let error = Self.error(.status(500, message: nil), status: 500, body)
    var sources = SourceLines(isDetailed: true)
    sources.addFailure(error, sent: [])
    let lines = sources.lines(to: nil)
    #expect(lines.count { $0 == "  é" } == 2047)
    #expect(lines.suffix(2) == ["  é…", "  2.7 KiB more"])
  }
}
