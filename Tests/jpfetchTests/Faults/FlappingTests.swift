import Foundation
import TestSupport
import Testing

@Suite(
  "A server that comes and goes",
  .evidence, .needsLibcurl, .limited)
struct FlappingTests {
  private static let runs = Effort.rounds(40, all: 2000)

  /// What the server does with a request; the good answer most often.
  private static func answer(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
    let good = sampleBody(request.path) ?? []
    let fields = ["Cache-Control: max-age=\(Int.random(in: 0...1))", "ETag: \"\(request.path)\""]
    switch Int.random(in: 0..<12) {
    case 0: return [.reset]
    case 1: return .reply(status: 503, fields: ["Cache-Control: max-age=1"], "{}")
    case 2: return .reply(type: "text/html", "<!DOCTYPE html><title>Hotel</title>")
    case 3: return .reply(status: 429, "{}")
    case 4:
      return [.send("HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n"), .send(good), .close]
    case 5: return .reply(#"[{"error":"maintenance"}]"#)
    case 6 where request.head.contains("If-None-Match"):
      return .reply(status: 304, fields: fields, "")
    default: return .reply(fields: fields, good)
    }
  }

  @Test("Every output is whole or empty, with the right exit status")
  func runs() async throws {
    let site = try ServerAndStore { Self.answer($0) }
    defer { site.server.stop() }
    let places = site.places
    let whole = try TestSupport.jpfetch("todos", "--json", "--sample").output
    let all = try await withThrowingTaskGroup(of: [Int32].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var statuses: [Int32] = []
          for _ in 0..<Self.runs / 4 {
            let modes = [
              [], [], ["--refresh"], ["--offline"], ["--max-stale", "0"], ["--no-cache"],
            ]
            let mode = modes.randomElement() ?? []
            let outcome = try await runSuspending(
              Places.jpfetch, ["todos", "--json", "--retry", "0", "-q"] + mode + places)
            statuses.append(outcome.status)
            if outcome.status == 0 {
              #expect(outcome.output == whole && outcome.errors == "", "\(mode)")
            } else {
              #expect([3, 4, 5, 6, 7].contains(outcome.status), "\(mode) \(outcome.errors)")
              #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("{\"error\":"))
            }
          }
          return statuses
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(all.count == Self.runs)
    // Of many, some are whole and some are empty.
    if Effort.isFull { #expect(Set(all).count > 2 && all.contains(0)) }
  }
}
