import Foundation
import JPCore
import Synchronization
import TestSupport

private let bodies = Mutex<[String: [UInt8]?]>([:])

/// The sample's content for a path, which test servers give; `nil` where it has none. It is made
/// once: without optimization, that takes a while.
func sampleBody(_ path: String) -> [UInt8]? {
  if let known = bodies.withLock({ $0[path] }) { return known }
  let response = try? SampleTransport().response(to: TransportRequest(url: "sample:\(path)"))
  let body = response.flatMap { $0.status == 200 ? $0.body : nil }
  bodies.withLock { $0[path] = body }
  return body
}

/// What `jpfetch --sample --json` prints.
let sampleJSON = (try? run(Places.jpfetch, ["--sample", "--json"]).output) ?? Data()
