import Synchronization
import TestSupport
import Testing

@testable import JPCore

@Suite("Stored responses, compared with a naive model of RFC 9111", .limited)
struct CacheModelTests {
  /// A server that sends one prepared reply.
  private final class Server: Transport {
    /// The next reply, until it is sent.
    let next = Mutex<CacheModel.Reply?>(nil)

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let said = next.withLock { next in
        defer { next = nil }
        return next?.confirming(request.headerFields["If-None-Match"])
      }
      guard let said, let status = said.status else {
        throw TransportError(url: request.url, reason: .connectionLost)
      }
      var fields: HeaderFields = [
        "Cache-Control": said.cacheControl, "Vary": said.vary.joined(separator: ", "),
      ]
      fields["ETag"] = said.tag
      let body = [204, 304].contains(status) ? "" : "\"\(said.body)\""
      let url = said.isRedirected ? "http://host/login" : request.url
      return HTTPResponse(status: status, headerFields: fields, body: Array(body.utf8), url: url)
    }
  }

  private let server = Server()

  private func ask(_ chance: inout SeededNumbers) -> CacheModel.Ask {
    CacheModel.Ask(
      own: chance.pick([nil, nil, nil, "1", "2"]),
      directive: chance.pick([nil, nil, nil, nil, nil, "no-cache", "no-store"]),
      refreshes: chance.pick([true, false, false, false]),
      isOffline: chance.pick([true, false, false]), maxAge: chance.pick([nil, nil, 0, 20]),
      maxStale: chance.pick([nil, nil, 0, 30]))
  }

  /// - Parameter version: the number of the server's current content.
  private func reply(_ chance: inout SeededNumbers, version: Int) -> CacheModel.Reply {
    CacheModel.Reply(
      status: chance.pick([200, 200, 200, 200, 404, 204, 401, 405, 503, nil]),
      cacheControl: chance.pick([
        "max-age=50", "max-age=50", "", "max-age=0", "no-cache", "no-store", "max-age=1.5",
        "max-age=50, must-revalidate", "max-age=50, stale-if-error=20", "max-age=50, no-cache",
      ]),
      vary: chance.pick([[], [], ["x-own", "user-agent"], ["*"], ["origin"]]),
      tag: chance.pick([nil, "\"\(version)\"", "\"\(version)\""]), body: "v\(version)",
      isRedirected: chance.pick([true, false, false, false]))
  }

  @Test(
    "For random responses, clock steps and options, a fetch has the same outcome as in the model",
    arguments: Seed.seeds(16, all: 120))
  func sequences(seed: Seed) async throws {
    var chance = seed.numbers
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.path)
    var model = CacheModel()
    var now = 0
    var version = 0
    for step in 0..<80 {
      now += chance.pick([0, 0, 1, 1, 1, 5, 5, 20, 49, 50, 51, 70, 1000])
      version += chance.pick([0, 0, 1])
      let ask = ask(&chance)
      let said = reply(&chance, version: version)
      var isAsked = false
      let expected = model.outcome(of: ask, at: now) { tag in
        isAsked = true
        return said.confirming(tag)
      }
      server.next.withLock { $0 = said }
      let words = await words(of: ask, cache, moment(now))
      try #require(words == expected, "\(seed), step \(step), \(ask), \(said)")
      #expect(
        server.next.withLock { $0 == nil } == isAsked, "\(seed), step \(step), \(ask), \(said)")
    }
  }

  /// One run of the program.
  private func words(
    of ask: CacheModel.Ask, _ cache: ResponseCache, _ now: HTTPDate
  ) async -> String {
    var fields: HeaderFields = []
    fields["X-Own"] = ask.own
    fields["Cache-Control"] = ask.directive
    var cache = cache
    cache.maxAge = ask.maxAge.map { .seconds($0) }
    cache.maxStale = ask.maxStale.map { .seconds($0) }
    var policy = CachePolicy.standard
    if ask.refreshes { policy = .revalidate }
    if ask.isOffline { policy = .storedOnly }
    let fetcher = Fetcher(
      base: .host, fields: fields, cache: cache, policy: policy, clock: { now }
    ) {
      RetryingTransport(server, policy: .never)
    }
    do {
      let fetched = try await fetcher.document(at: "/x")
      #expect(fetched.issues.isEmpty)
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
