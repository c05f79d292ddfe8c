@testable import JPCore

/// Built-in data as JSON texts, for seeds.
enum SampleText {
  /// One record of each resource.
  static let records = Resource.all.map { resource in
    let request = HTTPRequest(url: BaseURL.sample.url(of: "/\(resource.name)"))
    guard let response = try? SampleTransport().response(to: request),
      let record = try? JSONDocument(response.body).root.elements.first
    else { fatalError("no sample of \(resource.name)") }
    return text(record.text)
  }
}
