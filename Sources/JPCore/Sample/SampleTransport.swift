/// Answers from built-in data: always the same, without network or disk.
///
/// It has the API's six resources with the API's counts, shapes and relations, and invented
/// content: the lists (`/users`), their single records (`/users/3`), and the records that belong to
/// one (`/users/3/albums`).
package struct SampleTransport: Transport {
  /// Makes a transport.
  package init() {}

  /// Gives a list or a record, and 404 with an empty object for everything else.
  ///
  /// A URL with a query, by which the API would filter, gets 501.
  ///
  /// - Throws: ``TransportError/Reason/invalidURL`` for a URL of another API.
  package func send(_ request: TransportRequest) async throws -> TransportResponse {
    try response(to: request)
  }

  /// The same, synchronously.
  package func response(to request: TransportRequest) throws(TransportError) -> TransportResponse {
    guard let path = BaseURL.sample.path(of: request.url) else {
      throw TransportError(url: request.url, reason: .invalidURL)
    }
    guard !path.contains("?") else {
      return answer(501, "{\n  \"message\": \"the sample data takes no query\"\n}", to: request)
    }
    let parts = path.split(separator: "/")
    guard let list = parts.first.flatMap({ SampleList(rawValue: String($0)) }) else {
      return answer(404, "{}", to: request)
    }
    if parts.count == 1 { return answer(200, list.text(of: 1...list.count), to: request) }
    guard let id = Int(parts[1]), (1...list.count).contains(id), parts[1] == String(id) else {
      return answer(404, "{}", to: request)
    }
    if parts.count == 2 {
      return answer(200, list.record(id).text(indentation: ""), to: request)
    }
    guard parts.count == 3, let children = SampleList(rawValue: String(parts[2])),
      children.parent?.list == list
    else { return answer(404, "{}", to: request) }
    return answer(200, children.text(of: children.ids(ofParent: id)), to: request)
  }

  private func answer(_ status: Int, _ text: String, to request: TransportRequest)
    -> TransportResponse
  {
    TransportResponse(
      status: status,
      fields: .contentTypeJSON,
      body: Array(text.utf8), url: request.url, origin: .sample)
  }
}

extension SampleList {
  fileprivate func text(of ids: ClosedRange<Int>) -> String {
    var text = "[\n"
    for id in ids {
      text += "  "
      record(id).write(to: &text, indentation: "  ")
      text += id < ids.upperBound ? ",\n" : "\n"
    }
    return text + "]\n"
  }
}
