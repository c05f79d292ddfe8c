/// Answers from built-in data: always the same, without network or disk.
///
/// It has the API's six lists, with the API's counts, shapes and relations, and invented content.
/// ``ListTransport`` takes single records, and the records that belong to one, out of them.
package struct SampleTransport: Transport {
  /// Makes a transport.
  package init() {}

  /// Gives a list; 404 with an empty object for another path.
  ///
  /// - Throws: ``TransportError/Reason/invalidURL`` for a URL of another API.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try response(to: request)
  }

  /// The same, synchronously.
  package func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    guard let path = BaseURL.sample.path(of: request.url) else {
      throw TransportError(url: request.url, reason: .invalidURL)
    }
    let list = SampleList(rawValue: String(path.dropFirst()))
    let status = list == nil ? 404 : 200
    let tree = list?.records ?? [:]
    return HTTPResponse(
      status: status, headerFields: .contentTypeJSON, body: tree.text(.pretty), url: request.url)
  }
}
