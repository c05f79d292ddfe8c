import Foundation
import JPCore
import Synchronization
import TestSupport

private let bodies = Mutex<[String: [UInt8]?]>([:])

/// The body of the built-in data for a path, for test servers; `nil` if there is none. It is made
/// only once, because that is slow without optimization.
func wholeSampleBody(_ path: String) -> [UInt8]? {
  if let known = bodies.withLock({ $0[path] }) { return known }
  let parts = path.split(separator: "/")
  let list = TransportRequest(url: "sample:/\(parts.first ?? "")")
  let response = try? SampleTransport().response(to: list)
  var body = response.flatMap { $0.status == 200 ? $0.body : nil }
  if parts.count > 1 {
    let records = body.flatMap { try? JSONDocument($0).root.elements } ?? []
    body = records.first { $0["id"]?.integer == Int64(parts[1]) }.map { Array($0.text) }
  }
  bodies.withLock { $0[path] = body }
  return body
}

/// The same with 220 photos: two in each album, twenty more in the first. Without optimization, a
/// run needs a tenth of a second for all 5000.
func sampleBody(_ path: String) -> [UInt8]? {
  path == "/photos" ? fewPhotos : wholeSampleBody(path)
}

private let fewPhotos: [UInt8] = {
  let photos = wholeSampleBody("/photos").flatMap { try? JSONDocument($0).root.elements } ?? []
  let records = photos.filter { photo in
    photo["id"]?.integer.map { $0 <= 20 || $0 % 25 == 0 } ?? false
  }
  let lines = records.map(\.text).joined(separator: Array(",\n".utf8))
  return Array("[\n".utf8) + lines + Array("\n]\n".utf8)
}()

/// A directory with the six lists.
///
/// - Parameter body: ``sampleBody(_:)`` or ``wholeSampleBody(_:)``.
func sampleDirectory(_ body: (String) -> [UInt8]?) -> TemporaryDirectory? {
  guard let directory = try? TemporaryDirectory.shared() else { return nil }
  for resource in Resource.all {
    let text = String(decoding: body("/\(resource.name)") ?? [], as: UTF8.self)
    try? directory.write(text, to: "\(resource.name).json")
  }
  return directory
}

/// Options for the lists of ``sampleBody(_:)``: like `--sample`, with few photos.
let fromSampleFiles: [String] =
  sampleDirectory(sampleBody).map { ["--base-url", "file:\($0.path)"] } ?? []

/// The output of `jpfetch --json` for these lists.
let sampleJSON = (try? run(Places.jpfetch, ["--json"] + fromSampleFiles).output) ?? Data()
