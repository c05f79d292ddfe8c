import Foundation
import TestSupport
import Testing

/// The server's behaviour in one run, chosen before it.
private enum Weather: CaseIterable {
  case good, notModified, reset, unavailable, tooManyRequests, page, cut, otherData

  func answer(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
    let fields = ["Cache-Control: max-age=0", "ETag: \"1\""]
    let good = sampleBody(request.path) ?? []
    switch self {
    case .good: return .reply(fields: fields, good)
    case .notModified:
      let isConditional = request.head.contains("If-None-Match")
      return isConditional
        ? .reply(status: 304, fields: fields, "") : .reply(fields: fields, good)
    case .reset: return [.reset]
    case .unavailable: return .reply(status: 503, "{}")
    case .tooManyRequests: return .reply(status: 429, "{}")
    case .page: return .reply(type: "text/html", "<!DOCTYPE html><title>Hotel</title>")
    case .cut:
      return [.send("HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n"), .send(good), .close]
    case .otherData: return .reply(#"[{"error":"maintenance"}]"#)
    }
  }

  /// The exit status if no stored response may replace the answer.
  var status: Int32 {
    switch self {
    case .good, .notModified: 0
    case .reset, .cut: 3
    case .tooManyRequests: 4
    case .unavailable: 5
    case .page, .otherData: 6
    }
  }
}

/// How a run uses stored responses.
private enum Mode: String, CaseIterable {
  case standard = ""
  case refresh = "--refresh"
  case offline = "--offline"
  case neverStale = "--max-stale 0"
  case noCache = "--no-cache"

  /// The exit status of a run, by the rules that the help for `cache` gives.
  func status(in weather: Weather, isStored: Bool) -> Int32 {
    switch self {
    case .standard, .refresh: isStored ? 0 : weather.status
    case .offline: isStored ? 0 : 7
    case .neverStale, .noCache: weather.status
    }
  }

  /// Whether a good answer is stored.
  var stores: Bool { self != .offline && self != .noCache }
}

@Suite("A server that comes and goes", .needsLibcurl, .limited)
struct FlappingTests {
  @Test(
    "Each run prints the whole list or nothing, with the exit status for the server's reply",
    arguments: Seed.seeds(4, all: 200))
  func runs(seed: Seed) async throws {
    let site = try ServerAndStore()
    let whole = try await jpfetch("todos --json --sample").output
    var numbers = seed.numbers
    var isStored = false
    for _ in 0..<10 {
      let weather = numbers.pick(Weather.allCases)
      let mode = numbers.pick(Mode.allCases)
      site.answer { weather.answer($0) }
      let outcome = try await site.jpfetch("todos --json --retry 0 -q", shellWords(mode.rawValue))
      let expected = mode.status(in: weather, isStored: isStored)
      let step = "\(mode) \(weather) \(isStored ? "stored" : "not stored") \(seed)"
      outcome.expect(status: expected, output: expected == 0 ? whole : Data(), "\(step)")
      #expect(outcome.errors.isEmpty == (expected == 0), "\(step)\n\(outcome)")
      if mode.stores && weather.status == 0 { isStored = true }
    }
  }
}
