@testable import JPCore

/// Built-in data as JSON texts, for seeds.
enum SampleText {
  /// One record of each resource.
  static let records = Resource.all.flatMap { few(1, of: $0) }

  /// Lists of a few records.
  static let lists = [few(10, of: .albums), few(5, of: .comments), records].map { records in
    "[\(records.joined(separator: ","))]"
  }

  private static func few(_ count: Int, of resource: Resource) -> [String] {
    let request = TransportRequest(url: BaseURL.sample.url(of: "/\(resource.name)"))
    guard let response = try? SampleTransport().response(to: request),
      let list = try? JSONDocument(response.body).root.elements
    else { fatalError("no sample of \(resource.name)") }
    return list.prefix(count).map { text(Array($0.text)) }
  }
}
