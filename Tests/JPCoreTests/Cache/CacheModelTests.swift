import Synchronization
import TestSupport
import Testing

@testable import JPCore

@Suite("Stored responses against a naive model of RFC 9111", .limited)
final class CacheModelTests {
  private final class Server: Transport {
    let reply = Mutex<CacheModel.Reply?>(nil)
    let count = Mutex(0)

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      count.withLock { $0 += 1 }
      guard let said = reply.withLock(\.self), let status = said.status else {
        throw TransportError(url: request.url, reason: .reset)
      }
      let isKnown = said.tag != nil && request.fields["If-None-Match"] == said.tag
      let isConfirmed = isKnown && [200, 404].contains(status)
      var fields: HeaderFields = [.init(name: "Cache-Control", value: said.cacheControl)]
      if let tag = said.tag { fields.append(.init(name: "ETag", value: tag)) }
      for name in said.vary { fields.append(.init(name: "Vary", value: name)) }
      return TransportResponse(
        status: isConfirmed ? 304 : status, fields: fields,
        body: isConfirmed || status == 204 ? [] : Array("\"\(said.body)\"".utf8), url: request.url)
    }
  }

  private func ask(_ chance: inout SeededNumbers) -> CacheModel.Ask {
    CacheModel.Ask(
      accept: chance.pick([nil, "a/b", "a/c"]), own: chance.pick([nil, nil, nil, "1", "2"]),
      refreshes: chance.pick([true, false, false, false]),
      isOffline: chance.pick([true, false, false]), maxAge: chance.pick([nil, nil, 0, 20]),
      maxStale: chance.pick([nil, nil, 0, 30]))
  }

  /// - Parameter version: what the server has now.
  private func reply(_ chance: inout SeededNumbers, version: Int) -> CacheModel.Reply {
    CacheModel.Reply(
      status: chance.pick([200, 200, 200, 200, 404, 204, 401, 405, 503, nil]),
      cacheControl: chance.pick([
        "max-age=50", "max-age=50", "", "max-age=0", "no-cache", "no-store", "max-age=1.5",
        "max-age=50, must-revalidate", "max-age=50, stale-if-error=20", "max-age=50, no-cache",
      ]),
      vary: chance.pick([[], [], ["Accept"], ["X-Own", "Accept"], ["*"], ["Origin"]]),
      tag: chance.pick([nil, "\"\(version)\"", "\"\(version)\""]), body: "v\(version)")
  }

  @Test(
    "Random responses, clock steps and options give the same result as the model",
    arguments: Seed.seeds(8, all: 60),
    [false, true])
  func sequences(seed: Seed, isInMemory: Bool) async throws {
    var chance = seed.numbers
    let directory = try TemporaryDirectory()
    let cache = isInMemory ? .inMemory() : ResponseCache(directory: directory.path)
    let server = Server()
    var model = CacheModel()
    var now = 1_795_218_110
    var version = 0
    for step in 0..<80 {
      now += chance.pick([0, 1, 1, 5, 20, 49, 50, 51, 70, 1000])
      version += chance.pick([0, 0, 1])
      let ask = ask(&chance)
      let said = reply(&chance, version: version)
      let expected = model.outcome(of: ask, at: now) { tag in
        var said = said
        if tag != nil, tag == said.tag, [200, 404].contains(said.status) { said.status = 304 }
        return said
      }
      server.reply.withLock { $0 = said }
      let count = server.count.withLock(\.self)
      let words = await words(of: ask, server, cache, HTTPDate(seconds: now))
      let outcome = CacheModel.Outcome(
        words: words, isAsked: server.count.withLock(\.self) > count)
      #expect(outcome == expected, "\(seed), step \(step), \(ask), \(said)")
      if outcome != expected { return }
    }
  }

  /// One run of the program.
  private func words(
    of ask: CacheModel.Ask, _ server: Server, _ cache: ResponseCache, _ now: HTTPDate
  ) async -> String {
    var fields: HeaderFields = []
    if let accept = ask.accept { fields.append(.init(name: "Accept", value: accept)) }
    if let own = ask.own { fields.append(.init(name: "X-Own", value: own)) }
    var cache = cache
    cache.maxAge = ask.maxAge.map { .seconds($0) }
    cache.maxStale = ask.maxStale.map { .seconds($0) }
    let policy: CachePolicy =
      ask.isOffline ? .storedOnly : ask.refreshes ? .refresh : .standard
    let fetcher = Fetcher(
      base: .host, fields: fields, cache: cache, policy: policy, clock: { now }
    ) {
      RetryingTransport(server, policy: .never)
    }
    do {
      let fetched = try await fetcher.document(at: "/x")
      #expect(fetched.irregularities.isEmpty)
      return "\(fetched.sources[0].word) \(fetched.value.root.string ?? "")"
    } catch let error as FetchError {
      switch error.cause {
      case .status(let status, _): return "error \(status)"
      case .empty: return "error 204"
      case .notStored: return "not stored"
      default: return "error 0"
      }
    } catch {
      return "\(error)"
    }
  }
}
