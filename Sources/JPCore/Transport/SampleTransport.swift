/// Answers from built-in data: always the same, without network or disk.
///
/// It has the API's six resources in the API's counts, shapes and relations, with invented content:
/// the lists (`/users`) and their single records (`/users/3`).
public struct SampleTransport: ImmediateTransport {
  /// Makes a transport.
  public init() {}

  /// Gives a list, a record, or 404 with an empty object for everything else, as the API does.
  ///
  /// - Throws: never; a query, which the API would answer by filtering, is 501 rather than ignored.
  public func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse {
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
    if parts.count == 1 { return answer(200, list.text, to: request) }
    guard parts.count == 2, let id = Int(parts[1]), (1...list.count).contains(id) else {
      return answer(404, "{}", to: request)
    }
    return answer(200, list.record(id).text(indentation: ""), to: request)
  }

  private func answer(_ status: Int, _ text: String, to request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(
      status: status,
      fields: [.init(name: "Content-Type", value: "application/json; charset=utf-8")],
      body: Array(text.utf8), url: request.url, origin: .sample)
  }
}

extension SampleList {
  fileprivate var text: String {
    var text = "[\n"
    for id in 1...count {
      text += "  "
      record(id).write(to: &text, indentation: "  ")
      text += id < count ? ",\n" : "\n"
    }
    return text + "]\n"
  }
}
