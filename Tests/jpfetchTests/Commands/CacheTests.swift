import Foundation
import JPCore
import TestSupport
import Testing

@Suite(
  "The store in the program",
  .needsLibcurl, .limited)
struct CacheTests {
  private let site: ServerAndStore

  init() throws {
    site = try ServerAndStore { Self.good($0) }
  }

  /// The built-in data with an entity tag, and 304 if the request has the tag.
  private static func good(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
    let tag = "W/\"\(request.path)\""
    let fields = ["Cache-Control: max-age=0", "ETag: \(tag)"]
    if request.head.contains("If-None-Match: \(tag)") {
      return .reply(status: 304, fields: fields, "")
    }
    return sampleBody(request.path).map { .reply(fields: fields, $0) } ?? .reply(status: 404, "{}")
  }

  private var store: String { site.store }

  private func expectSample(_ outcome: CommandRun) async throws {
    let expected = try await sampleJSON.value
    outcome.expect(status: 0, output: expected, errors: "")
  }

  // MARK: cache clear

  @Test("cache clear without a server removes what killed writers left, in its folder only")
  func leftovers() async throws {
    _ = try await site.jpfetch("users -e none")
    let killed = store + "/v7/.writing-1"
    try site.directory.write("left by a writer that was killed", to: "c/v7/.writing-1")
    try site.directory.write("jpfetch response v6 0123", to: "c/v6/a.response")
    try await site.jpfetch("cache clear /users").expect(
      text: "removed 1 response of \(site.url)\n")
    try await site.jpfetch("users -e none").expect(status: 0)
    try await site.jpfetch("cache clear /users").expect(status: 0)
    // It isn't known which server they are of.
    try await site.jpfetch("cache clear").expect(text: "nothing is stored for \(site.url)\n")
    #expect(FileManager.default.fileExists(atPath: killed))
    let clear = ["clear", "--cache-dir", store]
    try await jpfetch("cache", clear).expect(text: "nothing is stored\n")
    #expect(!FileManager.default.fileExists(atPath: killed))
    #expect(FileManager.default.fileExists(atPath: store + "/v6/a.response"))
  }

  @Test(
    "An offline run opens no socket, starts no thread and doesn't load libcurl", .needs("strace"))
  func noSocket() async throws {
    _ = try await site.jpfetch()
    let (outcome, calls) = try await traced(
      "network,openat,clone,clone3", ["--json", "--offline"] + site.options)
    try await expectSample(outcome)
    for name in [" socket(", "/libcurl", " clone(", " clone3("] {
      #expect(!calls.contains { $0.contains(name) })
    }
  }

  @Test("Many processes can fill one empty store at the same time")
  func crowd() async throws {
    let arguments = ["--json"] + site.options
    let expected = try await sampleJSON.value
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<Effort.rounds(2, all: 5) {
            let outcome = try await jpfetch(arguments)
            outcome.expect(status: 0, output: expected, errors: "")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Writers that are killed at random moments damage no entry")
  func killed() async throws {
    site.answer { request in
      .reply(fields: ["Cache-Control: no-cache", "Vary: Accept"], sampleBody(request.path) ?? [])
    }
    let variants = ["--json", "--json -H 'Accept: text/json'"]
    for variant in variants { try await expectSample(site.jpfetch(variant)) }
    for round in 1...Effort.rounds(10, all: 250) {
      _ = try await run(
        "/bin/sh",
        [
          "-c",
          """
          "$0" "$@" & first=$!
          "$0" "$@" -H 'Accept: text/json' & second=$!
          sleep \(Double.random(in: 0.001..<0.06))
          kill -KILL $first $second; wait
          """, Places.jpfetch, "--json",
        ] + site.options)
      guard round % 10 == 0 else { continue }
      for variant in variants { try await expectSample(site.jpfetch(variant, ["--offline"])) }
    }
  }

  @Test(
    "A signal during storing leaves the whole response, or nothing of it", .needs("strace"),
    .notUnderSanitizer("strace sees the sanitizer's own calls"))
  func interrupted() async throws {
    func clear() async throws {
      try await jpfetch("cache clear --cache-dir", [store]).expect(status: 0)
    }
    // Both runs below find the folder, so that they make the same calls.
    try await site.jpfetch("get /todos").expect(status: 0)
    try await clear()
    let (_, calls) = try await traced("openat", ["get", "/todos"] + site.options)
    let number = try #require(calls.firstIndex { $0.contains("/.writing-") }) + 1
    try await clear()
    // The signal comes when the temporary file is opened.
    let inject = "inject=openat:signal=TERM:when=\(number)"
    let killed = try await run(
      Places.program("strace") ?? "strace",
      ["-f", "-e", "trace=openat", "-e", inject, "-o", "/dev/null", Places.jpfetch]
        + ["get", "/todos"] + site.options)
    #expect(killed.text == "", "\(killed)")
    let files = try FileManager.default.contentsOfDirectory(atPath: store + "/v7")
    #expect(files.count == 1 && files[0].hasSuffix(".response"), "\(files)")
  }

  @Test("A first run looks for the store's folder once, and makes it once", .needs("strace"))
  func firstRun() async throws {
    let (outcome, calls) = try await traced("all", ["users", "-e", "albums"] + site.options)
    outcome.expect(status: 0)
    let callsOnStore = calls.filter { $0.contains(store) }
    let lookUps = callsOnStore.filter { $0.contains("stat") && $0.contains("ENOENT") }
    #expect(lookUps.count == 1, "\(lookUps)")
    // The folder, which fails, its directory, and the folder again.
    let made = callsOnStore.filter { $0.contains("mkdir") }
    #expect(made.count == 3, "\(made)")
  }

  @Test(
    "Storing a response and showing a stored one don't list the store's directory", .needs("strace")
  )
  func cost() async throws {
    _ = try await site.jpfetch("todos")
    for number in 1000..<2000 {
      try site.directory.write("jpfetch response v7 ", to: "c/v7/\(number).response")
    }
    // Two more than today.
    for (line, limit) in [("todos --refresh", 10), ("todos --offline", 8)] {
      let (outcome, calls) = try await traced("all", shellWords(line) + site.options)
      outcome.expect(status: 0)
      #expect(!calls.contains { $0.contains("O_DIRECTORY") && $0.contains(store) }, "\(calls)")
      let callsOnStore = calls.filter { $0.contains(store) }
      #expect(callsOnStore.count < limit, "\(callsOnStore)")
    }
  }
}
