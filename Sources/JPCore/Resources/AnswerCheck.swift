extension JSONDocument {
  /// Takes the document out of an answer: a 2xx status, content, JSON, in this order.
  ///
  /// - Throws: the first of these that is missing.
  init(answer response: HTTPResponse) throws(FetchError.Cause) {
    guard (200..<300).contains(response.status) else {
      throw .status(response.status, message: Self.message(inErrorBody: response.body))
    }
    let firstByte = response.body.first { !$0.isJSONSpace }
    guard let firstByte else { throw .empty }
    do {
      try self.init(response.body)
    } catch {
      throw firstByte == UInt8(ascii: "<") ? .html : .notJSON(error)
    }
  }

  /// What a server says of its error in JSON; the API itself says nothing, `{}`.
  private static func message(inErrorBody body: [UInt8]) -> String? {
    // A body that is no JSON has no message; the status is the error that is told.
    guard let root = try? JSONDocument(body).root else { return nil }
    for name in ["message", "error", "detail", "title"] {
      guard let value = root[name] else { continue }
      if let text = value.string ?? value["message"]?.string, !text.isEmpty { return text }
    }
    return nil
  }
}
