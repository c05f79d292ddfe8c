import JPCore

/// The sample's content for a path, which test servers give; `nil` where it has none.
func sampleBody(_ path: String) -> [UInt8]? {
  let response = try? SampleTransport().response(to: HTTPRequest(url: "sample:\(path)"))
  return response.flatMap { $0.status == 200 ? $0.body : nil }
}
