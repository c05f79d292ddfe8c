import Foundation
import Synchronization
import TestSupport
import Testing

@testable import jpfetch

/// Runs a command line without and with each option. An option that is declared, but that nothing
/// reads, would be taken and do nothing.
@Suite("Options and what they change", .needsLibcurl, .limited)
struct OptionEffectTests {
  /// How the server behaves once the store has its responses.
  private enum Server {
    /// Allows stored responses for a minute.
    case fresh
    /// Requires that stored responses are revalidated.
    case steady
    case slow
    case failing
    /// Fails for the first request only.
    case late
    /// Fails for photos only.
    case incomplete
  }

  /// A command line, and words with the option that change what it does. `data` is a folder with
  /// other records than the server's.
  private static func example(
    of option: OptionName
  ) -> (line: String, words: String, server: Server) {
    switch option {
    case .embed: ("users 1", "-e albums", .fresh)
    case .where: ("users", "-w id=1", .fresh)
    case .search: ("users", "-s zo", .fresh)
    case .sort: ("users", "-S -id", .fresh)
    case .limit: ("users", "-n 1", .fresh)
    case .skip: ("users", "--skip 1", .fresh)
    case .fields: ("users", "-F id", .fresh)
    case .count: ("users", "--count", .fresh)
    case .countBy: ("users", "--count-by id", .fresh)
    case .query: ("get /users", "--query a=b", .fresh)
    case .expect: ("check users -q", "--expect users=1", .fresh)
    case .assert: ("check users -q", "--assert users=1", .fresh)
    case .maxTime: ("check users -q", "--max-time 1ms", .slow)
    case .wait: ("check users -q", "--wait 30s", .late)
    case .against: ("check users -q", "--against file:data", .fresh)
    case .ignore: ("check users -q --against file:data", "--ignore name", .fresh)
    case .report: ("check users -q", "--report report.json", .fresh)
    case .format: ("users", "-f csv", .fresh)
    case .json: ("users", "--json", .fresh)
    case .output: ("users --json", "-o users.json", .fresh)
    case .meta: ("users --json", "--meta", .fresh)
    case .include: ("get /users", "-i", .fresh)
    case .compact: ("users --json", "--compact", .fresh)
    case .noHeader: ("users -f csv", "--no-header", .fresh)
    case .wide: ("users", "--wide", .fresh)
    case .color: ("users", "--color always", .fresh)
    case .offline: ("users", "--offline", .steady)
    case .refresh: ("users", "--refresh", .fresh)
    case .noCache: ("users", "--no-cache", .fresh)
    case .maxAge: ("users", "--max-age 0s", .fresh)
    case .maxStale: ("users -q", "--max-stale 0s", .failing)
    case .partial: ("-q --max-stale 0s", "--partial", .incomplete)
    case .strict: ("users -q", "--strict", .failing)
    case .sample: ("users", "--sample", .steady)
    case .baseURL: ("users", "--base-url file:data", .fresh)
    case .cacheDirectory: ("cache path", "--cache-dir other", .fresh)
    case .timeout: ("users --refresh", "--timeout 20ms", .slow)
    case .retry: ("users --refresh -q", "--retry 0", .failing)
    case .header: ("users --dry-run", "-H 'X-A: b'", .fresh)
    case .certificateFile: ("get https://h/ --dry-run", "--ca-cert data/users.json", .fresh)
    case .quiet: ("check users --sample", "-q", .fresh)
    case .verbose: ("users", "-v", .fresh)
    case .dryRun: ("users", "--dry-run", .fresh)
    case .man: ("users", "--man", .fresh)
    case .help: ("users", "--help", .fresh)
    case .version: ("users", "--version", .fresh)
    }
  }

  @Test(
    "Each option changes what is printed, written or requested, or the exit status",
    arguments: OptionName.allCases)
  func effect(option: OptionName) async throws {
    let (line, words, server) = Self.example(of: option)
    let site = try ServerAndStore(Self.script(.fresh))
    if server != .fresh { site.answer(Self.script(.steady)) }
    let folder = site.directory
    try folder.write(#"[{"id": 1, "name": "Another"}]"#, to: "data/users.json")
    let variables = ["JPFETCH_BASE_URL": site.url, "JPFETCH_CACHE_DIR": site.store]

    func outcome(_ line: String) async throws -> Outcome {
      let earlier = site.requests.count
      let run = try await run(
        Places.jpfetch, shellWords(line), environment: variables, in: folder.path)
      #expect(run.status != 2, "\(run)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return Outcome(
        status: run.status, text: run.text, errors: run.errors,
        requests: site.requests.dropFirst(earlier).map(\.path).sorted(), files: files.sorted())
    }

    _ = try await outcome(line)
    site.answer(Self.script(server))
    let without = try await outcome(line)
    site.answer(Self.script(server))
    let with = try await outcome("\(line) \(words)")
    #expect(without != with)
  }

  /// What can be seen of a run.
  private struct Outcome: Equatable {
    let status: Int32
    let text: String
    let errors: String
    /// The paths.
    let requests: [String]
    let files: [String]
  }

  private static func script(_ server: Server) -> LoopbackServer.Script {
    let isFirst = Atomic(true)
    return { request in
      let failure = [LoopbackServer.Step].reply(status: 503, fields: ["Retry-After: 0"], "[]")
      let wasFirst = isFirst.exchange(false, ordering: .relaxed)
      var fields = ["Cache-Control: max-age=0"]
      var delay = Duration.zero
      switch server {
      case .fresh: fields = ["Cache-Control: max-age=60"]
      case .steady: break
      case .slow: delay = .milliseconds(300)
      case .failing: return failure
      case .late:
        // Not one of the statuses after which a request is repeated.
        if wasFirst { return .reply(status: 501, "[]") }
      case .incomplete:
        if request.path == "/photos" { return .reply(status: 501, "[]") }
      }
      return .reply(fields: fields, sampleBody(request.path) ?? [], after: delay)
    }
  }
}
