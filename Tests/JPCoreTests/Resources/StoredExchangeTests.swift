import Foundation
import TestSupport
import Testing

@testable import JPCore

/// What an exchange stores, and what a stored response answers.
extension ExchangeTests {
  // MARK: What is stored

  @Test("A client's own User-Agent doesn't select another response")
  func ownUserAgent() async throws {
    var words: [String] = []
    for agent in ["one/1", "one/2"] {
      server.answer(reply("\"\(agent)\"", ["Cache-Control": "max-age=60"]))
      let fetcher = Fetcher(base: .host, userAgent: agent, cache: cache, clock: { received }) {
        RetryingTransport(server, policy: .never)
      }
      words.append(try await fetcher.document(at: "/x").sources[0].word)
    }
    #expect(words == ["miss", "hit"])
    #expect(server.requests.map { $0.headerFields[.userAgent] } == ["one/1"])
  }

  @Test("A response to an https URL that was redirected over http isn't stored")
  func downgraded() async throws {
    let secure = "https://host/x"
    var response = reply(from: "https://host/z")
    response.redirectedFrom = [secure, "http://host/y"]
    server.answer(response)
    #expect(try await get(secure) == "miss good")
    #expect(try store.entries().isEmpty)
  }

  @Test(
    "A response that isn't a list of records isn't stored for /users, in any spelling of the URL")
  func resourceSpellings() async throws {
    let users = RecordQuery(.users)
    server.answer(reply(#"[{"id":1}]"#, from: "http://host/users", []))
    _ = try await fetcher().records(users)
    server.answer(reply(#"[{"error":"maintenance"}]"#))
    for url in ["HTTP://HOST/users", "http://host:80/users", "/users#x"] {
      let fetched = try await fetcher().document(at: url)
      #expect(fetched.sources[0].misfit?.path == "[0].id")
      #expect(!fetched.sources[0].isInStore)
    }
    #expect(try await fetcher(.storedOnly).records(users).value.rows.count == 1)
  }

  @Test("A problem with the store is reported once per run, and the answer still arrives")
  func reports() async throws {
    try await storeStale()
    let path = store.entryPath(for: key(url: Self.url))
    try directory.write("damaged", to: "v7/\(key(url: Self.url).fileName)")
    let foreign = StoreError(path: path, problem: .foreign)
    let run = try #require(fetcher().startCacheRun())
    for _ in 1...2 { #expect(run.lookUp(key(url: Self.url)) == nil) }
    #expect(run.problems == [foreign])
    #expect(
      try await fetcher().document(at: "/x").issues.map(\.kind) == [.unusableStore(foreign)])
    #expect(try await get() == "hit good")
  }

  @Test("A long-lived client sees responses that other processes store and remove")
  func otherProcesses() async throws {
    let client = fetcher()
    server.answer(reply())
    for words in ["miss", "hit"] {
      #expect(try await client.document(at: "/x").sources[0].word == words)
    }
    #expect(try store.removeEntries { _ in true }.count == 1)
    #expect(try await client.document(at: "/x").sources[0].word == "miss")
    try store.store(response(["Cache-Control": "max-age=60"], url: Self.url, body: "2"))
    #expect(try await client.document(at: "/x").value.root.integer == 2)
  }

  // MARK: What a response answers, RFC 9111 §4.1

  @Test(
    "The newer of a record's response and its list is used; within one second, the record's",
    arguments: [(-1, false), (0, false), (1, true)])
  func recordAndList(listIsLaterBy seconds: Int, isFromList: Bool) async throws {
    server.answer { request in
      let url = request.url
      let text = url.hasSuffix("/1") ? #"{"id":1}"# : #"[{"id":1}]"#
      return HTTPResponse(
        status: 200, headerFields: Self.lasting, body: Array(text.utf8), url: url)
    }
    func fromList() async throws -> Bool {
      let query = RecordQuery(.users, ids: ["1"])
      return try await fetcher().records(query).sources[0].url.hasSuffix("/users")
    }
    if seconds < 0 {
      _ = try await fetcher().records(RecordQuery(.users))
      pass(-seconds)
    }
    _ = try await fetcher(.ignoringStored).records(RecordQuery(.users, ids: ["1"]))
    if seconds >= 0 {
      pass(seconds)
      _ = try await fetcher().records(RecordQuery(.users))
    }
    // The times of the files don't matter.
    for (path, time) in [("/users/1", -1000.0), ("/users", -500.0)] {
      let file = store.entryPath(for: key(url: "http://host\(path)"))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: time)], ofItemAtPath: file)
    }
    #expect(try await fromList() == isFromList)
    pass(60)
    server.fail(.connectionLost)
    #expect(try await fromList() == isFromList)
  }
}
