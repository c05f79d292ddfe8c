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
  /// A URL with a query gets 501, unless ``ListTransport`` answers it from a list.
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
      let message = "the sample data knows queries by its fields, _page and _limit only"
      return answer(501, Array("{\n  \"message\": \"\(message)\"\n}".utf8), to: request)
    }
    let parts = path.split(separator: "/")
    guard let list = parts.first.flatMap({ SampleList(rawValue: String($0)) }) else {
      return nothing(for: request)
    }
    if parts.count == 1 { return answer(200, list.text(of: 1...list.count), to: request) }
    guard let id = Int(parts[1]), (1...list.count).contains(id), parts[1] == String(id) else {
      return nothing(for: request)
    }
    if parts.count == 2 {
      return answer(200, list.text(of: id), to: request)
    }
    guard parts.count == 3, let children = SampleList(rawValue: String(parts[2])),
      children.parent?.list == list
    else { return nothing(for: request) }
    return answer(200, children.text(of: children.ids(ofParent: id)), to: request)
  }

  private func nothing(for request: TransportRequest) -> TransportResponse {
    answer(404, [.leftBrace, .rightBrace], to: request)
  }

  private func answer(
    _ status: Int, _ body: [UInt8], to request: TransportRequest
  ) -> TransportResponse {
    TransportResponse(
      status: status, fields: .contentTypeJSON, body: body, url: request.url, origin: .sample)
  }
}

extension SampleList {
  fileprivate func text(of id: Int) -> [UInt8] { record(id).text(.pretty).dropLast() }

  fileprivate func text(of ids: ClosedRange<Int>) -> [UInt8] {
    JSONTree.array(ids.map(record)).text(.pretty)
  }
}
