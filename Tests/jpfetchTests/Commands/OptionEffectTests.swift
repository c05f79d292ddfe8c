import Foundation
import Synchronization
import TestSupport
import Testing

@testable import jpfetch

/// The effect of an option, written down by hand: the same command line without it and with it.
private struct Effect: Sendable, CustomTestStringConvertible {
  /// The server's behaviour.
  enum Behavior {
    case answers
    /// Answers that stay fresh for a day.
    case answersFresh
    /// Answers each request a little later.
    case answersSlowly
    /// Answers once; then it fails.
    case failsLater
    /// One list never arrives.
    case failsForAlbums
    /// A list of one user, who has another name in the files.
    case answersOneUser
    /// A list in which one record has no id.
    case sendsMisfit
    case fails
  }

  let option: OptionName
  let line: String
  let added: String
  var server = Behavior.answers
  /// Runs before both, with the same server and store.
  var first: String?
  /// A text that only the run with the option shows.
  var shows: String?
  /// A text that only the run without the option shows.
  var hides: String?

  var testDescription: String { "\(line) \(added)" }
}

@Suite(
  "Each option changes the output, the requests or a file", .needsLibcurl, .limited)
struct OptionEffectTests {
  private static let effects: [Effect] = [
    Effect(option: .embed, line: "users 1 --json", added: "-e posts", shows: "\"posts\": ["),
    Effect(option: .where, line: "users --json", added: "-w id=2", hides: "Ada Brennan"),
    Effect(option: .search, line: "users --json", added: "-s brennan", hides: "Tomasz"),
    Effect(
      option: .sort, line: "users -F id -f tsv", added: "-S -id", shows: "id\n10\n9\n"),
    Effect(option: .limit, line: "users -F id -f tsv", added: "-n 1", hides: "\n2\n"),
    Effect(option: .skip, line: "users -F id -f tsv", added: "--skip 9", hides: "\n1\n"),
    Effect(option: .fields, line: "users --json -e none", added: "-F id", hides: "email"),
    Effect(option: .count, line: "users", added: "--count", hides: "Ada Brennan"),
    Effect(
      option: .countBy, line: "todos -f csv", added: "--count-by completed",
      shows: "completed,count"),
    Effect(
      option: .query, line: "get /users", added: "--query a=b", shows: "GET /users?a=b"),
    Effect(
      option: .expect, line: "check ids users", added: "--expect users=3", shows: "exit status 1"),
    Effect(
      option: .assert, line: "check ids users", added: "--assert 'users.id < 5'",
      shows: "exit status 1"),
    Effect(
      option: .maxTime, line: "check ids users", added: "--max-time 1ms",
      server: .answersSlowly, shows: "exit status 1"),
    Effect(
      option: .wait, line: "check ids users --retry 0", added: "--wait 1s", server: .fails,
      shows: "request 2:"),
    Effect(
      option: .against, line: "check users", added: "--against file:DIR", shows: "drift"),
    Effect(
      option: .ignore, line: "check drift users --against file:DIR", added: "--ignore name",
      server: .answersOneUser, hides: "exit status 1"),
    Effect(
      option: .report, line: "check ids users", added: "--report json=DIR/report.json",
      shows: "file report.json"),
    Effect(option: .format, line: "users -e none", added: "-f csv", shows: "id,name"),
    Effect(option: .json, line: "users -e none", added: "--json", shows: "\"id\": 1"),
    Effect(
      option: .output, line: "users -e none", added: "-o DIR/list.csv", shows: "file list.csv"),
    Effect(option: .meta, line: "users --json", added: "--meta", shows: "\"sources\""),
    Effect(option: .include, line: "get /users/1", added: "-i", shows: "HTTP/1.1 200"),
    Effect(option: .compact, line: "get /users/1", added: "--compact", hides: "\n  \""),
    Effect(option: .noHeader, line: "users -f csv", added: "--no-header", hides: "id,name"),
    Effect(option: .color, line: "users", added: "--color always", shows: "\u{1B}["),
    Effect(
      option: .offline, line: "users -e none", added: "--offline", first: "users -e none",
      hides: "request 2:"),
    Effect(
      option: .refresh, line: "users -e none", added: "--refresh", server: .answersFresh,
      first: "users -e none", shows: "request 2:"),
    Effect(
      option: .noCache, line: "users -e none", added: "--no-cache", server: .answersFresh,
      first: "users -e none", shows: "request 2:"),
    Effect(
      option: .maxAge, line: "users -e none", added: "--max-age 0", server: .answersFresh,
      first: "users -e none", shows: "request 2:"),
    Effect(
      option: .maxStale, line: "users -e none", added: "--max-stale 0", server: .failsLater,
      first: "users -e none", shows: "exit status 5"),
    Effect(
      option: .partial, line: "--json", added: "--partial", server: .failsForAlbums,
      shows: "exit status 8"),
    Effect(
      option: .partial, line: "users -e none", added: "--partial", server: .sendsMisfit,
      shows: "exit status 8"),
    Effect(
      option: .strict, line: "users -e none", added: "--strict", server: .failsLater,
      first: "users -e none", shows: "exit status 8"),
    Effect(option: .wide, line: "users -e none", added: "--wide", shows: "street"),
    Effect(option: .sample, line: "users", added: "--sample", hides: "request 1:"),
    Effect(
      option: .baseURL, line: "users -e none", added: "--base-url file:DIR", hides: "request 1:"),
    Effect(
      option: .cacheDirectory, line: "users -e none", added: "--cache-dir DIR/other",
      shows: "file other"),
    Effect(
      option: .timeout, line: "users --dry-run", added: "--timeout 3s", shows: "--max-time 3"),
    Effect(
      option: .retry, line: "users -e none", added: "--retry 0", server: .fails,
      hides: "request 2:"),
    Effect(
      option: .header, line: "users -e none", added: "-H 'X-Test: yes'", shows: "X-Test: yes"),
    Effect(
      option: .certificateFile, line: "users --dry-run --base-url https://h",
      added: "--ca-cert DIR/users.json",
      shows: "--cacert"),
    Effect(
      option: .quiet, line: "users -e none", added: "-q", server: .failsLater,
      first: "users -e none", hides: "warning"),
    Effect(option: .verbose, line: "users -e none", added: "-v", shows: "users  200"),
    Effect(option: .dryRun, line: "users -e none", added: "--dry-run", hides: "request 1:"),
    Effect(option: .man, line: "users", added: "--man", shows: ".TH"),
    Effect(option: .help, line: "users", added: "--help", shows: "USAGE:"),
    Effect(option: .version, line: "users", added: "--version", hides: "Ada Brennan"),
  ]

  @Test("Every option has a row in the table of effects")
  func table() {
    #expect(Set(Self.effects.map(\.option)) == Set(OptionName.allCases))
  }

  @Test("Only a run with the option shows the effect that its row names", arguments: effects)
  fileprivate func effect(_ effect: Effect) async throws {
    let without = try await shown(effect, effect.line)
    let with = try await shown(effect, "\(effect.line) \(effect.added)")
    if let shows = effect.shows {
      #expect(with.contains(shows), "\(shows):\n\(with)")
      #expect(!without.contains(shows), "without the option:\n\(without)")
    }
    if let hides = effect.hides {
      #expect(!with.contains(hides), "\(hides):\n\(with)")
      #expect(without.contains(hides), "without the option:\n\(without)")
    }
    #expect(effect.shows != nil || effect.hides != nil)
  }

  /// All that a run shows: both streams, the exit status, the requests, and the files that it wrote.
  private func shown(_ effect: Effect, _ line: String) async throws -> String {
    let server = try LoopbackServer(Self.script(effect.server))
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    try directory.write(#"[{"id":1,"name":"Another name"}]"#, to: "users.json")
    let words = shellWords(line).map { $0.replacing("DIR", with: directory.path) }
    let environment = [
      "JPFETCH_BASE_URL": server.url, "JPFETCH_CACHE_DIR": directory.path + "/store",
    ]
    if let first = effect.first {
      _ = try await jpfetch(first, environment: environment)
    }
    let outcome = try await jpfetch(words, environment: environment)
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    var parts = [outcome.text, outcome.errors, "exit status \(outcome.status)"]
    for (index, request) in server.requests.enumerated() {
      parts.append("request \(index + 1): \(request.head)")
    }
    parts.append("at most \(server.mostInFlight) at once")
    parts += files.sorted().map { "file \($0)" }
    return parts.joined(separator: "\n")
  }

  private static func script(_ behavior: Effect.Behavior) -> LoopbackServer.Script {
    let answered = Mutex(0)
    return { request in
      let isFirst = answered.withLock { count in
        count += 1
        return count == 1
      }
      let answer = sampleReply(request)
      switch behavior {
      case .answers: return answer
      case .answersFresh:
        return .reply(
          fields: ["Cache-Control: max-age=86400"], wholeSampleBody(request.path) ?? [])
      case .answersSlowly: return sampleReply(request, after: .milliseconds(100))
      case .failsLater: return isFirst ? answer : .reply(status: 503, "{}")
      case .failsForAlbums: return request.path == "/albums" ? .reply(status: 404, "{}") : answer
      case .answersOneUser: return .reply(#"[{"id":1,"name":"Ada"}]"#)
      case .sendsMisfit: return .reply(#"[{"id":1,"name":"Ada"},{"name":"No id"}]"#)
      case .fails: return .reply(status: 503, "{}")
      }
    }
  }
}
