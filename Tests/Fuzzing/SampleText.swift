@testable import JPCore

/// Built-in data as JSON texts, for seeds.
enum SampleText {
  /// One record of each resource.
  static let records = Resource.all.map { body("/\($0.name)/1") }

  /// Lists of a few records.
  static let lists = [
    body("/users/1/albums"), body("/posts/1/comments"), "[\(records.joined(separator: ","))]",
  ]

  private static func body(_ path: String) -> String {
    let request = TransportRequest(url: BaseURL.sample.url(of: path))
    guard let response = try? SampleTransport().response(to: request), response.status == 200
    else { fatalError("no sample at \(path)") }
    return text(response.body)
  }
}
